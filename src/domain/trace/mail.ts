import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** What a file in a seat's mailbox is by its name. A receipt says that a message was read: no trace. */
export interface MailName {
  readonly kind: "message" | "ack" | "receipt"
  readonly id: string
}

/** Reads a file's name in a mailbox; null for what is no part of one (hidden, half written, another ending). */
export const mailName = (name: string): MailName | null => {
  if (name.startsWith(".") || !name.endsWith(".json")) return null
  const stem = name.slice(0, -".json".length)
  const [id, kind] = stem.endsWith(".ack")
    ? [stem.slice(0, -".ack".length), "ack" as const]
    : stem.endsWith(".read")
      ? [stem.slice(0, -".read".length), "receipt" as const]
      : [stem, "message" as const]
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(id) ? { kind, id } : null
}

const Millis = Schema.Number.pipe(Schema.int(), Schema.between(1, 8.64e15))

// Only with its zone: a time of day without one is another instant on every machine.
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/

const IsoMillis = Schema.String.pipe(
  Schema.filter((text) => ISO.test(text) && Date.parse(text) > 0),
  Schema.transform(Millis, {
    strict: true,
    decode: (text) => Date.parse(text),
    encode: (at) => new Date(at).toISOString()
  })
)

/** An instant as a file has it, epoch ms or ISO 8601 with its zone; epoch ms once decoded. */
const Instant = Schema.Union(Millis, IsoMillis)

/** A message to a seat, as far as it is a trace. `by` names what wrote it where that was no sender of a message. */
export const MailMessage = Schema.Struct({
  format: Schema.Literal(1),
  id: Schema.String,
  to: Schema.String,
  from: Schema.String,
  at: Instant,
  by: Schema.optional(Schema.NullOr(Schema.String))
})

/** A seat's word that it has a message. */
export const MailAck = Schema.Struct({
  format: Schema.Literal(1),
  id: Schema.String,
  seat: Schema.String,
  at: Instant
})

const decodeMessage = Schema.decodeUnknownOption(Schema.parseJson(MailMessage))
const decodeAck = Schema.decodeUnknownOption(Schema.parseJson(MailAck))

/** What a file of a mailbox says: an instant in epoch ms, `none` for what is no trace, `broken` for what is no such file. */
export type MailTrace = { readonly at: number } | "none" | "broken"

/**
 * Reads one file of a seat's mailbox: a message to the seat, or its ack. Broken: not this format, or of another seat or id
 * than its place says. What the watch types by itself is no trace (design §4.3). Never throws.
 */
export const mailTrace = (seat: string, name: MailName, text: string): MailTrace => {
  if (name.kind === "receipt") return "none"
  if (name.kind === "ack") {
    const ack = Option.getOrNull(decodeAck(text))
    return ack === null || ack.id !== name.id || ack.seat !== seat ? "broken" : { at: ack.at }
  }
  const message = Option.getOrNull(decodeMessage(text))
  if (message === null || message.id !== name.id || message.to !== seat) return "broken"
  return message.by === "watch" ? "none" : { at: message.at }
}
