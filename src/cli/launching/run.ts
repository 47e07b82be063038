import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { outReason, planNotes } from "../../domain/launch/dry-run.ts"
import { detailLines, leftOut, ready, type SeatOutcome } from "../../domain/launch/records.ts"
import * as text from "../../domain/launch/texts.ts"
import { readingsLine } from "../../domain/machine/reading.ts"
import type { LaunchRun } from "../../services/launch/model.ts"
import { launchSeat } from "../../services/launch/seat-run.ts"
import { Machine } from "../../services/Machine.ts"
import { TeamLog } from "../../services/TeamLog.ts"
import { configHere } from "../folders.ts"
import { note, Output } from "../Output.ts"
import type { OpenedTeam } from "../team.ts"
import { userName } from "../user.ts"
import { installHooks } from "./hooks.ts"
import { PressedKey } from "./key.ts"
import { askOwner } from "./pause.ts"
import type { Planned, Prepared } from "./prepare.ts"

/** How a run went: each seat's outcome in file order; `stopped` when the owner ended it at a pause. */
export interface RunResult {
  readonly outcomes: ReadonlyArray<SeatOutcome>
  readonly stopped: boolean
}

const known = ({ plan }: Planned): SeatOutcome | null => {
  if (plan._tag === "Ready") {
    return ready(plan.seat, [plan.detail, ...(plan.notice === null ? [] : [plan.notice])])
  }
  const why = outReason(plan)
  return why === null ? null : leftOut(plan.seat, why)
}

/**
 * Carries out a plan, a seat after the other: progress on a terminal, each final record on stdout, its details under it on stderr,
 * one line in the log (spec 001). `isQuiet` prints no records: a document follows.
 */
export const runPlan = (team: OpenedTeam, { memory, seats }: Prepared, isQuiet: boolean) =>
  Effect.gen(function* () {
    const output = yield* Output
    const keys = yield* PressedKey
    const { write } = yield* TeamLog
    const who = yield* userName
    const { file, now, place } = team.open
    const isLive = output.isTerminal && !isQuiet
    const log = (said: string) =>
      Effect.flatMap(write(team.command, who, said), (problem) =>
        problem === null ? Effect.void : note(problem)
      )
    const run: LaunchRun = {
      session: team.session,
      root: place.root,
      configFolder: yield* configHere,
      file,
      team: now.team,
      memory,
      profiles: now.profiles,
      read: now.read,
      onStage: (seat, stage) => (isLive ? output.out(`\r\u001b[K${seat}: ${stage}`) : Effect.void),
      ask: keys.isTerminal && !isQuiet ? askOwner(output) : null
    }
    const launched = seats.filter(({ plan }) => plan._tag === "Launch")
    if (launched.length > 0) {
      // The figures the gate decides on (spec 000 §3.3).
      yield* log(readingsLine(yield* (yield* Machine).read(place.root)))
      yield* installHooks(new Set(launched.map(({ seat }) => seat.cli)), place.root)
    }
    const specs = now.team.seats
    const outcomes: Array<SeatOutcome> = []
    let stopped = false
    for (const planned of seats) {
      const { folder, plan, seat, spec } = planned
      if (plan._tag === "Stopped") continue
      const before = known(planned)
      let outcome = before
      if (plan._tag === "Launch") {
        if (stopped) outcome = leftOut(seat.name, text.stoppedCleanly)
        else {
          const ended = yield* Effect.either(launchSeat(run, { plan, seat, spec, specs, folder }))
          stopped = Either.isLeft(ended)
          outcome = Either.isLeft(ended) ? leftOut(seat.name, text.stoppedCleanly) : ended.right
        }
      }
      if (outcome === null) continue
      outcomes.push(outcome)
      if (!isQuiet) {
        yield* output.out(`${isLive ? "\r\u001b[K" : ""}${outcome.record}\n`)
        yield* Effect.forEach(
          [...planNotes(plan).map((said) => `  ${said}`), ...detailLines(outcome)],
          note,
          { discard: true }
        )
      }
      yield* log(outcome.record)
    }
    const result: RunResult = { outcomes, stopped }
    return result
  })
