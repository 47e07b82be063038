import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { type MailName, mailName, mailTrace } from "../../../src/domain/trace/mail.ts"

const AT = Date.UTC(2026, 9, 18, 9, 0, 0)

describe("a file's name in a mailbox", () => {
  it.each([
    ["m1.json", { kind: "message", id: "m1" }],
    ["2026-10-18.a.json", { kind: "message", id: "2026-10-18.a" }],
    ["m1.ack.json", { kind: "ack", id: "m1" }],
    ["m1.read.json", { kind: "receipt", id: "m1" }],
    [".m1.json", null],
    [".m1.json.x.tmp", null],
    ["m1.json.tmp", null],
    ["m1", null],
    [".json", null],
    ["a b.json", null],
    ["a\u001b[31m.json", null],
    [`${"x".repeat(129)}.json`, null]
  ])("%j is %j", (name, expected) => expect(mailName(name)).toEqual(expected))
})

describe("a mailbox's file", () => {
  const message: MailName = { kind: "message", id: "m1" }
  const ack: MailName = { kind: "ack", id: "m1" }
  const sent = { format: 1, id: "m1", to: "two", from: "one", at: AT }
  const acked = { format: 1, id: "m1", seat: "two", at: AT }
  const said = (name: MailName, value: unknown) => mailTrace("two", name, JSON.stringify(value))

  it("is a trace by the instant in it, as a number or with its zone", () => {
    expect(said(message, { ...sent, text: "hello", later: true })).toEqual({ at: AT })
    expect(said(ack, acked)).toEqual({ at: AT })
    expect(said(ack, { ...acked, at: "2026-10-18T09:00:00.000Z" })).toEqual({ at: AT })
    expect(said(message, { ...sent, at: "2026-10-18T11:00:00+02:00" })).toEqual({ at: AT })
  })

  it("is no trace when the watch wrote it, or when it is a receipt", () => {
    expect(said(message, { ...sent, by: "watch" })).toBe("none")
    expect(said(message, { ...sent, by: null })).toEqual({ at: AT })
    expect(mailTrace("two", { kind: "receipt", id: "m1" }, "anything")).toBe("none")
  })

  it.each([
    ["another seat's message", message, { ...sent, to: "one" }],
    ["another id's message", message, { ...sent, id: "m2" }],
    ["another seat's ack", ack, { ...acked, seat: "one" }],
    ["another id's ack", ack, { ...acked, id: "m2" }],
    ["a later format", message, { ...sent, format: 2 }],
    ["no instant", message, { ...sent, at: undefined }],
    ["a time without its zone", message, { ...sent, at: "2026-10-18T09:00:00" }],
    ["no day of any month", message, { ...sent, at: "2026-13-18T09:00:00Z" }],
    ["an instant before 1970", message, { ...sent, at: -1 }],
    ["an instant no clock has", message, { ...sent, at: 1e300 }],
    ["half a millisecond", message, { ...sent, at: 1.5 }],
    ["a list", message, []]
  ])("is broken as %s", (_, name, value) => expect(said(name, value)).toBe("broken"))

  it("is broken when it is no JSON, and never throws", () => {
    expect(mailTrace("two", message, JSON.stringify(sent).slice(0, -1))).toBe("broken")
    FastCheck.assert(
      FastCheck.property(FastCheck.oneof(FastCheck.string(), FastCheck.json()), (text) => {
        expect(mailTrace("two", message, text)).toBe("broken")
      })
    )
  })
})
