import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { parseReason } from "../../../src/domain/hold/reason.ts"
import { holderOf, holdText } from "../../../src/domain/hold/text.ts"

const AT = Date.UTC(2026, 11, 1, 3, 40)

describe("a hold in words", () => {
  it("says who, since when, until when and why", () => {
    const hold = { since: AT, by: "ana", reason: "release 1.2", until: AT + 1_000 }
    expect(holdText(hold, AT)).toBe(
      "by ana since 2026-12-01T03:40:00.000Z, until 2026-12-01T03:40:01.000Z: release 1.2"
    )
    expect(holdText(hold, AT + 1_000)).toContain(", ended 2026-12-01T03:40:01.000Z")
    expect(holdText({ since: AT }, AT)).toBe("since 2026-12-01T03:40:00.000Z")
  })
  it("prints a record that a hand wrote", () =>
    expect(holdText({ since: 1e300, by: "\u001b[31mana\n", reason: "a\nb", until: null }, AT)).toBe(
      "by ana since -: a b"
    ))
  it("names the seat that calls, else the account", () => {
    expect(holderOf({ _tag: "Owner" }, "ana\n")).toBe("ana")
    expect(holderOf({ _tag: "Seat", name: "wick", pane: null, role: "operator" }, "ana")).toBe("wick")
  })
})

describe("a reason", () => {
  it("is kept as one clean line", () =>
    expect(parseReason("a\u001b[2J\nb\u202e")).toEqual(Either.right("a b")))
  it.each([
    ["x".repeat(201), "it is longer than 200 characters"],
    ["\u001b[0m\n", "it is empty; say why in plain words"],
    [`sk-\u0000${"a1".repeat(12)}`, "it looks like a credential; say why in plain words"]
  ])("%j is refused", (text, why) => expect(parseReason(text)).toEqual(Either.left(why)))
  it("may have 200 characters", () => expect(Either.isRight(parseReason("x".repeat(200)))).toBe(true))
})
