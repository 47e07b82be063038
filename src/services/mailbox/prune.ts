import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { isAside, MAIL_KINDS, mailFile, mailName } from "../../domain/mailbox/name.ts"
import { isExpired } from "../../domain/mailbox/waiting.ts"
import type { SigningKey } from "../approvals/key.ts"
import type { BoxReader } from "./box.ts"
import type { MailFileProblem, MailFiles } from "./files.ts"
import { MailboxError } from "./model.ts"

/** Most messages, and most leftovers, that one pruning removes. */
const MOST_PRUNED = 200
/** Milliseconds after which half a message, or a file being written, has no writer any more. */
const LEFT_BEHIND = 3_600_000

const ofProblem = ({ message }: MailFileProblem) => new MailboxError({ reason: "File", message })

/** Files of a box that no message will ever claim. */
const leftovers = (files: MailFiles, seat: string, now: number) =>
  Effect.gen(function* () {
    const { names } = yield* Effect.mapError(files.names(seat), ofProblem)
    const lost = names.flatMap((name): ReadonlyArray<{ name: string; message: string | null }> => {
      const known = mailName(name)
      if (known === null) return isAside(name) ? [{ name, message: null }] : []
      return known.kind === "message" ? [] : [{ name, message: mailFile(known.id, "message") }]
    })
    // The message is asked for by its name: a listing may have ended before it.
    const stamps = yield* files.stamps(
      seat,
      lost.flatMap(({ message, name }) => (message === null ? [name] : [name, message]))
    )
    return lost.flatMap(({ message, name }) => {
      const stamp = stamps.get(name)
      if (stamp === undefined || stamp.refused !== null || now - stamp.changed <= LEFT_BEHIND) return []
      return message !== null && stamps.has(message) ? [] : [name]
    })
  })

/** Takes away what nobody needs any more; see `MailboxShape.prune`. */
export const pruneBoxes = (
  files: MailFiles,
  reader: BoxReader,
  readKey: Effect.Effect<Option.Option<SigningKey>, MailboxError>,
  session: string,
  before: number
): Effect.Effect<number, MailboxError> =>
  Effect.gen(function* () {
    const key = Option.getOrNull(yield* readKey)
    const now = yield* Clock.currentTimeMillis
    let pruned = 0
    let left = MOST_PRUNED
    for (const seat of yield* Effect.mapError(files.boxes, ofProblem)) {
      const box = yield* Effect.either(reader.read(seat, key))
      // What is no box is left as it is; a listing names it.
      if (Either.isLeft(box)) continue
      const old = box.right.messages
        .filter(({ message, receipt }) => {
          if (message.session !== session) return false
          return isExpired(message, now) || (receipt !== null && message.at < before)
        })
        .slice(0, MOST_PRUNED - pruned)
      // The record goes first: without it the rest is no message.
      for (const { message } of old)
        for (const kind of MAIL_KINDS)
          yield* Effect.mapError(files.remove(seat, mailFile(message.id, kind)), ofProblem)
      pruned += old.length
      const lost = (yield* leftovers(files, seat, now)).slice(0, left)
      for (const name of lost) yield* Effect.mapError(files.remove(seat, name), ofProblem)
      left -= lost.length
    }
    return pruned
  })
