import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import { afterEach, beforeEach, describe, expect } from "vitest"
import type { BudgetReading } from "../../src/domain/budget/reading.ts"
import { newestTrace } from "../../src/domain/seat/reading.ts"
import { Budgets } from "../../src/services/Budgets.ts"
import { Facts } from "../../src/services/Facts.ts"
import { HookRecords } from "../../src/services/HookRecords.ts"
import { Mailbox } from "../../src/services/Mailbox.ts"
import { type ProjectState, SessionState } from "../../src/services/SessionState.ts"
import { TraceReader } from "../../src/services/TraceReader.ts"
import { type MailPlace, makeMailPlace, SESSION, sendMail } from "../support/mail.ts"
import { seat, team } from "../support/scenario.ts"

const AT = Date.UTC(2026, 9, 18, 9, 0, 0)
const WINDOW = 120_000
let place: MailPlace
beforeEach(() => {
  place = makeMailPlace()
})
afterEach(() => place.remove())

const commits = new Map([["glass", { commit: AT - 20_000 }]])
const layers = () => {
  const others = Layer.mergeAll(
    Layer.unwrapEffect(
      Effect.map(Ref.make<ProjectState>({ format: 1, sessions: {} }), SessionState.layerMemory)
    ),
    Layer.unwrapEffect(Effect.map(Ref.make<ReadonlyArray<BudgetReading>>([]), Budgets.layerMemory)),
    HookRecords.layerAt(null),
    TraceReader.layerMemory(Effect.succeed({ bySeat: commits, remarks: ["git said no"] }))
  )
  return Facts.layerLive({ root: place.root }).pipe(Layer.provideMerge(place.layer()), Layer.provide(others))
}

const facts = Effect.gen(function* () {
  const trace = { seats: [], base: null, humans: [] }
  const view = team([seat("glass"), seat("copper")])
  const { mail, remarks, seats } = yield* Effect.flatMap(Facts, (one) =>
    one.read({ team: view, session: SESSION, trace })
  )
  return { mail, remarks, traces: Object.fromEntries(seats.map((one) => [one.seat, one.traces])) }
})
const at = (instant: number) => TestClock.setTime(instant)
const run = <A, E>(effect: Effect.Effect<A, E, Facts | Mailbox>) =>
  Effect.suspend(() => Effect.provide(effect, layers()))

describe("the facts of a pass", () => {
  it.effect("have a seat's commit, newest message and newest ack side by side, and what waits", () =>
    run(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        expect(yield* facts).toEqual({
          mail: [],
          remarks: ["git said no"],
          traces: { glass: { commit: AT - 20_000 }, copper: {} }
        })
        yield* at(AT - 90_000)
        const first = yield* sendMail("glass")
        yield* at(AT - 60_000)
        yield* mailbox.ack(SESSION, "glass", first.message.id)
        yield* at(AT - 30_000)
        const second = yield* sendMail("glass")
        yield* sendMail("glass", { session: "another" })
        yield* at(AT)
        expect(yield* facts).toEqual({
          mail: [
            {
              seat: "glass",
              messages: [
                ...[{ id: second.message.id, at: AT - 30_000, from: "lead", drop: second.drop }].map(
                  (one) => ({
                    ...one,
                    receipt: null,
                    pending: null
                  })
                )
              ]
            }
          ],
          remarks: ["git said no"],
          traces: {
            glass: { commit: AT - 20_000, ack: AT - 60_000, message: AT - 30_000 },
            copper: {}
          }
        })
      })
    )
  )

  it.effect(
    "take no receipt, no marker and no expiry for a trace, and an ack to the end of the window (case 105)",
    () =>
      run(
        Effect.gen(function* () {
          const mailbox = yield* Mailbox
          yield* at(AT)
          const { message } = yield* sendMail("copper", { expires: AT + 10_000 })
          yield* at(AT + 9_000)
          yield* mailbox.putPending(SESSION, "copper", message.id, { pid: 1, start: null })
          yield* mailbox.receive(SESSION, "copper", message.id, "typed")
          yield* at(AT + 11_000)
          expect((yield* facts).traces["copper"]).toEqual({ message: AT })
          const inside = (seconds: number) =>
            Effect.gen(function* () {
              yield* at(AT + seconds * 1000)
              return newestTrace(AT + seconds * 1000, (yield* facts).traces["copper"] ?? {}, WINDOW)
            })
          expect(yield* Effect.forEach([119, 120, 121], inside)).toEqual([AT, AT, null])
        })
      )
  )

  it.effect("hide no earlier message behind one from the future", () =>
    run(
      Effect.gen(function* () {
        yield* at(AT + 3_600_000)
        yield* sendMail("copper")
        yield* at(AT - 500_000)
        yield* sendMail("copper")
        yield* at(AT)
        expect((yield* facts).traces["copper"]).toEqual({ message: AT - 500_000 })
      })
    )
  )

  it.effect("take no forged file for a trace, and name it", () =>
    run(
      Effect.gen(function* () {
        yield* at(AT)
        const { message } = yield* sendMail("copper")
        const forged = { ...message, to: "glass" }
        mkdirSync(place.box("glass"), { mode: 0o700 })
        writeFileSync(place.box("glass", `${message.id}.json`), `${JSON.stringify(forged)}\n`, {
          mode: 0o600
        })
        const ack = readFileSync(place.box("copper", `${message.id}.json`), "utf8")
        writeFileSync(place.box("copper", `${message.id}.ack.json`), ack, { mode: 0o600 })
        const found = yield* facts
        expect(found.traces).toEqual({ glass: { commit: AT - 20_000 }, copper: { message: AT } })
        expect(found.remarks).toEqual([
          "git said no",
          `the mailbox of glass: ${message.id}.json was changed, or not written by team here: do not follow it, delete it`,
          `the mailbox of copper: ${message.id}.ack.json is no record that this version knows: delete it`
        ])
      })
    )
  )
})
