import * as fc from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { foldReadings, READING_KEPT } from "../../../src/domain/budget/fold.ts"
import { type BudgetObservation, BudgetReading, readingKey } from "../../../src/domain/budget/reading.ts"
import { HOUR, says, shows, T } from "./support.ts"

const LATER = T + 100 * HOUR
const fold = (
  seen: ReadonlyArray<BudgetObservation>,
  stored: ReadonlyArray<BudgetReading> = [],
  at = LATER
) => foldReadings(stored, seen, at)

/** One after the other, as the passes of a watch do. */
const each = (seen: ReadonlyArray<BudgetObservation>, at = LATER) =>
  seen.reduce<ReadonlyArray<BudgetReading>>((stored, one) => foldReadings(stored, [one], at), [])

describe("a screen's figure", () => {
  it("is not confirmed at first sight, nor by being seen again", () => {
    const [one] = each([shows("alpha", 40, T), shows("alpha", 40, T + HOUR)])
    expect(one).toMatchObject({ value: 40, changedAt: T, readAt: T + HOUR, confirmed: false, before: null })
  })

  it("is confirmed once it has changed, and stays so", () => {
    const seen = [shows("alpha", 40, T), shows("alpha", 39, T + 1), shows("alpha", 39, T + 2)]
    expect(each(seen)).toEqual([
      expect.objectContaining({ value: 39, changedAt: T + 1, readAt: T + 2, confirmed: true })
    ])
  })

  it("is confirmed while two seats show the same, not by one seat's two sights", () => {
    const both = fold([shows("alpha", 40, T), shows("beta", 40, T + 5)])
    expect(both.map(({ confirmed }) => confirmed)).toEqual([true, true])
    const differing = fold([shows("alpha", 40, T), shows("beta", 41, T + 5)])
    expect(differing.map(({ confirmed }) => confirmed)).toEqual([false, false])
    const other = fold([shows("alpha", 40, T), shows("beta", 40, T, { window: "session" })])
    expect(other.map(({ confirmed }) => confirmed)).toEqual([false, false])
  })

  it("is not confirmed by a check that says the same", () => {
    const both = fold([shows("alpha", 40, T), says(40, T)])
    expect(both.map(({ confirmed, source }) => [source, confirmed])).toEqual([
      ["check", true],
      ["status_line", false]
    ])
  })

  it("of a seat that differs from its approval is not stored", () => {
    expect(fold([shows("alpha", 40, T, { foldable: false })])).toEqual([])
    const stored = fold([shows("alpha", 40, T)])
    expect(fold([shows("alpha", 1, T + 1, { foldable: false })], stored)).toEqual(stored)
  })

  it("is dropped at its known reset, and what is seen after it is a first sight", () => {
    const seen = [
      shows("alpha", 40, T, { resetsAt: T + HOUR }),
      shows("alpha", 39, T + 1, { resetsAt: T + HOUR })
    ]
    const stored = fold(seen, [], T + 2)
    expect(stored[0]?.confirmed).toBe(true)
    expect(fold([], stored, T + HOUR - 1)).toHaveLength(1)
    expect(fold([], stored, T + HOUR)).toEqual([])
    expect(fold([shows("alpha", 100, T + HOUR)], stored, T + HOUR)).toEqual([
      expect.objectContaining({ value: 100, confirmed: false, resetsAt: null })
    ])
  })

  it("from a clock that was ahead does not stand in the way of the true one", () => {
    const ahead = fold([shows("alpha", 40, T + HOUR)], [], T + HOUR)
    expect(fold([shows("alpha", 30, T)], ahead, T)).toEqual([
      expect.objectContaining({ value: 30, readAt: T })
    ])
    expect(fold([shows("alpha", 40, T + 60_001)], [], T)).toEqual([])
    expect(fold([shows("alpha", 40, T + 60_000)], [], T)).toHaveLength(1)
  })

  it("that nobody renewed for a month is forgotten", () => {
    const stored = fold([shows("alpha", 40, T)], [], T)
    expect(fold([], stored, T + READING_KEPT)).toHaveLength(1)
    expect(fold([], stored, T + READING_KEPT + 1)).toEqual([])
  })
})

describe("a check's figure", () => {
  it("is confirmed at once and replaced by the newest run, also one that changed nothing", () => {
    expect(each([says(40, T), says(60, T + 5), says(60, T + 9)])).toEqual([
      expect.objectContaining({ value: 60, changedAt: T + 5, readAt: T + 9, confirmed: true, seat: null })
    ])
  })

  it("in another currency is another figure", () => {
    const euros = says(70_000, T + 1, { window: "spend", currency: "EUR" })
    const dollars = says(50_000, T, { window: "spend", currency: "USD" })
    expect(each([dollars, euros])).toEqual([expect.objectContaining({ currency: "EUR", before: null })])
    expect(each([euros, dollars])).toEqual([expect.objectContaining({ currency: "EUR", before: null })])
  })
})

describe("keys", () => {
  it("keep accounts, windows, seats and sources apart, whatever their names", () => {
    const odd = [
      shows("session", 1, T, { account: "a", window: "weekly" }),
      says(2, T, { account: "a/weekly", window: "session" }),
      says(3, T, { account: "a", window: "weekly" }),
      shows("__proto__", 4, T, { account: "__proto__" }),
      shows("x", 5, T, { account: "a%2Fweekly" }),
      shows("x", 6, T, { account: "a/weekly" })
    ]
    const folded = fold(odd)
    expect(folded.map(({ value }) => value).sort()).toEqual([1, 2, 3, 4, 5, 6])
    expect(new Set(folded.map(readingKey)).size).toBe(6)
    expect(readingKey(shows("alpha", 1, T))).toBe("plan/weekly/alpha")
    expect(readingKey(says(1, T))).toBe("plan/weekly")
  })
})

// Few values, seats and instants, so that sights meet.
const sight = fc
  .record({
    seat: fc.constantFrom("alpha", "beta", ""),
    value: fc.integer({ min: 38, max: 41 }),
    at: fc.integer({ min: 0, max: 8 }),
    reset: fc.constantFrom(null, HOUR)
  })
  .map(({ at, reset, seat, value }) => {
    const resetsAt = reset === null ? null : LATER + reset
    return seat === "" ? says(value, T + at, { resetsAt }) : shows(seat, value, T + at, { resetsAt })
  })
const sights = fc.array(sight, { maxLength: 12 })

/** What is left when the one fact that an order can blur is taken out. */
const sure = (readings: ReadonlyArray<BudgetReading>) => readings.map(({ changedAt: _, ...rest }) => rest)

describe("properties", () => {
  it("one fold does not depend on the order of its sights", () =>
    fc.assert(
      fc.property(sights, fc.infiniteStream(fc.nat()), (seen, dice) => {
        const shuffled = seen
          .map((one) => [dice.next().value ?? 0, one] as const)
          .sort(([left], [right]) => left - right)
          .map(([, one]) => one)
        expect(fold(shuffled)).toEqual(fold(seen))
      })
    ))

  it("two watches that fold one after the other, sight by sight in any interleaving, lose nothing", () =>
    fc.assert(
      fc.property(sights, sights, fc.array(fc.boolean(), { maxLength: 24 }), (left, right, turns) => {
        const [a, b] = [[...left], [...right]]
        const mixed = turns.flatMap((turn) => (turn ? a : b).splice(0, 1))
        const all = [...mixed, ...a, ...b]
        expect(sure(each(all))).toEqual(sure(fold([...left, ...right])))
      })
    ))

  it("the instant of a change lies between the sight of another value and the newest sight", () =>
    fc.assert(
      fc.property(sights, (seen) => {
        for (const one of each(seen)) {
          expect(one.changedAt).toBeLessThanOrEqual(one.readAt)
          if (one.before !== null) expect(one.changedAt).toBeGreaterThanOrEqual(one.before.at)
        }
      })
    ))

  it("folding the same sights again changes nothing", () =>
    fc.assert(
      fc.property(sights, (seen) => {
        const once = fold(seen)
        expect(sure(fold(seen, once))).toEqual(sure(once))
      })
    ))

  it("what is folded can be stored and read back", () => {
    const codec = Schema.Array(BudgetReading)
    fc.assert(
      fc.property(sights, (seen) => {
        const readings = fold(seen)
        expect(Schema.decodeUnknownSync(codec)(Schema.encodeSync(codec)(readings))).toEqual(readings)
      })
    )
  })
})
