import { basename, dirname } from "node:path"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { createNew, ensureFolder, type FileError, readOwned, writeAtomic } from "./SafeFile.ts"
import { StateLock, type StateLockError } from "./StateLock.ts"

/**
 * Why a state is not read. `NotJson` half a file or no JSON · `NotState` JSON that is no state of ours · `Newer` a later
 * version wrote it · `Older` an earlier one did and there is no way over · `File` the file itself (a link, too large, …).
 */
export type StateReason = "NotJson" | "NotState" | "Newer" | "Older" | "File"

/** An unreadable state is said with its path and what to do, and is never taken for an empty one (design §3). */
export class StateUnreadable extends Data.TaggedError("StateUnreadable")<{
  readonly reason: StateReason
  readonly path: string
  readonly message: string
}> {}

/** The state could not be encoded or written; the old one stands. */
export class StateUnwritten extends Data.TaggedError("StateUnwritten")<{
  readonly path: string
  readonly message: string
}> {}

export type StateError = StateUnreadable | StateUnwritten | StateLockError

export interface StateFileOptions<A, I> {
  readonly path: string
  readonly lockPath: string
  /** The state's shape; fields it does not know survive a change that carries them along (`{ ...old }`). */
  readonly schema: Schema.Schema<A, I>
  /** The format this version writes and the newest it reads. */
  readonly format: number
  /** Brings an older state (parsed JSON of format `from`) to the present one, which the schema then judges. */
  readonly migrate?: (from: number, state: Readonly<Record<string, unknown>>) => unknown
  /** Bytes the file may have; default 16 MiB. */
  readonly maxBytes?: number
}

export interface StateFile<A> {
  /** The state as it stands, without the lock; none when there is no file. */
  readonly read: Effect.Effect<Option.Option<A>, StateUnreadable>
  /** Lock, read, change, write all or nothing. Answers what was written. */
  readonly modify: (change: (state: Option.Option<A>) => A) => Effect.Effect<A, StateError>
  /** The same with an effect, which runs under the lock and answers something beside the new state. */
  readonly modifyEffect: <B, E, R>(
    change: (state: Option.Option<A>) => Effect.Effect<readonly [answer: B, state: A], E, R>
  ) => Effect.Effect<B, E | StateError, R>
}

const MAX_BYTES = 16 * 1024 * 1024
const RETRY_MILLIS = 50
const PRESERVE = { onExcessProperty: "preserve" } as const

/** What was read: the text and its format are kept, for a write that changes nothing and for keeping an older one. */
interface Loaded<A> {
  readonly value: A
  readonly text: string
  readonly format: number
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const parsed = Schema.decodeUnknownEither(Schema.parseJson())

/** Levels a state may have; ours have fewer than ten, and writing JSON of some thousands overflows the stack. */
const MAX_DEPTH = 200

/**
 * Whether JSON comes out of a reading and a writing as it went in: not nested without end, no number past a double's
 * range (it is written as null), no key `__proto__` (assigning it gives the object fields that no schema saw).
 */
const isPlain = (json: unknown): boolean => {
  let level: ReadonlyArray<unknown> = [json]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return false
    const next: Array<unknown> = []
    for (const value of level) {
      if (typeof value === "number" && !Number.isFinite(value)) return false
      if (typeof value !== "object" || value === null) continue
      if (Object.hasOwn(value, "__proto__")) return false
      for (const one of Object.values(value)) next.push(one)
    }
    level = next
  }
  return true
}

/** The file's text; null for what JSON has no text for. */
const textOf = (state: object): string | null => {
  try {
    return `${JSON.stringify(state, null, 2)}\n`
  } catch {
    return null
  }
}

const interpret = <A, I>(
  options: StateFileOptions<A, I>,
  text: string
): Either.Either<Loaded<A>, StateUnreadable> => {
  const { format: known, migrate, path } = options
  const no = (reason: StateReason, said: string) =>
    Either.left(new StateUnreadable({ reason, path, message: `${path} ${said}` }))
  const json = parsed(text)
  if (Either.isLeft(json)) return no("NotJson", "is not valid JSON; move it aside and run the command again")
  const state: unknown = json.right
  const notState = no(
    "NotState",
    `is not a team state of format ${known}; move it aside and run the command again`
  )
  if (!isRecord(state) || !isPlain(state)) return notState
  const format = state["format"]
  if (typeof format !== "number" || !Number.isSafeInteger(format) || format < 1) return notState
  if (format > known) {
    return no(
      "Newer",
      `is a state of format ${format}, newer than this version of team reads (${known}); use the newer team, or move it aside`
    )
  }
  let current: unknown = state
  if (format < known) {
    const older = no(
      "Older",
      `is a state of format ${format}, which this version of team cannot bring to format ${known}; move it aside and run the command again`
    )
    if (migrate === undefined) return older
    try {
      const moved = migrate(format, state)
      if (!isRecord(moved)) return older
      current = { ...moved, format: known }
    } catch {
      // A state that only looked like the old format: refused by name, never half-migrated.
      return older
    }
  }
  return Either.match(Schema.decodeUnknownEither(options.schema, PRESERVE)(current), {
    // The parser's words would repeat the content.
    onLeft: () => notState,
    onRight: (value) => Either.right({ value, text, format })
  })
}

const load = <A, I>(
  options: StateFileOptions<A, I>
): Effect.Effect<Option.Option<Loaded<A>>, StateUnreadable> => {
  const { maxBytes = MAX_BYTES, path } = options
  const once = readOwned(path, { maxBytes }).pipe(
    Effect.map(Option.some),
    Effect.catchAll((error) =>
      error.reason === "Missing"
        ? Effect.succeedNone
        : Effect.fail(
            new StateUnreadable({
              reason: "File",
              path,
              message: `${error.message}; move it aside and run the command again`
            })
          )
    ),
    Effect.flatMap((text) =>
      Option.isNone(text) ? Effect.succeedNone : Effect.asSome(interpret(options, text.value))
    )
  )
  return once.pipe(
    // Another program may be writing it in place just now; ours never do.
    Effect.catchIf(
      (error) => error.reason === "NotJson" || error.reason === "NotState",
      () => Effect.zipRight(Effect.sleep(RETRY_MILLIS), once)
    )
  )
}

const save = <A, I>(options: StateFileOptions<A, I>, old: Option.Option<Loaded<A>>, state: A) => {
  const { format, maxBytes = MAX_BYTES, path, schema } = options
  const unwritten = (error: FileError) =>
    new StateUnwritten({ path, message: `${error.message}; the state was not changed` })
  const shapeless = new StateUnwritten({
    path,
    message: `${path} was not written: the new state is not one; the old one stands`
  })
  return Effect.gen(function* () {
    const encoded: unknown = yield* Effect.mapError(Schema.encode(schema, PRESERVE)(state), () => shapeless)
    if (!isRecord(encoded)) return yield* shapeless
    const text = textOf(Object.assign({ format }, encoded, { format }))
    if (text === null) return yield* shapeless
    if (Option.isSome(old) && old.value.text === text) return
    // What nobody could read again is not written over what everybody can.
    if (Buffer.byteLength(text) > maxBytes || Either.isLeft(interpret(options, text))) return yield* shapeless
    const folder = dirname(path)
    yield* Effect.mapError(ensureFolder(dirname(folder), basename(folder)), unwritten)
    if (Option.isSome(old) && old.value.format < format) {
      // One that was kept before stays: it is the older truth.
      yield* Effect.mapError(createNew(`${path}.format-${old.value.format}`, old.value.text), unwritten)
    }
    yield* Effect.mapError(writeAtomic(path, text), unwritten)
  })
}

/**
 * A JSON state file that several processes share: read without a lock, changed under it, replaced whole, 0600, with a
 * `format` number. A state that cannot be read stops a change; it is never written over.
 */
export const make = <A, I>(options: StateFileOptions<A, I>): Effect.Effect<StateFile<A>, never, StateLock> =>
  Effect.map(StateLock, (lock) => {
    const modifyEffect: StateFile<A>["modifyEffect"] = (change) =>
      lock.withLock(options.lockPath)(
        Effect.gen(function* () {
          const old = yield* load(options)
          const [answer, state] = yield* change(Option.map(old, (loaded) => loaded.value))
          yield* save(options, old, state)
          return answer
        })
      )
    return {
      read: Effect.map(
        load(options),
        Option.map((loaded) => loaded.value)
      ),
      modifyEffect,
      modify: (change) =>
        modifyEffect((old) =>
          Effect.sync(() => {
            const state = change(old)
            return [state, state] as const
          })
        )
    }
  })
