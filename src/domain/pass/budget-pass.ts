import { noBudgets } from "../budget/account.ts"
import { type AccountCount, countAccounts } from "../budget/counts.ts"
import { foldReadings } from "../budget/fold.ts"
import { emptyMarkMemory, type MarkMemory, stepMarks } from "../budget/marks.ts"
import { screenObservations, seatScreenOf } from "../budget/observe.ts"
import type { BudgetObservation } from "../budget/reading.ts"
import type { PassMemory } from "./memory.ts"
import type { SeatView } from "./seat-view.ts"
import type { Snapshot } from "./snapshot.ts"

/** What a pass makes of the accounts (spec 000 §3.3 check 16). */
export interface BudgetPass {
  readonly counts: ReadonlyArray<AccountCount>
  readonly marks: MarkMemory
  /** What the screens showed: for the shell to fold into the stored readings. */
  readonly seen: ReadonlyArray<BudgetObservation>
}

/** A seat whose entry is not the approved one folds nothing: its figures are shown and count for nobody. */
const drifted = ({ approval }: Snapshot): ReadonlySet<string> =>
  new Set(approval?.differences.flatMap(({ kind, name }) => (kind === "section" ? [] : [name])) ?? [])

/** Counts the accounts by the stored readings and what the screens of this pass show. */
export const budgetPass = (
  snapshot: Snapshot,
  seats: ReadonlyArray<SeatView>,
  before: Pick<PassMemory, "marks">
): BudgetPass => {
  const { at } = snapshot
  const spec = snapshot.team.budgets ?? noBudgets
  const apart = drifted(snapshot)
  const screens = seats.flatMap((view) => seatScreenOf(view, at, !apart.has(view.spec.name)) ?? [])
  const seen = screenObservations(screens, spec.accounts)
  const counts = countAccounts(spec, foldReadings(snapshot.budgets ?? [], seen, at), at)
  return { counts, seen, marks: stepMarks(before.marks ?? emptyMarkMemory, counts, at) }
}
