import { homedir } from "node:os"
import { basename } from "node:path"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"
import type { ApprovalRecord } from "../domain/approval/record.ts"
import { judge, refused, type Verdict } from "../domain/approval/verdict.ts"
import { ApprovalError, ofFile, ofState } from "./approvals/error.ts"
import { APPROVAL_KEY, ephemeralKey, loadKey, loadOrMakeKey, type SigningKey } from "./approvals/key.ts"
import {
  type ApprovalPlaces,
  ensureParent,
  findPlaces,
  guardAll,
  outsideWork,
  realPath
} from "./approvals/places.ts"
import { type ApproveInput, checkInput, nextGeneration, seal } from "./approvals/seal.ts"
import { ensureFolder, readOwned, writeAtomic } from "./SafeFile.ts"
import { configFolder } from "./Settings.ts"
import * as StateFile from "./StateFile.ts"
import { StateLock } from "./StateLock.ts"

export { ApprovalError, type ApprovalReason } from "./approvals/error.ts"
export type { ApproveInput } from "./approvals/seal.ts"

/** A project's approval as it stands. */
export interface ApprovalRead {
  readonly verdict: Verdict
  /** The record, only when it is verified: nothing of another one is used. */
  readonly record: ApprovalRecord | null
  /** This machine's key: the first 12 hex digits of its public half's sha256; null when it has none or it is unreadable. */
  readonly keyFingerprint: string | null
}

export interface ApprovalsShape {
  /** Reads and judges a project's record. Writes nothing and never fails: what cannot be used is a refusal. */
  readonly read: (root: string) => Effect.Effect<ApprovalRead>
  /** Signs and stores an approval, one at a time. Fails with nothing changed, or with the old record refused by its number. */
  readonly approve: (input: ApproveInput) => Effect.Effect<ApprovalRecord, ApprovalError>
  /** The file text of the verified approval. */
  readonly restore: (root: string) => Effect.Effect<string, ApprovalError>
}

/** What lies in the store, unjudged. */
interface Stored {
  readonly text: string | null
  readonly generation: number | null
}

const Count = Schema.Struct({
  format: Schema.Literal(1),
  generation: Schema.Int.pipe(Schema.positive()),
  /** Epoch milliseconds. */
  at: Schema.Int.pipe(Schema.nonNegative())
})

const MAX_BYTES = 16 * 1024 * 1024
/** An approval being made shows its number before its record; a reader in between looks again. */
const LOOKS = 3
const LOOK_MILLIS = 100

const readOf = (verdict: Verdict, key: SigningKey | null): ApprovalRead => ({
  verdict,
  record: verdict._tag === "Verified" ? verdict.record : null,
  keyFingerprint: key?.fingerprint ?? null
})

const nothing = (said: string) => new ApprovalError({ reason: "NotApproved", path: null, message: said })

/** The approved text, or why there is none to give. */
const textOf = ({ verdict }: ApprovalRead): Effect.Effect<string, ApprovalError> => {
  switch (verdict._tag) {
    case "Verified":
      return Effect.succeed(verdict.record.text)
    case "None":
      return nothing("the file was never approved on this machine: there is nothing to restore")
    case "Legacy":
      return nothing(
        "the file was approved before records were signed, which is not trusted: nothing is restored"
      )
    case "Refused":
      return nothing(`${verdict.text}; nothing is restored`)
  }
}

const isInFlight = ({ verdict }: ApprovalRead): boolean =>
  verdict._tag === "Refused" && verdict.reason === "generation"

const atFolder = (config: string) =>
  Effect.map(StateLock, (lock): ApprovalsShape => {
    const countFile = (places: ApprovalPlaces) =>
      StateFile.make({
        path: places.count,
        lockPath: `${places.count}.lock`,
        schema: Count,
        format: 1,
        maxBytes: 4_096
      }).pipe(Effect.provideService(StateLock, lock))

    const recordText = (places: ApprovalPlaces): Effect.Effect<string | null, ApprovalError> =>
      readOwned(places.record, { maxBytes: MAX_BYTES }).pipe(
        Effect.catchAll((error) =>
          error.reason === "Missing" ? Effect.succeed(null) : Effect.fail(ofFile(error))
        )
      )

    // The record before its number: an approval made in between is then seen as one, not as an older record put back.
    const stored = (places: ApprovalPlaces): Effect.Effect<Stored, ApprovalError> =>
      Effect.gen(function* () {
        const text = yield* recordText(places)
        const count = yield* Effect.mapError((yield* countFile(places)).read, ofState)
        return { text, generation: Option.isSome(count) ? count.value.generation : null }
      })

    const look = (root: string): Effect.Effect<ApprovalRead> =>
      Effect.gen(function* () {
        const places = yield* findPlaces(config, root, "")
        const load = loadKey(places.keyFolder, APPROVAL_KEY)
        const any = yield* recordText(places).pipe(
          Effect.map((text) => text !== null),
          Effect.orElseSucceed(() => true)
        )
        if (!any) {
          const key = yield* Effect.orElseSucceed(load, () => Option.none<SigningKey>())
          return readOf({ _tag: "None" }, Option.getOrNull(key))
        }
        yield* guardAll(places)
        const key = Option.getOrNull(yield* load)
        return readOf(judge({ ...(yield* stored(places)), root, key }), key)
      }).pipe(Effect.catchAll((error) => Effect.succeed(readOf(refused("unreadable", error.message), null))))

    const read = (given: string): Effect.Effect<ApprovalRead> =>
      Effect.gen(function* () {
        const root = yield* realPath(given)
        let seen = yield* look(root)
        for (let left = LOOKS - 1; left > 0 && isInFlight(seen); left -= 1) {
          yield* Effect.sleep(LOOK_MILLIS)
          seen = yield* look(root)
        }
        return seen
      })

    /** Under the lock: the key, the copy, the number, and last the record. */
    const write = (input: ApproveInput, root: string, places: ApprovalPlaces) =>
      Effect.gen(function* () {
        yield* guardAll(places)
        const file = yield* countFile(places)
        const now = yield* stored(places)
        const key = yield* loadOrMakeKey(places.keyFolder, APPROVAL_KEY)
        const approvedAt = yield* Clock.currentTimeMillis
        const generation = nextGeneration(now.generation, now.text, key)
        const sealed = yield* seal(input, { root, approvedAt, generation }, key)
        yield* Effect.mapError(writeAtomic(places.copy, input.text), ofFile)
        // A crash after the number leaves a record that every reader refuses; the other way round, one to replay.
        yield* Effect.mapError(
          file.modify(() => ({ format: 1, generation, at: approvedAt })),
          ofState
        )
        yield* Effect.mapError(writeAtomic(places.record, sealed.text), ofFile)
        return sealed.record
      }).pipe(Effect.uninterruptible)

    const approve = (input: ApproveInput): Effect.Effect<ApprovalRecord, ApprovalError> =>
      Effect.gen(function* () {
        const root = yield* realPath(input.root)
        const places = yield* findPlaces(config, root, input.project)
        // Every refusal has its chance before anything is made: a refused approval leaves no key behind.
        const problem = checkInput(input, { root, approvedAt: 0, generation: 1 })
        if (problem !== null) return yield* problem
        yield* outsideWork(places, root, input.workFolders)
        yield* guardAll(places)
        yield* loadKey(places.keyFolder, APPROVAL_KEY)
        yield* stored(places)
        const parent = yield* ensureParent(config)
        const folder = (...levels: ReadonlyArray<string>) =>
          Effect.mapError(ensureFolder(parent, ...levels), ofFile)
        yield* folder(basename(config), basename(places.store))
        yield* folder(basename(places.keyFolder), basename(places.counts))
        return yield* lock
          .withLock(places.lock)(write(input, root, places))
          .pipe(Effect.mapError((error) => (error._tag === "StateLockError" ? ofState(error) : error)))
      })

    return { read, approve, restore: (root) => Effect.flatMap(read(root), textOf) }
  })

/** One project's record and the number of its last approval, as the memory layer keeps them. */
export type StoredApproval = Stored

const inMemory = (ref: Ref.Ref<ReadonlyMap<string, StoredApproval>>) =>
  Effect.gen(function* () {
    const key = yield* Effect.sync(ephemeralKey)
    const turn = yield* Effect.makeSemaphore(1)
    const stored = (root: string) =>
      Effect.map(Ref.get(ref), (all): Stored => all.get(root) ?? { text: null, generation: null })
    const read = (root: string) =>
      Effect.map(stored(root), (now) => readOf(judge({ ...now, root, key }), key))
    const approve = (input: ApproveInput): Effect.Effect<ApprovalRecord, ApprovalError> =>
      Effect.gen(function* () {
        const { root } = input
        const now = yield* stored(root)
        const approvedAt = yield* Clock.currentTimeMillis
        const generation = nextGeneration(now.generation, now.text, key)
        const problem = checkInput(input, { root, approvedAt, generation })
        if (problem !== null) return yield* problem
        const { record, text } = yield* seal(input, { root, approvedAt, generation }, key)
        yield* Ref.update(ref, (all) => new Map(all).set(root, { text, generation }))
        return record
      })
    return Approvals.of({
      read,
      approve: (input) => turn.withPermits(1)(approve(input)),
      restore: (root) => Effect.flatMap(read(root), textOf)
    })
  })

/**
 * What the owner approved of each project: signed records outside every folder seats work in. They
 * are evidence against mistakes and silent edits; a process of the same user can read the key.
 */
export class Approvals extends Context.Tag("seatwatch/Approvals")<Approvals, ApprovalsShape>() {
  /** Stores below a configuration folder; the key lies beside it, in `<folder>-key`. */
  static readonly layerAt = (options: {
    readonly configFolder: string
  }): Layer.Layer<Approvals, never, StateLock> => Layer.effect(Approvals, atFolder(options.configFolder))

  /** The person's own configuration folder. */
  static readonly layer: Layer.Layer<Approvals, never, StateLock> = Layer.effect(
    Approvals,
    Effect.suspend(() => atFolder(configFolder(process.env, process.env["HOME"] ?? homedir())))
  )

  /** Nothing was ever approved: for programs that embed the watch and keep no approvals. */
  static readonly layerNone: Layer.Layer<Approvals> = Layer.unwrapEffect(
    Effect.map(Ref.make<ReadonlyMap<string, StoredApproval>>(new Map()), (ref) => Approvals.layerMemory(ref))
  )

  /** Kept in a ref and signed with a key of this process: for tests, the demo and embedding. Roots are as given. */
  static readonly layerMemory = (ref: Ref.Ref<ReadonlyMap<string, StoredApproval>>): Layer.Layer<Approvals> =>
    Layer.effect(Approvals, inMemory(ref))
}
