import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { MAX_TRIES, retryOf, waiting } from "../../../src/domain/mailbox/waiting.ts"

const one = (id: string, more: object = {}) => ({ id, expires: null, receipt: null, ...more })

describe("what waits", () => {
  it("has no receipt and is not expired, oldest first", () => {
    const found = waiting(
      [
        one("3"),
        one("1", { receipt: { at: 5 } }),
        one("2", { expires: 100 }),
        one("4", { expires: 101 }),
        one("0")
      ],
      100
    )
    expect(found.map(({ id }) => id)).toEqual(["0", "3", "4"])
  })
})

describe("a held trigger", () => {
  const held = { id: "M", seat: "glass", drop: "/p/M.md", tries: 0, enters: 0, lastAt: 1_000_000 }
  const due = (tries: number, after: number, enters = 0) =>
    retryOf({ ...held, tries, enters }, held.lastAt + after)

  it("is due at once, then after 60 s, twice as long each time, five times in all", () => {
    expect(due(0, 0)).toEqual({ _tag: "Now" })
    for (const [tries, wait] of [
      [1, 60_000],
      [2, 120_000],
      [3, 240_000],
      [4, 480_000]
    ] as const) {
      expect(due(tries, wait - 1)).toEqual({ _tag: "Later", at: held.lastAt + wait })
      expect(due(tries, wait)).toEqual({ _tag: "Now" })
    }
    expect(due(5, 1e9)).toEqual({
      _tag: "GiveUp",
      said: "message M for glass could not be typed in 5 tries; it lies in /p/M.md"
    })
  })

  it("is given up after two Enters, and says where the message lies", () => {
    expect(due(1, 60_000, 1)).toEqual({ _tag: "Now" })
    expect(due(1, 60_000, 2)).toEqual({
      _tag: "GiveUp",
      said: "message M for glass was typed, and Enter did not send it; it lies in /p/M.md"
    })
  })

  it("is held up by no instant ahead of the clock", () => {
    expect(due(4, -1)).toEqual({ _tag: "Now" })
  })

  it("is tried at most five times, however often it is asked for", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(FastCheck.integer({ min: 0, max: 2_000_000 }), { maxLength: 60 }),
        (steps) => {
          let now = held.lastAt
          let state = held
          for (const step of steps) {
            now += step
            if (retryOf(state, now)._tag === "Now") state = { ...state, tries: state.tries + 1, lastAt: now }
          }
          expect(state.tries).toBeLessThanOrEqual(MAX_TRIES)
        }
      )
    )
  })
})
