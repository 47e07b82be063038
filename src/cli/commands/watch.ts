import { join, resolve } from "node:path"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import { emptyMemory } from "../../domain/pass/memory.ts"
import { Approvals } from "../../services/Approvals.ts"
import { BudgetChecks } from "../../services/BudgetChecks.ts"
import { makeBudgetRounds } from "../../services/BudgetRounds.ts"
import { makeDeliveries } from "../../services/Deliveries.ts"
import { Notifier } from "../../services/Notifier.ts"
import { Recorder } from "../../services/Recorder.ts"
import { ReportCommand } from "../../services/ReportCommand.ts"
import { ensureFolder } from "../../services/SafeFile.ts"
import { SeatLock } from "../../services/SeatLock.ts"
import { SessionState, WatchAlready } from "../../services/SessionState.ts"
import { TeamLog } from "../../services/TeamLog.ts"
import { runWatch } from "../../services/Watch.ts"
import { OWNERS_FLAGS, requireCaller, requireForFlags, requireForFlagsIn } from "../caller.ts"
import { withHelp } from "../command.ts"
import { detach } from "../detach.ts"
import { type CommandExit, exitWith } from "../exit.ts"
import { homeHere } from "../folders.ts"
import { Invocation } from "../Invocation.ts"
import { Output } from "../Output.ts"
import * as common from "../options.ts"
import { instant } from "../render/instant.ts"
import { Signals } from "../Signals.ts"
import { agentsFolder, approvalsLayer, type OpenedTeam, openFor } from "../team.ts"
import { VERSION } from "../version.ts"
import { judgeWatch, ownRecord } from "../watch-claim.ts"

interface Flags {
  readonly nudges: boolean
  readonly notifyOperator: boolean
  readonly record: Option.Option<string>
}

/** What a refused second watch says: who runs, and when another may. */
export const alreadyRuns = (session: string, { by, record }: WatchAlready): CommandExit =>
  exitWith(
    "watch.already",
    1,
    `team watch: a watch already runs for the session "${session}" (${
      record.pid === undefined ? `pane ${record.pane ?? "unknown"}` : `pid ${record.pid}`
    })`,
    by === "process"
      ? `stop it first: kill ${record.pid ?? ""}`.trimEnd()
      : by === "pane"
        ? `its pane ${record.pane ?? ""} still runs a program: stop it there first`
        : `its process was not found, but its last pass (${record.heartbeat}) is not two intervals old; try again after them`
  )

const services = (team: OpenedTeam, flags: Flags) =>
  Effect.gen(function* () {
    const { cwd, env, platform } = yield* Invocation
    const recorder = Option.match(flags.record, {
      onNone: () => Recorder.layerNone,
      onSome: (path) =>
        Recorder.layerFile(resolve(cwd, path), VERSION).pipe(
          Layer.mapError((error) => exitWith("watch.invocation", 2, `team watch: ${error.message}`))
        )
    })
    const programs = { path: env["PATH"] ?? "/usr/bin:/bin", home: yield* homeHere }
    const log = TeamLog.layerFile(join(agentsFolder(team.open), "team.log"))
    const reports = Layer.unwrapEffect(
      Effect.gen(function* () {
        const approvals = yield* Approvals
        const said = yield* Ref.make<string | null>(null)
        const { write } = yield* TeamLog
        return ReportCommand.layerWith({
          ...programs,
          approved: Effect.map(approvals.read(team.open.place.root), ({ verdict }) =>
            verdict._tag === "Verified" ? (verdict.record.notify ?? null) : null
          ),
          trouble: (problem) =>
            Effect.flatMap(Ref.getAndSet(said, problem), (before) =>
              problem === null || problem === before
                ? Effect.void
                : Effect.asVoid(write("watch", "watch", problem))
            )
        })
      })
    )
    return Layer.mergeAll(
      reports,
      Notifier.layerAuto(platform, env),
      BudgetChecks.layerWith(programs),
      SeatLock.layerFile(team.open.place.root),
      recorder
    ).pipe(Layer.provideMerge(Layer.merge(log, approvalsLayer)), Layer.provideMerge(team.layer))
  })

/** The watch itself: claims the session, passes until a signal ends it, and says the last line (spec 000 §3.4–3.7). */
const run = (team: OpenedTeam, flags: Flags) =>
  Effect.gen(function* () {
    const { file, now, place, refresh } = team.open
    const state = yield* SessionState
    const output = yield* Output
    const signals = yield* Signals
    const stateExit = (error: { readonly message: string }) =>
      exitWith("watch.file", 2, `team watch: ${error.message}`)
    // A watch on another session saves nothing at all (rule 12).
    const own = team.session === file.session
    yield* ensureFolder(place.root, ".agents").pipe(Effect.mapError(stateExit))
    const remembered = yield* state.session(team.session).pipe(Effect.mapError(stateExit))
    const record = yield* ownRecord(file.project, now.team.interval)
    const judge = yield* judgeWatch(now.team.interval)
    if (own) {
      yield* state
        .claimWatch(
          team.session,
          { ...record, heartbeat: instant(yield* Effect.clockWith((c) => c.currentTimeMillis)) },
          judge
        )
        .pipe(
          Effect.mapError((error) =>
            error instanceof WatchAlready ? alreadyRuns(team.session, error) : stateExit(error)
          )
        )
    }
    const budgets = yield* makeBudgetRounds({ source: refresh, root: place.root, own })
    const { tell } = yield* ReportCommand
    const watching = Effect.gen(function* () {
      const { root } = place
      const pane = record.pane ?? null
      // Nothing of another session is typed to, and nothing of its mailbox cleared away (rule 12).
      const deliveries = own ? yield* makeDeliveries({ session: team.session, root, pane }) : undefined
      return yield* runWatch(
        {
          budgets,
          ...(deliveries === undefined ? {} : { deliveries }),
          tell,
          session: team.session,
          source: refresh,
          folder: root,
          notifyOperator: flags.notifyOperator,
          nudges: flags.nudges,
          record: own ? record : null,
          emit: (at, line) => output.out(`${instant(at)} ${line}\n`)
        },
        own ? (remembered.memory ?? emptyMemory) : emptyMemory
      )
    })
    yield* Effect.scoped(Effect.raceFirst(watching, signals.next))
  })

/** `team watch`: the daemon loop (spec 000 §4). */
export const watch = Command.make(
  "watch",
  {
    session: common.session,
    file: common.file,
    host: common.host,
    noNudge: Options.boolean("no-nudge").pipe(Options.withDescription("type nothing")),
    noNotify: Options.boolean("no-notify").pipe(
      Options.withDescription("no desktop notification for the operator's reports; the owner's still come")
    ),
    record: Options.text("record").pipe(
      Options.withDescription(
        "write every pass to a new FILE, for team replay; it holds the screens as they were"
      ),
      Options.optional
    ),
    detach: Options.boolean("detach").pipe(
      Options.withDescription("start it in a workspace of its own and come back")
    ),
    json: Options.boolean("json").pipe(Options.withDescription("refused: the watch has no one document"))
  },
  ({ detach: detached, json, noNotify, noNudge, record, ...options }) =>
    Effect.gen(function* () {
      if (json) {
        return yield* exitWith(
          "watch.invocation",
          2,
          "team watch: --json has no meaning for a loop; team seats --watch --json prints documents"
        )
      }
      const owners = [
        ...(Option.isSome(options.file) ? [OWNERS_FLAGS.file] : []),
        ...(noNotify ? [OWNERS_FLAGS.noNotify] : []),
        ...(noNudge ? [OWNERS_FLAGS.noNudge] : [])
      ]
      yield* requireForFlags("watch", owners)
      const team = yield* openFor("watch", options)
      // Now that the seats are known, one whose CLI is no known program is found too.
      yield* requireForFlagsIn(team, owners).pipe(
        Effect.zipRight(requireCaller(team, "watch")),
        Effect.provide(team.layer)
      )
      const flags: Flags = { nudges: !noNudge, notifyOperator: !noNotify, record }
      if (detached) return yield* detach(team, options, flags).pipe(Effect.provide(team.layer))
      yield* run(team, flags).pipe(Effect.provide(yield* services(team, flags)))
    })
).pipe(
  withHelp("Watches the team until it is stopped: one pass every interval, each report said once.", [
    "team watch",
    "team watch --detach",
    "team watch --record watch.jsonl"
  ])
)
