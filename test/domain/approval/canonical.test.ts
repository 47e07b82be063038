import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { canonicalJson, signedText } from "../../../src/domain/approval/canonical.ts"

const value = FastCheck.letrec<{ value: unknown }>((tie) => ({
  value: FastCheck.oneof(
    { maxDepth: 4 },
    FastCheck.string({ unit: "binary" }),
    FastCheck.maxSafeInteger(),
    FastCheck.array(tie("value"), { maxLength: 4 }),
    FastCheck.dictionary(FastCheck.string({ unit: "binary" }), tie("value"), { maxKeys: 5 })
  )
})).value

describe("the canonical text", () => {
  it("sorts keys by code point and has no spaces", () => {
    expect(canonicalJson({ b: 1, a: [2, "x y"], "": {} })).toBe('{"":{},"a":[2,"x y"],"b":1}')
    // By UTF-16 units the emoji's first half (d83d) would come before ffee.
    expect(canonicalJson({ "\u{1f600}": 1, "\uffee": 2, "\uffeea": 3 })).toBe(
      '{"\uffee":2,"\uffeea":3,"\u{1f600}":1}'
    )
  })

  it("has whole numbers and strings alone", () => {
    for (const no of [1.5, true, null, undefined, Number.NaN, 2 ** 53, () => 1, [[null]], { a: false }]) {
      expect(canonicalJson(no)).toBeNull()
    }
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level += 1) deep = [deep]
    expect(canonicalJson(deep)).toBeNull()
  })

  it("is one text for one value, whatever the order, and reads back as it", () => {
    FastCheck.assert(
      FastCheck.property(value, (one) => {
        const turn = (inner: unknown): unknown => {
          if (Array.isArray(inner)) return inner.map(turn)
          if (typeof inner !== "object" || inner === null) return inner
          return Object.fromEntries(
            Object.entries(inner)
              .reverse()
              .map(([key, part]) => [key, turn(part)])
          )
        }
        const text = canonicalJson(one)
        expect(text).not.toBeNull()
        expect(canonicalJson(turn(one))).toBe(text)
        expect(canonicalJson(JSON.parse(text ?? ""))).toBe(text)
      })
    )
  })

  it("is signed under its own line, without the signature", () => {
    expect(signedText({ b: 1, signature: "x", a: { signature: "y" } })).toBe(
      'seatwatch approval record, format 2\n{"a":{"signature":"y"},"b":1}'
    )
    expect(signedText({ a: 0.5 })).toBeNull()
  })
})
