import { type Finding, keep, once } from "../report/finding.ts"
import { type AccountCount, isRefusing } from "./counts.ts"
import { type MarkMemory, markFindings } from "./marks.ts"
import * as text from "./texts.ts"

/** What check 16 reads: this pass's counts, and the windows its marks are said in, already stepped (`stepMarks`). */
export interface BudgetCheckInput {
  readonly at: number
  readonly levels: ReadonlyArray<number>
  readonly counts: ReadonlyArray<AccountCount>
  readonly marks: MarkMemory
  /** Every seat that runs and its account, in the file's order; null while the host does not answer. */
  readonly running: ReadonlyArray<{ readonly seat: string; readonly account: string }> | null
}

const insideText = ({ account, tightest }: AccountCount): string => {
  const { floor, name, reserve } = account
  const value = tightest?.reading?.value ?? 0
  return account.kind === "spend"
    ? text.atFloor(name, value, floor?.amount ?? 0, floor?.currency ?? "")
    : text.insideReserve(name, tightest?.window ?? "", value, reserve ?? 0)
}

/** While nothing counts for an account, what was said of it neither clears nor starts. */
const inside = (count: AccountCount): ReadonlyArray<Finding> => {
  const { account, tightest } = count
  const key = `budget:${account.kind === "spend" ? "floor" : "reserve"}:${account.name}`
  if (tightest === null) return [keep(key)]
  return isRefusing(count) ? [once(key, insideText(count), "owner")] : []
}

const unknown = (
  { account, state }: AccountCount,
  running: BudgetCheckInput["running"]
): ReadonlyArray<Finding> => {
  const key = `budget:unknown:${account.name}`
  if (state !== "unknown") return []
  if (running === null) return [keep(key)]
  const seat = running.find((one) => one.account === account.name)
  return seat === undefined ? [] : [once(key, text.unknownWhile(account.name, seat.seat), "operator")]
}

/**
 * Check 16 (spec 000 §3.3, §3.5): marks and unknown accounts to the operator, reserve and floor to the owner. A bare first
 * sight says nothing, and an account nobody runs on is not said to be unknown.
 */
export const budgetFindings = ({
  at,
  counts,
  levels,
  marks,
  running
}: BudgetCheckInput): ReadonlyArray<Finding> => [
  ...markFindings(marks, at, levels),
  ...counts.flatMap((count) => [...inside(count), ...unknown(count, running)])
]
