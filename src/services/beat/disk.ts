import * as fs from "node:fs"
import { basename, join } from "node:path"
import { RECORD_BYTES } from "../../domain/supervision/records.ts"
import type { FileSeen } from "../../domain/supervision/status.ts"
import { AppendRefusal, reasonOf } from "../append-file.ts"
import { refusalOf } from "../hook/refusal.ts"
import { replaceSmall } from "../hook/store.ts"
import { sessionFolder } from "../session-folder.ts"

/** The files of one session's supervision. Each call is done when it returns; all but `look` throw what fails. */
export interface BeatDisk {
  /** What stands under the name. Changes nothing and never throws. */
  readonly look: (name: string) => FileSeen
  /** The names there are, none without a folder. Changes nothing. */
  readonly names: () => ReadonlyArray<string>
  /** Replaces a file, all or nothing. Its mtime is the system's, but never before `notBefore` (epoch ms). */
  readonly write: (name: string, text: string, notBefore?: number) => void
  /** Takes a file away; nothing there is fine. */
  readonly remove: (name: string) => void
}

/** Most names that are read of a folder. */
const NAMES = 4_096

const NONE: FileSeen = { _tag: "None" }
const UNREADABLE: FileSeen = { _tag: "Unreadable" }

const isOurs = (stat: fs.Stats): boolean => stat.uid === (process.getuid?.() ?? stat.uid)
const isMissing = (cause: unknown): boolean => ["ENOENT", "ENOTDIR"].includes(reasonOf(cause))

/** The folders of a session under a project's root, outermost first; the first is the project's own. */
const levelsOf = (root: string, session: string): readonly [string, string, string] => {
  const agents = join(root, ".agents")
  const all = join(agents, "supervision")
  return [agents, all, join(all, sessionFolder(session))]
}

/** Why this folder is not trusted, or null. Others may write beside the team file if its owner lets them, never here. */
const folderRefusal = (path: string, ours: boolean): string | null => {
  const stat = fs.lstatSync(path)
  const refusal = refusalOf(stat)
  const loose = !ours && stat.isDirectory() && isOurs(stat)
  return loose ? null : refusal
}

const makeFolders = (levels: readonly [string, string, string]): void => {
  for (const [at, path] of levels.entries()) {
    try {
      fs.mkdirSync(path, { mode: 0o700 })
    } catch (cause) {
      if (reasonOf(cause) !== "EEXIST") throw cause
    }
    const refusal = folderRefusal(path, at > 0)
    if (refusal !== null) throw new AppendRefusal(`${basename(path)}: ${refusal}`)
  }
}

/** Is the folder there to be read? `Unreadable` when one on the way is a link, another's or open to others. */
const folderSeen = (levels: readonly [string, string, string]): "there" | "None" | "Unreadable" => {
  try {
    return levels.some((path, at) => folderRefusal(path, at > 0) !== null) ? "Unreadable" : "there"
  } catch (cause) {
    return isMissing(cause) ? "None" : "Unreadable"
  }
}

/** The text of an open file, or null when it is too long or cannot be read. */
const textOf = (fd: number): string | null => {
  const bytes = Buffer.alloc(RECORD_BYTES + 1)
  const read = fs.readSync(fd, bytes, 0, bytes.length, 0)
  return read > RECORD_BYTES ? null : bytes.toString("utf8", 0, read)
}

const lookAt = (path: string): FileSeen => {
  let fd = -1
  try {
    const named = fs.lstatSync(path)
    if (!named.isFile() || !isOurs(named)) return UNREADABLE
    try {
      fd = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK)
    } catch (cause) {
      if (isMissing(cause)) return NONE
      // There and ours, and nothing can be read of it: its age is known all the same.
      return reasonOf(cause) === "EACCES" ? { _tag: "File", mtime: named.mtimeMs, text: null } : UNREADABLE
    }
    // The file that was opened, not the one that was named: it may have been replaced in between.
    const stat = fs.fstatSync(fd)
    if (!stat.isFile() || !isOurs(stat)) return UNREADABLE
    return { _tag: "File", mtime: stat.mtimeMs, text: textOf(fd) }
  } catch (cause) {
    return isMissing(cause) ? NONE : UNREADABLE
  } finally {
    if (fd >= 0) fs.closeSync(fd)
  }
}

const namesIn = (folder: string): ReadonlyArray<string> => {
  const names: Array<string> = []
  const dir = fs.opendirSync(folder)
  try {
    for (let entry = dir.readSync(); entry !== null; entry = dir.readSync()) {
      if (names.length === NAMES) throw new AppendRefusal(`${basename(folder)}: more files than anybody made`)
      names.push(entry.name)
    }
  } finally {
    dir.closeSync()
  }
  return names
}

/** A target that is no regular file of ours is not replaced. */
const checkTarget = (path: string): void => {
  const stat = fs.lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return
  if (!stat.isFile()) throw new AppendRefusal(`${basename(path)}: it is not a regular file`)
  if (!isOurs(stat)) throw new AppendRefusal(`${basename(path)}: it belongs to another user`)
}

/** A whole millisecond more than asked for: a file's time loses its last digits on the way. */
const dated = (fd: number, notBefore: number): void => {
  if (fs.fstatSync(fd).mtimeMs >= notBefore) return
  const at = new Date(Math.ceil(notBefore) + 1)
  fs.futimesSync(fd, at, at)
}

/** `<root>/.agents/supervision/<session>/`, made by the first write. Folders 0700, files 0600, no link followed. */
export const beatDisk = (root: string, session: string): BeatDisk => {
  const levels = levelsOf(root, session)
  const folder = levels[2]
  return {
    look: (name) => {
      const seen = folderSeen(levels)
      if (seen === "there") return lookAt(join(folder, name))
      return seen === "None" ? NONE : UNREADABLE
    },
    names: () => {
      const seen = folderSeen(levels)
      if (seen === "Unreadable")
        throw new AppendRefusal(`${basename(folder)}: it is not a folder of ours alone`)
      return seen === "None" ? [] : namesIn(folder)
    },
    write: (name, text, notBefore) => {
      makeFolders(levels)
      checkTarget(join(folder, name))
      replaceSmall(folder, name, text, (fd) => {
        if (notBefore !== undefined && Number.isFinite(notBefore)) dated(fd, notBefore)
      })
    },
    remove: (name) => {
      if (folderSeen(levels) !== "there") return
      try {
        fs.unlinkSync(join(folder, name))
      } catch (cause) {
        if (!isMissing(cause)) throw cause
      }
    }
  }
}
