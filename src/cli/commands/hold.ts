import { join } from "node:path"
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { parseReason } from "../../domain/hold/reason.ts"
import { holderOf } from "../../domain/hold/text.ts"
import { parseFor, parseUntil } from "../../domain/hold/until.ts"
import { type Hold, holdInForce } from "../../domain/pass/hold.ts"
import { SessionState, seatRecordOf } from "../../services/SessionState.ts"
import { TeamLog } from "../../services/TeamLog.ts"
import { ownersFlags, requireCaller, requireForFlags } from "../caller.ts"
import { withHelp } from "../command.ts"
import { type CommandExit, exitWith } from "../exit.ts"
import { Invocation } from "../Invocation.ts"
import { line, note, json as printJson } from "../Output.ts"
import * as common from "../options.ts"
import {
  type Change,
  changeLine,
  changeRow,
  type HoldDocument,
  holdRow,
  standingLine
} from "../render/hold.ts"
import { seatAmong } from "../seat.ts"
import { agentsFolder, type OpenedTeam, openFor } from "../team.ts"
import { userName } from "../user.ts"
import { zoneOf } from "../zone.ts"

interface Asked {
  readonly reason: Option.Option<string>
  readonly until: Option.Option<string>
  readonly for: Option.Option<string>
  readonly release: boolean
  readonly show: boolean
  readonly dryRun: boolean
}

const conflict = (asked: Asked): string | null => {
  const sets = Option.isSome(asked.reason) || Option.isSome(asked.until) || Option.isSome(asked.for)
  if (Option.isSome(asked.until) && Option.isSome(asked.for)) return "--until and --for do not go together"
  if (asked.show && asked.release) return "--show and --release do not go together"
  if (!sets || !(asked.show || asked.release)) return null
  return `${asked.show ? "--show" : "--release"} takes no --reason, --until or --for`
}

const orExit = <A>(id: "hold.until" | "hold.reason", what: string, parsed: Either.Either<A, string>) =>
  Either.isRight(parsed)
    ? Effect.succeed(parsed.right)
    : id === "hold.until"
      ? exitWith("hold.until", 2, `team hold: ${what}: ${parsed.left}`)
      : exitWith("hold.reason", 2, `team hold: ${what}: ${parsed.left}`)

/** When the hold ends and why it stands, from the options; null for what is not said. */
const terms = (asked: Asked, at: number) =>
  Effect.gen(function* () {
    const { env } = yield* Invocation
    const reason = Option.isNone(asked.reason)
      ? null
      : yield* orExit("hold.reason", "--reason", parseReason(asked.reason.value))
    if (Option.isSome(asked.until)) {
      return {
        reason,
        until: yield* orExit("hold.until", "--until", parseUntil(asked.until.value, at, zoneOf(env)))
      }
    }
    if (Option.isNone(asked.for)) return { reason, until: null }
    return { reason, until: yield* orExit("hold.until", "--for", parseFor(asked.for.value, at)) }
  })

const placesOf = (team: OpenedTeam, named: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { seats } = team.open.now.team
    yield* Effect.forEach(named, (name) => seatAmong("hold", name, seats, (seat) => seat.name))
    const places: ReadonlyArray<string | null> = named.length === 0 ? [null] : [...new Set(named)]
    return places
  })

const unreadable = (error: { readonly message: string }): CommandExit =>
  exitWith("hold.state", 2, `team hold: ${error.message}`)

/** Writes one place's hold; what was there is answered with it. Nothing is written where nothing would change. */
const put = (session: string, seat: string | null, hold: Hold | null, dry: boolean) =>
  Effect.gen(function* () {
    const state = yield* SessionState
    const record = yield* state.session(session)
    let was = (seat === null ? record.hold : seatRecordOf(record, seat).hold) ?? null
    if (!dry && (hold !== null || was !== null)) {
      if (seat === null) yield* state.setHold(session, hold)
      else {
        yield* state.changeSeat(session, seat, ({ hold: old, ...rest }) => {
          was = old ?? null
          return hold === null ? rest : { ...rest, hold }
        })
      }
    }
    const change: Change = { seat, hold, was }
    return change
  }).pipe(Effect.mapError(unreadable))

const run = (team: OpenedTeam, named: ReadonlyArray<string>, asked: Asked, asJson: boolean) =>
  Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    const places = yield* placesOf(team, named)
    const { reason, until } = yield* terms(asked, at)
    const who = yield* requireCaller(team, asked.show || asked.dryRun ? "look" : "hold")
    const user = yield* userName
    const log = yield* TeamLog
    const hold: Hold | null = asked.release ? null : { since: at, by: holderOf(who, user), reason, until }
    const changes = yield* Effect.forEach(asked.show ? [] : places, (seat) =>
      Effect.gen(function* () {
        const change = yield* put(team.session, seat, hold, asked.dryRun)
        const said = changeLine(change, at)
        if (!asJson) yield* line(asked.dryRun ? `would say: ${said}` : said)
        if (!asked.dryRun && (change.hold !== null || change.was !== null)) {
          const problem = yield* log.write("hold", holderOf(who, user), said)
          if (problem !== null) yield* note(problem)
        }
        return change
      })
    )
    const state = yield* SessionState
    const record = yield* state.session(team.session).pipe(Effect.mapError(unreadable))
    const seats = Object.entries(record.seats ?? {}).flatMap(([seat, { hold: own }]) =>
      own === undefined ? [] : [{ seat, hold: own }]
    )
    if (asJson) {
      const document: HoldDocument = {
        format: 1,
        kind: "team.hold",
        at: new Date(at).toISOString(),
        project: team.open.file.project,
        session: team.session,
        team: record.hold === undefined ? null : holdRow(record.hold, at),
        seats: seats.map((own) => ({ seat: own.seat, hold: holdRow(own.hold, at) })),
        changed: changes.map((change) => changeRow(change, at)),
        dry_run: asked.dryRun
      }
      return yield* printJson(document)
    }
    if (asked.show) {
      const all = [
        ...(record.hold === undefined ? [] : [{ seat: null, hold: record.hold }]),
        ...seats
      ].filter(({ seat }) => named.length === 0 || seat === null || named.includes(seat))
      if (all.length === 0) return yield* line("no hold stands")
      for (const one of all) yield* line(standingLine(one.seat, one.hold, at))
    } else if (asked.release && named.length === 0) {
      for (const own of seats.filter((one) => holdInForce(one.hold, at) !== null)) {
        yield* line(`still ${standingLine(own.seat, own.hold, at)}`)
      }
    }
  })

/** `team hold`: holds the team or single seats still, shows what stands, takes it away (spec 000 §2, §3.1). Types nothing. */
export const hold = Command.make(
  "hold",
  {
    seats: Args.text({ name: "SEAT" }).pipe(
      Args.withDescription("seats of the file; the whole team without one"),
      Args.repeated
    ),
    reason: Options.text("reason").pipe(Options.withDescription("why, in a few words"), Options.optional),
    until: Options.text("until").pipe(
      Options.withDescription("when it ends: 18:30, tomorrow 09:00, 2026-12-24 09:00, ISO 8601"),
      Options.optional
    ),
    for: Options.text("for").pipe(Options.withDescription("how long it lasts: 30m, 2h"), Options.optional),
    release: Options.boolean("release").pipe(Options.withDescription("take the hold away")),
    show: Options.boolean("show").pipe(Options.withDescription("print what stands, change nothing")),
    dryRun: Options.boolean("dry-run").pipe(Options.withDescription("say what would be done")),
    session: common.session,
    file: common.file,
    host: common.host,
    json: common.json
  },
  ({ file, host, json, seats, session, ...asked }) =>
    Effect.gen(function* () {
      const wrong = conflict(asked)
      if (wrong !== null) return yield* exitWith("hold.invocation", 2, `team hold: ${wrong}`)
      const options = { file, host, session }
      if (!asked.show) yield* requireForFlags("hold", ownersFlags(options))
      const team = yield* openFor("hold", options)
      const log = TeamLog.layerFile(join(agentsFolder(team.open), "team.log"))
      yield* run(team, seats, asked, json).pipe(Effect.provide(log), Effect.provide(team.layer))
    })
).pipe(
  withHelp("Holds the team or a seat still, for a reason and a time; shows or releases what stands.", [
    'team hold --for 2h --reason "release 1.2"',
    "team hold worker --until 18:30",
    "team hold --release"
  ])
)
