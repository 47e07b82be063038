import { type AccountCount, accountsWithRoom, isRefusing } from "./counts.ts"
import * as text from "./texts.ts"

/** What budgets say of launching a seat on an account. A notice never stops a launch. */
export type LaunchBudget =
  | { readonly _tag: "Clear" }
  | { readonly _tag: "Notice"; readonly text: string }
  | { readonly _tag: "Refused"; readonly text: string }

const refusal = (count: AccountCount, room: ReadonlyArray<string>): string => {
  const { account, tightest } = count
  const { floor, name, reserve } = account
  const value = tightest?.reading?.value ?? 0
  const age = tightest?.age ?? 0
  if (account.kind === "spend") {
    return text.refusedFloor(name, value, floor?.amount ?? 0, floor?.currency ?? "", age, room)
  }
  const said = text.insideReserve(name, tightest?.window ?? "", value, reserve ?? 0)
  return text.refusedReserve(said, tightest?.reading?.source === "check" ? "read" : "changed", age, room)
}

/**
 * Whether a seat may start on `account`: refused inside the reserve and at the floor, with the accounts that have room; an
 * account the file does not list is nobody's to count. For a seat that runs already, print a refusal as a notice.
 */
export const launchBudget = (account: string, counts: ReadonlyArray<AccountCount>): LaunchBudget => {
  const count = counts.find((one) => one.account.name === account)
  if (count === undefined) return { _tag: "Clear" }
  if (isRefusing(count)) return { _tag: "Refused", text: refusal(count, accountsWithRoom(counts)) }
  if (count.state === "unconfirmed") return { _tag: "Notice", text: text.firstSight(account) }
  return count.state === "unknown" ? { _tag: "Notice", text: text.isUnknown(account) } : { _tag: "Clear" }
}
