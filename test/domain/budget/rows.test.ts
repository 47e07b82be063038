import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { countAccounts } from "../../../src/domain/budget/counts.ts"
import { foldReadings } from "../../../src/domain/budget/fold.ts"
import { BudgetRow, budgetCells, budgetRows } from "../../../src/domain/budget/rows.ts"
import { age, amount } from "../../../src/domain/budget/texts.ts"
import { budgets, HOUR, holds, MINUTE, plan, purse, reading, says, shows, T } from "./support.ts"

const NOW = T + 44 * MINUTE
const spec = budgets([
  plan("plan", { sources: ["check", "status_line"], check: "quota" }),
  plan("free", { reserve: null }),
  plan("fresh"),
  purse("purse"),
  plan("empty")
])
const stored = [
  reading(15, T, { window: "session", resetsAt: NOW + 65 * MINUTE }),
  reading(60, T, { account: "free" })
]
const seen = [
  says(38, NOW - MINUTE, { resetsAt: NOW + 114 * HOUR + 4 * MINUTE }),
  shows("beta", 3, NOW, { account: "fresh", window: "daily" }),
  holds(4.996, NOW - 5_000)
]
const rows = budgetRows(countAccounts(spec, foldReadings(stored, seen, NOW), NOW), NOW)

describe("the rows", () => {
  it("are one for each window with a reading, and one for an account without any", () => {
    expect(rows.map(budgetCells)).toEqual([
      [
        "plan",
        "session",
        "15% left",
        "85% used",
        "resets in 1h5m",
        "alpha",
        "44m",
        "status line (fallback)",
        "refusing, inside its 20% reserve"
      ],
      ["plan", "weekly", "38% left", "62% used", "resets in 114h4m", "-", "1m", "check", "fresh"],
      ["free", "weekly", "60% left", "40% used", "-", "alpha", "44m", "status line", "stale, last seen 44m"],
      ["fresh", "daily", "3% left", "97% used", "-", "beta", "<1m", "status line", "unconfirmed"],
      ["purse", "spend", "4.996 USD left", "-", "-", "-", "<1m", "check", "fresh, at its 5.00 USD floor"],
      ["empty", "-", "-", "-", "-", "-", "-", "-", "unknown"]
    ])
  })

  it("are data for --json, held by their schema", () => {
    const codec = Schema.Array(BudgetRow)
    expect(Schema.encodeSync(codec)(rows)).toEqual(rows)
    expect(rows[0]).toEqual({
      account: "plan",
      window: "session",
      left: 15,
      used: 85,
      amount: null,
      currency: null,
      resetsIn: 65 * MINUTE,
      seat: "alpha",
      age: 44 * MINUTE,
      source: "status_line",
      fallback: true,
      state: "refusing",
      inside: true,
      reserve: 20,
      floor: null
    })
    expect(rows[4]).toMatchObject({
      left: null,
      amount: "4.996",
      currency: "USD",
      floor: "5.00",
      inside: true
    })
    expect(rows[5]).toMatchObject({ window: null, state: "unknown", inside: false, fallback: false })
  })
})

describe("the figures", () => {
  it.each([
    [0, "<1m"],
    [-5, "<1m"],
    [59_999, "<1m"],
    [MINUTE, "1m"],
    [44 * MINUTE + 59_999, "44m"],
    [HOUR, "1h"],
    [2 * HOUR, "2h"],
    [65 * MINUTE, "1h5m"],
    [114 * HOUR + 4 * MINUTE, "114h4m"]
  ])("an age of %d ms is %s", (ms, text) => expect(age(ms)).toBe(text))

  it.each([
    [0, "0.00"],
    [1, "0.0001"],
    [10, "0.001"],
    [100, "0.01"],
    [1_000, "0.10"],
    [50_000, "5.00"],
    [49_960, "4.996"],
    [49_999, "4.9999"],
    [-5_000, "-0.50"],
    [-1, "-0.0001"],
    [999_999_999_999_999, "99999999999.9999"]
  ])("%d minor units are %s", (minor, text) => expect(amount(minor)).toBe(text))
})
