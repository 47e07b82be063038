import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { ofMs, parseMs, print, printMs } from "../../../src/domain/threshold/duration.ts"

describe("a duration", () => {
  it.each([
    ["120s", 120_000],
    ["10m", 600_000],
    ["1.5h", 5_400_000],
    ["1.1m", 66_000],
    ["0s", 0],
    ["0.0001s", 0.1]
  ])("reads %s exactly", (text, ms) => expect(parseMs(text)).toBe(ms))

  it.each(["", "120", "s", "-1s", "1d", "1 s", "1S", "1e3s", ".5s", "1.s", "12:30", "1m30s", "9".repeat(30)])(
    "does not take %j",
    (text) => expect(parseMs(text)).toBeNull()
  )

  it.each([
    [600_000, "10m"],
    [90_000, "90s"],
    [3_600_000, "1h"],
    [5_400_000, "90m"],
    [1_500, "1.5s"],
    [1, "0.001s"],
    [0, "0s"]
  ])("prints %d in the largest whole unit", (ms, text) => expect(printMs(ms)).toBe(text))

  it("prints as written when it was", () => {
    expect(print({ ms: 120_000, written: "120s" })).toBe("120s")
    expect(print(ofMs(120_000))).toBe("2m")
  })

  it("reads back what it prints", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.integer({ min: 0, max: 900_000_000 }), (ms) => {
        expect(parseMs(printMs(ms))).toBe(ms)
      })
    )
  })
})
