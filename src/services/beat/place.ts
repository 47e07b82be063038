import { createHash } from "node:crypto"
import * as fs from "node:fs"
import { join } from "node:path"
import { refusalOf } from "../hook/refusal.ts"
import { stateFolder } from "../hook/state-folder.ts"
import { readSmall } from "../hook/store.ts"

type Env = Readonly<Record<string, string | undefined>>

/** A project and the session its team runs in. */
export interface BeatPlace {
  readonly root: string
  readonly session: string
}

/** A file the answer stood on, and what it was: null when it was not there. */
type Stamp = readonly [path: string, was: string | null]

/** Where a folder was found to belong, with what that was found from. */
interface Remembered extends BeatPlace {
  readonly format: 1
  readonly cwd: string
  readonly at: number
  readonly stamps: ReadonlyArray<Stamp>
}

/** How long an answer is good for where none of its files changed, ms: not everything it stands on has a stamp. */
const GOOD_FOR = 600_000
const BYTES = 16_384

/** What changes when a file does; null when there is none. */
export const stampOf = (path: string): string | null => {
  try {
    const { ctimeMs, ino, mtimeMs, size } = fs.statSync(path)
    return `${ino}:${size}:${mtimeMs}:${ctimeMs}`
  } catch {
    return null
  }
}

/** The folders of the answers, outermost first; null without a state folder. */
export const placeFolders = (env: Env): readonly [state: string, team: string, places: string] | null => {
  const state = stateFolder(env, env["HOME"])
  return state === null ? null : [state, join(state, "team"), join(state, "team", "places")]
}

/** An answer's file: one for each folder a command is run in, and for each place a person's settings lie. */
export const placeName = (env: Env, cwd: string): string => {
  const key = JSON.stringify([cwd, env["HOME"] ?? null, env["XDG_CONFIG_HOME"] ?? null])
  return `${createHash("sha256").update(key).digest("hex").slice(0, 32)}.json`
}

const isStamp = (value: unknown): value is Stamp =>
  Array.isArray(value) && typeof value[0] === "string" && (value[1] === null || typeof value[1] === "string")

const decoded = (text: string): Remembered | null => {
  const found: Partial<Record<keyof Remembered, unknown>> | null = JSON.parse(text)
  if (typeof found !== "object" || found === null || found.format !== 1) return null
  const { at, cwd, root, session, stamps } = found
  if (typeof at !== "number" || typeof cwd !== "string" || typeof root !== "string") return null
  if (typeof session !== "string" || !Array.isArray(stamps)) return null
  return stamps.every(isStamp) ? { format: 1, at, cwd, root, session, stamps } : null
}

/** The text of an answer. */
export const placeText = (
  cwd: string,
  { root, session }: BeatPlace,
  paths: ReadonlyArray<string>,
  at: number
): string => {
  const stamps = paths.map((path): Stamp => [path, stampOf(path)])
  const remembered: Remembered = { format: 1, cwd, root, session, at, stamps }
  return JSON.stringify(remembered)
}

/**
 * The project and session of a folder, as a full command found them not long ago and as they still must be: none of the
 * files it found them from has changed. Null when nobody did, or it is not sure; then the full command has to look.
 */
export const recallPlace = (env: Env, cwd: string, now: number): BeatPlace | null => {
  try {
    const folders = placeFolders(env)
    if (folders === null || folders.slice(1).some((path) => refusalOf(fs.lstatSync(path)) !== null))
      return null
    const path = join(folders[2], placeName(env, cwd))
    const { uid } = fs.lstatSync(path)
    const text = uid === (process.getuid?.() ?? uid) ? readSmall(path, BYTES) : null
    const found = text === null ? null : decoded(text)
    if (found === null || found.cwd !== cwd || now < found.at || now - found.at > GOOD_FOR) return null
    return found.stamps.every(([file, was]) => stampOf(file) === was)
      ? { root: found.root, session: found.session }
      : null
  } catch {
    return null
  }
}
