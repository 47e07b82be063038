import { randomBytes } from "node:crypto"
import { constants, lstatSync, opendirSync, type Stats } from "node:fs"
import { link, open, unlink } from "node:fs/promises"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { isSeatName } from "../../domain/mailbox/name.ts"
import type { MailRefusal } from "../../domain/mailbox/refused.ts"
import { createNew, ensureFolder, FileError, readOwnedBytes, writeAtomic } from "../SafeFile.ts"

/** A file or folder that was not used; the message names it, never what is in it. */
export interface MailFileProblem {
  readonly message: string
}

/** What tells one state of a file from another, and why it may not be used at all. */
export interface MailStamp {
  /** The same text as long as the file is the same. */
  readonly same: string
  /** The last change of the file or of its inode, epoch ms. */
  readonly changed: number
  readonly refused: MailRefusal | null
}

export interface MailNames {
  readonly names: ReadonlyArray<string>
  /** There were more than one look lists. */
  readonly truncated: boolean
}

/** The file operations of a mailbox, each of which may fail: the seam of tests that fail the nth one. */
export interface MailFiles {
  /** Makes the seat's box. */
  readonly ensure: (seat: string) => Effect.Effect<void, MailFileProblem>
  /** The names of the boxes there are. */
  readonly boxes: Effect.Effect<ReadonlyArray<string>, MailFileProblem>
  /** The names in a seat's box; none when it was never made. */
  readonly names: (seat: string) => Effect.Effect<MailNames, MailFileProblem>
  /** The stamps of those files that are there. */
  readonly stamps: (
    seat: string,
    names: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyMap<string, MailStamp>>
  /** The file's text, null when it is gone, or why it is not used. */
  readonly read: (seat: string, name: string, maxBytes: number) => Effect.Effect<MailText>
  /** Puts a whole file in place; false when the name is taken. */
  readonly create: (seat: string, name: string, text: string) => Effect.Effect<boolean, MailFileProblem>
  readonly replace: (seat: string, name: string, text: string) => Effect.Effect<void, MailFileProblem>
  /** A file that is gone already is fine. */
  readonly remove: (seat: string, name: string) => Effect.Effect<void, MailFileProblem>
}

export type MailText =
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "Gone" }
  | { readonly _tag: "Refused"; readonly reason: MailRefusal }

/** Most names looked at in one box, and most boxes. */
export const MAIL_NAMES = 5_000
const MAIL_BOXES = 500

const codeOf = (cause: unknown): string | null =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : null

const failed = (path: string, cause: unknown): FileError =>
  cause instanceof FileError ? cause : new FileError({ reason: "Failed", path, code: codeOf(cause) })

const isOurs = (stats: Stats): boolean => process.getuid === undefined || stats.uid === process.getuid()

const refusalOf = (stats: Stats): MailRefusal | null => {
  if (stats.isSymbolicLink()) return "Link"
  if (!stats.isFile()) return "NotRegular"
  if (!isOurs(stats)) return "OtherOwner"
  return (stats.mode & 0o022) === 0 ? null : "Mode"
}

const stampOf = (stats: Stats): MailStamp => ({
  same: `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size} ${stats.ino}`,
  changed: Math.max(stats.mtimeMs, stats.ctimeMs),
  refused: refusalOf(stats)
})

/** Refuses a folder that is a link, another user's, or open to others' writing; false when none is there. */
const isFolder = (path: string, mode: number): boolean => {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return false
  if (stats.isSymbolicLink()) throw new FileError({ reason: "Link", path, code: null })
  if (!stats.isDirectory()) throw new FileError({ reason: "NotRegular", path, code: null })
  if (!isOurs(stats)) throw new FileError({ reason: "OtherOwner", path, code: null })
  if ((stats.mode & mode) !== 0) throw new OpenFolder(path)
  return true
}

class OpenFolder extends Error {
  constructor(path: string) {
    super(`${path} may be written by other users: run chmod 700 ${path}`)
  }
}

const namesOf = (folder: string, most: number): MailNames => {
  const names: Array<string> = []
  try {
    // Read bit by bit: a folder may hold more names than anybody wants in memory.
    const open = opendirSync(folder, { bufferSize: 256 })
    try {
      for (let entry = open.readSync(); entry !== null; entry = open.readSync()) {
        if (names.length === most) return { names, truncated: true }
        names.push(entry.name)
      }
    } finally {
      open.closeSync()
    }
  } catch (cause) {
    // The folder went in between: nothing is there.
    if (codeOf(cause) !== "ENOENT") throw cause
  }
  return { names, truncated: false }
}

const textOf = (bytes: Uint8Array): MailText => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
    return { _tag: "Text", text }
  } catch {
    return { _tag: "Refused", reason: "HalfWritten" }
  }
}

const REFUSED: { readonly [Reason in FileError["reason"]]: MailText } = {
  Missing: { _tag: "Gone" },
  Link: { _tag: "Refused", reason: "Link" },
  NotRegular: { _tag: "Refused", reason: "NotRegular" },
  OtherOwner: { _tag: "Refused", reason: "OtherOwner" },
  TooLarge: { _tag: "Refused", reason: "TooLarge" },
  Denied: { _tag: "Refused", reason: "Unreadable" },
  Full: { _tag: "Refused", reason: "Unreadable" },
  Failed: { _tag: "Refused", reason: "Unreadable" }
}

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, constants.O_RDONLY)
  try {
    // Some file systems cannot sync a folder; the name itself has been made.
    await handle.sync().catch(() => {})
  } finally {
    await handle.close()
  }
}

/** Whole and first, or not at all: written aside, then linked to its name. */
const placeFirst = (folder: string, name: string, text: string): Effect.Effect<boolean, FileError> => {
  const path = join(folder, name)
  const aside = join(folder, `.${name}.${randomBytes(9).toString("base64url")}.tmp`)
  return createNew(aside, text).pipe(
    Effect.zipRight(
      Effect.tryPromise({
        try: async () => {
          try {
            await link(aside, path)
          } catch (cause) {
            if (codeOf(cause) === "EEXIST") return false
            throw cause
          }
          await syncFolder(folder)
          return true
        },
        catch: (cause) => failed(path, cause)
      })
    ),
    // A file system without hard links makes the name itself first; a reader may then see it half written for a moment.
    Effect.catchIf(
      (error) => NO_LINKS.has(error.code ?? ""),
      () => createNew(path, text)
    ),
    Effect.ensuring(Effect.promise(() => unlink(aside).catch(() => {}))),
    Effect.uninterruptible
  )
}
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"])

/** Files under `<root>/.agents/messages`. */
export const diskFiles = (root: string): MailFiles => {
  const agents = join(root, ".agents")
  const messages = join(agents, "messages")
  const at = (seat: string, name: string) => join(messages, seat, name)
  const io = <A>(path: string, run: () => Promise<A>): Effect.Effect<A, MailFileProblem> =>
    Effect.tryPromise({
      try: run,
      catch: (cause) => (cause instanceof OpenFolder ? cause : failed(path, cause))
    })
  // `.agents` is shared with a person's own files: its mode is theirs.
  const hasMessages = () => isFolder(agents, 0) && isFolder(messages, 0o022)
  const hasBox = (seat: string) => hasMessages() && isFolder(join(messages, seat), 0o022)
  return {
    ensure: (seat) =>
      ensureFolder(root, ".agents", "messages", seat).pipe(
        Effect.zipRight(io(at(seat, ""), async () => void hasBox(seat)))
      ),
    boxes: io(messages, async () => {
      if (!hasMessages()) return []
      const { names } = namesOf(messages, MAIL_BOXES)
      return names.filter(isSeatName).sort()
    }),
    names: (seat) =>
      io(join(messages, seat), async () =>
        hasBox(seat) ? namesOf(join(messages, seat), MAIL_NAMES) : { names: [], truncated: false }
      ),
    // One after another and not through the thread pool: a call takes microseconds, and a pass makes hundreds.
    stamps: (seat, names) =>
      Effect.sync(() => {
        const found = new Map<string, MailStamp>()
        for (const name of names) {
          try {
            const stats = lstatSync(at(seat, name), { throwIfNoEntry: false })
            if (stats !== undefined) found.set(name, stampOf(stats))
          } catch {
            found.set(name, { same: "", changed: Number.POSITIVE_INFINITY, refused: "Unreadable" })
          }
        }
        return found
      }),
    read: (seat, name, maxBytes) =>
      readOwnedBytes(at(seat, name), { maxBytes }).pipe(
        Effect.map(textOf),
        Effect.catchAll((error) => Effect.succeed(REFUSED[error.reason]))
      ),
    create: (seat, name, text) => placeFirst(join(messages, seat), name, text),
    replace: (seat, name, text) => writeAtomic(at(seat, name), text),
    remove: (seat, name) =>
      io(at(seat, name), () =>
        unlink(at(seat, name)).catch((cause: unknown) => {
          const code = codeOf(cause)
          if (code !== "ENOENT" && code !== "ENOTDIR") throw cause
        })
      )
  }
}

/** Files of this process alone. */
export const memoryFiles = (): MailFiles => {
  const boxes = new Map<string, Map<string, { readonly text: string; readonly stamp: MailStamp }>>()
  let written = 0
  const put = (seat: string, name: string, text: string) => {
    written += 1
    const box = boxes.get(seat) ?? new Map()
    box.set(name, { text, stamp: { same: String(written), changed: 0, refused: null } })
    boxes.set(seat, box)
  }
  return {
    ensure: () => Effect.void,
    boxes: Effect.sync(() => [...boxes.keys()]),
    names: (seat) => Effect.sync(() => ({ names: [...(boxes.get(seat)?.keys() ?? [])], truncated: false })),
    stamps: (seat, names) =>
      Effect.sync(
        () =>
          new Map(
            names.flatMap((name) => {
              const file = boxes.get(seat)?.get(name)
              return file === undefined ? [] : [[name, file.stamp] as const]
            })
          )
      ),
    read: (seat, name) =>
      Effect.sync(() => {
        const file = boxes.get(seat)?.get(name)
        return file === undefined ? { _tag: "Gone" } : { _tag: "Text", text: file.text }
      }),
    create: (seat, name, text) =>
      Effect.sync(() => {
        if (boxes.get(seat)?.has(name) === true) return false
        put(seat, name, text)
        return true
      }),
    replace: (seat, name, text) => Effect.sync(() => put(seat, name, text)),
    remove: (seat, name) => Effect.sync(() => void boxes.get(seat)?.delete(name))
  }
}
