import { lstatSync, readdirSync, symlinkSync, utimesSync } from "node:fs"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { describe, expect } from "vitest"
import { Mailbox } from "../../../src/services/Mailbox.ts"
import type { MailFiles } from "../../../src/services/mailbox/files.ts"
import { SESSION, sendMail } from "../../support/mail.ts"
import { AT, bodies, box, list, place, put, refusals, run, usePlace } from "./support.ts"

usePlace()

describe("pruning", () => {
  it.effect("takes the expired, and the received that are old; never an unread one", () =>
    run(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        const send = (body: string, more = {}) =>
          Effect.map(sendMail("glass", { body, ...more }), ({ message }) => message.id)
        yield* send("unread")
        yield* mailbox.receive(SESSION, "glass", yield* send("read"), "shown")
        yield* send("expired", { expires: AT + 1 })
        yield* send("elsewhere", { session: "another", expires: AT + 1 })
        yield* TestClock.setTime(AT + 10_000)
        const late = yield* send("late")
        yield* mailbox.ack(SESSION, "glass", late)
        expect(yield* mailbox.prune(SESSION, AT)).toBe(1)
        expect(yield* bodies).toEqual(["unread", "read", "late"])
        expect(yield* mailbox.prune(SESSION, AT + 10_000)).toBe(1)
        expect(yield* bodies).toEqual(["unread", "late"])
        expect(yield* refusals).toEqual([])
        expect(yield* mailbox.prune(SESSION, AT + 1e9)).toBe(1)
        expect(yield* bodies).toEqual(["unread"])
        // The unread one and the other session's.
        expect(readdirSync(box())).toHaveLength(4)
        expect(yield* mailbox.prune(SESSION, AT + 1e9)).toBe(0)
      })
    )
  )

  it.effect("takes no message whose receipt is forged", () =>
    run(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        const { id } = (yield* sendMail("glass")).message
        put(`${id}.read.json`, "{}")
        expect(yield* mailbox.prune(SESSION, AT + 1e9)).toBe(0)
        expect(yield* bodies).toHaveLength(1)
      })
    )
  )

  it.effect("takes what was left behind an hour ago, and nothing that is not ours", () =>
    run(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        yield* sendMail("glass")
        const before = readdirSync(box())
        const OTHER = "01KBC5N2G9ABCDEFGHJKMNPQRS"
        const left = [
          `${OTHER}.md`,
          `${OTHER}.read.json`,
          `${OTHER}.pending.json`,
          `.${OTHER}.json.abcdefghijkl.tmp`
        ]
        const theirs = ["notes.md", "notes.tmp", ".keep"]
        for (const name of [...left, ...theirs]) put(name, "x")
        symlinkSync(place.key, box(`${OTHER}.ack.json`))
        for (const name of [...left, ...theirs]) utimesSync(box(name), 1, 1)
        const now = Date.now()
        yield* TestClock.setTime(now + 3_500_000)
        yield* mailbox.prune(SESSION, 0)
        expect(readdirSync(box())).toHaveLength(before.length + 8)
        yield* TestClock.setTime(now + 3_700_000)
        expect(yield* mailbox.prune(SESSION, 0)).toBe(0)
        expect(readdirSync(box()).sort()).toEqual([...before, ...theirs, `${OTHER}.ack.json`].sort())
        expect(lstatSync(place.key).isFile()).toBe(true)
      })
    )
  )

  it.effect("takes nothing of a message that a listing did not come to", () =>
    Effect.gen(function* () {
      const short = (disk: MailFiles): MailFiles => ({
        ...disk,
        names: (seat) =>
          Effect.map(disk.names(seat), ({ names }) => ({
            names: names.filter((name) => !/^[^.]+\.json$/.test(name)),
            truncated: true
          }))
      })
      yield* run(
        Effect.gen(function* () {
          const mailbox = yield* Mailbox
          const { id } = (yield* sendMail("glass")).message
          yield* mailbox.ack(SESSION, "glass", id)
          yield* TestClock.setTime(Date.now() + 1e9)
          expect(yield* list()).toEqual({ messages: [], refused: [], truncated: true })
          yield* mailbox.prune(SESSION, 0)
          expect(readdirSync(box())).toHaveLength(4)
        }),
        place.layer({ files: short })
      )
    })
  )

  it.effect("takes a bounded number in one go", () =>
    run(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        for (let nth = 0; nth < 205; nth++)
          yield* sendMail(nth % 2 === 0 ? "glass" : "copper", { expires: AT + 1 })
        yield* TestClock.setTime(AT + 1)
        expect(yield* mailbox.prune(SESSION, 0)).toBe(200)
        expect(yield* mailbox.prune(SESSION, 0)).toBe(5)
        expect(yield* mailbox.prune(SESSION, 0)).toBe(0)
      }),
      Mailbox.layerMemory
    )
  )
})
