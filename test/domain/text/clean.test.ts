import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { cleanText } from "../../../src/domain/text/clean.ts"

describe("cleaned text", () => {
  it.each([
    ["plain", "plain"],
    ["\u001b[31mred\u001b[0m", "red"],
    ["a\u001b]0;title\u0007b", "ab"],
    ["a\u001b]8;;https://example.test\u001b\\link\u001b]8;;\u001b\\b", "alinkb"],
    ["a\u009b1mb", "ab"],
    ["a\u001b]never ends", "a"],
    ["a\tb\nc\r\nd", "a b c d"],
    ["abc\u202edef\u2066g", "abcdefg"],
    ["z\u200bero\ufeff", "zero"],
    ["nul\u0000\u0007\u007f", "nul"],
    ["\ud800x", "\ufffdx"]
  ])("%j prints as %j", (raw, clean) => expect(cleanText(raw, 80)).toBe(clean))

  it("cuts by what a reader counts as characters", () => {
    expect(cleanText("abcdef", 4)).toBe("abc…")
    expect(cleanText("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 2)).toBe("👩‍👩‍👧‍👦…")
    expect(cleanText("e\u0301e\u0301e\u0301", 3)).toBe("e\u0301e\u0301e\u0301")
    expect(cleanText("anything", 0)).toBe("")
  })

  it("never leaves a control or direction character, whatever comes in, and cleaning twice changes nothing", () => {
    const unit = FastCheck.oneof(
      FastCheck.string({ unit: "binary", maxLength: 6 }),
      FastCheck.constantFrom(
        "\u001b",
        "\u001b[",
        "\u001b]",
        "\u009b",
        "\u0007",
        "\u202e",
        "\\",
        "m",
        "\u001b\\"
      )
    )
    FastCheck.assert(
      FastCheck.property(FastCheck.array(unit, { maxLength: 20 }), (parts) => {
        const clean = cleanText(parts.join(""), 40)
        expect(clean).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
        expect([...new Intl.Segmenter("en").segment(clean)].length).toBeLessThanOrEqual(40)
        expect(cleanText(clean, 40)).toBe(clean)
      }),
      { numRuns: 500 }
    )
  })
})
