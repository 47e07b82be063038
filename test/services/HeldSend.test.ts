import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { describe, expect } from "vitest"
import { type HeldTry, tryHeld } from "../../src/services/HeldSend.ts"
import { Herdr, HostError } from "../../src/services/Herdr.ts"
import { Mailbox } from "../../src/services/Mailbox.ts"
import { PANE } from "../domain/typing/model.ts"
import { type Given, hostOver } from "../domain/typing/model-host.ts"
import { advanceUntilDone, breathe } from "../support/cli.ts"
import { SESSION, sendMail } from "../support/mail.ts"
import { MODEL_PROCESS } from "../support/model-pane.ts"
import { AT, box, list, place, run, usePlace } from "./mailbox/support.ts"

usePlace()

const MINUTE = 60_000
const HOLDER = { pid: 4711, start: "s" }

/** Leaves a message for glass whose line is held. */
const heldMessage = (more: Parameters<typeof sendMail>[1] = {}) =>
  Effect.gen(function* () {
    const sent = yield* sendMail("glass", more)
    const { id } = sent.message
    yield* (yield* Mailbox).putPending(SESSION, "glass", id, HOLDER)
    return { id, trigger: sent.trigger }
  })

const attemptOf = (message: string, more: Partial<HeldTry> = {}): HeldTry => ({
  held: { _tag: "SeatHeld", seat: "glass" },
  seat: "glass",
  pane: PANE,
  cli: "claude-code",
  launched: { pane: PANE, processes: [MODEL_PROCESS], session: null, at: 0 },
  hooks: Effect.succeed([]),
  hookWorking: 120_000,
  session: SESSION,
  message,
  ...more
})

type Host = Effect.Effect.Success<ReturnType<typeof hostOver>>

/** The same host, whose panes cannot be read once that key was sent. */
const blindAfter = (host: Host, key: "type" | "press"): Host => ({
  ...host,
  layer: Layer.map(host.layer, (context) => {
    const one = Context.get(context, Herdr)
    const lost = new HostError({ reason: "Lost", method: "read", message: "told to" })
    return Context.make(Herdr, {
      ...one,
      read: (panes) => Effect.suspend(() => (host.calls.includes(key) ? lost : one.read(panes)))
    })
  })
})

const tryOn = (host: Host, id: string, more: Partial<HeldTry> = {}) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(Effect.provide(tryHeld(attemptOf(id, more)), host.layer))
    return yield* advanceUntilDone(fiber, 50)
  })

/** One try at a held message's line on a pane of its own. */
const tried = (given: (trigger: string) => Given, id: string, trigger: string, more: Partial<HeldTry> = {}) =>
  Effect.gen(function* () {
    const host = yield* hostOver(given(trigger))
    const outcome = yield* tryOn(host, id, more)
    const said =
      outcome === null ? null : "reason" in outcome ? `${outcome._tag} ${outcome.reason}` : outcome._tag
    return { said, keys: host.model.keys.map(({ key }) => key), model: host.model }
  })

/** The message's receipt and its marker's counts, as they lie on disk. */
const left = Effect.map(list(), ({ messages: [found] }) => ({
  receipt: found?.receipt?.how ?? null,
  pending: found?.pending == null ? null : { tries: found.pending.tries, enters: found.pending.enters }
}))

describe("a held send", () => {
  it.effect("that is submitted leaves a receipt and takes its marker away", () =>
    run(
      Effect.gen(function* () {
        const { id, trigger } = yield* heldMessage()
        const { keys, model, said } = yield* tried(() => ({}), id, trigger)
        expect([said, keys]).toEqual(["Submitted", ["Type", "Press"]])
        expect(model.submissions.map(({ text }) => text)).toEqual([trigger])
        expect(yield* left).toEqual({ receipt: "typed", pending: null })
        expect(existsSync(box(`${id}.pending.json`))).toBe(false)
        // Nothing is held any more.
        expect((yield* tried(() => ({}), id, trigger)).said).toBeNull()
      })
    )
  )

  it.effect("that is not typed counts a try and no Enter", () =>
    run(
      Effect.gen(function* () {
        const { id, trigger } = yield* heldMessage()
        const { keys, said } = yield* tried(() => ({ nature: { text: "a draft" } }), id, trigger)
        expect([said, keys]).toEqual(["NotTyped unsent", []])
        expect(yield* left).toEqual({ receipt: null, pending: { tries: 1, enters: 0 } })
      })
    )
  )

  it.effect("that its sender could not type is none of the tries", () =>
    run(
      Effect.gen(function* () {
        const { id, trigger } = yield* heldMessage()
        const busy = (): Given => ({ happens: [{ at: 0, what: { _tag: "turn" } }] })
        expect((yield* tried(busy, id, trigger, { sender: true })).said).toBe("NotTyped busy")
        expect(yield* left).toEqual({ receipt: null, pending: { tries: 0, enters: 0 } })
      })
    )
  )

  it.effect("that was typed and stopped before Enter is sent by the next try, and not typed again", () =>
    run(
      Effect.gen(function* () {
        const { id, trigger } = yield* heldMessage()
        const host = yield* hostOver({})
        const first = tryOn(blindAfter(host, "type"), id)
        expect(yield* first).toMatchObject({ _tag: "TypedNotSent", reason: "host" })
        expect(yield* left).toEqual({ receipt: null, pending: { tries: 1, enters: 0 } })
        yield* TestClock.adjust(MINUTE)
        expect(yield* tryOn(host, id)).toEqual({ _tag: "Submitted", typed: false })
        expect(host.model.keys.map(({ key }) => key)).toEqual(["Type", "Press"])
        expect(host.model.submissions.map(({ text }) => text)).toEqual([trigger])
        expect(yield* left).toEqual({ receipt: "typed", pending: null })
      })
    )
  )

  it.effect("whose Enter a CLI lost twice gets no third one", () =>
    run(
      Effect.gen(function* () {
        const { id, trigger } = yield* heldMessage()
        const host = yield* hostOver({ nature: { burst: Number.POSITIVE_INFINITY } })
        for (const enters of [1, 2]) {
          expect(yield* tryOn(host, id)).toMatchObject({ _tag: "TypedNotSent", reason: "holds" })
          expect(yield* left).toEqual({ receipt: null, pending: { tries: enters, enters } })
          yield* TestClock.adjust(5 * MINUTE)
        }
        expect(yield* tryOn(host, id)).toBeNull()
        expect(host.model.keys.map(({ key }) => key)).toEqual(["Type", "Press", "Press"])
        expect(host.model.shown.text).toBe(trigger)
      })
    )
  )

  it.effect("of which nobody saw what came of Enter loses its marker, and the message goes on waiting", () =>
    run(
      Effect.gen(function* () {
        const { id, trigger } = yield* heldMessage()
        const host = yield* hostOver({})
        const first = tryOn(blindAfter(host, "press"), id)
        expect(yield* first).toEqual({ _tag: "Unconfirmed", reason: "unclear" })
        expect(host.model.keys.map(({ key }) => key)).toEqual(["Type", "Press"])
        expect(yield* left).toEqual({ receipt: null, pending: null })
        expect((yield* tried(() => ({}), id, trigger)).said).toBeNull()
      })
    )
  )

  it.effect("whose line is gone from the box after an Enter is not typed anew", () =>
    run(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        const { id, trigger } = yield* heldMessage()
        yield* mailbox.changePending(SESSION, "glass", id, () => ({ tries: 1, enters: 1 }))
        const { keys, said } = yield* tried(() => ({}), id, trigger)
        expect([said, keys]).toEqual(["NotTyped taken", []])
        expect(yield* left).toEqual({ receipt: null, pending: null })
      })
    )
  )

  it.effect("that was read, has expired, is unknown or used up is nothing to type", () =>
    run(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        const { id, trigger } = yield* heldMessage({ expires: AT + MINUTE })
        const nothing = Effect.map(
          tried(() => ({}), id, trigger),
          ({ keys, said }) => {
            expect(keys).toEqual([])
            return said
          }
        )
        yield* mailbox.changePending(SESSION, "glass", id, () => ({ tries: 5, enters: 0 }))
        expect(yield* nothing).toBeNull()
        yield* mailbox.changePending(SESSION, "glass", id, () => ({ tries: 1, enters: 0 }))
        yield* mailbox.receive(SESSION, "glass", id, "shown")
        expect(yield* nothing).toBeNull()
        expect(yield* left).toEqual({ receipt: "shown", pending: null })
        yield* TestClock.setTime(AT + MINUTE)
        expect(yield* nothing).toBeNull()
        const other = (yield* sendMail("glass")).message.id
        expect((yield* tried(() => ({}), other, trigger)).said).toBeNull()
        const late = yield* heldMessage({ expires: AT + 2 * MINUTE })
        yield* TestClock.setTime(AT + 2 * MINUTE)
        expect((yield* tried(() => ({}), late.id, trigger)).said).toBeNull()
      })
    )
  )

  it.effect("whose drop is not the message's text is not typed", () =>
    run(
      Effect.gen(function* () {
        const { id, trigger } = yield* heldMessage()
        writeFileSync(box(`${id}.md`), "run this instead", { mode: 0o600 })
        const { keys, said } = yield* tried(() => ({}), id, trigger)
        expect([said, keys]).toEqual([null, []])
      })
    )
  )
})

describe("a process that ends in the middle of a try", () => {
  it.effect("killed between the count and the line: a try too many, and no line anybody types twice", () =>
    run(
      Effect.gen(function* () {
        const { id } = yield* heldMessage()
        const host = yield* hostOver({})
        // A kill runs no finalizer; a defect is the nearest thing a test can do.
        const dying = Effect.map(Herdr, (one) => ({ ...one, type: () => Effect.die("killed") }))
        const fiber = yield* Effect.fork(
          tryHeld(attemptOf(id)).pipe(
            Effect.provideServiceEffect(Herdr, dying),
            Effect.provide(host.layer),
            Effect.exit
          )
        )
        const exit = yield* advanceUntilDone(fiber, 50)
        expect(Exit.isFailure(exit) && Cause.isDie(exit.cause)).toBe(true)
        expect(yield* left).toEqual({ receipt: null, pending: { tries: 1, enters: 1 } })
        yield* TestClock.adjust(MINUTE)
        expect(yield* tryOn(host, id)).toMatchObject({ _tag: "NotTyped", reason: "taken" })
        expect(host.model.keys).toEqual([])
        expect(yield* left).toEqual({ receipt: null, pending: null })
      })
    )
  )

  it.effect("interrupted after the line was typed: it is sent, and its receipt is written all the same", () =>
    run(
      Effect.gen(function* () {
        const { id, trigger } = yield* heldMessage()
        const host = yield* hostOver({})
        const fiber = yield* Effect.fork(Effect.provide(tryHeld(attemptOf(id)), host.layer))
        while (!host.calls.includes("type")) {
          yield* TestClock.adjust(10)
          yield* breathe
        }
        const ending = yield* Effect.fork(Fiber.interrupt(fiber))
        yield* advanceUntilDone(ending, 50)
        expect(host.model.submissions.map(({ text }) => text)).toEqual([trigger])
        expect(yield* left).toEqual({ receipt: "typed", pending: null })
      })
    )
  )

  it.effect("interrupted once it was counted: it comes to its end, and nothing is typed twice", () =>
    run(
      Effect.gen(function* () {
        const { id, trigger } = yield* heldMessage()
        const host = yield* hostOver({ latency: 100 })
        const fiber = yield* Effect.fork(Effect.provide(tryHeld(attemptOf(id)), host.layer))
        while (host.calls.length === 0) yield* breathe
        expect(host.calls).not.toContain("type")
        expect(yield* left).toEqual({ receipt: null, pending: { tries: 1, enters: 1 } })
        const ending = yield* Effect.fork(Fiber.interrupt(fiber))
        yield* advanceUntilDone(ending, 50)
        yield* TestClock.adjust(MINUTE)
        expect(yield* tryOn(host, id)).toBeNull()
        expect(host.model.submissions.map(({ text }) => text)).toEqual([trigger])
      })
    )
  )
})

describe("files that fail", () => {
  it.effect("before the count: nothing is typed", () =>
    Effect.gen(function* () {
      const failing = place.layer({
        files: (files) => ({ ...files, replace: () => Effect.fail({ message: "the disk is full" }) })
      })
      yield* run(
        Effect.gen(function* () {
          const { id } = yield* heldMessage()
          const host = yield* hostOver({})
          const error = yield* Effect.flip(tryOn(host, id))
          expect(error.message).toBe("the disk is full")
          expect(host.model.keys).toEqual([])
        }),
        failing
      )
    })
  )

  it.effect("after the line was sent: it was sent, and is not typed again", () =>
    Effect.gen(function* () {
      const full = { now: false }
      const failing = place.layer({
        files: (files) => ({
          ...files,
          create: (...file) =>
            full.now ? Effect.fail({ message: "the disk is full" }) : files.create(...file)
        })
      })
      yield* run(
        Effect.gen(function* () {
          const { id, trigger } = yield* heldMessage()
          full.now = true
          const host = yield* hostOver({})
          expect(yield* tryOn(host, id)).toEqual({ _tag: "Submitted", typed: true })
          expect(yield* left).toEqual({ receipt: null, pending: { tries: 1, enters: 1 } })
          full.now = false
          yield* TestClock.adjust(MINUTE)
          expect(yield* tryOn(host, id)).toMatchObject({ reason: "taken" })
          expect(host.model.submissions.map(({ text }) => text)).toEqual([trigger])
          expect(readFileSync(box(`${id}.md`), "utf8")).toContain("Look at the lantern.")
        }),
        failing
      )
    })
  )
})
