import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { watchLabel } from "../domain/check/extra.ts"
import { Herdr } from "../services/Herdr.ts"
import type { Processes } from "../services/Processes.ts"
import { SessionState, WatchAlready } from "../services/SessionState.ts"
import type { WallClock } from "../services/WallClock.ts"
import { alreadyRuns } from "./commands/watch.ts"
import { type CommandExit, exitWith } from "./exit.ts"
import { Invocation } from "./Invocation.ts"
import { line, type Output } from "./Output.ts"
import type { OpenedTeam, TeamOptions } from "./team.ts"
import { judgeWatch } from "./watch-claim.ts"

/** How long the watch in the new workspace has to write its record, in milliseconds. */
const PATIENCE = 15_000
const LOOK_EVERY = 200

interface Flags {
  readonly nudges: boolean
  readonly notifyOperator: boolean
  readonly record: Option.Option<string>
}

const commandLine = (
  self: ReadonlyArray<string>,
  team: OpenedTeam,
  options: TeamOptions,
  flags: Flags,
  host: string
): ReadonlyArray<string> => [
  ...self,
  "watch",
  "--session",
  team.session,
  "--host",
  host,
  ...(Option.isSome(options.file) ? ["--file", team.open.place.path] : []),
  ...(flags.nudges ? [] : ["--no-nudge"]),
  ...(flags.notifyOperator ? [] : ["--no-notify"]),
  ...(Option.isSome(flags.record) ? ["--record", flags.record.value] : [])
]

/** A watch that runs in a workspace of its own. */
export interface Started {
  readonly pid: number | null
  readonly label: string
  readonly pane: string
}

/**
 * Starts the watch in a workspace labelled `Watch · <project>` and waits until it has written its record:
 * `watch.started` when it has, `watch.workspace` when no workspace could be made, `watch.watchdog` when one was made and
 * the watch in it did not start (spec 000 §4).
 */
export const startWatch = (
  team: OpenedTeam,
  options: TeamOptions,
  flags: Flags
): Effect.Effect<Started, CommandExit, Herdr | SessionState | Processes | WallClock | Invocation> =>
  Effect.gen(function* () {
    const host = yield* Herdr
    const state = yield* SessionState
    const { env, self } = yield* Invocation
    const { project } = team.open.file
    const label = watchLabel(project)
    const recorded = state
      .session(team.session)
      .pipe(Effect.mapError((error) => exitWith("watch.file", 2, `team watch: ${error.message}`)))
    const before = (yield* recorded).watch
    const judge = yield* judgeWatch(team.open.now.team.interval)
    const by = before === undefined ? null : yield* judge(before)
    if (before !== undefined && by !== null) {
      return yield* alreadyRuns(team.session, new WatchAlready({ record: before, by }))
    }
    const carried = ["TEAM_TMUX_SOCKET", "TEAM_HERDR_SOCKET", "XDG_CONFIG_HOME"].flatMap((name) => {
      const value = env[name]
      return value === undefined ? [] : [[name, value] as const]
    })
    const made = yield* host
      .createWorkspace({
        label,
        cwd: team.open.place.root,
        seat: null,
        command: commandLine(self, team, options, flags, host.host),
        env: Object.fromEntries(carried)
      })
      .pipe(
        Effect.mapError((error) =>
          exitWith("watch.workspace", 1, `team watch: its workspace was not created: ${error.message}`)
        )
      )
    const deadline = (yield* Clock.currentTimeMillis) + PATIENCE
    while ((yield* Clock.currentTimeMillis) < deadline) {
      const { watch } = yield* recorded
      const fresh =
        watch !== undefined && (watch.pid !== before?.pid || watch.heartbeat !== before?.heartbeat)
      if (fresh) {
        return { pid: watch.pid ?? null, label, pane: made.pane }
      }
      yield* Effect.sleep(LOOK_EVERY)
    }
    return yield* exitWith(
      "watch.watchdog",
      1,
      `team watch: the workspace ${label} was made (pane ${made.pane}), but the watch in it did not start within ${PATIENCE / 1000} s`,
      "look at that pane: what it says is why; close it before trying again"
    )
  })

/** `team watch --detach`: starts it and says so. */
export const detach = (
  team: OpenedTeam,
  options: TeamOptions,
  flags: Flags
): Effect.Effect<void, CommandExit, Herdr | SessionState | Processes | WallClock | Invocation | Output> =>
  Effect.flatMap(startWatch(team, options, flags), ({ label, pane, pid }) =>
    line(`watch: started (${pid === null ? "" : `pid ${pid}, `}workspace ${label}, pane ${pane})`)
  )
