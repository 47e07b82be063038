import { type AccountSpec, type BudgetSpec, MINOR } from "../../../src/domain/budget/account.ts"
import type { BudgetObservation, BudgetReading } from "../../../src/domain/budget/reading.ts"

export const MINUTE = 60_000
export const HOUR = 3_600_000
/** An instant of the tests; everything else is measured from it. */
export const T = 1_764_560_000_000

/** A subscription that reads screens, with a reserve of 20%. */
export const plan = (name: string, more: Partial<AccountSpec> = {}): AccountSpec => ({
  name,
  kind: "subscription",
  shared: false,
  reserve: 20,
  floor: null,
  sources: ["status_line"],
  check: null,
  ...more
})

/** A spend account with a floor of so many dollars. */
export const purse = (name: string, floor = 5): AccountSpec => ({
  ...plan(name),
  kind: "spend",
  reserve: null,
  floor: { amount: floor * MINOR, currency: "USD" },
  sources: ["check"],
  check: "balance"
})

export const budgets = (
  accounts: ReadonlyArray<AccountSpec>,
  more: Partial<BudgetSpec> = {}
): BudgetSpec => ({
  staleAfter: 30 * MINUTE,
  checkEvery: 10 * MINUTE,
  marks: [50, 75, 90],
  accounts,
  ...more
})

/** A seat's screen shows so much left of a window. */
export const shows = (
  seat: string,
  value: number,
  at: number,
  more: Partial<BudgetObservation> = {}
): BudgetObservation => ({
  account: "plan",
  window: "weekly",
  value,
  currency: null,
  resetsAt: null,
  seat,
  source: "status_line",
  at,
  foldable: true,
  ...more
})

/** A check command said so much left of a window. */
export const says = (value: number, at: number, more: Partial<BudgetObservation> = {}): BudgetObservation =>
  shows("", value, at, { seat: null, source: "check", ...more })

/** A check command said so many dollars. */
export const holds = (dollars: number, at: number): BudgetObservation =>
  says(Math.round(dollars * MINOR), at, { account: "purse", window: "spend", currency: "USD" })

/** A reading as it is stored: a confirmed screen's figure, changed and read at `at`. */
export const reading = (value: number, at: number, more: Partial<BudgetReading> = {}): BudgetReading => ({
  account: "plan",
  window: "weekly",
  value,
  currency: null,
  resetsAt: null,
  seat: "alpha",
  source: "status_line",
  changedAt: at,
  readAt: at,
  before: { value: value + 1, at: at - 1 },
  confirmed: true,
  ...more
})
