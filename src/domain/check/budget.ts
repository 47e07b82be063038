import { noBudgets } from "../budget/account.ts"
import { budgetFindings } from "../budget/check.ts"
import type { TeamCheck } from "./check.ts"

/** Check 16: an account past a mark, inside its reserve, at its floor, or unknown while a seat runs on it (spec 000 §3.3). */
export const budget: TeamCheck = {
  name: "budget",
  runsOn: "team",
  needsHost: false,
  run: ({ at, budgets, listing, seats, team }) =>
    budgetFindings({
      at,
      levels: (team.budgets ?? noBudgets).marks,
      counts: budgets.counts,
      marks: budgets.marks,
      running:
        listing === null
          ? null
          : seats
              .filter((seat) => seat.running)
              .map(({ spec }) => ({ seat: spec.name, account: spec.account }))
    })
}
