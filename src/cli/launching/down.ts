import * as Effect from "effect/Effect"
import { type DownPlan, planDown } from "../../domain/launch/down.ts"
import { command, note as planNote, skip, wait } from "../../domain/launch/dry-run.ts"
import { detailLines, type SeatOutcome } from "../../domain/launch/records.ts"
import type { SeatView } from "../../domain/pass/seat-view.ts"
import { abandonSeat, downSeat, type Stop, stays } from "../../services/launch/seat-down.ts"
import { TeamLog } from "../../services/TeamLog.ts"
import { exitWith } from "../exit.ts"
import { note, Output } from "../Output.ts"
import { look, type OpenedTeam } from "../team.ts"
import { userName } from "../user.ts"

/** How long `--wait` waits for seats that work, in ms, and between two looks. */
export const WAIT = 120_000
const EVERY = 2_000

export interface DownOptions {
  readonly names: ReadonlySet<string> | null
  readonly wait: boolean
  readonly abandon: boolean
  readonly isQuiet: boolean
  readonly by: Stop["by"]
}

const viewsOf = (team: OpenedTeam, names: ReadonlySet<string> | null) =>
  Effect.gen(function* () {
    const { result, snapshot } = yield* look(team)
    if (snapshot.host._tag === "Silent" && snapshot.host.reason !== "NotRunning") {
      return yield* exitWith(
        `${team.command as "down"}.herdr`,
        2,
        `team ${team.command}: ${snapshot.host.host} doesn't answer`
      )
    }
    return result.seats.filter(({ spec }) => names === null || names.has(spec.name))
  })

/** The plan in the grammar of every plan (spec 001 "The dry-run plan"). */
export const downLines = (team: OpenedTeam, names: ReadonlySet<string> | null) =>
  Effect.map(viewsOf(team, names), (views) =>
    views.flatMap((view): ReadonlyArray<string> => {
      const plan = planDown(view)
      const { seat } = plan
      if (plan._tag === "Exit")
        return [
          command(plan.exit),
          planNote(`typed into the pane of ${seat}`),
          wait(`${seat}: its CLI's end`)
        ]
      if (plan._tag === "Gone") return [skip(`${seat}: it does not run`)]
      return [skip(`${seat}: ${plan.reason}`)]
    })
  )

/** Seats that work are looked at again until they are free, or the wait is over. */
const settled = (team: OpenedTeam, view: SeatView, isWaiting: boolean) =>
  Effect.gen(function* () {
    let now = view
    let plan: DownPlan = planDown(now)
    for (let waited = 0; isWaiting && plan._tag === "Busy" && waited < WAIT; waited += EVERY) {
      yield* Effect.sleep(EVERY)
      now = (yield* viewsOf(team, new Set([view.spec.name])))[0] ?? now
      plan = planDown(now)
    }
    return { view: now, plan }
  })

/** Stops seats in file order: each final record on stdout, what follows it on stderr, one line in the log. */
export const runDown = (team: OpenedTeam, options: DownOptions) =>
  Effect.gen(function* () {
    const output = yield* Output
    const { write } = yield* TeamLog
    const who = yield* userName
    const isLive = output.isTerminal && !options.isQuiet
    const stop = { session: team.session, by: options.by }
    const outcomes: Array<SeatOutcome> = []
    for (const first of yield* viewsOf(team, options.names)) {
      const seat = first.spec.name
      if (isLive) yield* output.out(`\r\u001b[K${seat}: stopping`)
      const outcome = yield* Effect.gen(function* () {
        const { plan, view } = yield* settled(team, first, options.wait)
        const forced = options.abandon && (plan._tag === "Busy" || plan._tag === "Left")
        return forced
          ? yield* abandonSeat(stop, view)
          : yield* downSeat(stop, view, plan, team.open.now.profiles)
      }).pipe(
        Effect.catchAll((error) =>
          error._tag === "CommandExit"
            ? Effect.fail(error)
            : Effect.succeed(stays(seat, `${error.message}; left as it is`))
        )
      )
      outcomes.push(outcome)
      if (!options.isQuiet) {
        yield* output.out(`${isLive ? "\r\u001b[K" : ""}${outcome.record}\n`)
        yield* Effect.forEach(detailLines(outcome), note, { discard: true })
      }
      const problem = yield* write(team.command, who, outcome.record)
      if (problem !== null) yield* note(problem)
    }
    return outcomes
  })
