import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { type MailRefusal, refusedText } from "../../../src/domain/mailbox/refused.ts"
import { SeatMail, seatMailOf } from "../../../src/domain/mailbox/seat-mail.ts"

const pending = { trigger: "Read /p/M.md and do that.", tries: 1, enters: 0, lastAt: 7, pid: 9, start: "now" }
const item = { id: "M", at: 1, from: "lead", drop: "/p/M.md", receipt: null, pending: null }

describe("a seat's mail in a snapshot", () => {
  it("has what was not received or is still held, and no body", () => {
    const found = seatMailOf("glass", [
      { ...item, ...{ body: "secret words", signature: "s" } },
      { ...item, id: "N", receipt: { at: 3, how: "shown" } },
      { ...item, id: "O", receipt: { at: 3, how: "typed" }, pending }
    ])
    expect(found).toEqual({
      seat: "glass",
      messages: [
        item,
        {
          ...item,
          id: "O",
          receipt: { at: 3, how: "typed" },
          pending: { trigger: pending.trigger, tries: 1, enters: 0, lastAt: 7 }
        }
      ]
    })
    expect(
      Schema.decodeUnknownSync(SeatMail, { onExcessProperty: "error" })(JSON.parse(JSON.stringify(found)))
    ).toEqual(found)
  })
})

describe("a refused file", () => {
  const reasons: ReadonlyArray<MailRefusal> = [
    ...([
      "Name",
      "Link",
      "NotRegular",
      "OtherOwner",
      "Mode",
      "TooLarge",
      "Unreadable",
      "HalfWritten"
    ] as const),
    ...([
      "NoRecord",
      "WrongId",
      "WrongSeat",
      "ForeignRoot",
      "WrongSession",
      "Tampered",
      "Orphan",
      "Drop"
    ] as const),
    "NoKey"
  ]
  it("is said in one line of its own, its name made fit to print, with what to do", () => {
    const said = reasons.map((reason) => refusedText({ seat: "glass", name: "a\u001b[31m\nb.json", reason }))
    expect(new Set(said).size).toBe(reasons.length)
    for (const line of said) {
      expect(line).toMatch(/^the mailbox of glass: a b\.json (is|can't|may|was|belongs) .+: .+|.+ delete it$/)
      expect(line).not.toMatch(/[\u0000-\u001f]/)
    }
  })
})
