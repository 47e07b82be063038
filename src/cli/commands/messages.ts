import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Who } from "../../domain/caller/caller.ts"
import { refusedText } from "../../domain/mailbox/refused.ts"
import { waiting } from "../../domain/mailbox/waiting.ts"
import { type Listed, Mailbox, type MailboxError } from "../../services/Mailbox.ts"
import { ownersFlags, requireCaller } from "../caller.ts"
import { withHelp } from "../command.ts"
import { type CommandExit, exitWith } from "../exit.ts"
import { line, note, Output, json as printJson } from "../Output.ts"
import * as common from "../options.ts"
import { instant } from "../render/instant.ts"
import { type MessagesDocument, messageLines, messageRow } from "../render/mail.ts"
import { seatAmong } from "../seat.ts"
import { type OpenedTeam, openFor } from "../team.ts"

const unreadable = ({ message }: MailboxError): CommandExit =>
  exitWith("messages.mailbox", 2, `team messages: ${message}`)

interface Box {
  readonly seat: string
  readonly messages: ReadonlyArray<Listed>
  readonly refused: ReadonlyArray<string>
  readonly truncated: boolean
}

const boxOf = (session: string, seat: string, all: boolean) =>
  Effect.gen(function* () {
    const found = yield* (yield* Mailbox).list(session, seat).pipe(Effect.mapError(unreadable))
    const now = yield* Clock.currentTimeMillis
    const box: Box = {
      seat,
      messages: all ? found.messages : waiting(found.messages, now),
      refused: found.refused.map(refusedText),
      truncated: found.truncated
    }
    return box
  })

/** Whose messages are asked for: the seat named, else the calling seat's, else every seat's. */
const seatsAsked = (team: OpenedTeam, who: Who, named: Option.Option<string>) =>
  Effect.gen(function* () {
    const { seats } = team.open.now.team
    if (Option.isSome(named)) return [yield* seatAmong("messages", named.value, seats, ({ name }) => name)]
    return who._tag === "Seat" ? seats.filter(({ name }) => name === who.name) : seats
  }).pipe(Effect.map((seats) => seats.map(({ name }) => name)))

const print = (boxes: ReadonlyArray<Box>, own: string | null, all: boolean) =>
  Effect.gen(function* () {
    const full = boxes.filter(({ messages, truncated }) => messages.length > 0 || truncated)
    if (full.length === 0) yield* line(all ? "there are no messages" : "nothing is waiting")
    for (const { messages, seat, truncated } of full) {
      if (seat !== own) yield* line(`${seat}:`)
      for (const message of messages) yield* Effect.forEach(messageLines(message), line, { discard: true })
      if (truncated) yield* line("the box holds more than is shown")
    }
    if (boxes.some(({ messages, seat }) => seat === own && messages.length > 0)) {
      yield* note("`team ack ID` says that you have one")
    }
    yield* Effect.forEach(
      boxes.flatMap(({ refused }) => refused),
      (said) => note(`refused: ${said}`),
      { discard: true }
    )
  })

/** Marks as read what the seat was shown. Only what was printed to somebody: with its reader gone nothing was read. */
const receive = (session: string, { messages, seat }: Box) =>
  Effect.gen(function* () {
    const output = yield* Output
    if (yield* output.readerGone) return
    const mailbox = yield* Mailbox
    yield* Effect.forEach(
      messages.filter(({ receipt }) => receipt === null),
      ({ id, pending }) =>
        Effect.zipRight(
          mailbox.receive(session, seat, id, "shown"),
          pending === null ? Effect.void : mailbox.removePending(seat, id)
        ),
      { discard: true }
    ).pipe(Effect.mapError(unreadable))
  })

interface Asked {
  readonly seat: Option.Option<string>
  readonly all: boolean
  /** The file or session is another than the folder's own: then nothing is marked as read. */
  readonly elsewhere: boolean
}

const run = (team: OpenedTeam, { all, elsewhere, seat }: Asked, asJson: boolean) =>
  Effect.gen(function* () {
    const who = yield* requireCaller(team, "look")
    const names = yield* seatsAsked(team, who, seat)
    const boxes = yield* Effect.forEach(names, (name) => boxOf(team.session, name, all))
    const own = who._tag === "Seat" && !elsewhere ? who.name : null
    const mine = boxes.find((box) => box.seat === own)
    if (asJson) {
      const document: MessagesDocument = {
        format: 1,
        kind: "team.messages",
        at: instant(yield* Clock.currentTimeMillis),
        project: team.open.file.project,
        session: team.session,
        seats: boxes.map((box) => ({ ...box, messages: box.messages.map(messageRow) })),
        received: (mine?.messages ?? []).filter(({ receipt }) => receipt === null).map(({ id }) => id)
      }
      yield* printJson(document)
    } else {
      yield* print(boxes, own, all)
    }
    if (mine !== undefined) yield* receive(team.session, mine)
    // What was printed says it; only the code is left to be said.
    if (boxes.some(({ refused }) => refused.length > 0)) return yield* exitWith("messages.refused", 1)
  })

/** `team messages`: what waits for the seat that asks, which marks it as read; anybody else only looks (spec 000 §3.6). */
export const messages = Command.make(
  "messages",
  {
    seat: Options.text("seat").pipe(
      Options.withDescription("the messages of this SEAT; without it those of the seat that asks"),
      Options.optional
    ),
    all: Options.boolean("all").pipe(Options.withDescription("those that were read, too")),
    session: common.session,
    file: common.file,
    host: common.host,
    json: common.json
  },
  ({ all, json, seat, ...options }) =>
    Effect.gen(function* () {
      const elsewhere = ownersFlags(options).length > 0
      const team = yield* openFor("messages", options)
      yield* run(team, { seat, all, elsewhere }, json).pipe(Effect.provide(team.layer))
    })
).pipe(
  withHelp("Shows the messages that wait for the seat that asks, and marks them as read.", [
    "team messages",
    "team messages --seat worker --all"
  ])
)
