import { randomUUID } from "node:crypto"
import { join } from "node:path"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { TierStatus } from "../domain/supervision/payload.ts"
import type { Writer } from "../domain/supervision/records.ts"
import { refusalOf, seatName } from "../domain/supervision/seat-name.ts"
import { supervisionOf } from "../domain/supervision/status.ts"
import { BEAT, type Tier } from "../domain/supervision/tiers.ts"
import { reasonOf } from "./append-file.ts"
import { type BeatDisk, beatDisk } from "./beat/disk.ts"
import { type MemoryFile, memoryDisk } from "./beat/memory.ts"
import { beatSteps, disarmSteps, finish, lookSteps, type Steps, standDownSteps } from "./beat/steps.ts"

/** A beat of a seat's tier that names no seat: nothing was written. */
export class BeatRefused extends Data.TaggedError("BeatRefused")<{
  readonly tier: Tier
  readonly message: string
}> {}

/** A beat or a stand-down that could not be written; `reason` is the system's word or ours. */
export class BeatUnwritten extends Data.TaggedError("BeatUnwritten")<{
  readonly tier: Tier
  readonly reason: string
  readonly message: string
}> {}

/** Whose beat it is. */
export interface BeatOptions {
  readonly session: string
  /** The seat or pane it speaks for: required on a seat's tier. */
  readonly seat?: string
}

export interface ArmOptions extends BeatOptions {
  /** Told once, the first time that something could not be written; a line of ours with the system's error word. */
  readonly say?: (problem: string) => Effect.Effect<void>
}

/** A watcher that beats. */
export interface Armed {
  readonly id: string
  /** Stops beating and, as the last one out, stands the tier down. What the end of the scope does; done once. */
  readonly disarm: Effect.Effect<void>
}

export interface BeatsShape {
  /**
   * Beats now and every 10 s while the scope is open, by an id of its own. What cannot be written harms nobody: the tier
   * ages. Fails only before anything is written.
   */
  readonly arm: (tier: Tier, options: ArmOptions) => Effect.Effect<Armed, BeatRefused, Scope.Scope>
  /** One beat that nothing follows. */
  readonly beat: (tier: Tier, options: BeatOptions) => Effect.Effect<void, BeatRefused | BeatUnwritten>
  /** Says that the tier's watcher ended on purpose. The next beat undoes it. */
  readonly standDown: (tier: Tier, options: BeatOptions) => Effect.Effect<void, BeatRefused | BeatUnwritten>
  /** Every tier's state, in order. Changes nothing on the disk and never fails. */
  readonly read: (session: string) => Effect.Effect<ReadonlyArray<TierStatus>>
}

/** A session's disk; `now` is the caller's clock, which a disk in memory takes for the system's. */
type DiskOf = (session: string, now: () => number) => BeatDisk

const make = (diskOf: DiskOf, where: (session: string) => string): BeatsShape => {
  const writerOf = (
    tier: Tier,
    options: BeatOptions,
    arm: string | null
  ): Effect.Effect<Writer, BeatRefused> => {
    const seat = seatName(options.seat)
    const refusal = refusalOf(tier, seat)
    return refusal === null
      ? Effect.succeed({ tier, seat, arm, pid: process.pid })
      : Effect.fail(new BeatRefused({ tier, message: refusal }))
  }

  const run = <A>(
    tier: Tier,
    session: string,
    steps: (disk: BeatDisk, now: number) => Steps<A>
  ): Effect.Effect<A, BeatUnwritten> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.try({
        try: () =>
          finish(
            steps(
              diskOf(session, () => now),
              now
            )
          ),
        catch: (cause) => {
          const reason = reasonOf(cause)
          return new BeatUnwritten({
            tier,
            reason,
            message: `the beats of ${tier} cannot be written in ${where(session)} (${reason})`
          })
        }
      })
    )

  const arm = (tier: Tier, options: ArmOptions) =>
    Effect.gen(function* () {
      const { session } = options
      const id = `${process.pid}.${randomUUID()}`
      const writer = { ...(yield* writerOf(tier, options, id)), arm: id }
      let said = false
      let gone = false
      const quiet = <A>(effect: Effect.Effect<A, BeatUnwritten>): Effect.Effect<void> =>
        effect.pipe(
          Effect.asVoid,
          Effect.catchAll(({ message }) => {
            if (said || options.say === undefined) return Effect.void
            said = true
            return options.say(message)
          })
        )
      const mark = quiet(run(tier, session, (disk, now) => beatSteps(disk, writer, now)))
      // Cut off between the first beat and the finalizer, the scope's end would leave a tier that nobody stands down.
      return yield* Effect.uninterruptible(
        Effect.gen(function* () {
          yield* mark
          const loop = yield* Effect.forkScoped(
            Effect.interruptible(Effect.forever(Effect.zipRight(Effect.sleep(BEAT), mark)))
          )
          const disarm = Effect.uninterruptible(
            Effect.suspend(() => {
              if (gone) return Effect.void
              gone = true
              return Effect.zipRight(
                Fiber.interrupt(loop),
                quiet(run(tier, session, (disk, now) => disarmSteps(disk, writer, now)))
              )
            })
          )
          yield* Effect.addFinalizer(() => disarm)
          return { id, disarm }
        })
      )
    })

  const once =
    (steps: (disk: BeatDisk, writer: Writer, now: number) => Steps<void>) =>
    (tier: Tier, options: BeatOptions) =>
      Effect.flatMap(writerOf(tier, options, null), (writer) =>
        run(tier, options.session, (disk, now) => steps(disk, writer, now))
      )

  return {
    arm,
    beat: once(beatSteps),
    standDown: once(standDownSteps),
    read: (session) =>
      // The clock last: a beat made while the files are looked at is not from the future.
      Effect.flatMap(
        Effect.sync(() => finish(lookSteps(diskOf(session, () => 0)))),
        (seen) => Effect.map(Clock.currentTimeMillis, (now) => supervisionOf(seen, now))
      )
  }
}

/** Who watches: the beats of a project's supervisors, by session. */
export class Beats extends Context.Tag("seatwatch/Beats")<Beats, BeatsShape>() {
  /** Files below `<root>/.agents/supervision`. A file's age comes of the system's clock, `now` of Effect's. */
  static readonly layerFile = (root: string): Layer.Layer<Beats> =>
    Layer.sync(Beats, () =>
      make(
        (session) => beatDisk(root, session),
        () => join(root, ".agents", "supervision")
      )
    )

  /** Files in memory, dated by Effect's clock; what is put into `sessions` is seen. */
  static readonly layerMemory = (
    sessions: Map<string, Map<string, MemoryFile>> = new Map()
  ): Layer.Layer<Beats> =>
    Layer.sync(Beats, () =>
      make(
        (session, now) => {
          const files = sessions.get(session) ?? new Map<string, MemoryFile>()
          sessions.set(session, files)
          return memoryDisk(files, now)
        },
        () => "memory"
      )
    )
}
