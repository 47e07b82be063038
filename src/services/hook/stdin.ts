import * as fs from "node:fs"

/** Bytes of a payload that are kept: the rest is read and dropped. */
export const PAYLOAD_BYTES = 1_048_576

const WAIT = 500

/** A pipe or socket, for at most `WAIT`: one that nobody closes must not hold the CLI. */
const fromStream = (): Promise<Buffer> =>
  new Promise((resolve) => {
    const parts: Array<Buffer> = []
    let size = 0
    const done = () => {
      clearTimeout(timer)
      process.stdin.removeAllListeners("data")
      process.stdin.destroy()
      resolve(Buffer.concat(parts))
    }
    const timer = setTimeout(done, WAIT)
    process.stdin.on("data", (part: Buffer) => {
      if (size < PAYLOAD_BYTES) parts.push(part.subarray(0, PAYLOAD_BYTES - size))
      size += part.length
    })
    process.stdin.on("end", done)
    process.stdin.on("close", done)
    process.stdin.on("error", done)
  })

/** What stands on stdin, at most 1 MiB and half a second of it; empty for a terminal. Never fails. */
export const readPayload = async (): Promise<string> => {
  try {
    const stat = fs.fstatSync(0)
    if (stat.isCharacterDevice()) return ""
    if (!stat.isFile()) return (await fromStream()).toString("utf8")
    const bytes = Buffer.alloc(Math.min(stat.size, PAYLOAD_BYTES))
    let at = 0
    while (at < bytes.length) {
      const read = fs.readSync(0, bytes, at, bytes.length - at, null)
      if (read === 0) break
      at += read
    }
    return bytes.toString("utf8", 0, at)
  } catch {
    return ""
  }
}
