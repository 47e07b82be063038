import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { type AccountSpec, type BudgetSpec, MINOR } from "../../../src/domain/budget/account.ts"
import { budgetFindings } from "../../../src/domain/budget/check.ts"
import { countAccounts } from "../../../src/domain/budget/counts.ts"
import { foldReadings } from "../../../src/domain/budget/fold.ts"
import {
  emptyMarkMemory,
  type MarkMemory,
  markFindings,
  shiftMarks,
  stepMarks
} from "../../../src/domain/budget/marks.ts"
import type { BudgetObservation, BudgetReading } from "../../../src/domain/budget/reading.ts"
import { amount } from "../../../src/domain/budget/texts.ts"
import { emptyReportMemory, foldFindings, shiftPeriods } from "../../../src/domain/report/memory.ts"
import { budgets, HOUR, holds, MINUTE, plan, purse, says, shows, T } from "./support.ts"

type Running = ReadonlyArray<{ readonly seat: string; readonly account: string }> | null

/** A watch that sees nothing but budgets: fold, count, step the marks, find, fold the findings. */
const watch = (spec: BudgetSpec) => {
  let stored: ReadonlyArray<BudgetReading> = []
  let marks = emptyMarkMemory
  let reports = emptyReportMemory
  const pass = (at: number, seen: ReadonlyArray<BudgetObservation>, running: Running = []) => {
    stored = foldReadings(stored, seen, at)
    const counts = countAccounts(spec, stored, at)
    marks = stepMarks(marks, counts, at)
    const findings = budgetFindings({ at, levels: spec.marks, counts, marks, running })
    const folded = foldFindings(
      reports,
      at,
      findings.map((finding) => ({ check: "budget", finding }))
    )
    reports = folded.memory
    return folded.say.map(({ text, to }) => `${text} → ${to}`)
  }
  /** The clock jumped by so much: anchors move, as `shiftMemory` moves them. */
  const jump = (by: number) => {
    marks = shiftMarks(marks, by)
    reports = shiftPeriods(reports, by)
  }
  return { pass, jump, memory: () => marks }
}

const checked = (name = "plan", more: Partial<AccountSpec> = {}) =>
  plan(name, { sources: ["check"], check: "quota", reserve: null, ...more })

/** One account by its check: `used` percent at `at`. */
const used = (percent: number, at: number, resetsAt: number | null = null) => [
  says(100 - percent, at, { resetsAt })
]

const mark = (percent: number, level: number) =>
  `plan weekly is ${percent}% used, past the ${level}% mark → operator`

describe("the marks", () => {
  it("are said once each, the highest of those passed at once", () => {
    const { pass } = watch(budgets([checked()]))
    expect(pass(T, used(49, T))).toEqual([])
    expect(pass(T + 1, used(50, T + 1))).toEqual([mark(50, 50)])
    expect(pass(T + 2, used(60, T + 2))).toEqual([])
    expect(pass(T + 3, used(92, T + 3))).toEqual([mark(92, 90)])
    expect(pass(T + 4, used(100, T + 4))).toEqual([])
  })

  it("at first sight are one line, and the lower ones are never said later", () => {
    const { pass } = watch(budgets([checked()]))
    expect(pass(T, used(92, T))).toEqual([mark(92, 90)])
    expect(pass(T + 1, used(85, T + 1))).toEqual([])
    expect(pass(T + 2, used(95, T + 2))).toEqual([])
  })

  it("are armed again at the known reset, by a figure that names a later one", () => {
    const { pass } = watch(budgets([checked()]))
    const reset = T + HOUR
    expect(pass(T, used(80, T, reset))).toEqual([mark(80, 75)])
    expect(pass(T + 1, used(81, T + 1, reset))).toEqual([])
    // the minute a screen rounds to makes no new window
    expect(pass(reset + 1, used(81, reset + 1, reset + MINUTE))).toEqual([])
    const later = reset + 2 * MINUTE
    expect(pass(later, used(76, later, reset + 5 * HOUR))).toEqual([mark(76, 75)])
    expect(pass(later + 1, used(77, later + 1, reset + 5 * HOUR))).toEqual([])
  })

  it("are not armed again by a reset that moves on ahead of a figure that does not fall", () => {
    const { pass } = watch(budgets([checked()]))
    expect(pass(T, used(80, T, T + 5 * HOUR))).toEqual([mark(80, 75)])
    expect(pass(T + HOUR, used(81, T + HOUR, T + 6 * HOUR))).toEqual([])
    expect(pass(T + 2 * HOUR, used(75, T + 2 * HOUR, T + 7 * HOUR))).toEqual([])
  })

  it("are armed again behind a known reset by a fall, where the new figure names none", () => {
    const { pass } = watch(budgets([checked()]))
    expect(pass(T, used(80, T, T + HOUR))).toEqual([mark(80, 75)])
    expect(pass(T + 2 * HOUR, used(30, T + 2 * HOUR))).toEqual([])
    expect(pass(T + 3 * HOUR, used(75, T + 3 * HOUR))).toEqual([mark(75, 75)])
    expect(pass(T + 4 * HOUR, used(70, T + 4 * HOUR))).toEqual([])
    expect(pass(T + 5 * HOUR, used(76, T + 5 * HOUR))).toEqual([])
  })

  it("go on behind a known reset in the same window, where nothing tells of a new one", () => {
    const { pass } = watch(budgets([checked()]))
    expect(pass(T, used(55, T, T + HOUR))).toEqual([mark(55, 50)])
    expect(pass(T + 2 * HOUR, used(52, T + 2 * HOUR))).toEqual([])
    expect(pass(T + 3 * HOUR, used(75, T + 3 * HOUR))).toEqual([mark(75, 75)])
  })

  it("stand while the figure is past them and the window runs, and no longer", () => {
    const one = {
      account: "plan",
      window: "weekly",
      start: T,
      resetsAt: T + HOUR,
      used: 80,
      peak: 80
    } as const
    const found = (more: Partial<MarkMemory[number]>, at = T) =>
      markFindings([{ ...one, ...more }], at, [50, 75, 90]).length
    expect(found({})).toBe(1)
    expect(found({ used: 75 })).toBe(1)
    expect(found({ used: 74 })).toBe(0)
    expect(found({ used: 40, peak: 49 })).toBe(0)
    expect(found({}, T + HOUR - 1)).toBe(1)
    expect(found({}, T + HOUR)).toBe(0)
    expect(found({ resetsAt: null }, T + HOUR)).toBe(1)
  })

  it("are armed again early where the vendor reset early", () => {
    const { pass } = watch(budgets([checked()]))
    expect(pass(T, used(80, T, T + 9 * HOUR))).toEqual([mark(80, 75)])
    expect(pass(T + 1, used(70, T + 1, T + 9 * HOUR))).toEqual([])
    expect(pass(T + 2, used(10, T + 2, T + 50 * HOUR))).toEqual([])
    expect(pass(T + 3, used(75, T + 3, T + 50 * HOUR))).toEqual([mark(75, 75)])
  })

  it("are armed again without a reset by a fall of ten points, not of nine", () => {
    const { pass } = watch(budgets([checked()]))
    expect(pass(T, used(80, T))).toEqual([mark(80, 75)])
    expect(pass(T + 1, used(71, T + 1))).toEqual([])
    expect(pass(T + 2, used(76, T + 2))).toEqual([])
    expect(pass(T + 3, used(70, T + 3))).toEqual([mark(70, 50)])
    expect(pass(T + 4, used(75, T + 4))).toEqual([mark(75, 75)])
  })

  it("of several windows and accounts are apart", () => {
    const { pass } = watch(budgets([checked(), checked("other")]))
    const both = [says(40, T), says(40, T, { window: "session" }), says(40, T, { account: "other" })]
    expect(pass(T, both)).toEqual([
      "plan session is 60% used, past the 50% mark → operator",
      "plan weekly is 60% used, past the 50% mark → operator",
      "other weekly is 60% used, past the 50% mark → operator"
    ])
  })

  it("are not said of a first sight, of money, or where the list is empty", () => {
    const seen = [shows("alpha", 5, T), holds(90, T)]
    expect(watch(budgets([plan("plan"), purse("purse")])).pass(T, seen)).toEqual([])
    expect(watch(budgets([checked()], { marks: [] })).pass(T, used(99, T))).toEqual([])
  })

  it("outlive a time without a figure, a jump of the clock and a day", () => {
    const { jump, pass } = watch(budgets([checked()]))
    expect(pass(T, used(80, T))).toEqual([mark(80, 75)])
    const quiet = Array.from({ length: 50 }, (_, hour) => T + hour * HOUR)
    expect(quiet.flatMap((at) => pass(at, []))).toEqual([])
    jump(9 * HOUR)
    const at = T + 60 * HOUR
    expect(pass(at, used(81, at))).toEqual([])
  })

  it("forget an account that left the file", () => {
    const other = watch(budgets([checked()]))
    other.pass(T, used(80, T))
    expect(stepMarks(other.memory(), [], T)).toEqual([])
  })

  it("each is said at most once in a window that only fills, in any order of passes", () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 20 }),
        fc.boolean(),
        (figures, named) => {
          const { jump, pass } = watch(budgets([checked()]))
          const reset = named ? T + 200 * HOUR : null
          const said = [...figures]
            .sort((left, right) => left - right)
            .flatMap((percent, index) => {
              if (index % 3 === 2) jump(MINUTE)
              return pass(T + index * MINUTE, used(percent, T + index * MINUTE, reset))
            })
          const levels = said.map((line) => /past the (\d+)% mark/u.exec(line)?.[1])
          expect(new Set(levels).size).toBe(levels.length)
          const top = Math.max(-1, ...figures)
          const highest = [50, 75, 90].filter((level) => level <= top).at(-1)
          expect(levels.at(-1)).toBe(highest === undefined ? undefined : String(highest))
        }
      )
    ))

  it("while a reset is known and ahead no figure says one twice, however it moves", () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 20 }), (figures) => {
        const { pass } = watch(budgets([checked()]))
        const said = figures.flatMap((percent, index) =>
          pass(T + index * MINUTE, used(percent, T + index * MINUTE, T + 200 * HOUR))
        )
        const levels = said.map((line) => /past the (\d+)% mark/u.exec(line)?.[1])
        expect(new Set(levels).size).toBe(levels.length)
      })
    ))
})

describe("the reserve and the floor", () => {
  it("are told to the owner once, by the tightest window", () => {
    const { pass } = watch(budgets([checked("plan", { reserve: 20 })], { marks: [] }))
    const at = (session: number, weekly: number, now: number) =>
      pass(now, [says(session, now, { window: "session" }), says(weekly, now)])
    expect(at(21, 21, T)).toEqual([])
    expect(at(20, 30, T + 1)).toEqual(["plan session left 20%, inside its 20% reserve → owner"])
    expect(at(19, 5, T + 2)).toEqual([])
    expect(at(50, 50, T + 3)).toEqual([])
    expect(at(9, 8, T + 4)).toEqual([])
    expect([at(50, 50, T + 5), at(50, 50, T + 6)].flat()).toEqual([])
    expect(at(9, 8, T + 7)).toEqual(["plan weekly left 8%, inside its 20% reserve → owner"])
  })

  it("with a fraction of a percent are printed as written", () => {
    const { pass } = watch(budgets([checked("plan", { reserve: 12.5 })], { marks: [] }))
    expect(pass(T, used(87, T))).toEqual([])
    expect(pass(T + 1, used(88, T + 1))).toEqual(["plan weekly left 12%, inside its 12.5% reserve → owner"])
  })

  it.each([
    [5, 5, "purse 5.00 USD left, at its 5.00 USD floor → owner"],
    [4.996, 5, "purse 4.996 USD left, at its 5.00 USD floor → owner"],
    [4.9999, 5, "purse 4.9999 USD left, at its 5.00 USD floor → owner"],
    [0, 0.5, "purse 0.00 USD left, at its 0.50 USD floor → owner"],
    [-0.05, 0, "purse -0.05 USD left, at its 0.00 USD floor → owner"],
    [1000, 2500.25, "purse 1000.00 USD left, at its 2500.25 USD floor → owner"]
  ])("%d dollars at a floor of %d", (dollars, floor, text) => {
    expect(watch(budgets([purse("purse", floor)])).pass(T, [holds(dollars, T)])).toEqual([text])
  })

  it("never contradict themselves: what is printed is what is compared", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: -100_000, max: 200_000 }),
        fc.integer({ min: 0, max: 100_000 }),
        (left, floor) => {
          const { pass } = watch(budgets([purse("purse", floor / MINOR)]))
          const said = pass(T, [holds(left / MINOR, T)])
          expect(said.length).toBe(left <= floor ? 1 : 0)
          const [shown, of] = (said[0] ?? "").match(/-?\d+\.\d+/gu)?.map(Number) ?? [0, 0]
          expect(shown).toBeLessThanOrEqual(of ?? Number.NaN)
          expect(Number(amount(left)) * MINOR).toBeCloseTo(left, 6)
        }
      )
    ))

  it("go on standing while nothing counts, and are not said again when it does", () => {
    const { pass } = watch(budgets([checked("plan", { reserve: 20 }), purse("purse")], { marks: [] }))
    expect(pass(T, [says(10, T), holds(4, T)]).length).toBe(2)
    for (let later = 1; later < 6; later++) expect(pass(T + later * HOUR, [])).toEqual([])
    const back = T + 6 * HOUR
    expect(pass(back, [says(9, back), holds(3, back)])).toEqual([])
  })
})

describe("an unknown account", () => {
  const spec = budgets([plan("plan"), plan("other")], { marks: [] })
  const alpha = [
    { seat: "alpha", account: "plan" },
    { seat: "beta", account: "plan" }
  ]
  const said = ["plan is unknown while alpha runs on it → operator"]

  it("is told only while a seat runs on it, by the first that does", () => {
    const { pass } = watch(spec)
    expect(pass(T, [], [])).toEqual([])
    expect(pass(T + 1, [], [{ seat: "gamma", account: "nobody" }])).toEqual([])
    expect(pass(T + 2, [], alpha)).toEqual(said)
    expect(pass(T + 3, [], alpha)).toEqual([])
  })

  it("is not one with a bare first sight", () => {
    expect(watch(spec).pass(T, [shows("alpha", 40, T)], alpha)).toEqual([])
  })

  it("is one again when its figure is too old to count", () => {
    const { pass } = watch(spec)
    pass(T, [shows("alpha", 31, T)], alpha)
    expect(pass(T + 1, [shows("alpha", 30, T + 1)], alpha)).toEqual([])
    expect(pass(T + HOUR, [], alpha)).toEqual(said)
  })

  it("goes on standing while the host is silent, and is not told then", () => {
    const { pass } = watch(spec)
    expect(pass(T, [], null)).toEqual([])
    expect(pass(T + 1, [], alpha)).toEqual(said)
    for (let later = 2; later < 6; later++) expect(pass(T + later, [], null)).toEqual([])
    expect(pass(T + 6, [], alpha)).toEqual([])
  })
})
