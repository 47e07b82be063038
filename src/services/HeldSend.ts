import * as Effect from "effect/Effect"
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
 * an Enter of which nobody saw what came: the message goes on waiting, for `team messages` and the ring.
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
    return yield* Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        yield* count(true)
        const outcome = yield* restore(
          deliver({ ...attempt, line, own: { _tag: "Marker", entered: enters > 0 } })
        ).pipe(Effect.onInterrupt(() => Effect.ignore(count(false))))
        if (outcome._tag === "Submitted") {
          yield* mailbox.receive(session, seat, id, "typed")
          yield* mailbox.removePending(seat, id)
        } else if (
          outcome._tag === "Unconfirmed" ||
          (outcome._tag === "NotTyped" && outcome.reason === "taken")
        ) {
          yield* mailbox.removePending(seat, id)
        } else if (outcome._tag === "NotTyped" && attempt.sender === true) {
          yield* mailbox.changePending(session, seat, id, () => ({ tries, enters }))
        } else if (!wasEntered(outcome)) {
          yield* count(false)
        }
        return outcome
      })
    )
  })
