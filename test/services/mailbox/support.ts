import { writeFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { afterEach, beforeEach } from "vitest"
import { Mailbox } from "../../../src/services/Mailbox.ts"
import { type MailPlace, makeMailPlace, SESSION } from "../../support/mail.ts"

/** The instant at which each test begins. */
export const AT = Date.UTC(2026, 9, 18, 9, 0, 0)

/** The test's own project: made before it, taken away after it. */
export let place: MailPlace
/** Called once in each file of tests. */
export const usePlace = () => {
  beforeEach(() => {
    place = makeMailPlace()
  })
  afterEach(() => place.remove())
}

export const run = <A, E>(effect: Effect.Effect<A, E, Mailbox>, layer?: Layer.Layer<Mailbox>) =>
  Effect.suspend(() => Effect.provide(Effect.zipRight(TestClock.setTime(AT), effect), layer ?? place.layer()))
export const list = (seat = "glass", session = SESSION) =>
  Effect.flatMap(Mailbox, (one) => one.list(session, seat))
export const look = (...seats: ReadonlyArray<string>) =>
  Effect.flatMap(Mailbox, (one) => one.look(SESSION, seats))
export const box = (...names: ReadonlyArray<string>) => place.box("glass", ...names)
export const put = (name: string, text: string) => writeFileSync(box(name), text, { mode: 0o600 })
export const bodies = Effect.map(list(), ({ messages }) => messages.map(({ body }) => body))
export const refusals = Effect.map(list(), ({ refused }) => refused.map(({ name, reason }) => [name, reason]))
export const said = <A, E extends { readonly reason: string; readonly message: string }, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(effect), ({ message, reason }) => `${reason}: ${message}`)
