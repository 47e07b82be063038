import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { BODY_BYTES, bodyOf, bodyProblem } from "../../../src/domain/mailbox/body.ts"

describe("a message's body", () => {
  it.each(["x", "two\nlines\tand a tab", "grüße 👩‍🚀 世界", "x".repeat(BODY_BYTES)])(
    "is a text (%#)",
    (body) => expect(bodyProblem(body)).toBeNull()
  )

  it.each([
    ["nothing", "", "empty"],
    ["blanks", " \n\t ", "empty"],
    ["one byte too many", "x".repeat(BODY_BYTES + 1), "larger than 65536 bytes"],
    ["too many bytes in fewer characters", "é".repeat(BODY_BYTES / 2 + 1), "larger than 65536 bytes"],
    ["half a character", "a\ud83dz", "whole Unicode"],
    ["an escape", "a\u001b[31m", "control character"],
    ["a carriage return of its own", "a\rb", "control character"],
    ["a C1 control", "a\u009bb", "control character"],
    ["a delete", "a\u007f", "control character"],
    ["a zero", "a\0", "control character"]
  ])("is not %s", (_, body, said) => expect(bodyProblem(body)).toContain(said))

  it("from a file has its line ends made ours", () => {
    expect(bodyOf("a\r\nb\r\n")).toEqual(Either.right("a\nb\n"))
    expect(bodyOf("a\r\r\nb")).toEqual(Either.left("the message has a control character"))
    expect(bodyOf("\r\n")).toEqual(Either.left("the message is empty"))
  })

  it("is what every text that is taken says it is", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ unit: "binary" }), (text) => {
        const body = bodyOf(text)
        if (Either.isLeft(body)) return
        expect(body.right).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
        expect(bodyOf(body.right)).toEqual(body)
      })
    )
  })
})
