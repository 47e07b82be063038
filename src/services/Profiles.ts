import { readdir } from "node:fs/promises"
import { homedir } from "node:os"
import { join } from "node:path"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import type * as ParseResult from "effect/ParseResult"
import { ArrayFormatter } from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { Frame } from "../domain/screen/frame.ts"
import { MAX_SUBJECT, patternFault } from "../domain/screen/pattern.ts"
import { Profile } from "../domain/screen/profile.ts"
import { findProfile } from "../domain/screen/profiles/index.ts"
import type { ScreenReading } from "../domain/screen/reading.ts"
import { completed } from "../domain/screen/user-merge.ts"
import { type Profiles as Lookup, profilesOf, readScreenWith } from "../domain/screen/user-profile.ts"
import type { Problem, YamlNode } from "../domain/team/node.ts"
import { cleanText } from "../domain/text/clean.ts"
import { readOwned } from "./SafeFile.ts"
import { configFolder } from "./Settings.ts"
import { parseYaml } from "./team-file/parse.ts"

/** A person's profiles as they are on disk now. */
export interface ProfilesRead {
  /** The files that were fine, in the order of their names. */
  readonly own: ReadonlyArray<Profile>
  /** `readScreenWith` and the pass take this. */
  readonly lookup: Lookup
  /** What is wrong, `<path> line <n>: <reason>`, to be said once each. A bad file costs only itself. */
  readonly problems: ReadonlyArray<string>
}

export interface ProfilesShape {
  /** The folder the files are read from. */
  readonly folder: string
  /** Reads the files fresh; never fails. No folder is no profiles. */
  readonly load: Effect.Effect<ProfilesRead>
  /** A reader of frames over the files as they are now, with the budget of a person's patterns on the clock. */
  readonly reader: Effect.Effect<{
    readonly read: (frame: Frame) => ScreenReading
    /** The same profiles, for what looks at a box itself. */
    readonly lookup: Lookup
    readonly own: ReadonlyArray<Profile>
    readonly problems: ReadonlyArray<string>
  }>
}

const MAX_BYTES = 262_144
const MAX_FILES = 100
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/
const SLOW_NANOS = 20_000_000n
const REPEATS = /[*+]|\{\d*,\d*\}/gu

const decodeProfile = Schema.decodeUnknownEither(Profile, { errors: "all", onExcessProperty: "error" })

const plain = (node: YamlNode): unknown => {
  if (node.kind === "list") return node.items.map(plain)
  if (node.kind === "scalar") return node.value
  return Object.fromEntries(node.entries.map((entry) => [entry.key, plain(entry.value)]))
}

/** The line of what a decode's path points at, or of the last node on the way that was written. */
const lineOf = (node: YamlNode, path: ReadonlyArray<PropertyKey>): number => {
  let at = node
  let line = node.line
  for (const key of path) {
    if (at.kind === "map") {
      const entry = at.entries.find((one) => one.key === key)
      if (entry === undefined) return line
      at = entry.value
      line = entry.line
    } else if (at.kind === "list" && typeof key === "number") {
      const item = at.items[key]
      if (item === undefined) return line
      at = item
      line = item.line
    } else return line
  }
  return line
}

const pathText = (path: ReadonlyArray<PropertyKey>): string =>
  path
    .map((key, i) => (typeof key === "number" ? `[${key}]` : `${i === 0 ? "" : "."}${String(key)}`))
    .join("")

const EXPECTED = /^Expected ([\s\S]*), actual [\s\S]*$/u

/** One problem for each place: a value with several choices gives one issue a choice. */
const said = (
  node: YamlNode,
  issues: ReadonlyArray<ParseResult.ArrayFormatterIssue>
): ReadonlyArray<Problem> => {
  const places = new Map<string, Array<ParseResult.ArrayFormatterIssue>>()
  for (const issue of issues) {
    const where = pathText(issue.path)
    places.set(where, [...(places.get(where) ?? []), issue])
  }
  return [...places].flatMap(([where, [first, ...more]]) => {
    if (first === undefined) return []
    const wanted = [first, ...more].map((issue) => EXPECTED.exec(issue.message)?.[1] ?? "")
    const what =
      first._tag === "Unexpected"
        ? "is no field of a profile"
        : first._tag === "Missing"
          ? "is missing"
          : wanted.every((one) => one !== "")
            ? `must be ${more.length > 0 ? "one of " : ""}${wanted.join(", ")}`
            : first.message
    return [
      {
        line: lineOf(node, first.path),
        message: `${cleanText(where === "" ? "the profile" : where, 80)} ${cleanText(what, 240)}`
      }
    ]
  })
}

const scalars = (node: YamlNode): ReadonlyArray<{ readonly line: number; readonly value: string }> => {
  if (node.kind === "scalar")
    return typeof node.value === "string" ? [{ line: node.line, value: node.value }] : []
  return node.kind === "list"
    ? node.items.flatMap(scalars)
    : node.entries.flatMap((one) => scalars(one.value))
}

/** What a pattern gets slowest on: long rows of one of its own characters that do not match in the end. */
const pumps = (source: string): ReadonlyArray<string> => [
  ...new Set([
    ...source.replace(/\\[a-zA-Z]/gu, ""),
    ...(source.match(/[\p{L}\p{N} ]{2,6}/gu) ?? []),
    ...[" ", "a", "A", "0", "─", "…"]
  ])
]

/** Row lengths in small steps, so that the first that shows a slow pattern is not much slower than the last that did not. */
const SIZES: ReadonlyArray<number> = (() => {
  const sizes = [1, 2, 3, 4, 5, 6, 7, 8]
  for (let size = 12; size < MAX_SUBJECT; size = Math.ceil(size * 1.5)) sizes.push(size)
  return [...sizes, MAX_SUBJECT]
})()

/** True for a pattern that takes too long on rows of a length that rows can have; stops at the first size that shows it. */
const isSlow = (source: string, nanos: () => bigint): boolean => {
  // one repeat is quadratic at most
  if ((source.match(REPEATS)?.length ?? 0) < 2 || patternFault(source) !== undefined) return false
  const pattern = new RegExp(source, "u")
  const took = (subject: string): bigint => {
    const from = nanos()
    pattern.test(subject)
    return nanos() - from
  }
  const chars = pumps(source)
  return SIZES.some((size) =>
    chars.some((char) => {
      const subject = `${char.repeat(size)}\u0000`
      // a busy machine makes one run slow, a bad pattern every run
      return took(subject) > SLOW_NANOS && took(subject) > SLOW_NANOS
    })
  )
}

type Judged = Either.Either<Profile, ReadonlyArray<Problem>>

const judge = (text: string, id: string, nanos: () => bigint): Judged => {
  const parsed = parseYaml(text)
  if (Either.isLeft(parsed)) return Either.left(parsed.left)
  const node = parsed.right
  if (node.kind !== "map") return Either.left([{ line: 1, message: "a profile is a map of fields" }])
  const decoded = decodeProfile(completed(plain(node), id))
  if (Either.isLeft(decoded)) return Either.left(said(node, ArrayFormatter.formatErrorSync(decoded.left)))
  const profile = decoded.right
  const problems: Array<Problem> = []
  if (profile.id !== id)
    problems.push({
      line: lineOf(node, ["id"]),
      message: `id must be the name of the file, "${id}", or be left out`
    })
  for (const [at, alias] of profile.aliases.entries()) {
    const owner = findProfile(alias)
    if (owner !== undefined && owner !== findProfile(id))
      problems.push({
        line: lineOf(node, ["aliases", at]),
        message: `aliases[${at}] is the name of ${owner.id}, which is shipped: name the file ${owner.id}.yaml to add to it`
      })
  }
  for (const { line, value } of scalars(node)) {
    if (isSlow(value, nanos))
      problems.push({
        line,
        message:
          'this pattern takes too long on a long row: begin it with ^, and give its repeats an end, such as ".{0,40}"'
      })
  }
  return problems.length > 0 ? Either.left(problems) : Either.right(profile)
}

const make = (folder: string): ProfilesShape => {
  const one = (name: string) =>
    Effect.gen(function* () {
      const path = join(folder, name)
      const id = name.replace(/\.ya?ml$/, "")
      if (!name.endsWith(".yaml") || !NAME.test(id))
        return Either.left([`${cleanText(path, 400)} line 1: name it <cli>.yaml, in small letters`])
      const text = yield* Effect.either(readOwned(path, { maxBytes: MAX_BYTES, followLinks: true }))
      if (Either.isLeft(text)) return Either.left([text.left.message])
      const clock = yield* Effect.clock
      const judged = judge(text.right, id, () => clock.unsafeCurrentTimeNanos())
      return Either.mapLeft(judged, (problems) =>
        problems.map((problem) => `${path} line ${problem.line}: ${problem.message}`)
      )
    })

  const load: Effect.Effect<ProfilesRead> = Effect.gen(function* () {
    const found = yield* Effect.promise(() => readdir(folder).catch((): Array<string> => []))
    const names = found.filter((name) => /\.ya?ml$/.test(name) && !name.startsWith(".")).sort()
    const results = yield* Effect.forEach(names.slice(0, MAX_FILES), one)
    const own = results.flatMap((result) => (Either.isRight(result) ? [result.right] : []))
    const problems = results.flatMap((result) => (Either.isLeft(result) ? [...result.left] : []))
    if (names.length > MAX_FILES)
      problems.push(`${folder} line 1: more than ${MAX_FILES} profiles: the rest is not read`)
    return { own, lookup: profilesOf(own), problems }
  })

  return {
    folder,
    load,
    reader: Effect.gen(function* () {
      const { lookup, own, problems } = yield* load
      const clock = yield* Effect.clock
      const now = (): number => Number(clock.unsafeCurrentTimeNanos() / 1000n) / 1000
      return { read: (frame) => readScreenWith(lookup, frame, now), lookup, own, problems }
    })
  }
}

/** A person's screen profiles: `profiles/<cli>.yaml` in the configuration folder (design §5, docs/profiles.md). */
export class Profiles extends Context.Tag("seatwatch/Profiles")<Profiles, ProfilesShape>() {
  /** Reads from a folder of the caller's choice. */
  static readonly layerAt = (folder: string): Layer.Layer<Profiles> =>
    Layer.sync(Profiles, () => make(folder))
  /** Reads from the person's configuration folder. */
  static readonly layer: Layer.Layer<Profiles> = Layer.sync(Profiles, () =>
    make(join(configFolder(process.env, process.env["HOME"] ?? homedir()), "profiles"))
  )
}
