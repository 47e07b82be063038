import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { TeamNow } from "../../services/Watch.ts"
import { withHelp } from "../command.ts"
import { type CommandExit, exitWith } from "../exit.ts"
import { line, note, Output, json as printJson } from "../Output.ts"
import * as common from "../options.ts"
import { endFailed, teamsFor } from "../projects.ts"
import { explainSeat, seatsDocument, seatsTable } from "../render/seats.ts"
import { seatNamed } from "../seat.ts"
import { type Look, look, type OpenedTeam, type TeamServices } from "../team.ts"

/** `--watch` reads again every two seconds (spec 000 §4). */
const EVERY = "2 seconds"
const HOME_AND_CLEAR = "\u001b[H\u001b[J"

const printSeat = (name: string, { result, snapshot }: Look, asJson: boolean) =>
  Effect.gen(function* () {
    const seat = yield* seatNamed("seats", name, result)
    if (asJson) return yield* printJson(seatsDocument(snapshot, { ...result, seats: [seat] }))
    yield* Effect.forEach(explainSeat(seat), line, { discard: true })
  })

const printTable = (team: OpenedTeam, { result, snapshot }: Look, asJson: boolean, headed: boolean) =>
  Effect.gen(function* () {
    if (asJson) return yield* printJson(seatsDocument(snapshot, result))
    const output = yield* Output
    const head = headed ? [`${team.open.file.project}, session "${team.session}"`] : []
    yield* output.out(`${[...head, ...seatsTable(result.seats)].join("\n")}\n`)
    if (snapshot.host._tag === "Silent") yield* note(`note: ${snapshot.host.host} doesn't answer`)
  })

/** One look, or one every two seconds with the same connection to the host. */
const repeat = <R>(
  team: OpenedTeam,
  watch: boolean,
  asJson: boolean,
  show: (seen: Look) => Effect.Effect<void, CommandExit, R>
) =>
  Effect.gen(function* () {
    const output = yield* Output
    const live = watch && output.isTerminal && !asJson
    const once = (
      reread?: Effect.Effect<TeamNow>
    ): Effect.Effect<void, CommandExit, R | TeamServices | Output> =>
      Effect.gen(function* () {
        const seen = yield* look(team, reread)
        if (live) yield* output.out(HOME_AND_CLEAR)
        yield* show(seen)
        if (watch && !live && !asJson) yield* line("")
      })
    yield* once()
    while (watch && !(yield* output.readerGone)) {
      yield* Effect.sleep(EVERY)
      yield* once(team.open.refresh)
    }
  }).pipe(Effect.provide(team.layer))

/** `team seats`: STATE and SOURCE per seat (spec 000 §3.8, §4). Changes nothing. */
export const seats = Command.make(
  "seats",
  {
    session: common.session,
    file: common.file,
    host: common.host,
    all: common.all,
    watch: Options.boolean("watch").pipe(Options.withDescription("again every two seconds")),
    explain: Options.text("explain").pipe(
      Options.withDescription("why one SEAT's word is what it is"),
      Options.optional
    ),
    json: common.json
  },
  ({ all, explain, json, watch, ...options }) =>
    Effect.gen(function* () {
      if (all && watch) {
        return yield* exitWith("seats.invocation", 2, "team seats: --all and --watch do not go together")
      }
      const { opened, failed } = yield* teamsFor("seats", options, { all, project: Option.none() })
      for (const team of opened) {
        yield* repeat(team, watch, json, (seen) =>
          Option.isSome(explain) ? printSeat(explain.value, seen, json) : printTable(team, seen, json, all)
        )
      }
      yield* endFailed(failed)
    })
).pipe(
  withHelp("Prints every seat's state and the source it was read from.", [
    "team seats",
    "team seats --watch",
    "team seats --explain worker-alpha"
  ])
)
