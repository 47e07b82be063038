import { randomBytes } from "node:crypto"
import { constants, type Stats } from "node:fs"
import { type FileHandle, lstat, mkdir, open, rename, unlink } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/**
 * Why a file or folder could not be used. `Missing` nothing there · `Link` a symbolic link stands there ·
 * `NotRegular` a folder, pipe, socket or device · `OtherOwner` another user's · `TooLarge` over the cap · `Denied` no
 * permission · `Full` no space or quota left · `Failed` anything else.
 */
export type FileReason =
  | "Missing"
  | "Link"
  | "NotRegular"
  | "OtherOwner"
  | "TooLarge"
  | "Denied"
  | "Full"
  | "Failed"

const SAID: Readonly<Record<FileReason, string>> = {
  Missing: "does not exist",
  Link: "is a symbolic link, which is not followed",
  NotRegular: "is not a regular file",
  OtherOwner: "belongs to another user",
  TooLarge: "is too large",
  Denied: "can't be opened: permission denied",
  Full: "can't be written: no space left",
  Failed: "can't be read or written"
}

/** The one error of file access; the message names the path and the reason, never the content. */
export class FileError extends Data.TaggedError("FileError")<{
  readonly reason: FileReason
  readonly path: string
  /** The system's code (`EIO`, `EMFILE`), where it gave one. */
  readonly code: string | null
}> {
  override get message(): string {
    const code = this.reason === "Failed" && this.code !== null ? ` (${this.code})` : ""
    return `${this.path} ${SAID[this.reason]}${code}`
  }
}

const REASONS: Readonly<Record<string, FileReason>> = {
  ENOENT: "Missing",
  ENOTDIR: "Missing",
  ELOOP: "Link",
  EISDIR: "NotRegular",
  ENXIO: "NotRegular",
  EACCES: "Denied",
  EPERM: "Denied",
  EROFS: "Denied",
  ENOSPC: "Full",
  EDQUOT: "Full",
  EFBIG: "TooLarge"
}

const failure = (path: string, reason: FileReason): FileError => new FileError({ reason, path, code: null })

const toError = (path: string, cause: unknown): FileError => {
  if (cause instanceof FileError) return cause
  const code = cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : null
  return new FileError({ reason: REASONS[code ?? ""] ?? "Failed", path, code })
}

const attempt = <A>(path: string, run: () => Promise<A>): Effect.Effect<A, FileError> =>
  Effect.tryPromise({ try: run, catch: (cause) => toError(path, cause) })

const isOurs = (stats: Stats): boolean => process.getuid === undefined || stats.uid === process.getuid()

const isRoots = (stats: Stats): boolean => stats.uid === 0

/** Opens without following a link at the last name and without waiting for the other end of a pipe. */
const openFlags = (flags: number, follow: boolean): number =>
  flags | constants.O_NONBLOCK | (follow ? 0 : constants.O_NOFOLLOW)

const checked = async (handle: FileHandle, path: string, trustRoot: boolean): Promise<Stats> => {
  const stats = await handle.stat()
  if (!stats.isFile()) throw failure(path, "NotRegular")
  if (!isOurs(stats) && !(trustRoot && isRoots(stats))) throw failure(path, "OtherOwner")
  return stats
}

const readAll = async (handle: FileHandle, path: string, maxBytes: number): Promise<Buffer> => {
  // The size is only a hint: the file may grow while it is read, so the cap is held against what came.
  const chunks: Array<Buffer> = []
  let total = 0
  for (;;) {
    const chunk = Buffer.allocUnsafe(Math.min(65_536, maxBytes + 1 - total))
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, null)
    if (bytesRead === 0) return Buffer.concat(chunks, total)
    total += bytesRead
    if (total > maxBytes) throw failure(path, "TooLarge")
    chunks.push(chunk.subarray(0, bytesRead))
  }
}

export interface ReadOptions {
  /** The most bytes the file may have; more is `TooLarge`. */
  readonly maxBytes: number
  /** For files a person keeps (their settings may be linked from a dotfiles folder); root's files count as ours then. */
  readonly followLinks?: boolean
}

/**
 * The bytes of a regular file of this user. A link at the path is refused (unless told otherwise), a pipe never blocks,
 * a file over the cap is refused. Fails with `FileError`.
 */
export const readOwnedBytes = (path: string, options: ReadOptions): Effect.Effect<Uint8Array, FileError> =>
  attempt(path, async () => {
    const follow = options.followLinks ?? false
    const handle = await open(path, openFlags(constants.O_RDONLY, follow))
    try {
      const stats = await checked(handle, path, follow)
      if (stats.size > options.maxBytes) throw failure(path, "TooLarge")
      return await readAll(handle, path, options.maxBytes)
    } finally {
      await handle.close()
    }
  })

/** `readOwnedBytes` as text; bytes that are not UTF-8 become the replacement character, a byte order mark stays. */
export const readOwned = (path: string, options: ReadOptions): Effect.Effect<string, FileError> =>
  Effect.map(readOwnedBytes(path, options), (bytes) =>
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)
  )

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, constants.O_RDONLY)
  try {
    await handle.sync()
  } catch {
    // Some file systems cannot sync a folder; the rename itself has been made.
  } finally {
    await handle.close()
  }
}

/** Refuses to replace what is not a regular file of ours; nothing there is fine. */
const checkTarget = async (path: string): Promise<void> => {
  const stats = await lstat(path).catch((cause: unknown) => {
    if (toError(path, cause).reason === "Missing") return null
    throw cause
  })
  if (stats === null) return
  if (stats.isSymbolicLink()) throw failure(path, "Link")
  if (!stats.isFile()) throw failure(path, "NotRegular")
  if (!isOurs(stats)) throw failure(path, "OtherOwner")
}

/**
 * Replaces a file by a new one with this text, mode 0600, all or nothing: written aside in the same folder under a name
 * nobody can guess, synced, renamed. Refuses to replace a link, another user's file or what is no file. On failure the
 * old file stands and nothing is left beside it.
 */
export const writeAtomic = (path: string, text: string | Uint8Array): Effect.Effect<void, FileError> =>
  attempt(path, async () => {
    await checkTarget(path)
    const folder = dirname(path)
    const aside = join(folder, `.${basename(path)}.${randomBytes(9).toString("base64url")}.tmp`)
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
    const handle = await open(aside, flags, 0o600)
    try {
      try {
        await handle.writeFile(text)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(aside, path)
    } catch (cause) {
      await unlink(aside).catch(() => {})
      throw cause
    }
    await syncFolder(folder)
  }).pipe(Effect.uninterruptible)

/** Creates a file that must not be there yet, mode 0600; false when it is. Never writes through a link. */
export const createNew = (path: string, text: string): Effect.Effect<boolean, FileError> =>
  attempt(path, async () => {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
    const handle = await open(path, flags, 0o600).catch((cause: unknown) => {
      if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return null
      throw cause
    })
    if (handle === null) return false
    try {
      await handle.writeFile(text)
      await handle.sync()
    } catch (cause) {
      // Half a file would be taken for a whole one.
      await unlink(path).catch(() => {})
      throw cause
    } finally {
      await handle.close()
    }
    return true
  }).pipe(Effect.uninterruptible)

/** Appends one line (its newline is added) to a regular file of ours, made 0600 when missing. Not synced. */
export const appendLine = (path: string, line: string): Effect.Effect<void, FileError> =>
  attempt(path, async () => {
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT
    const handle = await open(path, openFlags(flags, false), 0o600)
    try {
      await checked(handle, path, false)
      await handle.appendFile(`${line}\n`)
    } finally {
      await handle.close()
    }
  }).pipe(Effect.uninterruptible)

const ensureLevel = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { mode: 0o700 })
    return
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) throw cause
  }
  const stats = await lstat(path)
  if (stats.isSymbolicLink()) throw failure(path, "Link")
  if (!stats.isDirectory()) throw failure(path, "NotRegular")
  if (!isOurs(stats)) throw failure(path, "OtherOwner")
}

/**
 * Makes `base` and then each level of `levels` below it, mode 0700, one at a time. Every level below `base` must be a
 * real folder of this user: a link or another user's folder is refused. `base` itself is the caller's (a home folder, a
 * project) and must exist. Returns the full path.
 */
export const ensureFolder = (
  base: string,
  ...levels: ReadonlyArray<string>
): Effect.Effect<string, FileError> =>
  Effect.gen(function* () {
    let path = resolve(base)
    for (const level of levels.flatMap((one) => one.split("/"))) {
      if (level === "" || level === ".") continue
      const next = join(path, level)
      if (level === "..") return yield* failure(next, "Failed")
      path = next
      yield* attempt(next, () => ensureLevel(next))
    }
    return path
  })

/** What stands at a path, without following a link there. Null when nothing does. */
export const inspect = (
  path: string
): Effect.Effect<"file" | "folder" | "link" | "other" | null, FileError> =>
  attempt(path, () => lstat(path)).pipe(
    Effect.map((stats) => {
      if (stats.isSymbolicLink()) return "link" as const
      if (stats.isFile()) return "file" as const
      return stats.isDirectory() ? ("folder" as const) : ("other" as const)
    }),
    Effect.catchIf(
      (error) => error.reason === "Missing",
      () => Effect.succeed(null)
    )
  )
