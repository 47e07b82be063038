import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import {
  ASKED_STANDS,
  askedFor,
  shiftTyping,
  TypingMemory,
  workDrop
} from "../../../src/domain/typing/typed.ts"
import { HOUR, T0 } from "../../support/scenario.ts"

const WHOLE: TypingMemory = {
  asked: T0 + 1,
  refused: T0 + 2,
  last: { at: T0 + 3, turn: true },
  nudge: { at: T0 + 4, tries: 2, again: true },
  ring: { at: T0 + 6, tries: 3, again: false, upTo: "01K8" },
  left: { line: "ring", at: T0 + 7, sure: true, reason: "a dialog is open" }
}

it("a seat's work drop lies in the folder by the seat's name", () => {
  expect(workDrop("/project/.agents/work", "wick")).toBe("/project/.agents/work/wick.md")
})

describe("what is remembered of typing", () => {
  it("is moved whole, each instant by the same", () => {
    expect(shiftTyping(WHOLE, HOUR)).toEqual({
      asked: T0 + HOUR + 1,
      refused: T0 + HOUR + 2,
      last: { at: T0 + HOUR + 3, turn: true },
      nudge: { at: T0 + HOUR + 4, tries: 2, again: true },
      ring: { at: T0 + HOUR + 6, tries: 3, again: false, upTo: "01K8" },
      left: { line: "ring", at: T0 + HOUR + 7, sure: true, reason: "a dialog is open" }
    })
  })

  it("is moved in one go as in several, and what is not there stays so", () => {
    const memories = FastCheck.record(
      {
        asked: FastCheck.constantFrom(null, T0),
        refused: FastCheck.constantFrom(null, T0),
        last: FastCheck.constantFrom(null, { at: T0, turn: false }),
        nudge: FastCheck.constantFrom(null, { at: T0, tries: 1, again: false }),
        ring: FastCheck.constantFrom(null, { at: T0, tries: 1, again: false, upTo: "" }),
        left: FastCheck.constantFrom(null, { line: "nudge" as const, at: T0, sure: false, reason: "" })
      },
      { requiredKeys: [] }
    )
    const by = FastCheck.integer({ min: -HOUR, max: HOUR })
    FastCheck.assert(
      FastCheck.property(memories, by, by, (memory, one, other) => {
        expect(shiftTyping(shiftTyping(memory, one), other)).toEqual(shiftTyping(memory, one + other))
        expect(shiftTyping(memory, 0)).toEqual(memory)
        expect(Object.keys(shiftTyping(memory, one)).sort()).toEqual(Object.keys(memory).sort())
      })
    )
  })

  it("goes into the session's state and comes back the same", () => {
    for (const memory of [WHOLE, {}, shiftTyping(WHOLE, -HOUR)]) {
      const text = JSON.stringify(Schema.encodeSync(TypingMemory)(memory))
      expect(Schema.decodeUnknownSync(TypingMemory)(JSON.parse(text))).toEqual(memory)
    }
  })
})

it("a delivery may be under way for a minute from when it was asked for", () => {
  const asked = { asked: T0 }
  expect(askedFor(asked, T0 - 1)).toBeNull()
  expect(askedFor(asked, T0)).toBe(T0)
  expect(askedFor(asked, T0 + ASKED_STANDS - 1)).toBe(T0)
  expect(askedFor(asked, T0 + ASKED_STANDS)).toBeNull()
  expect(askedFor({ asked: null }, T0)).toBeNull()
  expect(askedFor({}, T0)).toBeNull()
})
