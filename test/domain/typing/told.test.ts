import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { MOST_TRIES } from "../../../src/domain/typing/due.ts"
import { told } from "../../../src/domain/typing/told.ts"
import type { TypedFact, TypingMemory } from "../../../src/domain/typing/typed.ts"
import { T0 } from "../../support/scenario.ts"
import { fact, messageId } from "./given.ts"

const made = { at: T0 - 500, tries: 2, again: false }
const ASKED: TypingMemory = {
  asked: T0 - 500,
  nudge: made,
  ring: { ...made, upTo: messageId(1) }
}

describe("a delivery that ended", () => {
  it.each<[TypedFact["outcome"], again: boolean, tries: number]>([
    ["submitted", false, 2],
    ["not-typed", true, 2],
    ["not-sent", true, 2],
    // Enter was pressed: the same line never comes again by itself.
    ["unconfirmed", false, MOST_TRIES]
  ])("%s settles the line it was for and no other", (outcome, again, tries) => {
    const ring = told(ASKED, [fact({ outcome, line: "ring" })], null)
    expect(ring.ring).toEqual({ ...ASKED.ring, again, tries })
    expect(ring.nudge).toEqual(ASKED.nudge)
    const nudge = told(ASKED, [fact({ outcome, line: "nudge", message: null })], null)
    expect(nudge.nudge).toEqual({ ...ASKED.nudge, again, tries })
    expect(nudge.ring).toEqual(ASKED.ring)
    const retry = told(ASKED, [fact({ outcome, line: "retry" })], null)
    expect([retry.nudge, retry.ring]).toEqual([ASKED.nudge, ASKED.ring])
    for (const one of [ring, nudge, retry]) expect(one.asked).toBeNull()
  })

  it("without a key holds the seat's lines up for a while, with one no longer", () => {
    expect(told(ASKED, [fact({ outcome: "not-typed" })], null).refused).toBe(T0)
    for (const outcome of ["submitted", "not-sent", "unconfirmed"] as const)
      expect(told({ ...ASKED, refused: T0 - 1 }, [fact({ outcome })], null).refused).toBeNull()
  })

  it("with our line in the box is remembered until a look shows an empty one or a turn", () => {
    const reason = "a dialog is open"
    const left = { line: "ring", at: T0, sure: true, reason }
    const memory = told(ASKED, [fact({ outcome: "not-sent", reason })], "permission")
    expect(memory.left).toEqual(left)
    expect(told(memory, [], "unsent").left).toEqual(left)
    expect(told(memory, [], null).left).toEqual(left)
    expect(told(memory, [fact({ outcome: "not-typed", at: T0 + 9 })], "unsent").left).toEqual(left)
    expect(told(memory, [], "idle").left).toBeNull()
    expect(told(memory, [], "working").left).toBeNull()
    expect(told(memory, [fact({ at: T0 + 9 })], "unsent").left).toBeNull()
    expect(told(ASKED, [fact({ outcome: "unconfirmed" })], null).left).toMatchObject({
      sure: false,
      reason: ""
    })
  })

  it("begins the turn that may follow, whatever else the pass could see", () => {
    const last = (outcome: TypedFact["outcome"], before: TypingMemory = ASKED) =>
      told(before, [fact({ outcome })], null).last
    expect(last("submitted")).toEqual({ at: T0, turn: false })
    expect(last("unconfirmed")).toEqual({ at: T0, turn: false })
    expect(last("not-typed")).toBeNull()
    expect(last("not-sent")).toBeNull()
    const earlier = { ...ASKED, last: { at: T0 - 900, turn: true } }
    expect(last("not-typed", earlier)).toEqual(earlier.last)
    expect(last("submitted", earlier)).toEqual({ at: T0, turn: false })
    expect(last("submitted", { ...ASKED, last: { at: T0 + 1, turn: true } })).toEqual({
      at: T0 + 1,
      turn: true
    })
  })

  it("has the turn that was seen before it was told, or was none of its own", () => {
    const presumed = { ...ASKED, last: { at: T0 - 500, turn: true } }
    expect(told(presumed, [fact({ outcome: "submitted" })], null).last).toEqual({ at: T0, turn: true })
    expect(told(presumed, [fact({ outcome: "not-typed" })], null).last).toBeNull()
    expect(told(presumed, [fact({ outcome: "not-sent" })], null).last).toBeNull()
  })
})

it("nothing told and nothing seen changes nothing", () => {
  expect(told(ASKED, [], null)).toBe(ASKED)
  expect(told(ASKED, [], "idle")).toBe(ASKED)
})

it("whatever is told: no delivery is under way any more, and no line has more than five tries", () => {
  const facts = FastCheck.array(
    FastCheck.record({
      seat: FastCheck.constant("alpha"),
      line: FastCheck.constantFrom("nudge" as const, "ring" as const, "retry" as const),
      message: FastCheck.constant(null),
      at: FastCheck.integer({ min: T0, max: T0 + 9_000 }),
      outcome: FastCheck.constantFrom(
        "submitted" as const,
        "not-typed" as const,
        "not-sent" as const,
        "unconfirmed" as const
      ),
      reason: FastCheck.constantFrom(null, "a dialog is open")
    }),
    { minLength: 1, maxLength: 4 }
  ).map((all) => all.toSorted((a, b) => a.at - b.at))
  FastCheck.assert(
    FastCheck.property(facts, (all) => {
      const memory = told(ASKED, all, null)
      const newest = all.at(-1)
      expect(memory.asked).toBeNull()
      expect(memory.refused).toBe(newest?.outcome === "not-typed" ? newest.at : null)
      const sent = all.filter(({ outcome }) => outcome === "submitted" || outcome === "unconfirmed").at(-1)
      expect(memory.last?.at).toBe(sent?.at)
      for (const line of [memory.nudge, memory.ring]) expect([2, MOST_TRIES]).toContain(line?.tries)
      const typed = all.filter(({ outcome }) => outcome !== "not-typed").at(-1)
      const stands = typed?.outcome === "not-sent" || typed?.outcome === "unconfirmed"
      expect(memory.left?.at).toBe(stands ? typed.at : undefined)
    })
  )
})
