import { readFileSync, writeFileSync } from "node:fs"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { describe, expect } from "vitest"
import { Mailbox } from "../../../src/services/Mailbox.ts"
import type { MailFiles } from "../../../src/services/mailbox/files.ts"
import { SESSION, sendMail } from "../../support/mail.ts"
import { box, list, look, place, put, run, usePlace } from "./support.ts"

usePlace()

describe("a look at many boxes", () => {
  it.effect("names a few of the refused files, and says that there are more", () =>
    run(
      Effect.gen(function* () {
        yield* sendMail("glass")
        for (let nth = 0; nth < 9; nth++) put(`junk${nth}\u001b[31m`, "")
        const { remarks, seats } = yield* look("glass", "copper", "..", "glass")
        expect(seats.map(({ messages, seat }) => [seat, messages.length])).toEqual([
          ["glass", 1],
          ["copper", 0],
          ["..", 0],
          ["glass", 1]
        ])
        expect(remarks).toHaveLength(6)
        expect(remarks[0]).toBe("the mailbox of glass: junk0 is no file of a mailbox: move it elsewhere")
        expect(remarks[5]).toBe("the mailbox of glass: more files are not used; team messages names them")
      })
    )
  )

  it.effect("reads a file once, and again when it changed", () =>
    Effect.gen(function* () {
      const read: Array<string> = []
      const files = (disk: MailFiles): MailFiles => ({
        ...disk,
        read: (seat, name, most) =>
          Effect.suspend(() => {
            read.push(name)
            return disk.read(seat, name, most)
          })
      })
      yield* run(
        Effect.gen(function* () {
          const mailbox = yield* Mailbox
          const first = (yield* sendMail("glass")).message.id
          const second = (yield* sendMail("glass")).message.id
          // What has just changed is not settled yet; the clock of the files is the machine's.
          yield* TestClock.setTime(Date.now() + 3_600_000)
          yield* look("glass")
          expect([...read].sort()).toEqual(
            [`${first}.json`, `${first}.md`, `${second}.json`, `${second}.md`].sort()
          )
          read.length = 0
          yield* look("glass")
          expect((yield* list()).messages).toHaveLength(2)
          expect(read).toEqual([])
          yield* mailbox.receive(SESSION, "glass", second, "shown")
          read.length = 0
          expect((yield* look("glass")).seats[0]?.messages[1]?.receipt).not.toBeNull()
          expect([...read].sort()).toEqual([`${second}.json`, `${second}.md`, `${second}.read.json`].sort())
          read.length = 0
          writeFileSync(box(`${first}.md`), readFileSync(box(`${first}.md`), "utf8").replace("L", "l"))
          expect((yield* look("glass")).seats[0]?.refused).toMatchObject([{ reason: "Drop" }])
          expect(read).toContain(`${first}.md`)
        }),
        place.layer({ files })
      )
    })
  )

  it.effect("sees the newest of too many, and says so", () =>
    run(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        const oldest = (yield* sendMail("glass", { body: "0" })).message.id
        for (let nth = 1; nth < 502; nth++) yield* sendMail("glass", { body: `${nth}` })
        const found = yield* list()
        expect([found.truncated, found.messages.length]).toEqual([true, 500])
        expect([found.messages[0]?.body, found.messages[499]?.body]).toEqual(["2", "501"])
        expect((yield* look("glass")).remarks).toEqual([
          "the mailbox of glass holds more than one look reads: only its newest messages are seen"
        ])
        // One of the older ones is still known by its id.
        yield* mailbox.ack(SESSION, "glass", oldest)
      }),
      Mailbox.layerMemory
    )
  )
})
