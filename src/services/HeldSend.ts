import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { retryOf } from "../domain/mailbox/waiting.ts"
import type { SeatHeld } from "../domain/typing/held.ts"
import { triggerLine } from "../domain/typing/line.ts"
import { type Outcome, wasEntered } from "../domain/typing/outcome.ts"
import type { Herdr } from "./Herdr.ts"
import { Mailbox, MailboxError } from "./Mailbox.ts"
import { type Delivery, deliver } from "./Typist.ts"

/** One try at the trigger of a message that is held for a seat. */
export interface HeldTry
  extends Pick<Delivery, "seat" | "pane" | "cli" | "launched" | "hooks" | "hookWorking" | "profiles"> {
  readonly held: SeatHeld
  readonly session: string
  /** The message's id. */
  readonly message: string
  /** The sender's own try: where it presses no key it is none of the bounded tries, and the next one comes as soon as it may. */
  readonly sender?: boolean
}

/**
 * Types the trigger of a held message, once, by the marker beside its drop (spec 000 §3.6, rule 9). What the files say is
 * read under the seat's lock, and the try is counted before a key is pressed (case 180): a process that dies in between
 * leaves a try too many, never a line typed twice. Null when nothing is held any more: the seat has read the message, it
 * expired, or its tries are used up. A submitted line leaves a receipt and takes the marker away; so does, without a receipt,
 * an Enter of which nobody saw what came: the message goes on waiting, for `team messages` and the ring. Once counted, a
 * try runs to its end, a few seconds at most: an interruption waits for it.
 */
export const tryHeld = (attempt: HeldTry): Effect.Effect<Outcome | null, MailboxError, Herdr | Mailbox> =>
  Effect.gen(function* () {
    const { message: id, seat, session } = attempt
    const mailbox = yield* Mailbox
    const { messages } = yield* mailbox.list(session, seat)
    const message = messages.find((one) => one.id === id)
    const pending = message?.pending ?? null
    if (message === undefined || pending === null) return null
    if (message.receipt !== null) {
      yield* mailbox.removePending(seat, id)
      return null
    }
    const { drop } = message
    const { enters, lastAt, tries } = pending
    if (retryOf({ id, seat, drop, tries, enters, lastAt }, Number.MAX_SAFE_INTEGER)._tag === "GiveUp")
      return null
    const line = yield* Effect.mapError(
      triggerLine(drop),
      ({ message: why }) => new MailboxError({ reason: "Path", message: why })
    )
    const count = (pressed: boolean) =>
      mailbox.changePending(session, seat, id, () => ({
        tries: tries + 1,
        enters: enters + (pressed ? 1 : 0)
      }))
    const settle = (outcome: Outcome) => {
      if (outcome._tag === "Submitted")
        return Effect.zipRight(mailbox.receive(session, seat, id, "typed"), mailbox.removePending(seat, id))
      if (outcome._tag === "Unconfirmed" || (outcome._tag === "NotTyped" && outcome.reason === "taken"))
        return mailbox.removePending(seat, id)
      if (outcome._tag === "NotTyped" && attempt.sender === true)
        return mailbox.changePending(session, seat, id, () => ({ tries, enters }))
      return wasEntered(outcome) ? Effect.void : count(false)
    }
    return yield* Effect.uninterruptible(
      Effect.gen(function* () {
        yield* count(true)
        const own = { _tag: "Marker", entered: enters > 0 } as const
        // A fiber of its own: who interrupts this one after a key would lose what became of it, and type the line again.
        const fiber = yield* Effect.forkDaemon(Effect.interruptible(deliver({ ...attempt, line, own })))
        const outcome = yield* Fiber.join(fiber)
        // What was typed was typed, whatever the files say then: the count above keeps it from being typed again.
        yield* Effect.ignore(settle(outcome))
        return outcome
      })
    )
  })
