import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { isPassedOver, type MailKind, mailFile, mailName } from "../../domain/mailbox/name.ts"
import {
  type Ack,
  DROP_BYTES,
  dropText,
  MAIL_FILE_BYTES,
  type Message,
  type Pending,
  type Receipt,
  type RecordKind,
  type Records,
  readMail
} from "../../domain/mailbox/record.ts"
import type { MailRefusal, RefusedMail } from "../../domain/mailbox/refused.ts"
import type { SigningKey } from "../approvals/key.ts"
import type { MailFileProblem, MailFiles, MailStamp } from "./files.ts"

/** Most messages of a box that are read, the newest of them, and most that are tried where some are refused. */
export const MAIL_MESSAGES = 500
const MAIL_TRIED = 1_000
const READS_AT_ONCE = 8
/** Most characters of messages that are kept between looks, of all boxes together. */
const MOST_KEPT = 32 * 1024 * 1024
/** Milliseconds after its last change from which a file is taken for settled: within a tick of its clock it may change unseen. */
const SETTLED = 100

/** A verified message and the verified records beside it; of any session, expired or not. */
export interface BoxMessage {
  readonly message: Message
  readonly receipt: Receipt | null
  readonly ack: Ack | null
  /** Null as well where the drop is not the message's text: its trigger must not be typed. */
  readonly pending: Pending | null
  /** The drop is the message's text to the byte. */
  readonly isWhole: boolean
}

/** A seat's box as it stands: the messages oldest first, and what is not used. */
export interface Box {
  readonly messages: ReadonlyArray<BoxMessage>
  readonly refused: ReadonlyArray<RefusedMail>
  /** There were more names or messages than one look reads. */
  readonly truncated: boolean
}

/** What one message's files came to. */
interface One {
  readonly found: BoxMessage | null
  readonly refused: ReadonlyArray<RefusedMail>
}
interface Kept {
  readonly same: string
  readonly one: One
}

export interface BoxReader {
  /** The whole box; nothing is verified without a key. */
  readonly read: (seat: string, key: SigningKey | null) => Effect.Effect<Box, MailFileProblem>
  /** One message of it, read anew. */
  readonly one: (seat: string, id: string, key: SigningKey | null) => Effect.Effect<BoxMessage | null>
}

const SIDES = ["receipt", "ack", "pending"] as const
const KINDS: ReadonlyArray<MailKind> = ["message", "drop", ...SIDES]

type Stamps = ReadonlyMap<string, MailStamp>

const sameOf = (id: string, key: SigningKey, stamps: Stamps): string =>
  [key.fingerprint, ...KINDS.map((kind) => stamps.get(mailFile(id, kind))?.same ?? "-")].join("|")

const changedOf = (id: string, stamps: Stamps): number =>
  Math.max(...KINDS.map((kind) => stamps.get(mailFile(id, kind))?.changed ?? Number.NEGATIVE_INFINITY))

/** Reads the boxes below one root. What was read stays known as long as the files' stamps do. */
export const makeBoxReader = (files: MailFiles, root: string): BoxReader => {
  const kept = new Map<string, { readonly ones: ReadonlyMap<string, Kept>; readonly size: number }>()

  const readOne = (seat: string, id: string, stamps: Stamps, key: SigningKey): Effect.Effect<One> =>
    Effect.gen(function* () {
      const refused: Array<RefusedMail> = []
      const refuse = (kind: MailKind, reason: MailRefusal) => {
        refused.push({ seat, name: mailFile(id, kind), reason })
        return null
      }
      const textOf = (kind: MailKind, maxBytes: number) =>
        Effect.gen(function* () {
          const stamp = stamps.get(mailFile(id, kind))
          if (stamp === undefined) return null
          if (stamp.refused !== null) return refuse(kind, kind === "drop" ? "Drop" : stamp.refused)
          const found = yield* files.read(seat, mailFile(id, kind), maxBytes)
          if (found._tag === "Text") return found.text
          return found._tag === "Gone" ? null : refuse(kind, kind === "drop" ? "Drop" : found.reason)
        })
      const recordOf = <K extends RecordKind>(kind: K): Effect.Effect<Records[K] | null> =>
        Effect.map(textOf(kind, MAIL_FILE_BYTES), (text) => {
          if (text === null) return null
          const record = readMail(kind, text, { id, seat, root }, key.verify)
          return typeof record === "string" ? refuse(kind, record) : record
        })
      const message = yield* recordOf("message")
      if (message === null) return { found: null, refused }
      const sideOf = <K extends (typeof SIDES)[number]>(kind: K): Effect.Effect<Records[K] | null> =>
        Effect.map(recordOf(kind), (record) =>
          record !== null && record.session !== message.session ? refuse(kind, "WrongSession") : record
        )
      const before = refused.length
      const drop = yield* textOf("drop", DROP_BYTES)
      const isWhole = drop === dropText(message)
      if (!isWhole && refused.length === before) {
        // Both gone: the message was taken away while it was read.
        const own = mailFile(id, "message")
        if (drop === null && !(yield* files.stamps(seat, [own])).has(own)) return { found: null, refused: [] }
        refuse("drop", "Drop")
      }
      const receipt = yield* sideOf("receipt")
      const ack = yield* sideOf("ack")
      const pending = yield* sideOf("pending")
      return { found: { message, receipt, ack, pending: isWhole ? pending : null, isWhole }, refused }
    })

  const read = (seat: string, key: SigningKey | null): Effect.Effect<Box, MailFileProblem> =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const listed = yield* files.names(seat)
      const { ids, refused, sides } = sorted(seat, listed.names)
      if (key === null) {
        kept.delete(seat)
        const none = ids.length === 0 ? [] : [...ids.map((id) => mailFile(id, "message")), ...sides.keys()]
        return {
          messages: [],
          refused: [...refused, ...none.map((name) => ({ seat, name, reason: "NoKey" as const }))],
          truncated: listed.truncated
        }
      }
      const before = kept.get(seat)?.ones
      const after = new Map<string, Kept>()
      const others = [...kept].reduce((sum, [of, box]) => (of === seat ? sum : sum + box.size), 0)
      let size = 0
      const ones: Array<One> = []
      let good = 0
      let tried = 0
      while (tried < ids.length && tried < MAIL_TRIED && good < MAIL_MESSAGES) {
        const some = ids.slice(tried, Math.min(tried + MAIL_MESSAGES - good, MAIL_TRIED))
        tried += some.length
        // The drop is asked for by its name: a listing made while a message is put there may show the record alone.
        const wanted = some.flatMap((id) => [
          mailFile(id, "message"),
          mailFile(id, "drop"),
          ...SIDES.map((kind) => mailFile(id, kind)).filter((name) => sides.has(name))
        ])
        const stamps = yield* files.stamps(seat, wanted)
        const states = some.map((id) => ({ id, same: sameOf(id, key, stamps) }))
        const changed = states.filter(({ id, same }) => before?.get(id)?.same !== same)
        const fresh = new Map(
          yield* Effect.forEach(
            changed,
            ({ id }) => Effect.map(readOne(seat, id, stamps, key), (one) => [id, one] as const),
            { concurrency: READS_AT_ONCE }
          )
        )
        for (const { id, same } of states) {
          const one = fresh.get(id) ?? before?.get(id)?.one
          if (one === undefined) continue
          ones.push(one)
          if (one.found !== null) good += 1
          const more = (one.found?.message.body.length ?? 0) + 2_000
          if (now - changedOf(id, stamps) <= SETTLED || others + size + more > MOST_KEPT) continue
          size += more
          after.set(id, { same, one })
        }
      }
      kept.set(seat, { ones: after, size })
      const known = new Set(ids)
      const lost = [...sides].flatMap(([name, id]) => (known.has(id) ? [] : [{ name, id }]))
      // Looked for once more: a message that was taken away in between took them along, one not listed may be there.
      const still = yield* files.stamps(
        seat,
        lost.flatMap(({ id, name }) => [name, mailFile(id, "message")])
      )
      const orphans = lost.filter(({ id, name }) => still.has(name) && !still.has(mailFile(id, "message")))
      return {
        messages: ones.flatMap(({ found }) => (found === null ? [] : [found])).reverse(),
        refused: [
          ...refused,
          ...ones.flatMap((one) => one.refused),
          ...orphans.map(({ name }) => ({ seat, name, reason: "Orphan" as const }))
        ],
        truncated: listed.truncated || tried < ids.length
      }
    })

  const one = (seat: string, id: string, key: SigningKey | null): Effect.Effect<BoxMessage | null> =>
    key === null
      ? Effect.succeed(null)
      : files
          .stamps(
            seat,
            KINDS.map((kind) => mailFile(id, kind))
          )
          .pipe(
            Effect.flatMap((stamps) => readOne(seat, id, stamps, key)),
            Effect.map(({ found }) => found)
          )

  return { read, one }
}

/** A box's names by what they are; the messages' ids newest first. */
const sorted = (seat: string, names: ReadonlyArray<string>) => {
  const ids: Array<string> = []
  const sides = new Map<string, string>()
  const refused: Array<RefusedMail> = []
  for (const name of names) {
    if (isPassedOver(name)) continue
    const known = mailName(name)
    if (known === null) refused.push({ seat, name, reason: "Name" })
    else if (known.kind === "message") ids.push(known.id)
    else if (known.kind !== "drop") sides.set(name, known.id)
  }
  refused.sort((one, other) => (one.name < other.name ? -1 : 1))
  return { ids: ids.sort().reverse(), sides, refused }
}
