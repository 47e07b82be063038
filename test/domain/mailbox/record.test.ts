import * as Arbitrary from "effect/Arbitrary"
import * as FastCheck from "effect/FastCheck"
import type * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { BODY_BYTES } from "../../../src/domain/mailbox/body.ts"
import {
  Ack,
  DROP_BYTES,
  dropText,
  isRecord,
  MAIL_FILE_BYTES,
  Message,
  mailText,
  Pending,
  Receipt,
  type RecordKind,
  type Records,
  readMail,
  signedMail,
  type Verify
} from "../../../src/domain/mailbox/record.ts"

const ID = "01KBC5N2G8ABCDEFGHJKMNPQRS"
const OTHER = "01KBC5N2G9ABCDEFGHJKMNPQRS"
const bound = { root: "/p", session: "lantern", signature: "0".repeat(128) }
const message: Message = {
  ...{ format: 1, id: ID, to: "glass", from: "lead", by: "seat", at: 1_000, expires: null },
  ...{ body: "Look.", ...bound }
}
const receipt: Receipt = { format: 1, id: ID, seat: "glass", at: 2_000, how: "shown", ...bound }
const ack: Ack = { format: 1, id: ID, seat: "glass", at: 3_000, ...bound }
const pending: Pending = {
  ...{ format: 1, id: ID, seat: "glass", trigger: "Read /p/x.md and do that.", tries: 0, enters: 0 },
  ...{ firstAt: 1_000, lastAt: 2_000, pid: 7, start: null, ...bound }
}
const place = { id: ID, seat: "glass", root: "/p" }
const yes: Verify = () => true

describe("a record of the mailbox", () => {
  it("is read back as it was written, each kind", () => {
    expect(readMail("message", mailText("message", message), place, yes)).toEqual(message)
    expect(readMail("receipt", mailText("receipt", receipt), place, yes)).toEqual(receipt)
    expect(readMail("ack", mailText("ack", ack), place, yes)).toEqual(ack)
    expect(readMail("pending", mailText("pending", pending), place, yes)).toEqual(pending)
  })

  it("is written as one text whatever the order of its fields", () => {
    const { body, ...rest } = message
    expect(mailText("message", { body, ...rest })).toBe(mailText("message", message))
  })

  it("signs every field but the signature, and its kind", () => {
    const asked: Array<string> = []
    readMail("message", mailText("message", message), place, (text) => asked.push(text) > 0)
    expect(asked).toEqual([signedMail("message", message)])
    expect(asked[0]).not.toContain(message.signature)
    for (const [field, value] of Object.entries({ ...message, expires: 9 }))
      if (field !== "signature")
        expect(signedMail("message", { ...message, expires: 9 })).toContain(JSON.stringify(value))
    const texts = (["message", "receipt", "ack", "pending"] as const).map((kind) => signedMail(kind, ack))
    expect(new Set(texts).size).toBe(4)
  })

  it("that cannot be signed is none", () => {
    expect(signedMail("ack", { ...ack, at: 0.5 })).toBeNull()
    expect(isRecord("ack", { ...ack, at: 0.5 })).toBe(false)
    expect(isRecord("ack", { ...ack, at: -1 })).toBe(false)
    expect(isRecord("ack", ack)).toBe(true)
  })

  const text = (change: object) => `${JSON.stringify({ ...message, ...change })}\n`
  it.each([
    ["HalfWritten", "cut short", mailText("message", message).slice(0, -9)],
    ["HalfWritten", "empty", ""],
    ["NoRecord", "another format", text({ format: 2 })],
    ["NoRecord", "a field too many", text({ more: 1 })],
    ["NoRecord", "a field too few", text({ expires: undefined })],
    ["NoRecord", "a message of the watch", text({ by: "watch" })],
    ["NoRecord", "a body that is none", text({ body: "\u001b" })],
    ["NoRecord", "a sender that is none", text({ from: "../lead" })],
    ["NoRecord", "no instant", text({ at: "now" })],
    ["NoRecord", "a signature that is none", text({ signature: "00" })],
    ["NoRecord", "a null", "null\n"],
    ["NoRecord", "other white space", `${mailText("message", message)} `],
    ["NoRecord", "a field twice", mailText("message", message).replace("{", '{"format":1,')],
    ["WrongId", "another id", text({ id: OTHER })],
    ["WrongSeat", "another seat", text({ to: "copper" })],
    ["ForeignRoot", "another project", text({ root: "/q" })]
  ])("is %s for %s", (reason, _, file) => expect(readMail("message", file, place, yes)).toBe(reason))

  it("is Tampered when the signature does not fit", () => {
    expect(readMail("message", mailText("message", message), place, () => false)).toBe("Tampered")
  })

  it("of one kind is none of another", () => {
    const kinds: ReadonlyArray<readonly [RecordKind, string]> = [
      ["message", mailText("message", message)],
      ["receipt", mailText("receipt", receipt)],
      ["ack", mailText("ack", ack)],
      ["pending", mailText("pending", pending)]
    ]
    for (const [kind] of kinds)
      for (const [other, file] of kinds)
        if (kind !== other) expect(readMail(kind, file, place, yes)).toBe("NoRecord")
  })

  it("makes a text that is read back: any record of each kind", () => {
    const holds = <K extends RecordKind, I>(kind: K, schema: Schema.Schema<Records[K], I>) =>
      FastCheck.assert(
        FastCheck.property(Arbitrary.make(schema), (record) => {
          const seat = "to" in record ? record.to : record.seat
          const file = mailText(kind, record)
          expect(readMail(kind, file, { id: record.id, seat, root: record.root }, yes)).toEqual(record)
        }),
        { numRuns: 25 }
      )
    holds("message", Message)
    holds("receipt", Receipt)
    holds("ack", Ack)
    holds("pending", Pending)
  })

  it("is never more than its readers take, and so is its drop", () => {
    const worst = {
      ...message,
      to: "x".repeat(64),
      from: "x".repeat(64),
      body: `${"\n".repeat(BODY_BYTES - 1)}x`
    }
    expect(Buffer.byteLength(mailText("message", { ...worst, root: "\n".repeat(4_096) }))).toBeLessThan(
      MAIL_FILE_BYTES
    )
    expect(Buffer.byteLength(dropText(worst))).toBeLessThan(DROP_BYTES)
  })

  it("never throws, whatever text a file holds", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.oneof(FastCheck.string(), FastCheck.json()), (file) => {
        expect(typeof readMail("message", file, place, yes)).toBe("string")
      })
    )
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`
    expect(["HalfWritten", "NoRecord"]).toContain(readMail("message", deep, place, yes))
  })
})

describe("a drop", () => {
  it("names its message and its sender, then holds the body", () => {
    expect(dropText(message)).toBe(`# Message ${ID} from lead\n\nLook.\n`)
  })
})
