import * as Effect from "effect/Effect"
import { reasonText } from "../domain/typing/outcome.ts"
import { tryHeld } from "./HeldSend.ts"
import type { Herdr } from "./Herdr.ts"
import { type Holder, Mailbox, type MailboxError, type SendInput, type Sent } from "./Mailbox.ts"
import { SeatLock } from "./SeatLock.ts"
import type { Target } from "./typing-target.ts"

/**
 * What became of a message (spec 000 §3.6). `submitted` its line was taken by the seat · `held` no key was pressed, the marker
 * stands and a watch types the line later · `not-sent` the line stands in the box, unsent, and so does the marker ·
 * `unconfirmed` Enter was pressed and nothing shows what came of it; nobody types it again. `reason` is in our own words.
 */
export interface MessageSent extends Sent {
  readonly outcome: "submitted" | "held" | "not-sent" | "unconfirmed"
  readonly reason: string | null
}

export interface SendMessage {
  readonly input: SendInput
  /** This process, as the marker names it. */
  readonly holder: Holder
  /** Where the line may be tried at once; or why it may not. */
  readonly at:
    | { readonly _tag: "Target"; readonly target: Target }
    | { readonly _tag: "Not"; readonly why: string }
}

/**
 * Leaves a message for a seat and types its line at once where the seat's box is an empty idle prompt. The marker stands
 * before the first key, so that whatever ends this process, the message is read from its drop or typed later: it is never
 * lost. Fails only where nothing was left.
 */
export const sendMessage = ({
  at,
  holder,
  input
}: SendMessage): Effect.Effect<MessageSent, MailboxError, Herdr | Mailbox | SeatLock> =>
  Effect.gen(function* () {
    const mailbox = yield* Mailbox
    const locks = yield* SeatLock
    const { session, to } = input
    const sent = yield* mailbox.send(input)
    const { id } = sent.message
    const held = (reason: string): MessageSent => ({ ...sent, outcome: "held", reason })
    const marked = yield* Effect.either(mailbox.putPending(session, to, id, holder))
    if (marked._tag === "Left") return held(marked.left.message)
    if (at._tag === "Not") return held(at.why)
    const tried = yield* Effect.either(
      locks.withSeat(
        session,
        to
      )((lock) => tryHeld({ ...at.target, held: lock, session, message: id, sender: true }))
    )
    if (tried._tag === "Left") return held(tried.left.message)
    const outcome = tried.right
    if (outcome === null) {
      // Its seat read the message, or a watch typed its line, while this process waited for the lock.
      const { messages } = yield* Effect.orElseSucceed(mailbox.list(session, to), () => ({ messages: [] }))
      return messages.some((one) => one.id === id && one.receipt !== null)
        ? { ...sent, outcome: "submitted", reason: null }
        : { ...sent, outcome: "unconfirmed", reason: "another process typed its line" }
    }
    if (outcome._tag === "Submitted") return { ...sent, outcome: "submitted", reason: null }
    const reason = reasonText(outcome.reason)
    if (outcome._tag === "NotTyped") return held(reason)
    return { ...sent, outcome: outcome._tag === "TypedNotSent" ? "not-sent" : "unconfirmed", reason }
  })
