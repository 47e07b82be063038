import * as Schema from "effect/Schema"
import type { TeamFile } from "../team/file.ts"

/** Money as a whole number of ten-thousandths, so that two amounts compare exactly. */
export const MINOR = 10_000

/** Where a reading comes from: the account's own check command, or a CLI's status rows. */
export const ReadingSource = Schema.Literal("check", "status_line")
export type ReadingSource = typeof ReadingSource.Type

/** One account as it is counted. `reserve` is percent of a subscription, `floor` an amount of a spend account in minor units. */
export const AccountSpec = Schema.Struct({
  name: Schema.String,
  kind: Schema.Literal("subscription", "spend"),
  shared: Schema.Boolean,
  reserve: Schema.NullOr(Schema.Number),
  floor: Schema.NullOr(Schema.Struct({ amount: Schema.Int, currency: Schema.String })),
  sources: Schema.Array(ReadingSource),
  check: Schema.NullOr(Schema.String)
})
export type AccountSpec = typeof AccountSpec.Type

/** The file's `budgets`, resolved: times in milliseconds, accounts in the file's order. */
export const BudgetSpec = Schema.Struct({
  staleAfter: Schema.Number,
  checkEvery: Schema.Number,
  marks: Schema.Array(Schema.Number),
  accounts: Schema.Array(AccountSpec)
})
export type BudgetSpec = typeof BudgetSpec.Type

/** No account: nothing is read and nothing is said. */
export const noBudgets: BudgetSpec = { staleAfter: 1_800_000, checkEvery: 600_000, marks: [], accounts: [] }

/** What a team file's `budgets` section means for counting. Pass the section that is in force, not an unapproved one. */
export const budgetSpecOf = (budgets: TeamFile["budgets"]): BudgetSpec => ({
  staleAfter: budgets.stale_after.ms,
  checkEvery: budgets.check_every.ms,
  marks: [...budgets.marks].sort((left, right) => left - right),
  accounts: Object.entries(budgets.accounts).map(([name, account]) => ({
    name,
    kind: account.kind,
    shared: account.shared,
    reserve: account.reserve,
    floor:
      account.floor === null
        ? null
        : { amount: Math.round(account.floor.amount * MINOR), currency: account.floor.currency },
    sources: account.sources,
    check: account.check
  }))
})
