import { describe, expect, it } from "@effect/vitest"
import { lineProblem, MAX_LINE_BYTES } from "../../../src/domain/host/line.ts"

describe("lineProblem", () => {
  it("counts bytes, not characters", () => {
    expect(lineProblem("x".repeat(MAX_LINE_BYTES))).toBeNull()
    expect(lineProblem("x".repeat(MAX_LINE_BYTES + 1))).toContain("513")
    expect(lineProblem("漢".repeat(170))).toBeNull()
    expect(lineProblem("漢".repeat(171))).toContain("513")
    expect(lineProblem("👍".repeat(128))).toBeNull()
    expect(lineProblem("👍".repeat(129))).toContain("516")
  })

  it("refuses controls, line breaks of every kind and half characters, and never quotes the text", () => {
    for (const char of [
      "\n",
      "\r",
      "\t",
      "\u001b",
      "\u0000",
      "\u007f",
      "\u0085",
      "\u009b",
      "\u2028",
      "\ud83d"
    ]) {
      expect(lineProblem(`secret${char}`)).toEqual(expect.not.stringContaining("secret"))
    }
    expect(lineProblem("")).not.toBeNull()
  })

  it("lets quotes, backticks, format marks and every script pass", () => {
    for (const text of ["`x` $(y) #{z};", "שלום مرحبا", "e\u0301 \u00a0 👍🏽"])
      expect(lineProblem(text)).toBeNull()
  })
})
