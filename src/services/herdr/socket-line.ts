import * as net from "node:net"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** How an exchange ended without a line: `absent` nothing listens · `denied` not ours · `lost` it broke · `large` · `text` not UTF-8. */
export class LineFailure extends Data.TaggedError("LineFailure")<{
  readonly kind: "absent" | "denied" | "lost" | "large" | "text"
  /** The system's error code where there is one. */
  readonly code: string | null
}> {}

/** Longest answer that is read, in bytes; herdr itself sets no limit. */
export const ANSWER_LIMIT = 64 * 1024 * 1024

const codeOf = (error: Error): string | null =>
  "code" in error && typeof error.code === "string" ? error.code : null

/** The failure behind a socket error. */
export const lineFailure = (error: Error): LineFailure => {
  const code = codeOf(error)
  if (code === "ENOENT" || code === "ECONNREFUSED" || code === "ENOTSOCK" || code === "ENOTDIR") {
    return new LineFailure({ kind: "absent", code })
  }
  return new LineFailure({ kind: code === "EACCES" || code === "EPERM" ? "denied" : "lost", code })
}

const decode = (bytes: Buffer): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Sends one line on a connection of its own and returns the first line of the answer, without its newline. The line goes
 * out in one write that is queued before the connection stands: a server that finds it at once answers 100 ms earlier.
 * The sending side is never closed by itself (herdr takes that as "gone"). Interruption destroys the connection.
 * No timeout here.
 */
export const exchangeLine = (
  socketPath: string,
  line: string,
  limit: number = ANSWER_LIMIT
): Effect.Effect<string, LineFailure> =>
  Effect.async<string, LineFailure>((resume) => {
    const chunks: Array<Buffer> = []
    let size = 0
    let done = false
    const socket = net.connect({ path: socketPath })
    const finish = (result: Effect.Effect<string, LineFailure>) => {
      if (done) return
      done = true
      socket.destroy()
      resume(result)
    }
    const fail = (failure: LineFailure) => finish(Effect.fail(failure))
    socket.on("data", (chunk: Buffer) => {
      const end = chunk.indexOf(0x0a)
      const part = end === -1 ? chunk : chunk.subarray(0, end)
      size += part.length
      if (size > limit) return fail(new LineFailure({ kind: "large", code: null }))
      chunks.push(part)
      if (end === -1) return
      // Decoded once, whole: a character may arrive in two pieces.
      const text = decode(Buffer.concat(chunks, size))
      finish(
        text === null ? Effect.fail(new LineFailure({ kind: "text", code: null })) : Effect.succeed(text)
      )
    })
    socket.on("error", (error) => fail(lineFailure(error)))
    socket.on("end", () => fail(new LineFailure({ kind: "lost", code: null })))
    socket.on("close", () => fail(new LineFailure({ kind: "lost", code: null })))
    socket.write(`${line}\n`)
    return Effect.sync(() => {
      done = true
      socket.destroy()
    })
  })
