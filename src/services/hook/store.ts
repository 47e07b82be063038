import * as fs from "node:fs"
import { join } from "node:path"
import type { HookRecord } from "../../domain/hook/record.ts"
import { AppendRefusal, reasonOf } from "../append-file.ts"
import { refusalOf } from "./refusal.ts"

const DAY = 86_400_000

/** Files looked at in a folder, and folders of other panes looked into. */
const FILES = 64
const FOLDERS = 64
/** Names read of a folder in all. */
const NAMES = 512

/** A folder of ours alone at each level, made 0700. */
export const level = (path: string, owned: boolean): void => {
  try {
    fs.mkdirSync(path, { mode: 0o700, recursive: !owned })
  } catch (cause) {
    if (reasonOf(cause) !== "EEXIST") throw cause
  }
  const refusal = owned ? refusalOf(fs.lstatSync(path)) : null
  if (refusal !== null) throw new AppendRefusal(refusal)
}

/** The end of a file, at most `max` bytes, without following a link or waiting on a FIFO; null when nothing regular is there. */
export const readSmall = (path: string, max: number): string | null => {
  let fd = -1
  try {
    fd = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK)
    const stat = fs.fstatSync(fd)
    if (!stat.isFile()) return null
    const bytes = Buffer.alloc(Math.min(stat.size, max))
    const read = fs.readSync(fd, bytes, 0, bytes.length, Math.max(0, stat.size - max))
    return bytes.toString("utf8", 0, read)
  } catch {
    return null
  } finally {
    if (fd >= 0) fs.closeSync(fd)
  }
}

/** Calls `visit` for each name until it answers false, for `NAMES` at most. What fails is another hook's doing or left. */
const eachIn = (folder: string, visit: (name: string, path: string) => boolean): void => {
  try {
    const dir = fs.opendirSync(folder)
    try {
      for (let seen = 0; seen < NAMES; seen += 1) {
        const entry = dir.readSync()
        if (entry === null || !visit(entry.name, join(folder, entry.name))) return
      }
    } finally {
      dir.closeSync()
    }
  } catch {
    // The record is written: what could not be tidied is tidied another time.
  }
}

const attempt = (run: () => void): void => {
  try {
    run()
  } catch {
    // As above.
  }
}

/** Removes the regular files older than a day from a folder, `FILES` at most. What fails is left. */
export const pruneFiles = (folder: string, now: number): void => {
  let left = FILES
  eachIn(folder, (_, path) => {
    attempt(() => {
      const stat = fs.lstatSync(path)
      if (stat.isFile() && now - stat.mtimeMs > DAY) fs.unlinkSync(path)
    })
    left -= 1
    return left > 0
  })
}

/** Of panes that wrote nothing for a day: their old files, and the folder when none is left. */
const pruneOthers = (hooks: string, key: string, now: number): void => {
  let left = FOLDERS
  eachIn(hooks, (name, path) => {
    attempt(() => {
      const stat = fs.lstatSync(path)
      if (name === key || refusalOf(stat) !== null || now - stat.mtimeMs <= DAY) return
      left -= 1
      pruneFiles(path, now)
      fs.rmdirSync(path)
    })
    return left > 0
  })
}

/** Removes the records of this process and word that are older than `at`. */
const dropOlder = (folder: string, prefix: string, at: number): void =>
  eachIn(folder, (name, path) => {
    const older = name.startsWith(prefix) ? Number(/^(\d+)\.json$/.exec(name.slice(prefix.length))?.[1]) : at
    if (older < at) attempt(() => fs.unlinkSync(path))
    return true
  })

/**
 * Replaces a file of a folder by a new one of 0600, all or nothing and not synced; `change` may touch it before it gets its
 * name. What stood there goes, a link too. Throws the system's error and leaves nothing beside it then.
 */
export const replaceSmall = (
  folder: string,
  name: string,
  text: string,
  change: (fd: number) => void = () => {}
): void => {
  const aside = join(folder, `.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`)
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = fs.constants
  const fd = fs.openSync(aside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    try {
      fs.writeSync(fd, text)
      change(fd)
    } finally {
      fs.closeSync(fd)
    }
    fs.renameSync(aside, join(folder, name))
  } catch (cause) {
    fs.rmSync(aside, { force: true })
    throw cause
  }
}

/**
 * Writes a record as `<state>/team/hooks/<key>/<sender pid>.<word>.<at>.json` and removes the older ones of this process and
 * word. Each instant has a name of its own, so of two hooks at once none can put its word in the place of a newer one.
 * Throws with the system's error. Not synced: after a power cut no process of a record runs any more.
 */
export const writeRecord = (state: string, key: string, record: HookRecord, now: number): void => {
  const hooks = join(state, "team", "hooks")
  const folder = join(hooks, key)
  const levels = () => {
    level(state, false)
    for (const path of [join(state, "team"), hooks, folder]) level(path, true)
  }
  const prefix = `${record.sender[0]?.pid ?? 0}.${record.word}.`
  const put = () => replaceSmall(folder, `${prefix}${record.at}.json`, JSON.stringify(record))
  levels()
  try {
    put()
  } catch (cause) {
    if (reasonOf(cause) !== "ENOENT") throw cause
    // Another pane's hook found this folder old and empty and removed it.
    levels()
    put()
  }
  dropOlder(folder, prefix, record.at)
  if (record.word !== "session") return
  pruneFiles(folder, now)
  pruneOthers(hooks, key, now)
}
