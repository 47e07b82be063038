import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { isMessageId, nextId } from "../../../src/domain/mailbox/id.ts"

const bytes = (value: number) => Array.from({ length: 16 }, () => value)
const instant = FastCheck.integer({ min: 0, max: 2 ** 47 })
const random = FastCheck.array(FastCheck.integer({ min: 0, max: 255 }), { minLength: 16, maxLength: 16 })

describe("a message's id", () => {
  it("has the instant first, then the random digits", () => {
    expect(nextId(null, 0, bytes(0))).toBe("0".repeat(26))
    expect(nextId(null, 1, bytes(31))).toBe(`0000000001${"Z".repeat(16)}`)
    expect(nextId(null, 1_796_096_461_000, bytes(255))).toMatch(/^01[0-9A-Z]{8}Z{16}$/)
  })

  it("moves on within an instant, past the last random digits too", () => {
    expect(nextId("0".repeat(26), 0, bytes(0))).toBe(`${"0".repeat(25)}1`)
    expect(nextId(`0000000001${"Z".repeat(16)}`, 1, bytes(0))).toBe(`0000000002${"0".repeat(16)}`)
  })

  it("sorts in the order of sending, whatever the clock and the bytes do", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(FastCheck.tuple(instant, random), { maxLength: 30 }), (sent) => {
        const ids: Array<string> = []
        for (const [at, some] of sent) ids.push(nextId(ids.at(-1) ?? null, at, some))
        expect(ids.every(isMessageId)).toBe(true)
        expect(ids.toSorted()).toEqual(ids)
        expect(new Set(ids).size).toBe(ids.length)
      })
    )
  })

  it("sorts by the instant between processes", () => {
    FastCheck.assert(
      FastCheck.property(instant, instant, random, random, (one, other, some, more) => {
        FastCheck.pre(one !== other)
        expect(nextId(null, one, some) < nextId(null, other, more)).toBe(one < other)
      })
    )
  })

  it.each([
    "",
    "0".repeat(25),
    "0".repeat(27),
    `8${"0".repeat(25)}`,
    `0${"i".repeat(25)}`,
    `${"0".repeat(25)}a`,
    `${"0".repeat(26)}\n`,
    "../etc/passwd"
  ])("is not %j", (text) => expect(isMessageId(text)).toBe(false))
})
