import * as Effect from "effect/Effect"
import { noBudgets } from "../domain/budget/account.ts"
import type { BudgetObservation } from "../domain/budget/reading.ts"
import { Approvals } from "./Approvals.ts"
import { type BudgetChecks, readChecks } from "./BudgetChecks.ts"
import { Budgets } from "./Budgets.ts"
import type { TeamNow, WatchBudgets } from "./Watch.ts"

export interface BudgetRoundsOptions {
  /** The team as it is now: its accounts, and how often they are asked. */
  readonly source: Effect.Effect<TeamNow>
  /** The project's root, whose approval says which check commands may run. */
  readonly root: string
  /** False for a watch on another session than the file's: it runs no check and saves no reading (spec 000 rule 12). */
  readonly own: boolean
}

/**
 * The accounts beside a watch: `round` runs every account's check command once, as approved, and folds what they read;
 * `fold` takes in what the screens of a pass showed. Neither fails; what went wrong is a line.
 */
export const makeBudgetRounds = ({
  own,
  root,
  source
}: BudgetRoundsOptions): Effect.Effect<WatchBudgets, never, Approvals | BudgetChecks | Budgets> =>
  Effect.gen(function* () {
    const context = yield* Effect.context<Approvals | BudgetChecks | Budgets>()
    const budgets = yield* Budgets
    const approvals = yield* Approvals
    const fold = (seen: ReadonlyArray<BudgetObservation>): Effect.Effect<string | null> =>
      !own || seen.length === 0
        ? Effect.succeed(null)
        : budgets.fold(seen).pipe(
            Effect.as(null),
            Effect.catchAll((error) =>
              Effect.succeed(`the accounts' readings could not be saved: ${error.message}`)
            )
          )
    const round = Effect.gen(function* () {
      const { team } = yield* source
      const spec = team.budgets ?? noBudgets
      const asks = spec.accounts.some(({ check }) => check !== null)
      if (!own || !asks) return { every: spec.checkEvery, said: [] }
      const { verdict } = yield* approvals.read(root)
      const approved = verdict._tag === "Verified" ? verdict.record.checks : {}
      const { said, seen } = yield* readChecks(spec, approved)
      const problem = yield* fold(seen)
      return { every: spec.checkEvery, said: problem === null ? said : [...said, problem] }
    }).pipe(Effect.provide(context))
    return { round, fold }
  })
