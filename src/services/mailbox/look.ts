import { join } from "node:path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { isSeatName, mailFile } from "../../domain/mailbox/name.ts"
import { refusedText } from "../../domain/mailbox/refused.ts"
import { isExpired } from "../../domain/mailbox/waiting.ts"
import { isBetter } from "../../domain/trace/commit.ts"
import type { SigningKey } from "../approvals/key.ts"
import type { BoxMessage, BoxReader } from "./box.ts"
import type { Listed, MailboxError, MailLook, SeatLook } from "./model.ts"

/** Remarks of one box at most. */
const MOST_REMARKS = 5

/** Where a message's drop lies. */
export const dropPath = (root: string, seat: string, id: string): string =>
  join(root, ".agents", "messages", seat, mailFile(id, "drop"))

const listedOf = (root: string, seat: string, { ack, message, pending, receipt }: BoxMessage): Listed => ({
  ...message,
  drop: dropPath(root, seat, message.id),
  receipt: receipt === null ? null : { at: receipt.at, how: receipt.how },
  ackedAt: ack?.at ?? null,
  pending
})

/** The messages of a box that a session is shown at `now`. */
export const shownOf = (
  root: string,
  seat: string,
  session: string,
  now: number,
  messages: ReadonlyArray<BoxMessage>
): ReadonlyArray<Listed> =>
  messages
    .filter(({ message }) => message.session === session && !isExpired(message, now))
    .map((one) => listedOf(root, seat, one))

const newest = (instants: ReadonlyArray<number>, now: number): number | null =>
  instants.reduce<number | null>((best, at) => (best === null || isBetter(at, best, now) ? at : best), null)

type Key = Either.Either<Option.Option<SigningKey>, MailboxError>

const lookAt = (reader: BoxReader, root: string, session: string, seat: string, key: Key) =>
  Effect.gen(function* () {
    const none: SeatLook = { seat, messages: [], refused: [], newestMessage: null, newestAck: null }
    if (!isSeatName(seat)) return { look: none, remarks: [] }
    const read = yield* Effect.either(
      reader.read(seat, Option.getOrNull(Either.getOrElse(key, () => Option.none())))
    )
    if (Either.isLeft(read)) return { look: none, remarks: [read.left.message] }
    const { messages, refused, truncated } = read.right
    const now = yield* Clock.currentTimeMillis
    const ours = messages.filter(({ message }) => message.session === session)
    const look: SeatLook = {
      seat,
      messages: shownOf(root, seat, session, now, messages),
      refused,
      newestMessage: newest(
        ours.map(({ message }) => message.at),
        now
      ),
      newestAck: newest(
        ours.flatMap(({ ack }) => (ack === null ? [] : [ack.at])),
        now
      )
    }
    // A key that cannot be read is one fault, not one of each file.
    const faults =
      Either.isLeft(key) && refused.some(({ reason }) => reason === "NoKey")
        ? [key.left.message]
        : refused.slice(0, MOST_REMARKS).map(refusedText)
    const more = refused.length - faults.length
    return {
      look,
      remarks: [
        ...faults,
        ...(Either.isRight(key) && more > 0
          ? [`the mailbox of ${seat}: more files are not used; team messages names them`]
          : []),
        ...(truncated
          ? [`the mailbox of ${seat} holds more than one look reads: only its newest messages are seen`]
          : [])
      ]
    }
  })

/** One look at the boxes of several seats; never fails. */
export const lookAtBoxes = (
  reader: BoxReader,
  root: string,
  readKey: Effect.Effect<Option.Option<SigningKey>, MailboxError>,
  session: string,
  seats: ReadonlyArray<string>
): Effect.Effect<MailLook> =>
  Effect.gen(function* () {
    const key = yield* Effect.either(readKey)
    const looks = yield* Effect.forEach(seats, (seat) => lookAt(reader, root, session, seat, key), {
      concurrency: 4
    })
    return {
      seats: looks.map((one) => one.look),
      remarks: [...new Set(looks.flatMap((one) => one.remarks))]
    }
  })
