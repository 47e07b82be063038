import { constants } from "node:fs"
import { lstat, open, readdir } from "node:fs/promises"
import { homedir } from "node:os"
import { join } from "node:path"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { HookRecord } from "../domain/hook/record.ts"
import { cleanText } from "../domain/text/clean.ts"
import { refusalOf } from "./hook/refusal.ts"
import { stateFolder } from "./hook/state-folder.ts"

export { stateFolder }

/** What all hooks of this user wrote, and what could not be taken for a record: a path and a reason, never a content. */
export interface HookRead {
  readonly records: ReadonlyArray<HookRecord>
  readonly problems: ReadonlyArray<string>
}

interface Limits {
  /** Names looked at. */
  readonly names: number
  /** Of those, the newest that are read. */
  readonly kept: number
}

const FOLDERS: Limits = { names: 2_000, kept: 200 }
const FILES: Limits = { names: 512, kept: 64 }
/** Problems told of one read; the first by path, so that each pass tells the same. */
const PROBLEMS = 5
const BYTES = 16_384
const DAY = 86_400_000
const AT_ONCE = 16

const decode = Schema.decodeUnknownEither(Schema.parseJson(HookRecord))

const isOurs = (uid: number): boolean => uid === (process.getuid?.() ?? uid)

const problem = (path: string, reason: string): HookRead => ({
  records: [],
  problems: [`${cleanText(path, 500)}: ${reason}`]
})

const NOTHING: HookRead = { records: [], problems: [] }

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "unknown error"

/** Runs a read; what is gone meanwhile is nothing, any other failure a problem of this path alone. */
const attempt = (path: string, run: () => Promise<HookRead>): Effect.Effect<HookRead> =>
  Effect.promise(() =>
    run().catch((cause: unknown) => {
      const code = codeOf(cause)
      if (code === "ENOENT") return NOTHING
      return problem(path, code === "ELOOP" ? "it is a link" : `it cannot be read (${code})`)
    })
  )

const readFile = (path: string, now: number): Effect.Effect<HookRead> =>
  attempt(path, async () => {
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stat = await handle.stat()
      if (!stat.isFile()) return problem(path, "it is not a regular file")
      if (!isOurs(stat.uid)) return problem(path, "it belongs to another user")
      if (now - stat.mtimeMs > DAY) return NOTHING
      if (stat.size > BYTES) return problem(path, "it is too large for a record")
      const bytes = Buffer.alloc(BYTES)
      const { bytesRead } = await handle.read(bytes, 0, BYTES, 0)
      const record = decode(bytes.toString("utf8", 0, bytesRead))
      return Either.isRight(record)
        ? { records: [record.right], problems: [] }
        : problem(path, "it is no record of this version")
    } finally {
      await handle.close()
    }
  })

/** A path with its last change, epoch ms; what is gone meanwhile is the oldest. */
const changedAt = (path: string): Promise<readonly [number, string]> =>
  lstat(path).then(
    ({ mtimeMs }) => [mtimeMs, path],
    () => [0, path]
  )

const joined = (all: ReadonlyArray<HookRead>): HookRead => ({
  records: all.flatMap((one) => one.records),
  problems: all.flatMap((one) => one.problems)
})

/** The paths in a folder of ours, the newest by their last change, then by name; a read with the reason where it is none. */
const pathsIn = (folder: string, { kept, names }: Limits) =>
  Effect.promise(async (): Promise<ReadonlyArray<string> | HookRead> => {
    try {
      const refusal = refusalOf(await lstat(folder))
      if (refusal !== null) return problem(folder, refusal)
      const shown = (await readdir(folder)).filter((name) => !name.startsWith("."))
      const paths = shown.slice(0, names).map((name) => join(folder, name))
      if (paths.length <= kept) return paths.sort()
      const found: Array<readonly [changed: number, path: string]> = []
      for (let at = 0; at < paths.length; at += AT_ONCE) {
        found.push(...(await Promise.all(paths.slice(at, at + AT_ONCE).map(changedAt))))
      }
      const newest = found.sort(([a, one], [b, other]) => b - a || (one < other ? -1 : 1)).slice(0, kept)
      return newest.map(([, path]) => path).sort()
    } catch (cause) {
      const code = codeOf(cause)
      return code === "ENOENT" ? [] : problem(folder, `it cannot be read (${code})`)
    }
  })

const readFolder = (
  path: string,
  limits: Limits,
  each: (path: string, now: number) => Effect.Effect<HookRead>,
  now: number
): Effect.Effect<HookRead> =>
  Effect.flatMap(pathsIn(path, limits), (paths) =>
    "records" in paths
      ? Effect.succeed(paths)
      : Effect.map(
          Effect.forEach(paths, (one) => each(one, now), { concurrency: AT_ONCE }),
          joined
        )
  )

const readPane = (path: string, now: number) => readFolder(path, FILES, readFile, now)

/** The records hooks wrote (spec 000 §3.1 rank 5): read anew each time, bounded, never failing. */
export class HookRecords extends Context.Tag("seatwatch/HookRecords")<
  HookRecords,
  { readonly read: Effect.Effect<HookRead> }
>() {
  /** The records below a user's state folder (`stateFolder`); none where there is no such folder. */
  static readonly layerAt = (state: string | null): Layer.Layer<HookRecords> =>
    Layer.succeed(HookRecords, {
      read:
        state === null
          ? Effect.succeed(NOTHING)
          : Effect.gen(function* () {
              const now = yield* Clock.currentTimeMillis
              const team = yield* pathsIn(join(state, "team"), FILES)
              if ("records" in team) return team
              const { problems, records } = yield* readFolder(
                join(state, "team", "hooks"),
                FOLDERS,
                readPane,
                now
              )
              return { records, problems: problems.toSorted().slice(0, PROBLEMS) }
            })
    })

  /** The records of the user whose environment this is. */
  static readonly layerFor = (env: Readonly<Record<string, string | undefined>>): Layer.Layer<HookRecords> =>
    HookRecords.layerAt(stateFolder(env, env["HOME"] ?? homedir()))

  /** Given records, or an effect that reads them: for tests and embedding. */
  static readonly layerMemory = (
    given: ReadonlyArray<HookRecord> | Effect.Effect<HookRead>
  ): Layer.Layer<HookRecords> =>
    Layer.succeed(HookRecords, {
      read: Effect.isEffect(given) ? given : Effect.succeed({ records: given, problems: [] })
    })
}
