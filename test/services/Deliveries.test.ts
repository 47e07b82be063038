import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { describe, expect } from "vitest"
import { emptyMemory } from "../../src/domain/pass/memory.ts"
import { RING } from "../../src/domain/typing/line.ts"
import { NUDGE_TEXT } from "../../src/services/Deliveries.ts"
import { Mailbox } from "../../src/services/Mailbox.ts"
import { Processes } from "../../src/services/Processes.ts"
import { ProcessRunner } from "../../src/services/ProcessRunner.ts"
import { SeatLock } from "../../src/services/SeatLock.ts"
import { StateLock } from "../../src/services/StateLock.ts"
import { makeWatch } from "../../src/services/Watch.ts"
import { PANE } from "../domain/typing/model.ts"
import { advanceUntilDone, breathe } from "../support/cli.ts"
import { SESSION, sendMail } from "../support/mail.ts"
import { DAY, MINUTE, SECOND } from "../support/scenario.ts"
import { makeStage, NUDGE, type StageGiven, scoped, work } from "./deliveries/stage.ts"
import { AT, list, place, usePlace } from "./mailbox/support.ts"

usePlace()

describe("a nudge", () => {
  it.effect("is written to the seat's drop, and only the drop's line is typed", () =>
    scoped(
      Effect.gen(function* () {
        const stage = yield* makeStage()
        expect(yield* stage.turn).toEqual({
          intents: ["Nudge"],
          lines: ["worker: the nudge was typed and sent"]
        })
        expect(stage.taken()).toEqual([NUDGE()])
        expect(readFileSync(work("worker.md"), "utf8")).toBe(`${NUDGE_TEXT}\n`)
        expect(lstatSync(work("worker.md")).mode & 0o777).toBe(0o600)
        expect(lstatSync(work()).mode & 0o777).toBe(0o700)
        expect(readdirSync(work())).toEqual(["worker.md"])
      })
    )
  )

  it.effect("says what the file says, over what it said before", () =>
    scoped(
      Effect.gen(function* () {
        mkdirSync(work(), { recursive: true, mode: 0o700 })
        writeFileSync(work("worker.md"), "Look elsewhere.\n", { mode: 0o600 })
        const stage = yield* makeStage({ nudge: "Look into the log; then $(go on)." })
        yield* stage.turn
        expect(readFileSync(work("worker.md"), "utf8")).toBe("Look into the log; then $(go on).\n")
        expect(stage.taken()).toEqual([NUDGE()])
      })
    )
  )

  it.effect("is not typed where its drop cannot be written: a link is refused by its name", () =>
    scoped(
      Effect.gen(function* () {
        const away = join(place.root, "elsewhere")
        mkdirSync(away)
        writeFileSync(join(away, "text"), "mine\n")
        mkdirSync(join(place.root, ".agents"))
        symlinkSync(away, work())
        const folder = yield* (yield* makeStage()).turn
        expect(folder.lines).toEqual([
          `worker: the nudge was not typed: ${work()} is a symbolic link, which is not followed`
        ])
        rmSync(work())
        mkdirSync(work(), { mode: 0o700 })
        symlinkSync(join(away, "text"), work("worker.md"))
        const stage = yield* makeStage()
        expect((yield* stage.turn).lines).toEqual([
          `worker: the nudge was not typed: ${work("worker.md")} is a symbolic link, which is not followed`
        ])
        expect(stage.keys()).toEqual([])
        expect(readdirSync(away)).toEqual(["text"])
        expect(readFileSync(join(away, "text"), "utf8")).toBe("mine\n")
      })
    )
  )

  it.effect("goes to no lead, no operator and not to the watch's own pane, and writes no drop for them", () =>
    scoped(
      Effect.gen(function* () {
        for (const given of [{ spec: { leads: true } }, { spec: { operator: true } }, { pane: PANE }]) {
          const stage = yield* makeStage(given)
          expect(yield* stage.turn).toEqual({ intents: [], lines: [] })
          expect(stage.keys()).toEqual([])
        }
        expect(existsSync(work())).toBe(false)
      })
    )
  )
})

describe("a ring", () => {
  it.effect("is typed for a message that waits, and once", () =>
    scoped(
      Effect.gen(function* () {
        yield* sendMail("worker", { session: SESSION })
        const stage = yield* makeStage({ spec: { leads: true } })
        expect(yield* stage.turn).toEqual({
          intents: ["Ring"],
          lines: ["worker: the ring was typed and sent"]
        })
        expect((yield* stage.turn).intents).toEqual([])
        expect(stage.taken()).toEqual([RING])
      })
    )
  )

  const DEAF: StageGiven = { spec: { leads: true }, nature: { burst: Number.POSITIVE_INFINITY } }
  const NOT_SENT = "worker: the ring was typed and not sent: its box still holds the line after Enter"

  it.effect("that stands in the box unsent is sent by the process that typed it, with one more Enter", () =>
    scoped(
      Effect.gen(function* () {
        yield* sendMail("worker")
        const stage = yield* makeStage(DEAF)
        expect((yield* stage.turn).lines).toEqual([NOT_SENT])
        yield* TestClock.adjust(MINUTE)
        expect(yield* stage.turn).toEqual({ intents: ["Ring"], lines: [NOT_SENT] })
        expect(stage.keys()).toEqual(["Type", "Press", "Press"])
        // Two Enters were all.
        yield* TestClock.adjust(5 * MINUTE)
        yield* stage.turn
        expect(stage.keys()).toEqual(["Type", "Press", "Press"])
      })
    )
  )

  it.effect("that another process left in the box is not touched", () =>
    scoped(
      Effect.gen(function* () {
        yield* sendMail("worker")
        const stage = yield* makeStage(DEAF)
        yield* stage.turn
        yield* stage.restart
        yield* TestClock.adjust(MINUTE)
        expect((yield* stage.turn).lines).toEqual([
          "worker: the ring was not typed: its box holds the line, and nothing proves whose it is"
        ])
        expect(stage.keys()).toEqual(["Type", "Press"])
      })
    )
  )

  it.effect("is still known for ours after a pass that looked before it was typed", () =>
    scoped(
      Effect.gen(function* () {
        yield* sendMail("worker")
        const stage = yield* makeStage(DEAF)
        const first = yield* stage.judged(yield* stage.look)
        // This look saw the empty box, and its pass is carried out once the line stands there.
        const early = yield* stage.look
        yield* stage.carry(first)
        yield* stage.settle()
        yield* stage.carry(yield* stage.judged(early))
        yield* TestClock.adjust(MINUTE)
        yield* stage.turn
        expect(stage.keys()).toEqual(["Type", "Press", "Press"])
      })
    )
  )

  it.effect("is forgotten as ours once a pass saw the box without it", () =>
    scoped(
      Effect.gen(function* () {
        yield* sendMail("worker")
        const cleared = { at: 15_000, what: { _tag: "clears" as const } }
        const again = { at: 40_000, what: { _tag: "types" as const, text: RING } }
        const stage = yield* makeStage({ ...DEAF, happens: [cleared, again] })
        expect((yield* stage.turn).lines).toEqual([NOT_SENT])
        yield* TestClock.adjust(15 * SECOND)
        yield* stage.step
        yield* TestClock.adjust(MINUTE)
        expect((yield* stage.turn).lines).toEqual([
          "worker: the ring was not typed: its box holds the line, and nothing proves whose it is"
        ])
        expect(stage.keys()).toEqual(["Type", "Press"])
      })
    )
  )
})

describe("a held send", () => {
  it.effect("is typed by the watch, leaves its receipt, and is told of", () =>
    scoped(
      Effect.gen(function* () {
        const { message, trigger } = yield* sendMail("worker")
        yield* (yield* Mailbox).putPending(SESSION, "worker", message.id, { pid: 1, start: null })
        const stage = yield* makeStage()
        expect(yield* stage.turn).toEqual({
          intents: ["Retry"],
          lines: [`worker: the line of the held message ${message.id} was typed and sent`]
        })
        expect(stage.taken()).toEqual([trigger])
        const [found] = (yield* list("worker")).messages
        expect([found?.receipt?.how, found?.pending]).toEqual(["typed", null])
        // A retry writes no drop of a nudge.
        expect(existsSync(work())).toBe(false)
      })
    )
  )

  it.effect("that its seat read in between is nothing to say", () =>
    scoped(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        const { message } = yield* sendMail("worker")
        yield* mailbox.putPending(SESSION, "worker", message.id, { pid: 1, start: null })
        const stage = yield* makeStage({ spec: { leads: true } })
        const result = yield* stage.judged(yield* stage.look)
        expect(result.intents).toHaveLength(1)
        yield* mailbox.receive(SESSION, "worker", message.id, "shown")
        yield* stage.carry(result)
        yield* stage.settle()
        expect((yield* stage.deliveries.typing).typed).toEqual([])
        expect(stage.keys()).toEqual([])
      })
    )
  )
})

describe("a seat whose lock another process has", () => {
  it.effect("is not typed to, and the holder is named", () =>
    scoped(
      Effect.gen(function* () {
        yield* sendMail("worker")
        const machine = StateLock.layer.pipe(
          Layer.provide(Processes.layer),
          Layer.provide(ProcessRunner.layer)
        )
        const onDisk = SeatLock.layerFile(place.root).pipe(Layer.provide(machine))
        const stage = yield* makeStage({ spec: { leads: true }, locks: onDisk })
        const other = Context.get(yield* Layer.build(Layer.fresh(onDisk)), SeatLock)
        const has = yield* Deferred.make<void>()
        const holder = yield* Effect.fork(
          other.withSeat(
            SESSION,
            "worker"
          )(() => Effect.zipRight(Deferred.succeed(has, undefined), Effect.never))
        )
        yield* Deferred.await(has)
        const { lines } = yield* stage.turn
        expect(lines).toEqual([
          `worker: the ring was not typed: another team command (pid ${process.pid}) is typing into seat worker; try again when it is done`
        ])
        expect(stage.keys()).toEqual([])
        yield* Fiber.interrupt(holder)
        yield* TestClock.adjust(MINUTE)
        expect((yield* stage.turn).lines).toEqual(["worker: the ring was typed and sent"])
      })
    )
  )
})

describe("the end of a watch", () => {
  it.effect("waits for a line that is under way", () =>
    scoped(
      Effect.gen(function* () {
        yield* sendMail("worker")
        const stage = yield* makeStage({ spec: { leads: true } })
        yield* stage.step
        while (!stage.calls.includes("type")) {
          yield* TestClock.adjust(10)
          yield* breathe
        }
        yield* stage.stop
        expect(stage.taken()).toEqual([RING])
      })
    )
  )
})

describe("what was read", () => {
  it.effect("a week ago is cleared away when the watch starts and each hour; what nobody read stays", () =>
    scoped(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        const read = yield* sendMail("worker")
        yield* sendMail("worker", { body: "unread" })
        const later = yield* sendMail("worker", { body: "read later" })
        yield* mailbox.receive(SESSION, "worker", read.message.id, "shown")
        yield* TestClock.setTime(AT + 7 * DAY + 1)
        const stage = yield* makeStage({ spec: { leads: true }, pane: PANE })
        const bodies = Effect.map(list("worker"), ({ messages }) => messages.map(({ body }) => body))
        /** Clearing away takes the files' own time. */
        const left = (count: number) =>
          Effect.gen(function* () {
            for (let turn = 0; turn < 500 && (yield* bodies).length > count; turn++) yield* breathe
            return yield* bodies
          })
        yield* stage.settle(SECOND)
        expect(yield* left(2)).toEqual(["unread", "read later"])
        yield* mailbox.receive(SESSION, "worker", later.message.id, "shown")
        yield* TestClock.adjust(59 * MINUTE)
        yield* stage.settle(SECOND)
        expect(yield* bodies).toEqual(["unread", "read later"])
        yield* TestClock.adjust(MINUTE)
        yield* stage.settle(SECOND)
        expect(yield* left(1)).toEqual(["unread"])
      })
    )
  )
})

describe("a watch", () => {
  const watched = (options: { readonly nudges: boolean; readonly session: string }) =>
    Effect.gen(function* () {
      yield* sendMail("worker")
      const stage = yield* makeStage()
      const said: Array<string> = []
      const watch = yield* Effect.provide(
        makeWatch(
          {
            ...options,
            source: Effect.succeed(stage.now),
            folder: "/",
            notifyOperator: true,
            record: null,
            emit: (_, line) => Effect.sync(() => void said.push(line)),
            deliveries: stage.deliveries
          },
          emptyMemory
        ),
        stage.context
      )
      for (let count = 0; count < 3; count++) {
        const fiber = yield* Effect.fork(Effect.provide(watch.step("interval"), stage.context))
        const { result } = yield* advanceUntilDone(fiber, 10)
        if (result.intents.length > 0) yield* stage.finish
        yield* TestClock.adjust(MINUTE)
      }
      const lines = said.filter((line) => /the (nudge|ring|line) /.test(line))
      return { lines, keys: stage.keys(), drop: existsSync(work()) }
    })

  it.effect("has the lines typed and says what became of them", () =>
    scoped(
      Effect.gen(function* () {
        expect(yield* watched({ nudges: true, session: SESSION })).toEqual({
          lines: ["worker: the ring was typed and sent", "worker: the nudge was typed and sent"],
          keys: ["Type", "Press", "Type", "Press"],
          drop: true
        })
      })
    )
  )

  it.effect("types nothing and writes no drop with --no-nudge, and on another session", () =>
    scoped(
      Effect.gen(function* () {
        const nothing = { lines: [], keys: [], drop: false }
        expect(yield* watched({ nudges: false, session: SESSION })).toEqual(nothing)
        expect(yield* watched({ nudges: true, session: "another" })).toEqual(nothing)
      })
    )
  )
})
