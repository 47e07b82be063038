import * as Schema from "effect/Schema"
import { ReadingSource } from "./account.ts"
import type { AccountCount, WindowCount } from "./counts.ts"
import { BudgetWindow } from "./reading.ts"
import * as text from "./texts.ts"

/** One row of the budget block of `team status` and `team usage`, as `--json` prints it. Times are whole milliseconds. */
export const BudgetRow = Schema.Struct({
  account: Schema.String,
  /** Null where the account has no reading at all. */
  window: Schema.NullOr(BudgetWindow),
  /** Percent of a subscription's window; null for money. */
  left: Schema.NullOr(Schema.Number),
  used: Schema.NullOr(Schema.Number),
  /** Money left, as a decimal text, with its currency; null for a subscription. */
  amount: Schema.NullOr(Schema.String),
  currency: Schema.NullOr(Schema.String),
  resetsIn: Schema.NullOr(Schema.Number),
  /** The seat whose screen showed it; null for a check. */
  seat: Schema.NullOr(Schema.String),
  /** Since a screen's figure changed, or a check's was read. */
  age: Schema.NullOr(Schema.Number),
  source: Schema.NullOr(ReadingSource),
  /** Not from the account's first source. */
  fallback: Schema.Boolean,
  state: Schema.Literal("fresh", "stale", "unconfirmed", "refusing", "unknown"),
  /** It counts, and is inside the reserve or at the floor. */
  inside: Schema.Boolean,
  /** Percent kept back; null for money and for an account without one. */
  reserve: Schema.NullOr(Schema.Number),
  /** Money kept back, as a decimal text. */
  floor: Schema.NullOr(Schema.String)
})
export type BudgetRow = typeof BudgetRow.Type

const rowOf = ({ account }: AccountCount, one: WindowCount | null, at: number): BudgetRow => {
  const reading = one?.reading ?? null
  const money = account.kind === "spend"
  return {
    account: account.name,
    window: one?.window ?? null,
    left: reading === null || money ? null : reading.value,
    used: reading === null || money ? null : 100 - reading.value,
    amount: reading === null || !money ? null : text.amount(reading.value),
    currency: account.floor?.currency ?? null,
    resetsIn: reading === null || reading.resetsAt === null ? null : Math.max(0, reading.resetsAt - at),
    seat: reading?.seat ?? null,
    age: one?.age ?? null,
    source: reading?.source ?? null,
    fallback: one?.fallback ?? false,
    state: one?.state ?? "unknown",
    inside: one?.inside ?? false,
    reserve: account.reserve,
    floor: account.floor === null ? null : text.amount(account.floor.amount)
  }
}

/** The rows of every account at `at` (epoch ms): a row for each window with a reading, one `unknown` row for none. */
export const budgetRows = (counts: ReadonlyArray<AccountCount>, at: number): ReadonlyArray<BudgetRow> =>
  counts.flatMap((count) =>
    count.windows.length === 0 ? [rowOf(count, null, at)] : count.windows.map((one) => rowOf(count, one, at))
  )

const sourceWord = ({ fallback, source }: BudgetRow): string => {
  if (source === null) return "-"
  const word = source === "check" ? "check" : "status line"
  return fallback ? `${word} (fallback)` : word
}

const stateWord = (row: BudgetRow): string => {
  const state =
    row.state === "stale" && row.age !== null ? `stale, last seen ${text.age(row.age)}` : row.state
  if (!row.inside) return state
  return row.floor === null
    ? `${state}, inside its ${row.reserve ?? 0}% reserve`
    : `${state}, at its ${row.floor} ${row.currency ?? ""} floor`
}

/** A row as the cells of a table: account, window, left, used, resets, seat, age, source, state. */
export const budgetCells = (row: BudgetRow): ReadonlyArray<string> => [
  row.account,
  row.window ?? "-",
  row.left !== null
    ? `${row.left}% left`
    : row.amount !== null
      ? `${row.amount} ${row.currency ?? ""} left`
      : "-",
  row.used === null ? "-" : `${row.used}% used`,
  row.resetsIn === null ? "-" : `resets in ${text.age(row.resetsIn)}`,
  row.seat ?? "-",
  row.age === null ? "-" : text.age(row.age),
  sourceWord(row),
  stateWord(row)
]
