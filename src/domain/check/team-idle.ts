import type { SeatView } from "../pass/seat-view.ts"
import * as text from "../report/catalogue.ts"
import { keep, once } from "../report/finding.ts"
import type { TeamCheck } from "./check.ts"

/** Who counts for team-idle: every running seat but leads, parked and stopped ones. */
export const workers = (seats: ReadonlyArray<SeatView>): ReadonlyArray<SeatView> =>
  seats.filter(({ spec }) => !spec.leads && !spec.parked && !spec.stopped)

/**
 * Whether every worker is quiet; null while one of them cannot be read, because a seat nobody sees may be working
 * (design §4.9).
 */
export const everyWorkerIdle = (seats: ReadonlyArray<SeatView>): boolean | null => {
  const all = workers(seats)
  const running = all.filter((seat) => seat.running)
  if (running.some((seat) => !seat.quiet && seat.reading.word !== "unknown")) return false
  if (all.some((seat) => seat.ambiguous.length > 0) || running.some((seat) => !seat.quiet)) return null
  return running.length > 0
}

/** Check 9: every worker quiet for `watch.team_idle`. */
export const teamIdle: TeamCheck = {
  name: "team-idle",
  runsOn: "team",
  needsHost: true,
  run: ({ at, memory, seats, team }) => {
    const idle = everyWorkerIdle(seats)
    if (idle === null) return [keep("team-idle")]
    const due = idle && memory.teamIdleSince !== null && at - memory.teamIdleSince >= team.teamIdle
    return due ? [once("team-idle", text.everyAgentIdle, "operator")] : []
  }
}
