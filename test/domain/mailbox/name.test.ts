import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import {
  isAside,
  isPassedOver,
  isSeatName,
  MAIL_KINDS,
  mailFile,
  mailName
} from "../../../src/domain/mailbox/name.ts"

const ID = "01KBC5N2G8ABCDEFGHJKMNPQRS"

describe("a file's name in a box", () => {
  it.each(MAIL_KINDS)("of a %s is read back", (kind) => {
    expect(mailName(mailFile(ID, kind))).toEqual({ kind, id: ID })
  })

  it.each([
    "",
    ID,
    `${ID}.txt`,
    `${ID.toLowerCase()}.json`,
    `${ID}.json `,
    `${ID}.other.json`,
    `${ID}.read.md`,
    `x${ID}.json`,
    `../${ID}.json`,
    `.${ID}.json`,
    ".json",
    "a\u001b[31m.json"
  ])("is not %j", (name) => expect(mailName(name)).toBeNull())

  it("is passed over while it is hidden or being written", () => {
    expect([".x", ".DS_Store", `.${ID}.json.abc.tmp`, "a.tmp"].map(isPassedOver)).not.toContain(false)
    expect([`${ID}.json`, "x", "tmp"].map(isPassedOver)).not.toContain(true)
  })

  it("is a leftover only with our own way of writing aside", () => {
    expect(isAside(`.${ID}.json.abcdefghijkl.tmp`)).toBe(true)
    expect(isAside(`.${ID}.read.json.ab-_efghijkl.tmp`)).toBe(true)
    for (const name of [
      "notes.tmp",
      ".notes.abcdefghijkl.tmp",
      `.${ID}.json.tmp`,
      `${ID}.json.abcdefghijkl.tmp`
    ])
      expect(isAside(name)).toBe(false)
  })

  it("never throws", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ unit: "binary" }), (name) => {
        expect(mailName(name)).toBeNull()
        expect(isAside(name)).toBe(false)
      })
    )
  })
})

describe("a seat's name", () => {
  it.each(["a", "worker-alpha", "A.b_c", "x".repeat(64)])("is %j", (name) =>
    expect(isSeatName(name)).toBe(true)
  )
  it.each(["", ".", "..", "a/b", "-a", ".run", "a b", "x".repeat(65), "a\0", "a\n"])("is not %j", (name) =>
    expect(isSeatName(name)).toBe(false)
  )
})
