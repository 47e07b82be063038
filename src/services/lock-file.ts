import * as fs from "node:fs"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { reasonOf } from "./append-file.ts"

/** Who holds a lock: a pid is reused and a home can be shared, so the start stamp and the host belong to it. */
const Holder = Schema.Struct({
  format: Schema.Literal(1),
  pid: Schema.Int.pipe(Schema.positive()),
  start: Schema.NullOr(Schema.String),
  host: Schema.String,
  /** Names this one taking of the lock, so that nobody removes another's. */
  token: Schema.String.pipe(Schema.pattern(/^[0-9a-f-]{36}$/))
})
export type Holder = typeof Holder.Type
const decodeHolder = Schema.decodeUnknownOption(Schema.parseJson(Holder))

const MAX_LOCK_BYTES = 4_096

/** What stands at a lock's path. */
export type Found =
  | { readonly _tag: "Taken" }
  | { readonly _tag: "Holder"; readonly holder: Holder }
  | { readonly _tag: "Gone" }
  /** `sign` changes when the file does, so that a lock still being written is told from one that stays broken. */
  | { readonly _tag: "Broken"; readonly sign: string }
  | { readonly _tag: "Alien" }
  | { readonly _tag: "Refused"; readonly code: string }

/** Makes the lock file with its content, or says what stands there. Synchronous, so that nothing comes between. */
export const create = (path: string, holder: Holder): Found => {
  let fd: number
  try {
    fd = fs.openSync(path, "wx", 0o600)
  } catch (cause) {
    return reasonOf(cause) === "EEXIST" ? look(path) : { _tag: "Refused", code: reasonOf(cause) }
  }
  const text = `${JSON.stringify(holder)}\n`
  let problem: string | null = null
  try {
    if (fs.writeSync(fd, text) !== Buffer.byteLength(text)) problem = "ENOSPC"
  } catch (cause) {
    problem = reasonOf(cause)
  } finally {
    fs.closeSync(fd)
  }
  if (problem === null) return { _tag: "Taken" }
  // A full disk: the half-written file is ours, and left behind it would lock everybody out.
  try {
    fs.unlinkSync(path)
  } catch {}
  return { _tag: "Refused", code: problem }
}

/** Reads what stands at the path without following a link or waiting on a FIFO. */
const look = (path: string): Found => {
  let fd: number
  try {
    fd = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK)
  } catch (cause) {
    return reasonOf(cause) === "ENOENT" ? { _tag: "Gone" } : { _tag: "Alien" }
  }
  try {
    const stat = fs.fstatSync(fd)
    if (!stat.isFile() || stat.size > MAX_LOCK_BYTES || stat.uid !== (process.getuid?.() ?? stat.uid)) {
      return { _tag: "Alien" }
    }
    const buffer = Buffer.alloc(MAX_LOCK_BYTES)
    const text = buffer.subarray(0, fs.readSync(fd, buffer, 0, MAX_LOCK_BYTES, 0)).toString("utf8")
    const holder = decodeHolder(text)
    return Option.isSome(holder)
      ? { _tag: "Holder", holder: holder.value }
      : { _tag: "Broken", sign: `${stat.ino}:${stat.mtimeMs}:${stat.size}` }
  } catch {
    return { _tag: "Alien" }
  } finally {
    fs.closeSync(fd)
  }
}

/** Removes the lock file if it is still this very taking of it. */
export const removeOwn = (path: string, token: string): void => {
  const found = look(path)
  if (found._tag !== "Holder" || found.holder.token !== token) return
  try {
    fs.unlinkSync(path)
  } catch {}
}
