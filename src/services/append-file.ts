import * as fs from "node:fs"
import { dirname } from "node:path"

/** Why a file is not one we append to, or the system's own error word. */
export class AppendRefusal extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

/** The system's error word of a thrown value, or our own reason. */
export const reasonOf = (cause: unknown): string => {
  if (cause instanceof AppendRefusal) return cause.reason
  return typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : "unknown error"
}

const APPEND = fs.constants.O_WRONLY | fs.constants.O_APPEND | fs.constants.O_CREAT
// Without O_NONBLOCK a FIFO put at the path would hold the whole process until somebody reads it.
const SAFE = fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK

/**
 * Opens a file of ours for appending: made with 0600 when missing (its folder with 0700), never through a link,
 * only a regular file of this user; a mode open to others is narrowed. `exclusive` refuses one that exists.
 * Throws `AppendRefusal` or the system's error.
 */
export const openAppend = (
  path: string,
  exclusive: boolean
): { readonly fd: number; readonly size: number } => {
  const flags = APPEND | SAFE | (exclusive ? fs.constants.O_EXCL : 0)
  let fd: number
  try {
    fd = fs.openSync(path, flags, 0o600)
  } catch (cause) {
    if (reasonOf(cause) === "ELOOP") throw new AppendRefusal("it is a link")
    if (reasonOf(cause) !== "ENOENT") throw cause
    fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    fd = fs.openSync(path, flags, 0o600)
  }
  try {
    const stat = fs.fstatSync(fd)
    if (!stat.isFile()) throw new AppendRefusal("it is not a regular file")
    if (stat.uid !== (process.getuid?.() ?? stat.uid)) throw new AppendRefusal("it belongs to another user")
    // Not every runtime hands O_NOFOLLOW on: what the name stands for must be what was opened.
    const named = fs.lstatSync(path)
    if (named.isSymbolicLink()) throw new AppendRefusal("it is a link")
    if ((stat.mode & 0o077) !== 0) fs.fchmodSync(fd, 0o600)
    return { fd, size: stat.size }
  } catch (cause) {
    fs.closeSync(fd)
    throw cause
  }
}
