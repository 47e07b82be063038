import { join } from "node:path"
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Who } from "../../domain/caller/caller.ts"
import { parseFor, parseUntil } from "../../domain/hold/until.ts"
import { isHeartbeatFresh } from "../../domain/pass/watch-record.ts"
import { DURATION_PATTERN } from "../../domain/threshold/duration.ts"
import { whyNotAtOnce } from "../../domain/typing/at-once.ts"
import type { MailboxError } from "../../services/Mailbox.ts"
import { Processes } from "../../services/Processes.ts"
import { SeatLock } from "../../services/SeatLock.ts"
import { type MessageSent, type SendMessage, sendMessage } from "../../services/SendMessage.ts"
import { TeamLog } from "../../services/TeamLog.ts"
import { targetOf } from "../../services/typing-target.ts"
import { ownersFlags, requireCaller, requireForFlags } from "../caller.ts"
import { withHelp } from "../command.ts"
import { type CommandExit, exitWith } from "../exit.ts"
import { Invocation } from "../Invocation.ts"
import { readBody } from "../message-body.ts"
import { line, note, json as printJson } from "../Output.ts"
import * as common from "../options.ts"
import { instant } from "../render/instant.ts"
import type { SendDocument } from "../render/mail.ts"
import { seatAmong } from "../seat.ts"
import { agentsFolder, look, type OpenedTeam, openFor } from "../team.ts"
import { zoneOf } from "../zone.ts"

const OWNER = "owner"

const refused = ({ message, reason }: MailboxError): CommandExit => {
  const said = `team send: ${message}`
  return reason === "Path"
    ? exitWith("send.path", 1, said)
    : reason === "Input"
      ? exitWith("send.body", 2, said)
      : exitWith("send.mailbox", 2, said)
}

/** The instant of `--expires`: a duration from now, or a time. */
const expiry = (given: Option.Option<string>, at: number) =>
  Effect.gen(function* () {
    if (Option.isNone(given)) return null
    const text = given.value.trim()
    const { env } = yield* Invocation
    const parsed = DURATION_PATTERN.test(text) ? parseFor(text, at) : parseUntil(text, at, zoneOf(env))
    return Either.isRight(parsed)
      ? parsed.right
      : yield* exitWith("send.expires", 2, `team send: --expires: ${parsed.left}`)
  })

interface Where {
  readonly at: SendMessage["at"]
  readonly isWatched: boolean
}

/** Where the line may be tried at once, by a look at the team as it is now; and whether a watch types it later. */
const whereTo = (team: OpenedTeam, seat: string) =>
  Effect.gen(function* () {
    const { result, snapshot, watch } = yield* look(team)
    const isWatched = watch !== null && isHeartbeatFresh(watch, snapshot.at, snapshot.team.interval)
    const place = (at: Where["at"]): Where => ({ at, isWatched })
    if (snapshot.host._tag === "Silent") return place({ _tag: "Not", why: "the host does not answer" })
    const view = result.seats.find(({ spec }) => spec.name === seat)
    if (view === undefined) return place({ _tag: "Not", why: "it has no pane" })
    const why = whyNotAtOnce(view, watch?.pane ?? null)
    if (why !== null || view.pane === null) return place({ _tag: "Not", why: why ?? "it has no pane" })
    const target = yield* targetOf(view, view.pane.pane, team.open.now.profiles)
    return place({ _tag: "Target", target })
  })

const self = Effect.map(Processes, ({ self: own }) => own).pipe(
  Effect.flatten,
  Effect.map(({ pid, start }) => ({ pid, start }))
)

const sentence = (seat: string, { message: { id }, outcome, reason }: MessageSent): string => {
  switch (outcome) {
    case "submitted":
      return `${seat}: submitted: message ${id}`
    case "held":
      return `${seat}: held: message ${id}: ${reason}`
    case "not-sent":
      return `${seat}: not sent: message ${id}: its line was typed and not sent: ${reason}`
    case "unconfirmed":
      return `${seat}: not confirmed: message ${id}: ${reason}`
  }
}

/** What follows a line that did not reach the seat: who types it, and where the message lies. */
const later = (seat: string, { drop, outcome }: MessageSent, isWatched: boolean): string | null => {
  if (outcome === "submitted") return null
  if (outcome === "unconfirmed") return `look at the pane of ${seat}; the message lies in ${drop}`
  return isWatched
    ? `the watch types its line when the box is free; until then it lies in ${drop}`
    : `no watch of this session runs, so nobody types its line later; it lies in ${drop}, and \`team messages\` shows it to ${seat}`
}

interface Asked {
  readonly to: string
  readonly body: string
  readonly expires: number | null
  readonly dryRun: boolean
}

/** What would be done now. Whether the box is free is looked at only by who types. */
const would = (seat: string, { at }: Where): string =>
  at._tag === "Target"
    ? `${seat}: would leave a message and try its line at once`
    : `${seat}: would leave a message; its line would be held: ${at.why}`

const run = (team: OpenedTeam, who: Who, { body, dryRun, expires, to }: Asked, asJson: boolean) =>
  Effect.gen(function* () {
    const where = yield* whereTo(team, to)
    const { at, isWatched } = where
    const from = who._tag === "Seat" ? who.name : OWNER
    if (dryRun) return yield* line(would(to, where))
    const sent = yield* sendMessage({
      input: { session: team.session, to, from, by: who._tag === "Seat" ? "seat" : "owner", body, expires },
      holder: yield* self,
      at
    }).pipe(Effect.mapError(refused))
    const said = sentence(to, sent)
    const document: SendDocument = {
      format: 1,
      kind: "team.send",
      at: instant(sent.message.at),
      project: team.open.file.project,
      session: team.session,
      seat: to,
      id: sent.message.id,
      from,
      drop: sent.drop,
      expires: expires === null ? null : instant(expires),
      outcome: sent.outcome,
      reason: sent.reason,
      watched: isWatched
    }
    yield* asJson ? printJson(document) : line(said)
    const then = later(to, sent, isWatched)
    if (then !== null && !asJson) yield* note(then)
    const problem = yield* (yield* TeamLog).write("send", from, said)
    if (problem !== null) yield* note(problem)
    // What was printed says it; only the code is left to be said.
    if (sent.outcome === "not-sent") return yield* exitWith("send.not-sent", 1)
    if (sent.outcome === "unconfirmed") return yield* exitWith("send.unconfirmed", 1)
  })

/** `team send`: leaves a signed message for a seat and types its line into an empty idle prompt (spec 000 §3.6). */
export const send = Command.make(
  "send",
  {
    seat: Args.text({ name: "SEAT" }).pipe(Args.withDescription("the seat of the file it is for")),
    text: Args.text({ name: "TEXT" }).pipe(
      Args.withDescription("the message; - reads it from stdin"),
      Args.optional
    ),
    body: Options.text("body").pipe(
      Options.withDescription("a file whose text is the message, 64 KiB at the most"),
      Options.optional
    ),
    expires: Options.text("expires").pipe(
      Options.withDescription("until when it counts: 2h, 18:30, tomorrow 09:00, ISO 8601"),
      Options.optional
    ),
    dryRun: Options.boolean("dry-run").pipe(Options.withDescription("say what would be done, leave nothing")),
    session: common.session,
    file: common.file,
    host: common.host,
    json: common.json
  },
  ({ body, dryRun, expires, json, seat: name, text, ...options }) =>
    Effect.gen(function* () {
      if (dryRun && json) {
        return yield* exitWith("send.invocation", 2, "team send: --dry-run and --json do not go together")
      }
      const message = yield* readBody({ text, body })
      const until = yield* expiry(expires, yield* Clock.currentTimeMillis)
      yield* requireForFlags("send", ownersFlags(options))
      const team = yield* openFor("send", options)
      const seat = yield* seatAmong("send", name, team.open.now.team.seats, (one) => one.name)
      const log = TeamLog.layerFile(join(agentsFolder(team.open), "team.log"))
      const locks = SeatLock.layerFile(team.open.place.root)
      yield* Effect.gen(function* () {
        const who = yield* requireCaller(team, dryRun ? "look" : "send")
        if (who._tag === "Seat" && who.name === seat.name) {
          return yield* exitWith("send.self", 1, `team send: ${seat.name} sends to itself; nothing was sent`)
        }
        yield* run(team, who, { to: seat.name, body: message, expires: until, dryRun }, json)
      }).pipe(Effect.provide(Layer.provideMerge(Layer.merge(log, locks), team.layer)))
    })
).pipe(
  withHelp(
    "Leaves a message for a seat, and types one line that names it into the seat's box if that is empty and idle.",
    [
      'team send worker "run the tests and tell me what fails"',
      "team send worker --body task.md --expires 2h",
      "git diff | team send reviewer -"
    ]
  )
)
