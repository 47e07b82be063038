import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { canonicalJson } from "../approval/canonical.ts"
import { BODY_BYTES, bodyProblem } from "./body.ts"
import { MESSAGE_ID } from "./id.ts"
import { SEAT_NAME } from "./name.ts"

/** The most bytes of a record's file: a body in which every character is escaped, and its frame. */
export const MAIL_FILE_BYTES = 2 * BODY_BYTES + 16_384
/** The most bytes of a drop: a body and its heading. */
export const DROP_BYTES = BODY_BYTES + 4_096

const Instant = Schema.Int.pipe(Schema.between(1, 8.64e15))
const Id = Schema.String.pipe(Schema.pattern(MESSAGE_ID))
const SeatName = Schema.String.pipe(Schema.pattern(SEAT_NAME))
const Count = Schema.Int.pipe(Schema.between(0, 1_000))
const bound = {
  root: Schema.String,
  session: Schema.String,
  signature: Schema.String.pipe(Schema.pattern(/^[0-9a-f]{128}$/))
}

/** A message to a seat. Instants are epoch ms; `expires` is the first instant it is no longer shown. */
export const Message = Schema.Struct({
  format: Schema.Literal(1),
  id: Id,
  to: SeatName,
  from: SeatName,
  by: Schema.Literal("owner", "seat"),
  at: Instant,
  expires: Schema.NullOr(Instant),
  body: Schema.String.pipe(Schema.filter((body) => bodyProblem(body) === null)),
  ...bound
})
export type Message = typeof Message.Type

/** How a message came to its seat: `team messages` printed it, or its trigger was submitted into the seat's box. */
export const Shown = Schema.Literal("shown", "typed")
export type Shown = typeof Shown.Type

/** That a message came to its seat. */
export const Receipt = Schema.Struct({
  format: Schema.Literal(1),
  id: Id,
  seat: SeatName,
  at: Instant,
  how: Shown,
  ...bound
})
export type Receipt = typeof Receipt.Type

/** The seat's word that it has the message. */
export const Ack = Schema.Struct({
  format: Schema.Literal(1),
  id: Id,
  seat: SeatName,
  at: Instant,
  ...bound
})
export type Ack = typeof Ack.Type

/**
 * Proof that a message's trigger was held back and may be typed later (spec 000 §3.6). `tries` counts deliveries,
 * `enters` how often Enter was pressed on the line; `pid` and `start` are the process that held it.
 */
export const Pending = Schema.Struct({
  format: Schema.Literal(1),
  id: Id,
  seat: SeatName,
  trigger: Schema.String,
  tries: Count,
  enters: Count,
  firstAt: Instant,
  lastAt: Instant,
  pid: Schema.Int.pipe(Schema.positive()),
  start: Schema.NullOr(Schema.String),
  ...bound
})
export type Pending = typeof Pending.Type

const SCHEMAS = { message: Message, receipt: Receipt, ack: Ack, pending: Pending }

/** The kinds of signed record, and what each of them is. */
export interface Records {
  readonly message: Message
  readonly receipt: Receipt
  readonly ack: Ack
  readonly pending: Pending
}
export type RecordKind = keyof Records
/** A record that is not signed yet. */
export type Unsigned<K extends RecordKind> = Omit<Records[K], "signature">

const strict = { onExcessProperty: "error" } as const
const DECODE: { readonly [K in RecordKind]: (value: unknown) => Option.Option<Records[K]> } = {
  message: Schema.decodeUnknownOption(Message, strict),
  receipt: Schema.decodeUnknownOption(Receipt, strict),
  ack: Schema.decodeUnknownOption(Ack, strict),
  pending: Schema.decodeUnknownOption(Pending, strict)
}

/**
 * What is signed: a line for the kind, so that a receipt never passes for an ack, then the fields without the signature.
 * A field that is null is left out of it; the record itself has to have it. Null when the record cannot be signed.
 */
export const signedMail = (kind: RecordKind, record: object): string | null => {
  const fields = Object.entries(record).filter(([key, value]) => key !== "signature" && value !== null)
  const text = canonicalJson(Object.fromEntries(fields))
  return text === null ? null : `seatwatch ${kind} record, format 1\n${text}`
}

/** The one text of a record's file. */
export const mailText = <K extends RecordKind>(kind: K, record: Records[K]): string => {
  const fields = new Map<string, unknown>(Object.entries(record))
  const ordered = Object.keys(SCHEMAS[kind].fields).map((key) => [key, fields.get(key)])
  return `${JSON.stringify(Object.fromEntries(ordered))}\n`
}

/** Whether a record may be written: the same test that a reader makes. */
export const isRecord = <K extends RecordKind>(kind: K, record: Records[K]): boolean =>
  Option.isSome(DECODE[kind](record))

/** Where a record stands, which it has to say itself. */
export interface MailPlace {
  readonly id: string
  readonly seat: string
  readonly root: string
}

/** Why a text is no record of its place. `HalfWritten` is no JSON, `NoRecord` no record of this format. */
export type RecordRefusal = "HalfWritten" | "NoRecord" | "WrongId" | "WrongSeat" | "ForeignRoot" | "Tampered"

export type Verify = (text: string, signature: string) => boolean

const parse = (text: string): Option.Option<unknown> => {
  try {
    return Option.some(JSON.parse(text))
  } catch {
    return Option.none()
  }
}

/**
 * Reads a record's file as untrusted text: its form, then its place, then its signature. The session is the caller's to
 * compare. Never throws.
 */
export const readMail = <K extends RecordKind>(
  kind: K,
  text: string,
  place: MailPlace,
  verify: Verify
): Records[K] | RecordRefusal => {
  const value = parse(text)
  if (Option.isNone(value)) return "HalfWritten"
  const record = Option.getOrNull(DECODE[kind](value.value))
  // Any other text of the same record was not written by us.
  if (record === null || mailText(kind, record) !== text) return "NoRecord"
  if (record.id !== place.id) return "WrongId"
  if (("to" in record ? record.to : record.seat) !== place.seat) return "WrongSeat"
  if (record.root !== place.root) return "ForeignRoot"
  const signed = signedMail(kind, record)
  return signed !== null && verify(signed, record.signature) ? record : "Tampered"
}

/** The drop: what the seat is told to read. */
export const dropText = (message: {
  readonly from: string
  readonly id: string
  readonly body: string
}): string => `# Message ${message.id} from ${message.from}\n\n${message.body}\n`
