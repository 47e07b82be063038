import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync } from "node:fs"
import { dirname } from "node:path"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"

/** Planted in values: no message may ever repeat it. */
export const MARKER = "zq-planted-zq"

export const isRoot = process.getuid?.() === 0

/** A clock whose pauses take no time, so that each of thousands of retries and waits is free. */
export const skipping = (): Clock.Clock => {
  let skipped = 0
  const now = () => Date.now() + skipped
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: now,
    currentTimeMillis: Effect.sync(now),
    unsafeCurrentTimeNanos: () => BigInt(now()) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
    sleep: (duration) =>
      Effect.zipRight(
        Effect.sync(() => {
          skipped += Duration.toMillis(duration)
        }),
        Effect.yieldNow()
      )
  }
}

/** One damaged file and what was done to it. */
export interface Mutation {
  readonly what: string
  readonly bytes: Buffer
}

/** Cut short before each byte, `step` apart. */
export const cuts = (whole: Buffer, step = 1): ReadonlyArray<Mutation> =>
  Array.from({ length: Math.ceil(whole.length / step) }, (_, at) => ({
    what: `cut at ${at * step}`,
    bytes: whole.subarray(0, at * step)
  }))

/** Each byte changed, `step` apart: one bit, another one from byte to byte, the highest (no UTF-8) among them. */
export const flips = (whole: Buffer, step = 1): ReadonlyArray<Mutation> =>
  Array.from({ length: Math.ceil(whole.length / step) }, (_, nth) => {
    const at = nth * step
    const bytes = Buffer.from(whole)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (nth % 8))
    return { what: `bit ${nth % 8} of byte ${at}`, bytes }
  })

type Path = ReadonlyArray<string>

const pathsOf = (json: unknown, at: Path = []): ReadonlyArray<readonly [path: Path, isObject: boolean]> => {
  if (typeof json !== "object" || json === null) return [[at, false]]
  const below = Object.entries(json).flatMap(([key, value]) => pathsOf(value, [...at, key]))
  return [[at, !Array.isArray(json)], ...below]
}

const HOLE = "here-goes-the-raw-text"

/** The JSON with the raw text `raw` in the place of what stands at the path. */
const withRaw = (text: string, path: Path, raw: string): Buffer => {
  if (path.length === 0) return Buffer.from(raw)
  let depth = -1
  const inside = (json: unknown): unknown => {
    depth += 1
    const key = path[depth]
    if (key === undefined) return HOLE
    if (Array.isArray(json)) return json.map((one, nth) => (String(nth) === key ? inside(one) : one))
    const fields = Object.entries(json ?? {})
    const has = fields.some(([name]) => name === key)
    const changed = fields.map(([name, one]) => [name, name === key ? inside(one) : one])
    return Object.fromEntries(has ? changed : [...changed, [key, HOLE]])
  }
  return Buffer.from(JSON.stringify(inside(JSON.parse(text))).replace(`"${HOLE}"`, () => raw))
}

/** Raw JSON of many kinds; some of it fits where another does not. */
const VALUES = [
  "null",
  "true",
  "-1",
  "0.5",
  "1e308",
  "1e999",
  '""',
  `"${MARKER}"`,
  "[]",
  "{}",
  `[["${MARKER}"]]`,
  `{"${MARKER}":{"value":1}}`
]

/** A value of another kind at every path. */
export const wrongTypes = (text: string, values: ReadonlyArray<string> = VALUES): ReadonlyArray<Mutation> =>
  pathsOf(JSON.parse(text)).flatMap(([path]) =>
    values.map((raw) => ({ what: `${raw} at ${path.join("/")}`, bytes: withRaw(text, path, raw) }))
  )

const nested = (levels: number) => `${"[".repeat(levels)}"${MARKER}"${"]".repeat(levels)}`
const mapped = (levels: number) => `${'{"a":'.repeat(levels)}"${MARKER}"${"}".repeat(levels)}`

/** A field nobody knows in every object: nested beyond any stack, or one that would become the object's prototype. */
export const strangeFields = (text: string): ReadonlyArray<Mutation> =>
  pathsOf(JSON.parse(text))
    .filter(([, isObject]) => isObject)
    .flatMap(([path]) =>
      [
        ["deep", nested(60_000)],
        ["deep", mapped(20_000)],
        ["rather-deep", nested(3_000)],
        ["shallow", nested(20)],
        [
          "__proto__",
          `{"watch":"${MARKER}","memory":"${MARKER}","hold":1,"seats":{"a":1},"sessions":1,"budgets":{"a":"${MARKER}"}}`
        ]
      ].map(([key = "", raw = ""]) => ({
        what: `${key} in ${path.join("/")} (${raw.length})`,
        bytes: withRaw(text, [...path, key], raw)
      }))
    )

/** What an effect came to: a value, or the message of its typed error. Anything else is a defect and fails the test. */
export type Outcome<A> =
  | { readonly _tag: "Value"; readonly value: A }
  | { readonly _tag: "Said"; readonly message: string }

export const outcome = <A, E extends { readonly message: string }, R>(
  what: string,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<Outcome<A>, never, R> =>
  Effect.map(Effect.exit(effect), (exit): Outcome<A> => {
    if (Exit.isSuccess(exit)) return { _tag: "Value", value: exit.value }
    const failure = Cause.failureOption(exit.cause)
    if (Option.isNone(failure))
      throw new Error(`${what}: a defect: ${Cause.pretty(exit.cause).slice(0, 300)}`)
    return { _tag: "Said", message: failure.value.message }
  })

/** What is wrong with an error's message, null when nothing is. */
export const messageProblem = (message: string, path: string, repair: RegExp): string | null => {
  if (!message.includes(path)) return "the path is not named"
  if (!repair.test(message)) return "no repair is named"
  if (message.includes(MARKER)) return "content is repeated"
  return message.includes("\n") ? "more than one line" : null
}

/** Whether every object in a value is a plain one: nothing got in through a prototype. */
export const isTame = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return true
  const own = Object.getPrototypeOf(value)
  if (own !== Object.prototype && own !== Array.prototype && own !== null) return false
  return Object.values(value).every(isTame)
}

/** What stands at a path, for comparing before and after: its kind, mode, and bytes or target. */
export const standing = (path: string): string => {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return "nothing"
  const kind = `${stats.mode.toString(8)} ${stats.uid}`
  if (stats.isSymbolicLink()) return `${kind} -> ${readlinkSync(path)}`
  return stats.isFile() ? `${kind} ${readFileSync(path).toString("latin1")}` : kind
}

/** Takes away whatever a case put at a path and makes the folder above it ours again. */
export const clear = (path: string): void => {
  const above = dirname(path)
  if (lstatSync(above, { throwIfNoEntry: false })?.isDirectory() !== true) rmSync(above, { force: true })
  if (!existsSync(above)) mkdirSync(above, { recursive: true, mode: 0o700 })
  chmodSync(above, 0o700)
  rmSync(path, { recursive: true, force: true })
}
