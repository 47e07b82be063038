import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { parseAnsi } from "../../../src/domain/screen/ansi.ts"
import { redactCapture, redactText } from "../../../src/domain/screen/redact.ts"

const WORDS = [
  { word: "/home/quill/src/harbour", what: "the project's folder" },
  { word: "harbour", what: "the project's name" },
  { word: "quill", what: "the user's name" }
]

describe("a masked capture", () => {
  it("keeps rows, columns and styling, and holds no private word, key or address", () => {
    const ansi =
      "\u001b[1mquill\u001b[0m in /home/quill/src/harbour/x.ts\nsk-abcdefgh12345678 by quill@example.test\n  ❯ harbour"
    const masked = Either.getOrThrow(redactCapture(ansi, WORDS))
    expect(masked).toBe(
      "\u001b[1mxxxxx\u001b[0m in /xxxx/xxxxx/xxx/xxxxxxx/x.ts\nxx-xxxxxxxxxxxxxxxx by xxxxx@xxxxxxx.xxxx\n  ❯ xxxxxxx"
    )
    expect(parseAnsi(masked).rows.map((row) => row.text.length)).toEqual(
      parseAnsi(ansi).rows.map((row) => row.text.length)
    )
  })

  it.each([
    ["a change of style", "har\u001b[2mbour\u001b[0m"],
    ["a row's end", "see har\nbour now"],
    ["a row's end, for a key", "token sk-abcd\nefgh1234"]
  ])("is refused when something private is broken over %s", (_, ansi) => {
    const masked = redactCapture(ansi, WORDS)
    expect(Either.isLeft(masked)).toBe(true)
  })

  it("leaves words of one or two letters alone", () => {
    expect(Either.getOrThrow(redactCapture("a to b", [{ word: "to", what: "the user's name" }]))).toBe(
      "a to b"
    )
  })

  it("never lets a private word through, whatever stands around it", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.string(), FastCheck.string(), (before, after) => {
        const masked = redactCapture(`${before}harbour${after}`, WORDS)
        expect(Either.isLeft(masked) || !masked.right.includes("harbour")).toBe(true)
      })
    )
  })

  it("masks titles the same way", () => {
    expect(redactText("✳ harbour (quill)", WORDS)).toBe("✳ xxxxxxx (xxxxx)")
  })
})
