import { join } from "node:path"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import { seatMailOf } from "../../../src/domain/mailbox/seat-mail.ts"
import { emptyMemory } from "../../../src/domain/pass/memory.ts"
import { type PassResult, pass } from "../../../src/domain/pass/pass.ts"
import type { SeatSpec, TeamView } from "../../../src/domain/pass/team-view.ts"
import type { TypedFact } from "../../../src/domain/typing/typed.ts"
import { makeDeliveries } from "../../../src/services/Deliveries.ts"
import { Facts } from "../../../src/services/Facts.ts"
import { gather } from "../../../src/services/Gather.ts"
import { HookRecords } from "../../../src/services/HookRecords.ts"
import { Mailbox } from "../../../src/services/Mailbox.ts"
import { SeatLock } from "../../../src/services/SeatLock.ts"
import type { TeamNow } from "../../../src/services/Watch.ts"
import { layersInMemory, makeKept } from "../../../src/testing/layers.ts"
import { PANE } from "../../domain/typing/model.ts"
import { type Given, hostOver } from "../../domain/typing/model-host.ts"
import { advanceUntilDone, breathe } from "../../support/cli.ts"
import { SESSION } from "../../support/mail.ts"
import { MODEL_PROCESS } from "../../support/model-pane.ts"
import { MINUTE, SECOND, seat, team } from "../../support/scenario.ts"
import { place, run } from "../mailbox/support.ts"

export interface StageGiven extends Given {
  readonly spec?: Partial<SeatSpec>
  readonly view?: Partial<TeamView>
  readonly nudge?: string
  /** The pane the watch runs in. */
  readonly pane?: string | null
  readonly locks?: Layer.Layer<SeatLock>
}

/** The seat worker in a model pane, the real mailbox and what types for a watch. */
export const makeStage = ({
  locks = SeatLock.layerMemory,
  nudge,
  pane = null,
  spec,
  view,
  ...given
}: StageGiven = {}) =>
  Effect.gen(function* () {
    const host = yield* hostOver(given)
    const kept = yield* makeKept
    const mailbox = yield* Mailbox
    const now: TeamNow = {
      team: team([seat("worker", { idleWindow: 0, ...spec })], {
        session: SESSION,
        interval: 10 * MINUTE,
        ...view
      }),
      remarks: [],
      fileProblem: null,
      nudge
    }
    const facts = Facts.layerFrom(
      Effect.gen(function* () {
        const { seats } = yield* mailbox.look(SESSION, ["worker"])
        const launched = { pane: PANE, processes: [MODEL_PROCESS], session: null, at: 0 }
        return {
          ...(yield* Ref.get(kept.facts)),
          seats: [{ seat: "worker", launched, hook: null, traces: {} }],
          mail: seats.map((one) => seatMailOf(one.seat, one.messages))
        }
      })
    )
    const layer = Layer.mergeAll(
      layersInMemory(kept),
      host.layer,
      locks,
      Layer.succeed(Mailbox, mailbox),
      HookRecords.layerMemory([])
    )
    // The facts of the stage, not the layers' own.
    const context = Context.merge(yield* Layer.build(layer), yield* Layer.build(facts))
    const memory = yield* Ref.make(emptyMemory)
    const start = Effect.gen(function* () {
      const scope = yield* Scope.make()
      const options = { session: SESSION, root: place.root, pane }
      const deliveries = yield* Effect.provide(Scope.extend(makeDeliveries(options), scope), context)
      return { deliveries, stop: Scope.close(scope, Exit.void) }
    })
    let watch = yield* start
    const during = <A, E>(effect: Effect.Effect<A, E>) =>
      Effect.flatMap(Effect.fork(effect), (fiber) => advanceUntilDone(fiber, 10))
    /** What became of the deliveries, for the next look. */
    const told = yield* Ref.make<ReadonlyArray<TypedFact>>([])
    const typing = Effect.gen(function* () {
      const fresh = yield* watch.deliveries.typing
      return { ...fresh, typed: [...(yield* Ref.getAndSet(told, [])), ...fresh.typed] }
    })
    const look = Effect.gen(function* () {
      const asked = {
        ...now,
        session: SESSION,
        folder: "/",
        cause: "interval" as const,
        typing: yield* typing
      }
      return yield* Effect.provide(gather(asked), context)
    })
    /** A pass's own part, up to the lines it asks for. */
    const judged = (snapshot: Effect.Effect.Success<typeof look>) =>
      Effect.gen(function* () {
        const result = pass(snapshot, yield* Ref.get(memory))
        yield* Ref.set(memory, result.memory)
        return result
      })
    /** Lets what is under way come to its end. */
    const settle = (millis = 5 * SECOND) =>
      Effect.gen(function* () {
        for (let gone = 0; gone < millis; gone += 50) {
          yield* TestClock.adjust(50)
          for (let turn = 0; turn < 3; turn++) yield* breathe
        }
      })
    /** Lets a delivery come to its end, however long the files take. */
    const finish = Effect.gen(function* () {
      for (let count = 0; count < 2_000 && (yield* Ref.get(told)).length === 0; count++) {
        yield* TestClock.adjust(50)
        yield* breathe
        const { typed } = yield* watch.deliveries.typing
        yield* Ref.update(told, (all) => [...all, ...typed])
      }
    })
    const carry = (result: PassResult) => during(watch.deliveries.carry(result, now))
    const step = Effect.gen(function* () {
      const result = yield* judged(yield* during(look))
      yield* carry(result)
      return result
    })
    /** One pass, and the delivery it asks for to its end; answers what the next pass logs of it. */
    const turn = Effect.gen(function* () {
      const { intents } = yield* step
      if (intents.length > 0) yield* finish
      const after = yield* judged(yield* during(look))
      return {
        intents: intents.map(({ _tag }) => _tag),
        lines: after.lines.filter((line) => /the (nudge|ring|line) /.test(line))
      }
    })
    const restart = Effect.gen(function* () {
      yield* during(watch.stop)
      watch = yield* start
    })
    return {
      ...host,
      now,
      context,
      kept,
      step,
      turn,
      look: during(look),
      judged,
      carry,
      settle,
      restart,
      stop: Effect.suspend(() => during(watch.stop)),
      finish,
      deliveries: { typing, carry: watch.deliveries.carry },
      keys: () => host.model.keys.map(({ key }) => key),
      taken: () => host.model.submissions.map(({ text }) => text)
    }
  })

export const work = (...names: ReadonlyArray<string>) => join(place.root, ".agents", "work", ...names)
export const NUDGE = () => `Read ${work("worker.md")} and do that.`
export const scoped = <A, E>(effect: Effect.Effect<A, E, Mailbox | Scope.Scope>) => run(Effect.scoped(effect))
