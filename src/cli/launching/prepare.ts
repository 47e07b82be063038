import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { approvalFindings } from "../../domain/approval/check.ts"
import { launchBudget } from "../../domain/budget/gate.ts"
import type { Listing } from "../../domain/host/pane.ts"
import { cliLaunch } from "../../domain/launch/clis.ts"
import type { Preview } from "../../domain/launch/dry-run.ts"
import { ceilingRefusal } from "../../domain/launch/gate.ts"
import { checkLine, composeLine } from "../../domain/launch/line.ts"
import { planSeat, type SeatPlan, starts } from "../../domain/launch/plan.ts"
import { rulesText } from "../../domain/launch/rules.ts"
import * as text from "../../domain/launch/texts.ts"
import type { PassMemory } from "../../domain/pass/memory.ts"
import type { SeatSpec } from "../../domain/pass/team-view.ts"
import { absolute, placementProblems } from "../../domain/team/places.ts"
import type { Seat } from "../../domain/team/seat.ts"
import { rulesLine } from "../../domain/typing/line.ts"
import { sha256 } from "../../services/approvals/places.ts"
import { Herdr } from "../../services/Herdr.ts"
import { lineLook } from "../../services/launch/line-look.ts"
import { rulesPathOf } from "../../services/launch/rules-file.ts"
import { SessionState, seatRecordOf } from "../../services/SessionState.ts"
import { type CommandExit, exitWith } from "../exit.ts"
import { configHere, homeHere } from "../folders.ts"
import { Invocation } from "../Invocation.ts"
import { look, type OpenedTeam, type TeamServices } from "../team.ts"

/** One seat of a run, planned. */
export interface Planned {
  readonly plan: SeatPlan
  readonly seat: Seat
  readonly spec: SeatSpec
  readonly folder: string
  readonly preview: Preview | null
}

/** A run as it was planned by one look. */
export interface Prepared {
  readonly seats: ReadonlyArray<Planned>
  readonly memory: Pick<PassMemory, "swap">
}

type Launcher = "up" | "add" | "restart"

/** A launch starts commands of the file: only of one that its owner has read and recorded. */
const requireApproval = ({ command, open }: OpenedTeam): Effect.Effect<void, CommandExit> => {
  const facts = open.now.approval
  const found = facts === undefined ? [] : approvalFindings(facts)
  const said = found.flatMap((one) => ("text" in one ? [one.text] : []))
  if (said.length === 0) return Effect.void
  return exitWith(
    `${command as Launcher}.approval`,
    1,
    ...said.map((why) => `team ${command}: ${why}`),
    "`team approve` shows the file and records it"
  )
}

/** The host's listing. A tmux without a server has no panes yet: the first workspace starts it. */
const listed = ({ command, session }: OpenedTeam): Effect.Effect<Listing, CommandExit, Herdr> =>
  Effect.gen(function* () {
    const host = yield* Herdr
    return yield* host.list.pipe(
      Effect.catchAll((error) =>
        host.host === "tmux" && error.reason === "NotRunning"
          ? Effect.succeed<Listing>({
              host: "tmux",
              session,
              server: "",
              panes: [],
              workspaces: [],
              warnings: []
            })
          : exitWith(`${command as Launcher}.herdr`, 2, `team ${command}: ${error.message}`)
      )
    )
  })

const previewOf = (
  { folder, plan, seat }: Omit<Planned, "preview">,
  team: OpenedTeam,
  rulesPath: string,
  workspace: string | null
): Preview | null => {
  if (plan._tag !== "Launch") return null
  const byOption = cliLaunch(seat.cli)?.rules === "option"
  const composed = composeLine(seat, byOption ? rulesPath : null)
  if (Either.isLeft(composed)) return null
  const line = rulesLine(rulesPath, sha256(rulesText(team.open.file, seat)))
  return {
    label: seat.label,
    folder,
    line: composed.right.line,
    rulesLine: composed.right.rules === "option" ? null : Either.getOrElse(line, () => text.rulesPath),
    workspace
  }
}

/**
 * Plans a run by one look at the team as it is now: refuses what refuses it whole (the approval, where seats would start, the
 * host, the ceilings), and gives each seat of the file its plan. Changes nothing.
 */
export const prepare = (
  team: OpenedTeam,
  names: ReadonlySet<string> | null
): Effect.Effect<Prepared, CommandExit, TeamServices | Invocation> =>
  Effect.gen(function* () {
    const { command, open, session } = team
    const launcher = command as Launcher
    const { env } = yield* Invocation
    const home = yield* homeHere
    const config = yield* configHere
    yield* requireApproval(team)
    const places = { root: open.place.root, home }
    const misplaced = placementProblems(open.file, places)
    if (misplaced.length > 0) {
      return yield* exitWith(
        `${launcher}.place`,
        1,
        ...misplaced.map(({ line, message }) => `team ${command}: team.yaml line ${line}: ${message}`)
      )
    }
    const listing = yield* listed(team)
    const { result } = yield* look(team)
    const record = yield* (yield* SessionState)
      .session(session)
      .pipe(Effect.mapError(({ message }) => exitWith(`${launcher}.state`, 2, `team ${command}: ${message}`)))
    const seats: Array<Planned> = []
    for (const view of result.seats) {
      const seat = open.file.seats.find(({ name }) => name === view.spec.name)
      if (seat === undefined || (names !== null && !names.has(seat.name))) continue
      const folder = absolute(seat.cwd, places)
      const rulesPath = yield* rulesPathOf(config, open.place.root, open.file.project, seat.name).pipe(
        Effect.mapError(({ message }) => exitWith(`${launcher}.state`, 2, `team ${command}: ${message}`))
      )
      const finding = checkLine(seat.launch, lineLook(folder, home, env["PATH"] ?? ""))
      const composed = composeLine(seat, rulesPath)
      const kept = seatRecordOf(record, seat.name)
      const plan = planSeat(
        {
          view,
          launching: kept.launching ?? null,
          stopped: seat.stopped ? "file" : kept.stopped?.by === "remove" && names === null ? "remove" : null,
          line: Either.isLeft(composed)
            ? { miss: composed.left, notes: [] }
            : { ...finding, notes: [...finding.notes, ...composed.right.notes] },
          budget: launchBudget(seat.account, result.budgets.counts),
          folder
        },
        listing
      )
      const planned = { plan, seat, spec: view.spec, folder }
      seats.push({
        ...planned,
        preview: previewOf(planned, team, rulesPath, view.launched?.workspace ?? null)
      })
    }
    const running = result.seats.filter((view) => view.running).map(({ spec }) => spec.name)
    const would = new Set([
      ...running,
      ...seats.filter(({ plan }) => starts(plan)).map(({ seat }) => seat.name)
    ])
    const ceiling = seats.some(({ plan }) => starts(plan)) ? ceilingRefusal(open.file, would) : null
    if (ceiling !== null) return yield* exitWith(`${launcher}.ceiling`, 1, `team ${command}: ${ceiling}`)
    return { seats, memory: result.memory }
  })
