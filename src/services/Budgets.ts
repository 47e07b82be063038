import { join } from "node:path"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"
import { foldReadings } from "../domain/budget/fold.ts"
import { type BudgetObservation, BudgetReading, readingKey } from "../domain/budget/reading.ts"
import { make, type StateError, type StateUnreadable } from "./StateFile.ts"
import type { StateLock } from "./StateLock.ts"

/**
 * The project's state file as this service reads it: `budgets` beside the sessions, because an account is the project's
 * whatever the session. Everything else in the file is carried along as it stands.
 */
const BudgetState = Schema.Struct({
  format: Schema.Literal(1),
  sessions: Schema.Unknown,
  budgets: Schema.optional(Schema.Record({ key: Schema.String, value: BudgetReading }))
})

export interface BudgetsShape {
  /** The stored readings as they stand, also those past their reset (counting leaves them out). */
  readonly read: Effect.Effect<ReadonlyArray<BudgetReading>, StateUnreadable>
  /**
   * Takes new sights in under the state's lock and answers all readings. A watch on another session than the file's must
   * not call it (spec 000 rule 12).
   */
  readonly fold: (
    seen: ReadonlyArray<BudgetObservation>
  ) => Effect.Effect<ReadonlyArray<BudgetReading>, StateError>
}

const keyed = (readings: ReadonlyArray<BudgetReading>) =>
  Object.fromEntries(readings.map((reading) => [readingKey(reading), reading]))

/** The stored budget readings of one project. */
export class Budgets extends Context.Tag("seatwatch/Budgets")<Budgets, BudgetsShape>() {
  /** In `.agents/team.state.json` under the project's root. */
  static readonly layerFile = (root: string): Layer.Layer<Budgets, never, StateLock> =>
    Layer.effect(
      Budgets,
      Effect.map(
        make({
          path: join(root, ".agents", "team.state.json"),
          lockPath: join(root, ".agents", "team.lock"),
          schema: BudgetState,
          format: 1
        }),
        (file): BudgetsShape => {
          const read = Effect.map(file.read, (found) =>
            Object.values(Option.match(found, { onNone: () => ({}), onSome: ({ budgets }) => budgets ?? {} }))
          )
          const fold: BudgetsShape["fold"] = (seen) =>
            file.modifyEffect((found) =>
              Effect.map(Clock.currentTimeMillis, (at) => {
                const state = Option.getOrElse(found, () => ({ format: 1 as const, sessions: {} }))
                const stored = "budgets" in state ? Object.values(state.budgets ?? {}) : []
                const readings = foldReadings(stored, seen, at)
                return [readings, { ...state, budgets: keyed(readings) }] as const
              })
            )
          // Nothing new: no lock is taken and no file is written.
          return { read, fold: (seen) => (seen.some((one) => one.foldable) ? fold(seen) : read) }
        }
      )
    )

  /** Kept in a ref: for tests, the demo and embedding. */
  static readonly layerMemory = (ref: Ref.Ref<ReadonlyArray<BudgetReading>>): Layer.Layer<Budgets> =>
    Layer.succeed(Budgets, {
      read: Ref.get(ref),
      fold: (seen) =>
        Effect.flatMap(Clock.currentTimeMillis, (at) =>
          Ref.updateAndGet(ref, (stored) => foldReadings(stored, seen, at))
        )
    })
}
