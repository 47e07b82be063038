import * as fs from "node:fs"
import { join } from "node:path"
import type { HookRecord } from "../../domain/hook/record.ts"
import { AppendRefusal, reasonOf } from "../append-file.ts"

const DAY = 86_400_000
const LOOKED_AT = 64
const MAX_RECORD = 16_384

/** A folder of ours at each level, made 0700; a link, a file or another user's folder is refused. */
const level = (path: string, owned: boolean): void => {
  try {
    fs.mkdirSync(path, { mode: 0o700, recursive: !owned })
  } catch (cause) {
    if (reasonOf(cause) !== "EEXIST") throw cause
  }
  if (!owned) return
  const stat = fs.lstatSync(path)
  if (stat.isSymbolicLink()) throw new AppendRefusal("it is a link")
  if (!stat.isDirectory()) throw new AppendRefusal("it is not a folder")
  if (stat.uid !== (process.getuid?.() ?? stat.uid)) throw new AppendRefusal("it belongs to another user")
}

/** Opens without following a link or waiting on a FIFO; null when nothing regular of ours is there. */
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

/** The standing record is of the same process and newer: a hook that started earlier came later to its end. */
const isNewer = (path: string, record: HookRecord): boolean => {
  try {
    const standing: unknown = JSON.parse(readSmall(path, MAX_RECORD) ?? "null")
    if (typeof standing !== "object" || standing === null || !("at" in standing)) return false
    if (!("sender" in standing) || !Array.isArray(standing.sender)) return false
    const start: unknown = standing.sender[0]?.start
    return typeof standing.at === "number" && standing.at > record.at && start === record.sender[0]?.start
  } catch {
    return false
  }
}

/** Removes what is older than a day from this pane's folder, at most 64 files looked at. */
const prune = (folder: string, now: number): void => {
  const dir = fs.opendirSync(folder)
  try {
    for (let seen = 0; seen < LOOKED_AT; seen += 1) {
      const entry = dir.readSync()
      if (entry === null) return
      const path = join(folder, entry.name)
      const stat = fs.lstatSync(path)
      if (stat.isFile() && now - stat.mtimeMs > DAY) fs.unlinkSync(path)
    }
  } finally {
    dir.closeSync()
  }
}

/**
 * Writes a record as `<state>/team/hooks/<key>/<sender pid>.<word>.json`. Throws with the system's error. Not synced: after
 * a power cut no process of a record runs any more, so a lost one says nothing.
 */
export const writeRecord = (state: string, key: string, record: HookRecord, now: number): void => {
  level(state, false)
  let folder = state
  for (const name of ["team", "hooks", key]) {
    folder = join(folder, name)
    level(folder, true)
  }
  const path = join(folder, `${record.sender[0]?.pid ?? 0}.${record.word}.json`)
  if (isNewer(path, record)) return
  const aside = join(folder, `.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`)
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = fs.constants
  const fd = fs.openSync(aside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    try {
      fs.writeSync(fd, JSON.stringify(record))
    } finally {
      fs.closeSync(fd)
    }
    fs.renameSync(aside, path)
  } catch (cause) {
    fs.rmSync(aside, { force: true })
    throw cause
  }
  if (record.word === "session") prune(folder, now)
}
