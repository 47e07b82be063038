import { describe, expect, it } from "vitest"
import { type AccountSpec, MINOR } from "../../../src/domain/budget/account.ts"
import {
  type AccountCount,
  accountsWithRoom,
  countAccount,
  countAccounts,
  isRefusing
} from "../../../src/domain/budget/counts.ts"
import { foldReadings } from "../../../src/domain/budget/fold.ts"
import { launchBudget } from "../../../src/domain/budget/gate.ts"
import type { BudgetReading } from "../../../src/domain/budget/reading.ts"
import { budgets, HOUR, holds, MINUTE, plan, purse, reading, says, shows, T } from "./support.ts"

const STALE = 30 * MINUTE
const count = (readings: ReadonlyArray<BudgetReading>, at: number, account: AccountSpec = plan("plan")) =>
  countAccount(account, readings, STALE, at)
/** `state window value`, and whether it refuses. */
const told = (one: AccountCount) => {
  const { tightest } = one
  const of = tightest === null ? "" : ` ${tightest.window} ${tightest.reading?.value}`
  return `${one.state}${of}${isRefusing(one) ? " refuses" : ""}`
}
const checked = (value: number, at: number, more: Partial<BudgetReading> = {}) =>
  reading(value, at, { seat: null, source: "check", ...more })

describe("a fresh reading", () => {
  it.each([
    [[], "unknown"],
    [[reading(38, T)], "fresh weekly 38"],
    [[reading(21, T)], "fresh weekly 21"],
    [[reading(20, T)], "fresh weekly 20 refuses"],
    [[reading(0, T)], "fresh weekly 0 refuses"],
    [[reading(38, T, { confirmed: false })], "unconfirmed"],
    [[reading(5, T, { confirmed: false })], "unconfirmed"],
    [[reading(38, T, { account: "other" })], "unknown"],
    [[reading(5, T, { resetsAt: T + 1 })], "unknown"],
    [[reading(5, T, { resetsAt: T + HOUR })], "fresh weekly 5 refuses"]
  ])("%#: %s", (readings, said) => expect(told(count(readings, T + MINUTE))).toBe(said))

  it("is one younger than stale_after, a screen's from its change and a check's from its reading", () => {
    const seen = reading(90, T, { readAt: T + 29 * MINUTE })
    expect(told(count([seen], T + STALE - 1))).toBe("fresh weekly 90")
    expect(told(count([seen], T + STALE))).toBe("stale weekly 90")
    const both = plan("plan", { sources: ["check"] })
    const run = checked(90, T, { readAt: T + 29 * MINUTE })
    expect(told(count([run], T + STALE, both))).toBe("fresh weekly 90")
    expect(told(count([run], T + 29 * MINUTE + STALE, both))).toBe("stale weekly 90")
  })

  it("of the tightest window counts: the lower figure, then the shorter window", () => {
    const of = (session: number, daily: number, weekly: number) =>
      told(
        count(
          [
            reading(weekly, T),
            reading(session, T, { window: "session" }),
            reading(daily, T, { window: "daily" })
          ],
          T
        )
      )
    expect(of(50, 40, 30)).toBe("fresh weekly 30")
    expect(of(30, 30, 30)).toBe("fresh session 30")
    expect(of(40, 30, 30)).toBe("fresh daily 30")
    expect(of(10, 15, 12)).toBe("fresh session 10 refuses")
  })
})

describe("several seats", () => {
  it("the newest change wins, whatever an idle pane still shows; a confirmed figure before a first sight", () => {
    const idle = reading(60, T, { seat: "idle", readAt: T + 9 * MINUTE })
    const busy = reading(41, T + MINUTE, { seat: "busy" })
    expect(told(count([idle, busy], T + 9 * MINUTE))).toBe("fresh weekly 41")
    expect(told(count([busy, idle], T + 9 * MINUTE))).toBe("fresh weekly 41")
    const sight = reading(10, T + 5 * MINUTE, { seat: "new", confirmed: false })
    expect(told(count([sight, busy], T + 9 * MINUTE))).toBe("fresh weekly 41")
  })

  it("an old confirmed figure goes before a first sight, which alone never counts", () => {
    const old = reading(15, T, { resetsAt: T + 9 * HOUR })
    const sight = reading(90, T + 2 * HOUR, { seat: "new", confirmed: false })
    expect(told(count([old, sight], T + 2 * HOUR))).toBe("refusing weekly 15 refuses")
  })
})

describe("a stale reading", () => {
  const at = T + 44 * MINUTE
  const soon = T + 10 * HOUR
  it.each([
    ["inside the reserve with a known reset goes on refusing", 20, soon, "refusing weekly 20 refuses"],
    ["inside it without one is unknown", 20, null, "unknown"],
    ["as far again outside it is unknown too", 21, null, "unknown"],
    ["as far again outside it is unknown too, to the point", 40, null, "unknown"],
    ["further out counts as last seen", 41, null, "stale weekly 41"],
    ["further out counts as last seen, its reset known or not", 41, soon, "stale weekly 41"],
    ["close by is unknown, its reset known or not", 40, soon, "unknown"]
  ])("%s", (_, value, resetsAt, said) =>
    expect(told(count([reading(value, T, { resetsAt })], at))).toBe(said)
  )

  it("without a reserve always counts", () => {
    const free = plan("plan", { reserve: null })
    expect(told(count([reading(0, T)], at, free))).toBe("stale weekly 0")
  })

  it("leaves the windows that do count", () => {
    const readings = [reading(25, T), reading(80, at, { window: "session" })]
    expect(told(count(readings, at))).toBe("fresh session 80")
  })
})

describe("the sources in order", () => {
  const both = plan("plan", { sources: ["check", "status_line"] })
  const turned = plan("plan", { sources: ["status_line", "check"] })
  const of = (readings: ReadonlyArray<BudgetReading>, at: number, account: AccountSpec) => {
    const { tightest } = count(readings, at, account)
    return [tightest?.reading?.source, tightest?.fallback]
  }

  it("the first fresh one counts, the next is a fallback, one that is not listed nothing", () => {
    const readings = [reading(50, T), checked(60, T)]
    expect(of(readings, T, both)).toEqual(["check", false])
    expect(of(readings, T, turned)).toEqual(["status_line", false])
    expect(of(readings, T, plan("plan"))).toEqual(["status_line", false])
    const late = [reading(50, T + STALE), checked(60, T)]
    expect(of(late, T + STALE, both)).toEqual(["status_line", true])
    expect(of([checked(60, T)], T, plan("plan"))).toEqual([undefined, undefined])
  })

  it("of two stale ones the newer counts, and a first sight never goes before a check", () => {
    expect(of([reading(50, T + 5), checked(60, T)], T + 2 * HOUR, both)).toEqual(["status_line", true])
    const sight = reading(50, T, { confirmed: false })
    expect(of([sight, checked(60, T)], T, turned)).toEqual(["check", true])
  })

  it("a window that the check no longer names is no window, unless it still refuses", () => {
    const only = plan("plan", { sources: ["check"] })
    const now = T + 2 * HOUR
    const run = checked(90, now)
    const old = (value: number, resetsAt: number | null) => checked(value, T, { window: "session", resetsAt })
    expect(told(count([run, old(70, null)], now, only))).toBe("fresh weekly 90")
    expect(count([run, old(30, null)], now, only).windows).toHaveLength(1)
    expect(told(count([run, old(10, now + HOUR)], now, only))).toBe("refusing session 10 refuses")
  })
})

describe("money", () => {
  const at = (dollars: number, later = 0, floor = 5) =>
    told(count(foldReadings([], [holds(dollars, T)], T), T + later, purse("purse", floor)))

  it("counts exactly: at the floor it refuses, a ten-thousandth above it does not", () => {
    expect(at(5)).toBe("fresh spend 50000 refuses")
    expect(at(4.9999)).toBe("fresh spend 49999 refuses")
    expect(at(5.0001)).toBe("fresh spend 50001")
    expect(at(-0.5)).toBe("fresh spend -5000 refuses")
    expect(at(0, 0, 0)).toBe("fresh spend 0 refuses")
  })

  it("once stale is unknown near its floor, and counts further out", () => {
    expect(at(4, STALE)).toBe("unknown")
    expect(at(10, STALE)).toBe("unknown")
    expect(at(10.0001, STALE)).toBe("stale spend 100001")
  })

  it("in another currency than the floor's, or off a screen, is none", () => {
    const spend = { account: "purse", window: "spend", currency: "EUR", seat: null, source: "check" } as const
    expect(told(count([reading(9 * MINOR, T, spend)], T, purse("purse")))).toBe("unknown")
    const screen = { ...spend, currency: "USD", source: "status_line" } as const
    expect(told(count([reading(9 * MINOR, T, screen)], T, purse("purse")))).toBe("unknown")
    const other = reading(1, T, { ...spend, currency: "USD", window: "weekly" })
    expect(told(count([other], T, purse("purse")))).toBe("unknown")
  })
})

describe("the launch gate", () => {
  const spec = budgets([plan("plan"), plan("other", { sources: ["check"] }), purse("purse"), plan("empty")])
  const counts = (plans: number, purses: number, at = T + 44 * MINUTE) =>
    countAccounts(
      spec,
      foldReadings(
        [reading(plans, T, { resetsAt: T + 9 * HOUR })],
        [says(60, at - MINUTE, { account: "other" }), holds(purses, at - 65 * MINUTE)],
        at
      ),
      at
    )

  it("names the window, the reserve, the age and who has room", () => {
    expect(launchBudget("plan", counts(12, 90))).toEqual({
      _tag: "Refused",
      text: "refused: plan weekly left 12%, inside its 20% reserve, changed 44m ago; accounts with room: other, purse"
    })
    const alone = countAccounts(
      budgets([plan("other", { sources: ["check"] })]),
      foldReadings([], [says(12, T, { account: "other" })], T),
      T + 2 * MINUTE
    )
    expect(launchBudget("other", alone)).toEqual({
      _tag: "Refused",
      text: "refused: other weekly left 12%, inside its 20% reserve, read 2m ago; accounts with room: none"
    })
  })

  it("names the money exactly", () => {
    const at = T + 5 * MINUTE
    const now = countAccounts(budgets([purse("purse")]), foldReadings([], [holds(4.996, T)], at), at)
    expect(launchBudget("purse", now)).toEqual({
      _tag: "Refused",
      text: "refused: purse spend 4.996 USD, at or below its 5.00 USD floor, read 5m ago; accounts with room: none"
    })
  })

  it("only notices what is unknown or seen once, and knows nothing of an account the file does not list", () => {
    expect(launchBudget("empty", counts(12, 90))).toEqual({ _tag: "Notice", text: "empty is unknown" })
    expect(launchBudget("purse", counts(12, 7))).toEqual({ _tag: "Notice", text: "purse is unknown" })
    expect(launchBudget("other", counts(12, 7))).toEqual({ _tag: "Clear" })
    expect(launchBudget("nobody", counts(12, 7))).toEqual({ _tag: "Clear" })
    const sight = countAccounts(budgets([plan("plan")]), foldReadings([], [shows("alpha", 3, T)], T), T)
    expect(launchBudget("plan", sight)).toEqual({
      _tag: "Notice",
      text: "plan: first sight only, not yet counted"
    })
    expect(accountsWithRoom(sight)).toEqual([])
  })
})
