import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import { bodyProblem } from "../../domain/mailbox/body.ts"
import { isMessageId, nextId } from "../../domain/mailbox/id.ts"
import { isSeatName, mailFile } from "../../domain/mailbox/name.ts"
import {
  dropText,
  isRecord,
  mailText,
  type RecordKind,
  type Records,
  type Shown,
  signedMail,
  type Unsigned
} from "../../domain/mailbox/record.ts"
import { cleanText } from "../../domain/text/clean.ts"
import { triggerLine } from "../../domain/typing/line.ts"
import type { SigningKey } from "../approvals/key.ts"
import { makeBoxReader } from "./box.ts"
import type { MailFileProblem, MailFiles } from "./files.ts"
import { dropPath, lookAtBoxes, shownOf } from "./look.ts"
import {
  type Holder,
  MailboxError,
  type MailboxShape,
  type MailList,
  type SendInput,
  type Sent,
  type Tries
} from "./model.ts"
import { pruneBoxes } from "./prune.ts"

/** What a mailbox is made over. */
export interface MailboxParts {
  readonly root: string
  readonly files: MailFiles
  readonly key: Effect.Effect<Option.Option<SigningKey>, MailboxError>
  readonly makeKey: Effect.Effect<SigningKey, MailboxError>
  readonly random: () => ReadonlyArray<number>
}

const no = (reason: MailboxError["reason"], message: string) => new MailboxError({ reason, message })
const ofProblem = (problem: MailFileProblem) => no("File", problem.message)

/** A mailbox over its files and its key; ids go up within it. */
export const makeMailbox = (parts: MailboxParts): Effect.Effect<MailboxShape> =>
  Effect.map(Ref.make<string | null>(null), (last): MailboxShape => {
    const { files, root } = parts
    const reader = makeBoxReader(files, root)
    const dropOf = (seat: string, id: string) => dropPath(root, seat, id)
    const seatOk = (seat: string) =>
      isSeatName(seat) ? Effect.void : Effect.fail(no("Input", "this is no seat's name"))

    const signed = <K extends RecordKind>(
      kind: K,
      record: Unsigned<K>,
      whole: (signature: string) => Records[K]
    ) =>
      Effect.flatMap(parts.makeKey, (key) => {
        const text = signedMail(kind, record)
        const made = text === null ? null : whole(key.sign(text))
        return made === null || !isRecord(kind, made)
          ? Effect.fail(
              no("Input", `this makes no ${kind}: a name, a number or an instant in it is out of range`)
            )
          : Effect.succeed(made)
      })

    const fileOf = (seat: string, id: string, kind: RecordKind) => ({ seat, name: mailFile(id, kind) })
    const place = <K extends RecordKind>(seat: string, kind: K, record: Records[K]) => {
      const { name } = fileOf(seat, record.id, kind)
      return Effect.mapError(files.create(seat, name, mailText(kind, record)), ofProblem)
    }
    const replace = <K extends RecordKind>(seat: string, kind: K, record: Records[K]) => {
      const { name } = fileOf(seat, record.id, kind)
      return Effect.mapError(files.replace(seat, name, mailText(kind, record)), ofProblem)
    }

    const send = (input: SendInput): Effect.Effect<Sent, MailboxError> =>
      Effect.gen(function* () {
        const { body, by, expires, from, session, to } = input
        yield* seatOk(to)
        if (!isSeatName(from)) return yield* no("Input", "this is no sender's name")
        const problem = bodyProblem(body)
        if (problem !== null) return yield* no("Input", problem)
        const at = yield* Clock.currentTimeMillis
        if (expires !== null && expires <= at)
          return yield* no("Input", "the message would have expired before it is sent")
        const id = yield* Ref.modify(last, (before) => {
          const next = nextId(before, at, parts.random())
          return [next, next]
        })
        const drop = dropOf(to, id)
        const trigger = triggerLine(drop)
        if (Either.isLeft(trigger)) {
          return yield* no(
            "Path",
            `${cleanText(drop, 200)} can't stand in a line typed to a seat (${trigger.left.message}): move the project to a shorter path of plain letters, digits and . _ / + - only; nothing was sent`
          )
        }
        const unsigned = { format: 1, id, to, from, by, at, expires, body, root, session } as const
        const message = yield* signed("message", unsigned, (signature) => ({ ...unsigned, signature }))
        // The drop takes the id and shows nothing by itself; the record, put there whole, is what makes the message.
        yield* Effect.mapError(files.ensure(to), ofProblem)
        const isNew = yield* Effect.mapError(
          files.create(to, mailFile(id, "drop"), dropText(message)),
          ofProblem
        )
        if (!isNew) return yield* no("Duplicate", `the id ${id} is taken; nothing was sent, send it again`)
        const undo = Effect.ignore(files.remove(to, mailFile(id, "message"))).pipe(
          Effect.zipRight(Effect.ignore(files.remove(to, mailFile(id, "drop"))))
        )
        const isFirst = yield* Effect.tapError(place(to, "message", message), () => undo)
        if (!isFirst) {
          yield* Effect.ignore(files.remove(to, mailFile(id, "drop")))
          return yield* no("Duplicate", `the id ${id} is taken; nothing was sent, send it again`)
        }
        return { message, drop, trigger: trigger.right }
      }).pipe(Effect.uninterruptible)

    const list = (session: string, seat: string): Effect.Effect<MailList, MailboxError> =>
      Effect.gen(function* () {
        yield* seatOk(seat)
        const key = yield* Effect.either(parts.key)
        const held = Either.isRight(key) ? Option.getOrNull(key.right) : null
        const box = yield* Effect.mapError(reader.read(seat, held), ofProblem)
        // A key that cannot be read matters only where something is to be verified.
        if (Either.isLeft(key) && box.refused.some(({ reason }) => reason === "NoKey")) return yield* key.left
        const now = yield* Clock.currentTimeMillis
        return { ...box, messages: shownOf(root, seat, session, now, box.messages) }
      })

    /** The message of this session, expired or not: what was shown in time may be acked late. */
    const known = (session: string, seat: string, id: string) =>
      Effect.gen(function* () {
        yield* seatOk(seat)
        if (!isMessageId(id)) return yield* no("Input", "this is no message's id")
        const key = Option.getOrNull(yield* parts.key)
        // The box's own folders are looked at first: nothing is read or written behind a link.
        yield* Effect.mapError(files.names(seat), ofProblem)
        const found = yield* reader.one(seat, id, key)
        if (found === null || found.message.session !== session)
          return yield* no("Unknown", `there is no message ${id} for ${seat}; \`team messages\` lists them`)
        return found
      })

    /** Puts a record beside its message. The first verified one stands; what is there and is none gives way. */
    const settle = <K extends "receipt" | "ack" | "pending">(seat: string, kind: K, record: Records[K]) =>
      Effect.gen(function* () {
        if (yield* place(seat, kind, record)) return
        const key = Option.getOrNull(yield* parts.key)
        const now = yield* reader.one(seat, record.id, key)
        if (now !== null && now[kind] === null) yield* replace(seat, kind, record)
      })

    const receive = (session: string, seat: string, id: string, how: Shown) =>
      Effect.gen(function* () {
        if ((yield* known(session, seat, id)).receipt !== null) return
        const at = yield* Clock.currentTimeMillis
        const unsigned = { format: 1, id, seat, at, how, root, session } as const
        const receipt = yield* signed("receipt", unsigned, (signature) => ({ ...unsigned, signature }))
        yield* settle(seat, "receipt", receipt)
      })

    const ack = (session: string, seat: string, id: string) =>
      Effect.gen(function* () {
        const found = yield* known(session, seat, id)
        if (found.receipt === null) yield* receive(session, seat, id, "shown")
        if (found.ack !== null) return
        const at = yield* Clock.currentTimeMillis
        const unsigned = { format: 1, id, seat, at, root, session } as const
        const word = yield* signed("ack", unsigned, (signature) => ({ ...unsigned, signature }))
        yield* settle(seat, "ack", word)
      })

    const putPending = (session: string, seat: string, id: string, { pid, start }: Holder) =>
      Effect.gen(function* () {
        const found = yield* known(session, seat, id)
        if (!found.isWhole)
          return yield* no(
            "File",
            `${dropOf(seat, id)} is not the text that was sent: send the message again`
          )
        if (found.pending !== null) return
        const trigger = triggerLine(dropOf(seat, id))
        if (Either.isLeft(trigger)) return yield* no("Path", trigger.left.message)
        const at = yield* Clock.currentTimeMillis
        const counts = { trigger: trigger.right, tries: 0, enters: 0, firstAt: at, lastAt: at, pid, start }
        const unsigned = { format: 1 as const, id, seat, ...counts, root, session }
        const held = yield* signed("pending", unsigned, (signature) => ({ ...unsigned, signature }))
        yield* settle(seat, "pending", held)
      })

    const changePending = (session: string, seat: string, id: string, change: (now: Tries) => Tries) =>
      Effect.gen(function* () {
        const { pending } = yield* known(session, seat, id)
        if (pending === null)
          return yield* no("Unknown", `no trigger of the message ${id} for ${seat} is held`)
        const { signature: _, ...rest } = pending
        const lastAt = yield* Clock.currentTimeMillis
        const { enters, tries } = change({ tries: pending.tries, enters: pending.enters })
        const unsigned = { ...rest, tries, enters, lastAt }
        const changed = yield* signed("pending", unsigned, (signature) => ({ ...unsigned, signature }))
        yield* replace(seat, "pending", changed)
      })

    const removePending = (seat: string, id: string) =>
      Effect.gen(function* () {
        yield* seatOk(seat)
        if (!isMessageId(id)) return yield* no("Input", "this is no message's id")
        const { names } = yield* Effect.mapError(files.names(seat), ofProblem)
        const name = mailFile(id, "pending")
        if (names.includes(name)) yield* Effect.mapError(files.remove(seat, name), ofProblem)
      })

    return {
      send,
      list,
      look: (session, seats) => lookAtBoxes(reader, root, parts.key, session, seats),
      receive,
      ack,
      putPending,
      changePending,
      removePending,
      prune: (session, before) => pruneBoxes(files, reader, parts.key, session, before)
    }
  })
