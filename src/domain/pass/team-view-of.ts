import * as Hash from "effect/Hash"
import { budgetSpecOf } from "../budget/account.ts"
import { launchEffort } from "../display/line.ts"
import { seatsDeclared, type TeamFile, teamDeclared } from "../team/file.ts"
import { seatFingerprint } from "../team/fingerprint.ts"
import * as Duration from "../threshold/duration.ts"
import { resolveThresholds } from "../threshold/resolve.ts"
import { applyTempo } from "../threshold/tempo.ts"
import type { Declared } from "../threshold/words.ts"
import type { SeatSpec, TeamView } from "./team-view.ts"

/** What the levels outside the file declare (spec 000 §3.2). */
export interface OuterLevels {
  readonly machine: Declared
  readonly entity: Declared
  readonly project: Declared
}

/** The team as a pass needs it, and the lines the resolution of its thresholds gives, each to be said once. */
export const teamViewOf = (
  file: TeamFile,
  outer: OuterLevels
): { readonly team: TeamView; readonly remarks: ReadonlyArray<string> } => {
  const { tempo, ...watch } = file.watch
  const resolved = resolveThresholds({
    ...outer,
    team: teamDeclared(file),
    seats: seatsDeclared(file),
    tempo
  })
  const scaled = (duration: Duration.Duration): number => applyTempo(duration.ms, tempo)
  const seats = file.seats.map((seat): SeatSpec => {
    const windows = resolved.bySeat.get(seat.name) ?? resolved.team
    return {
      name: seat.name,
      role: seat.role,
      cli: seat.cli,
      account: seat.account,
      model: seat.model,
      version: seat.version,
      modelFrom: seat.model_from,
      label: seat.label,
      display: seat.display,
      effort: launchEffort(seat.launch),
      leads: seat.name === file.lead,
      operator: seat.name === file.operator,
      parked: seat.parked,
      stopped: seat.stopped,
      // Told apart by a short hash: it guards against mixing memories up, not against anybody.
      fingerprint: (Hash.string(seatFingerprint(seat)) >>> 0).toString(36),
      idleWindow: windows.idleWindow,
      idleOwner: windows.idleOwner,
      blindAfter: windows.blindAfter,
      traceWindow: windows.traceWindow,
      hookWorking: windows.hookWorking
    }
  })
  return {
    team: {
      project: file.project,
      session: file.session,
      seats,
      interval: watch.interval.ms,
      intervalWritten: Duration.print(watch.interval),
      idleRepeat: watch.idle_repeat === null ? null : scaled(watch.idle_repeat),
      teamIdle: scaled(watch.team_idle),
      unsentAfter: scaled(watch.unsent_after),
      nudgeWait: scaled(watch.nudge_wait),
      checksOff: watch.checks,
      budgets: budgetSpecOf(file.budgets),
      machine: {
        loadMax: { value: file.machine.load_max, written: String(file.machine.load_max) },
        memoryMin: file.machine.memory_min,
        diskMin: file.machine.disk_min,
        swapFreeMin: file.machine.swap_free_min,
        swapGrowthMax: file.machine.swap_growth_max,
        swapGrowthWindow: file.machine.swap_growth_window.ms
      }
    },
    remarks: resolved.lines
  }
}
