import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { Message, Pending, Shown } from "../../domain/mailbox/record.ts"
import type { RefusedMail } from "../../domain/mailbox/refused.ts"
import type { TypedLine } from "../../domain/typing/line.ts"

/**
 * `Input` what was given is no message · `Path` the drop's path may not be typed · `Duplicate` the id is taken · `Unknown` no
 * such message, or no such marker · `File` the files or the key refused. The message says what to do, and no word of a body.
 */
export class MailboxError extends Data.TaggedError("MailboxError")<{
  readonly reason: "Input" | "Path" | "Duplicate" | "Unknown" | "File"
  readonly message: string
}> {}

export interface SendInput {
  readonly session: string
  /** The seat. */
  readonly to: string
  readonly from: string
  readonly by: "owner" | "seat"
  /** As `bodyOf` gives it. */
  readonly body: string
  /** The first instant (epoch ms) it is not shown any more; null for never. */
  readonly expires: number | null
}

export interface Sent {
  readonly message: Message
  /** The drop's absolute path. */
  readonly drop: string
  /** The line to type. */
  readonly trigger: TypedLine
}

/** A verified message and what became of it; instants in epoch ms. */
export interface Listed extends Message {
  /** The drop's absolute path. */
  readonly drop: string
  readonly receipt: { readonly at: number; readonly how: Shown } | null
  readonly ackedAt: number | null
  /** A trigger still held; null where the drop is not the message's text. */
  readonly pending: Pending | null
}

export interface MailList {
  /** Oldest first. */
  readonly messages: ReadonlyArray<Listed>
  readonly refused: ReadonlyArray<RefusedMail>
  /** The box holds more than one look reads (500 messages, 5,000 names). */
  readonly truncated: boolean
}

/** One seat's box in a look. */
export interface SeatLook {
  readonly seat: string
  readonly messages: ReadonlyArray<Listed>
  readonly refused: ReadonlyArray<RefusedMail>
  /** The instant of the newest message to the seat, and of its newest ack (epoch ms): its traces (spec 000 §2). */
  readonly newestMessage: number | null
  readonly newestAck: number | null
}

export interface MailLook {
  readonly seats: ReadonlyArray<SeatLook>
  /** What could not be read, a line each; the same text each time, to be said once. */
  readonly remarks: ReadonlyArray<string>
}

/** The process that held a trigger back. */
export interface Holder {
  readonly pid: number
  readonly start: string | null
}

/** How often a held trigger was tried, and how often Enter was pressed on its line. */
export interface Tries {
  readonly tries: number
  readonly enters: number
}

/** What a mailbox does. */
export interface MailboxShape {
  /** Leaves a whole message, or fails and leaves nothing that is shown. */
  readonly send: (input: SendInput) => Effect.Effect<Sent, MailboxError>
  /** The seat's verified, unexpired messages of the session, oldest first, and each file that is not used. */
  readonly list: (session: string, seat: string) => Effect.Effect<MailList, MailboxError>
  /** The same of several seats, with their traces, for a pass. Never fails; an unchanged file is not read again. */
  readonly look: (session: string, seats: ReadonlyArray<string>) => Effect.Effect<MailLook>
  /** Writes the receipt: the message came to its seat. A second time changes nothing. */
  readonly receive: (
    session: string,
    seat: string,
    id: string,
    how: Shown
  ) => Effect.Effect<void, MailboxError>
  /** Writes the seat's word that it has the message, and a receipt where there is none. A second time changes nothing. */
  readonly ack: (session: string, seat: string, id: string) => Effect.Effect<void, MailboxError>
  /** Marks the message's trigger as held back by this process, for a later try; a marker that stands is left alone. */
  readonly putPending: (
    session: string,
    seat: string,
    id: string,
    who: Holder
  ) => Effect.Effect<void, MailboxError>
  /**
   * Changes the counts of a held trigger and sets its last instant to now. Read, change and write are one update only
   * while the caller holds the seat's lock, as whoever types to the seat does: no second lock is taken here.
   */
  readonly changePending: (
    session: string,
    seat: string,
    id: string,
    change: (now: Tries) => Tries
  ) => Effect.Effect<void, MailboxError>
  readonly removePending: (seat: string, id: string) => Effect.Effect<void, MailboxError>
  /**
   * Removes, in every box, the session's expired messages and those with a receipt that were sent before the instant
   * (epoch ms), and what a died writer left more than an hour ago; at most 200 of each. Returns how many messages.
   * A message that nobody has read and that has not expired stays.
   */
  readonly prune: (session: string, before: number) => Effect.Effect<number, MailboxError>
}
