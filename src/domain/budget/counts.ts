import type { AccountSpec, BudgetSpec, ReadingSource } from "./account.ts"
import { type BudgetReading, type BudgetWindow, QUOTA_WINDOWS } from "./reading.ts"

/**
 * What a reading is worth now. `fresh` it counts · `stale` old, and so far from the limit that it counts as last seen ·
 * `refusing` old, inside the reserve until a known reset: it goes on refusing · `unconfirmed` a screen's first sight ·
 * `unknown` nothing that counts.
 */
export type CountState = "fresh" | "stale" | "refusing" | "unconfirmed" | "unknown"

/** One window of an account, and the reading it is counted by. */
export interface WindowCount {
  readonly window: BudgetWindow
  readonly state: CountState
  /** The reading that counts, or that would; null when there is none. */
  readonly reading: BudgetReading | null
  /** Not from the account's first source. */
  readonly fallback: boolean
  /** Milliseconds since a screen's figure changed, or a check's was read. */
  readonly age: number | null
  /** It counts, and is inside the reserve, or at or below the floor. */
  readonly inside: boolean
}

/** One account: every window that has a reading, the tightest one that counts, and what that makes of the account. */
export interface AccountCount {
  readonly account: AccountSpec
  readonly state: CountState
  readonly windows: ReadonlyArray<WindowCount>
  readonly tightest: WindowCount | null
}

/** True for a state that counts for the launch gate and the reports. */
export const isCounting = (state: CountState): boolean =>
  state === "fresh" || state === "stale" || state === "refusing"

/** The instant a reading is as old as: an idle pane shows an old figure for hours, so a screen's counts from its change. */
const standsOn = (reading: BudgetReading): number =>
  reading.source === "check" ? reading.readAt : reading.changedAt

/** Percent or minor units kept back; null for a subscription without a reserve. */
const limitOf = (account: AccountSpec): number | null =>
  account.kind === "spend" ? (account.floor?.amount ?? null) : account.reserve

const isInside = (reading: BudgetReading, limit: number | null): boolean =>
  limit !== null && reading.value <= limit

/** Money counts off a check alone, and in the floor's currency. */
const belongs = (reading: BudgetReading, account: AccountSpec): boolean =>
  reading.account === account.name &&
  (account.kind !== "spend" || (reading.source === "check" && reading.currency === account.floor?.currency))

/** Of one window's screens: a confirmed figure before a first sight, then the newest change, then the lower figure. */
const isBetter = (left: BudgetReading, right: BudgetReading): boolean => {
  if (left.confirmed !== right.confirmed) return left.confirmed
  if (standsOn(left) !== standsOn(right)) return standsOn(left) > standsOn(right)
  return left.value < right.value
}

const best = (readings: ReadonlyArray<BudgetReading>): BudgetReading | null =>
  readings.reduce<BudgetReading | null>(
    (found, one) => (found === null || isBetter(one, found) ? one : found),
    null
  )

const staleState = (reading: BudgetReading, limit: number | null): CountState => {
  if (limit === null) return "stale"
  if (reading.value <= limit) return reading.resetsAt === null ? "unknown" : "refusing"
  // Within the reserve again outside it: what went on since may have reached it.
  return reading.value <= 2 * limit ? "unknown" : "stale"
}

interface Candidate {
  readonly reading: BudgetReading
  readonly source: ReadingSource
  readonly fresh: boolean
}

/** A confirmed reading that counts for its source; of several, the first fresh one in order, else the newest. */
const chosen = (candidates: ReadonlyArray<Candidate>): Candidate | null => {
  const confirmed = candidates.filter(({ reading }) => reading.confirmed)
  const fresh = confirmed.find((one) => one.fresh)
  if (fresh !== undefined) return fresh
  return confirmed.reduce<Candidate | null>(
    (found, one) => (found === null || standsOn(one.reading) > standsOn(found.reading) ? one : found),
    null
  )
}

const countWindow = (
  account: AccountSpec,
  window: BudgetWindow,
  readings: ReadonlyArray<BudgetReading>,
  staleAfter: number,
  at: number
): WindowCount | null => {
  const limit = limitOf(account)
  const candidates = account.sources.flatMap((source): ReadonlyArray<Candidate> => {
    const reading = best(readings.filter((one) => one.window === window && one.source === source))
    return reading === null ? [] : [{ reading, source, fresh: at - standsOn(reading) < staleAfter }]
  })
  const found = chosen(candidates) ?? candidates[0] ?? null
  if (found === null) return null
  const { fresh, reading, source } = found
  const state = !reading.confirmed ? "unconfirmed" : fresh ? "fresh" : staleState(reading, limit)
  return {
    window,
    state,
    reading,
    fallback: source !== account.sources[0],
    age: Math.max(0, at - standsOn(reading)),
    inside: isCounting(state) && isInside(reading, limit)
  }
}

/** A window that the newest run of the check no longer names is no window any more, unless it still refuses. */
const isNamed = (one: WindowCount, all: ReadonlyArray<WindowCount>): boolean =>
  one.reading?.source !== "check" ||
  one.state === "fresh" ||
  one.state === "refusing" ||
  !all.some((other) => other.state === "fresh" && other.reading?.source === "check")

const tightestOf = (windows: ReadonlyArray<WindowCount>): WindowCount | null =>
  windows
    .filter(({ state }) => isCounting(state))
    .reduce<WindowCount | null>(
      // The windows come shortest first, so the shorter one of two alike stays.
      (found, one) =>
        found === null || (one.reading?.value ?? 0) < (found.reading?.value ?? 0) ? one : found,
      null
    )

/** What counts for one account at `at` (epoch ms); `staleAfter` in ms. Readings past their known reset count for nothing. */
export const countAccount = (
  account: AccountSpec,
  readings: ReadonlyArray<BudgetReading>,
  staleAfter: number,
  at: number
): AccountCount => {
  const live = readings.filter((one) => belongs(one, account) && (one.resetsAt === null || one.resetsAt > at))
  const names: ReadonlyArray<BudgetWindow> = account.kind === "spend" ? ["spend"] : QUOTA_WINDOWS
  const all = names.flatMap((window) => countWindow(account, window, live, staleAfter, at) ?? [])
  const windows = all.filter((one) => isNamed(one, all))
  const tightest = tightestOf(windows)
  const rest: CountState = windows.some(({ state }) => state === "unknown")
    ? "unknown"
    : windows.some(({ state }) => state === "unconfirmed")
      ? "unconfirmed"
      : "unknown"
  return { account, windows, tightest, state: tightest?.state ?? rest }
}

/** Every account of the file, in its order. */
export const countAccounts = (
  spec: BudgetSpec,
  readings: ReadonlyArray<BudgetReading>,
  at: number
): ReadonlyArray<AccountCount> =>
  spec.accounts.map((account) => countAccount(account, readings, spec.staleAfter, at))

/** The tightest window is inside the reserve, or the money at or below the floor: nothing new starts on it. */
export const isRefusing = (count: AccountCount): boolean => count.tightest?.inside === true

/** Accounts that count and are clear of their reserve or floor, in the file's order. */
export const accountsWithRoom = (counts: ReadonlyArray<AccountCount>): ReadonlyArray<string> =>
  counts.filter((count) => count.tightest !== null && !isRefusing(count)).map(({ account }) => account.name)
