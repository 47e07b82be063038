import { join } from "node:path"
import * as Options from "@effect/cli/Options"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { END, planLines, planNotes } from "../../domain/launch/dry-run.ts"
import type { SeatOutcome } from "../../domain/launch/records.ts"
import * as text from "../../domain/launch/texts.ts"
import { SeatLock } from "../../services/SeatLock.ts"
import { TeamLog } from "../../services/TeamLog.ts"
import { startWatch } from "../detach.ts"
import { type CommandExit, exitWith } from "../exit.ts"
import { line, note, json as printJson } from "../Output.ts"
import * as common from "../options.ts"
import { instant } from "../render/instant.ts"
import { type LaunchDocument, outcomeRow } from "../render/launch.ts"
import { agentsFolder, type OpenedTeam, type TeamOptions, type TeamServices } from "../team.ts"
import { userName } from "../user.ts"
import { prepare } from "./prepare.ts"
import { runPlan } from "./run.ts"

/** The options that every launching command takes. */
export const launchOptions = {
  dryRun: Options.boolean("dry-run").pipe(Options.withDescription("print the plan and run nothing")),
  session: common.session,
  file: common.file,
  host: common.host,
  json: common.json
}

/** What a launching command may use: the team's services, its log, and the locks. */
export const launchLayer = (team: OpenedTeam): Layer.Layer<TeamServices | TeamLog | SeatLock, CommandExit> =>
  Layer.provideMerge(
    Layer.merge(
      TeamLog.layerFile(join(agentsFolder(team.open), "team.log")),
      SeatLock.layerFile(team.open.place.root)
    ),
    team.layer
  )

/** The document of a run. */
export const launchDocument = (
  team: OpenedTeam,
  outcomes: ReadonlyArray<SeatOutcome>,
  more: { readonly watch?: string | null; readonly plan?: ReadonlyArray<string> }
): Effect.Effect<LaunchDocument> =>
  Effect.map(Clock.currentTimeMillis, (at) => ({
    format: 1,
    kind: `team.${team.command as "up"}`,
    at: instant(at),
    project: team.open.file.project,
    session: team.session,
    seats: outcomes.map(outcomeRow),
    watch: more.watch ?? null,
    plan: more.plan ?? null
  }))

/** Prints a plan (spec 001 "The dry-run plan"): its notes with it. */
export const printPlan = (team: OpenedTeam, lines: ReadonlyArray<string>, asJson: boolean) =>
  Effect.gen(function* () {
    if (asJson) return yield* printJson(yield* launchDocument(team, [], { plan: lines }))
    yield* Effect.forEach([...lines, END], line, { discard: true })
  })

interface WatchEnd {
  readonly said: string
  readonly failed: boolean
}

/** Starts the watch of the session where none runs, and says how that went: the watch's own line. */
const watchLine = (team: OpenedTeam, options: TeamOptions) =>
  Effect.gen(function* () {
    const { file, place } = team.open
    // A watch in the project's folder reads its own file: another one here is none it could follow.
    const own = join(agentsFolder(team.open), "team.yaml")
    if (Option.isSome(options.file) && place.path !== own) {
      return { said: `watch: ${text.watchElsewhere}`, failed: true }
    }
    if (team.session !== file.session)
      return { said: "watch: not started: a watch of another session is the owner's", failed: false }
    const flags = { nudges: true, notifyOperator: true, record: Option.none<string>() }
    const started = yield* Effect.either(startWatch(team, { ...options, file: Option.none() }, flags))
    if (Either.isRight(started)) return { said: "watch: started", failed: false }
    const { id, lines } = started.left
    if (id === "watch.already") return { said: "watch: already running", failed: false }
    return { said: `watch: ${(lines[0] ?? "it did not start").replace(/^team watch: /u, "")}`, failed: true }
  }).pipe(Effect.map((end): WatchEnd => end))

const busy = (team: OpenedTeam) => (error: { readonly _tag: string; readonly message: string }) =>
  exitWith(`${team.command as "up"}.busy`, 1, `team ${team.command}: ${error.message}`)

/**
 * Plans and runs the launch of the whole team (`names` null) or of some seats, under the session's run lock; then starts the
 * watch, when `watch` says so. Ends with `<command>.left-out` when a seat is not at its prompt.
 */
export const launchSeats = (
  team: OpenedTeam,
  options: TeamOptions,
  given: {
    readonly names: ReadonlySet<string> | null
    readonly watch: boolean
    readonly dryRun: boolean
    readonly json: boolean
  }
) =>
  Effect.gen(function* () {
    const { dryRun, json: asJson, names } = given
    const command = team.command as "up"
    if (dryRun) {
      const { seats } = yield* prepare(team, names)
      const lines = seats.flatMap(({ plan, preview }) => [...planNotes(plan), ...planLines(plan, preview)])
      return yield* printPlan(team, lines, asJson)
    }
    const locks = yield* SeatLock
    const { outcomes, stopped } = yield* locks
      .withRun(team.session)(
        Effect.flatMap(prepare(team, names), (prepared) => runPlan(team, prepared, asJson))
      )
      .pipe(Effect.catchTag("SeatLockError", busy(team)))
    const watch = given.watch && !stopped ? yield* watchLine(team, options) : null
    if (watch !== null) {
      if (!asJson) yield* note(watch.said)
      const problem = yield* (yield* TeamLog).write(command, yield* userName, watch.said)
      if (problem !== null) yield* note(problem)
    }
    if (asJson)
      yield* printJson(yield* launchDocument(team, outcomes, { watch: watch === null ? null : watch.said }))
    // What was printed says it; only the code is left to be said.
    if (stopped) return yield* exitWith(`${command}.stopped-cleanly`, 1)
    if (outcomes.some(({ ready }) => !ready)) return yield* exitWith(`${command}.left-out`, 1)
    if (watch?.failed === true) return yield* exitWith("up.watch", 1)
  })
