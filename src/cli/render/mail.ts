import * as Schema from "effect/Schema"
import { BODY_BYTES } from "../../domain/mailbox/body.ts"
import { cleanText } from "../../domain/text/clean.ts"
import type { Listed } from "../../services/Mailbox.ts"
import { instant } from "./instant.ts"

const Head = {
  format: Schema.Literal(1),
  at: Schema.String,
  project: Schema.String,
  session: Schema.String
}

/** `team send --json` (kind `team.send`). Instants are ISO 8601 UTC. */
export const SendDocument = Schema.Struct({
  ...Head,
  kind: Schema.Literal("team.send"),
  seat: Schema.String,
  id: Schema.String,
  from: Schema.String,
  /** The file that holds the message's text. */
  drop: Schema.String,
  expires: Schema.NullOr(Schema.String),
  outcome: Schema.Literal("submitted", "held", "not-sent", "unconfirmed"),
  /** Why it is not submitted. */
  reason: Schema.NullOr(Schema.String),
  /** A watch of this session runs, which types what is held when the seat's box is free. */
  watched: Schema.Boolean
})
export type SendDocument = typeof SendDocument.Type

/** A message of a seat. `body` is the text as it was sent. */
export const MessageRow = Schema.Struct({
  id: Schema.String,
  at: Schema.String,
  from: Schema.String,
  by: Schema.Literal("owner", "seat"),
  expires: Schema.NullOr(Schema.String),
  drop: Schema.String,
  body: Schema.String,
  /** When it came to its seat, and how; null while it waits. */
  read: Schema.NullOr(Schema.Struct({ at: Schema.String, how: Schema.Literal("shown", "typed") })),
  acked: Schema.NullOr(Schema.String),
  /** A line still held for it: how often it was tried. */
  held: Schema.NullOr(Schema.Struct({ tries: Schema.Number, enters: Schema.Number }))
})

/** `team messages --json` (kind `team.messages`). */
export const MessagesDocument = Schema.Struct({
  ...Head,
  kind: Schema.Literal("team.messages"),
  seats: Schema.Array(
    Schema.Struct({
      seat: Schema.String,
      messages: Schema.Array(MessageRow),
      /** Files of the box that are not used, a line each with what to do. */
      refused: Schema.Array(Schema.String),
      /** The box holds more than one look reads. */
      truncated: Schema.Boolean
    })
  ),
  /** The messages that this call marks as read: the caller's own. */
  received: Schema.Array(Schema.String)
})
export type MessagesDocument = typeof MessagesDocument.Type

/** `team ack --json` (kind `team.ack`). */
export const AckDocument = Schema.Struct({
  ...Head,
  kind: Schema.Literal("team.ack"),
  seat: Schema.String,
  acked: Schema.Array(Schema.String)
})
export type AckDocument = typeof AckDocument.Type

const instantOrNull = (at: number | null): string | null => (at === null ? null : instant(at))

export const messageRow = (message: Listed): typeof MessageRow.Type => ({
  id: message.id,
  at: instant(message.at),
  from: message.from,
  by: message.by,
  expires: instantOrNull(message.expires),
  drop: message.drop,
  body: message.body,
  read: message.receipt === null ? null : { at: instant(message.receipt.at), how: message.receipt.how },
  acked: instantOrNull(message.ackedAt),
  held: message.pending === null ? null : { tries: message.pending.tries, enters: message.pending.enters }
})

/** A line of a body fit to print, whole, with the spaces it begins with. */
const bodyLine = (line: string): string => {
  const text = line.replaceAll("\t", "  ")
  const indent = text.length - text.trimStart().length
  return `    ${text.slice(0, indent).replaceAll(/[^ ]/gu, " ")}${cleanText(text, BODY_BYTES)}`.trimEnd()
}

const stateOf = ({ ackedAt, pending, receipt }: Listed): string => {
  if (ackedAt !== null) return `acked ${instant(ackedAt)}`
  if (receipt !== null) return `${receipt.how === "typed" ? "typed" : "read"} ${instant(receipt.at)}`
  return pending === null ? "waiting" : "waiting, its line is held"
}

/** A message as a person or an agent reads it: a heading, then each line of its text, cleaned and set in. */
export const messageLines = (message: Listed): ReadonlyArray<string> => {
  const until = message.expires === null ? "" : `, until ${instant(message.expires)}`
  const from = message.by === "owner" ? "the owner" : message.from
  return [
    `${message.id} from ${from}, ${instant(message.at)}${until} (${stateOf(message)})`,
    ...message.body.replace(/\n+$/u, "").split("\n").map(bodyLine)
  ]
}
