import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { describe, expect } from "vitest"
import { Mailbox } from "../../src/services/Mailbox.ts"
import { mail, SESSION, sendMail } from "../support/mail.ts"
import { AT, bodies, box, list, place, refusals, run, said, usePlace } from "./mailbox/support.ts"

usePlace()

describe("a message", () => {
  it.effect("is sent, listed, received and acked, and each first word stands", () =>
    run(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        const sent = yield* mailbox.send(mail("glass", { body: "One\n\ttwo 世界", by: "owner" }))
        const { id } = sent.message
        expect(sent.drop).toBe(box(`${id}.md`))
        expect(sent.trigger).toBe(`Read ${sent.drop} and do that.`)
        expect(readFileSync(sent.drop, "utf8")).toBe(`# Message ${id} from lead\n\nOne\n\ttwo 世界\n`)
        const fresh = { ...sent.message, drop: sent.drop, receipt: null, ackedAt: null, pending: null }
        expect(yield* list()).toEqual({ messages: [fresh], refused: [], truncated: false })
        yield* TestClock.setTime(AT + 1_000)
        yield* mailbox.receive(SESSION, "glass", id, "typed")
        yield* TestClock.setTime(AT + 2_000)
        yield* mailbox.receive(SESSION, "glass", id, "shown")
        yield* mailbox.ack(SESSION, "glass", id)
        yield* TestClock.setTime(AT + 3_000)
        yield* mailbox.ack(SESSION, "glass", id)
        expect((yield* list()).messages).toEqual([
          { ...fresh, receipt: { at: AT + 1_000, how: "typed" }, ackedAt: AT + 2_000 }
        ])
        expect(readdirSync(box()).sort()).toEqual(
          [`${id}.ack.json`, `${id}.json`, `${id}.md`, `${id}.read.json`].sort()
        )
      })
    )
  )

  it.effect("that is acked unread gets its receipt with it", () =>
    run(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        const { id } = (yield* sendMail("glass")).message
        yield* mailbox.ack(SESSION, "glass", id)
        const [found] = (yield* list()).messages
        expect([found?.receipt, found?.ackedAt]).toEqual([{ at: AT, how: "shown" }, AT])
      })
    )
  )

  it.effect("lies in folders and files that are its user's alone", () =>
    run(
      Effect.gen(function* () {
        yield* sendMail("glass")
        for (const folder of [join(place.root, ".agents"), dirname(box()), box()])
          expect(statSync(folder).mode & 0o777).toBe(0o700)
        for (const name of readdirSync(box())) expect(statSync(box(name)).mode & 0o777).toBe(0o600)
        expect(statSync(place.key).mode & 0o777).toBe(0o600)
      })
    )
  )

  it.effect("comes after the one before it, when the clock steps back too", () =>
    run(
      Effect.gen(function* () {
        for (const [step, body] of ["a", "b", "c"].entries()) {
          yield* TestClock.setTime(AT - step * 60_000)
          yield* sendMail("glass", { body })
        }
        expect(yield* bodies).toEqual(["a", "b", "c"])
      })
    )
  )

  it.effect("expires at its instant, and can be acked after it", () =>
    run(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        const { id } = (yield* sendMail("glass", { expires: AT + 1_000 })).message
        yield* TestClock.setTime(AT + 999)
        expect(yield* bodies).toHaveLength(1)
        yield* TestClock.setTime(AT + 1_000)
        expect(yield* list()).toEqual({ messages: [], refused: [], truncated: false })
        yield* mailbox.ack(SESSION, "glass", id)
        expect(existsSync(box(`${id}.ack.json`))).toBe(true)
      })
    )
  )

  it.effect("of another session is not there, and no fault", () =>
    run(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        const { id } = (yield* sendMail("glass", { session: "another" })).message
        expect(yield* list()).toEqual({ messages: [], refused: [], truncated: false })
        expect((yield* list("glass", "another")).messages).toHaveLength(1)
        expect(yield* said(mailbox.receive(SESSION, "glass", id, "shown"))).toBe(
          `Unknown: there is no message ${id} for glass; \`team messages\` lists them`
        )
      })
    )
  )

  it.effect("that is none is refused before anything is written", () =>
    run(
      Effect.gen(function* () {
        const refused = (more: Parameters<typeof mail>[1], to = "glass") => said(sendMail(to, more))
        expect(yield* refused({ body: " " })).toBe("Input: the message is empty")
        expect(yield* refused({ body: "\u001b[2J" })).toBe("Input: the message has a control character")
        expect(yield* refused({ from: "../x" })).toBe("Input: this is no sender's name")
        expect(yield* refused({}, "..")).toBe("Input: this is no seat's name")
        expect(yield* refused({ expires: AT })).toBe(
          "Input: the message would have expired before it is sent"
        )
        expect(yield* refused({ expires: AT + 0.5 })).toContain("Input: this makes no message")
        expect(existsSync(join(place.root, ".agents"))).toBe(false)
      })
    )
  )

  it.effect("whose drop could not be named in a typed line is refused, with what to do", () =>
    Effect.gen(function* () {
      const bad = join(place.root, "my project")
      mkdirSync(bad)
      const error = yield* run(said(sendMail("glass")), Mailbox.layerFile({ ...place, root: bad }))
      expect(error).toMatch(
        /^Path: .*\/my project\/.agents.* can't stand in a line typed to a seat \(.*\): move the project to .*; nothing was sent$/
      )
      expect(readdirSync(bad)).toEqual([])
      const long = join(place.root, ...Array.from({ length: 10 }, () => "x".repeat(50)))
      mkdirSync(long, { recursive: true })
      expect(yield* run(said(sendMail("glass")), Mailbox.layerFile({ ...place, root: long }))).toContain(
        "Path: "
      )
    })
  )

  it.effect("whose id is taken is not sent over the other", () =>
    run(
      Effect.gen(function* () {
        const fixed = place.layer({ random: () => Array.from({ length: 16 }, () => 3) })
        yield* Effect.provide(sendMail("glass", { body: "first" }), fixed)
        // A layer of its own, as another process has one: the same instant and the same bytes.
        expect(yield* said(Effect.provide(sendMail("glass", { body: "second" }), fixed))).toMatch(
          /^Duplicate: /
        )
        expect(yield* bodies).toEqual(["first"])
        expect(yield* refusals).toEqual([])
      })
    )
  )

  it.effect("is whole from whichever of two processes it comes", () =>
    run(
      Effect.gen(function* () {
        const from = (name: string) =>
          Effect.forEach(
            Array.from({ length: 10 }, (_, nth) => `${name}${nth}`),
            (body) => sendMail("glass", { body }),
            { concurrency: 4 }
          ).pipe(Effect.provide(place.layer()))
        yield* Effect.all([from("a"), from("b")], { concurrency: 2 })
        const found = yield* list()
        expect(found.refused).toEqual([])
        expect(new Set(found.messages.map(({ body }) => body)).size).toBe(20)
        expect(readdirSync(box())).toHaveLength(40)
      })
    )
  )

  it.effect("is kept in memory just so", () =>
    run(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        const { id } = (yield* sendMail("glass")).message
        yield* mailbox.ack(SESSION, "glass", id)
        yield* mailbox.putPending(SESSION, "glass", id, { pid: 1, start: null })
        const [found] = (yield* list()).messages
        expect([found?.ackedAt, found?.pending?.tries]).toEqual([AT, 0])
        yield* TestClock.setTime(AT + 1)
        expect(yield* mailbox.prune(SESSION, AT + 1)).toBe(1)
        expect((yield* list()).messages).toEqual([])
      }),
      Mailbox.layerMemory
    )
  )
})
