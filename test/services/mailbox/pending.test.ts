import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { describe, expect } from "vitest"
import { Mailbox } from "../../../src/services/Mailbox.ts"
import { SESSION, sendMail } from "../../support/mail.ts"
import { AT, list, place, put, run, said, usePlace } from "./support.ts"

usePlace()

describe("a held trigger", () => {
  it.effect("is marked, counted and let go", () =>
    run(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        const { message, trigger } = yield* sendMail("glass")
        const { id } = message
        const change = (tries: number, enters: number) =>
          mailbox.changePending(SESSION, "glass", id, (now) => ({
            tries: now.tries + tries,
            enters: now.enters + enters
          }))
        const held = Effect.map(list(), ({ messages }) => messages[0]?.pending ?? null)
        expect(yield* said(change(1, 0))).toBe(`Unknown: no trigger of the message ${id} for glass is held`)
        yield* mailbox.putPending(SESSION, "glass", id, { pid: 7, start: "then" })
        expect(yield* held).toMatchObject({
          trigger,
          tries: 0,
          enters: 0,
          firstAt: AT,
          lastAt: AT,
          pid: 7,
          start: "then"
        })
        yield* TestClock.setTime(AT + 60_000)
        yield* change(1, 1)
        expect(yield* held).toMatchObject({ tries: 1, enters: 1, firstAt: AT, lastAt: AT + 60_000 })
        yield* mailbox.putPending(SESSION, "glass", id, { pid: 8, start: null })
        expect(yield* held).toMatchObject({ tries: 1, pid: 7 })
        expect(yield* said(change(0.5, 0))).toContain("Input: this makes no pending")
        yield* mailbox.removePending("glass", id)
        yield* mailbox.removePending("glass", id)
        expect(yield* held).toBeNull()
        expect(yield* said(mailbox.removePending("glass", "../x"))).toContain("Input")
        expect(yield* said(mailbox.removePending("..", id))).toContain("Input")
      })
    )
  )

  it.effect("is none where the drop is not what was sent", () =>
    run(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        const { drop, message } = yield* sendMail("glass")
        yield* mailbox.putPending(SESSION, "glass", message.id, { pid: 7, start: null })
        const name = `${message.id}.md`
        const whole = readFileSync(drop, "utf8")
        const ways: ReadonlyArray<() => void> = [
          () => writeFileSync(drop, `${whole}and this\n`),
          () => rmSync(drop),
          () => symlinkSync(place.key, drop),
          () => {
            rmSync(drop)
            mkdirSync(drop)
          }
        ]
        for (const way of ways) {
          way()
          const found = yield* list()
          expect(found.messages.map((one) => [one.body, one.pending])).toEqual([[message.body, null]])
          expect(found.refused).toEqual([{ seat: "glass", name, reason: "Drop" }])
          expect(yield* said(mailbox.putPending(SESSION, "glass", message.id, { pid: 8, start: null }))).toBe(
            `File: ${drop} is not the text that was sent: send the message again`
          )
        }
        rmSync(drop, { recursive: true })
        put(name, whole)
        expect((yield* list()).messages[0]?.pending?.pid).toBe(7)
      })
    )
  )
})
