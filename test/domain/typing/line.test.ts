import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { type LineRefused, RING, triggerLine, typedLine } from "../../../src/domain/typing/line.ts"

const refused = (line: Either.Either<string, LineRefused>): string | null =>
  Either.isLeft(line) ? line.left.message : null

describe("a line that may be typed", () => {
  it("is one of the fixed lines to the letter", () => {
    expect(RING).toBe("Team: run team messages")
    expect(Either.getOrThrow(triggerLine(".agents/drops/worker-alpha/4f2c.md"))).toBe(
      "Read .agents/drops/worker-alpha/4f2c.md and do that."
    )
    expect(Either.getOrThrow(typedLine(RING))).toBe(RING)
  })

  it("begins with a letter: what switches a CLI's mode is never first", () => {
    for (const first of ["/exit", "!ls", "#note", "@file", "&x", "?", "1", "-x", " x", "$(x)", "`x`", ">x"]) {
      expect(refused(typedLine(first)), first).toMatch(/does not begin with a letter/)
    }
  })

  it("holds nothing that a box shows differently", () => {
    for (const text of [
      "a\nb",
      "a\tb",
      "a\u001b[31m",
      "a\u200bb",
      "a\u202eb",
      "a\u00a0b",
      "aé",
      "a\u007f",
      "a\ud800"
    ]) {
      expect(Either.isLeft(typedLine(text)), JSON.stringify(text)).toBe(true)
    }
    expect(refused(typedLine("a  b"))).toMatch(/run of spaces/)
    expect(refused(typedLine("a "))).toMatch(/run of spaces/)
    expect(refused(typedLine(""))).toMatch(/no text/)
  })

  it("has at most 512 bytes, and a longer path is refused with the number", () => {
    expect(Either.isRight(typedLine("a".repeat(512)))).toBe(true)
    expect(refused(typedLine("a".repeat(513)))).toMatch(/513 bytes/)
    expect(Either.isRight(triggerLine("a".repeat(494)))).toBe(true)
    expect(refused(triggerLine("a".repeat(495)))).toMatch(/513 bytes/)
  })

  it("takes a path of letters, digits and a few signs, and never shows a refused one (case 87)", () => {
    for (const path of ["/home/dev/p.q_r/@x/a+b-c.md", "a", "./x", "x/../y", "+x"]) {
      expect(Either.isRight(triggerLine(path)), path).toBe(true)
    }
    for (const path of [
      "",
      "@x",
      "-x",
      "a b",
      "a\nb",
      "a\u001bb",
      "`id`",
      "$(id)",
      "a;b",
      "a'b",
      "ü",
      "a*",
      "~/x"
    ]) {
      const why = refused(triggerLine(path))
      expect(why, JSON.stringify(path)).not.toBeNull()
      if (path.length > 2) expect(why).not.toContain(path)
    }
  })

  it("never comes of any text that is not plain words", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.oneof(FastCheck.string(), FastCheck.string({ unit: "binary" })),
        (text) => {
          for (const line of [typedLine(text), triggerLine(text)]) {
            if (Either.isLeft(line)) continue
            expect(line.right).toMatch(/^[A-Za-z](?:[!-~]| (?! |$))*$/)
            expect(line.right.length).toBeLessThanOrEqual(512)
          }
        }
      ),
      { numRuns: 2_000 }
    )
  })
})
