import * as text from "../report/catalogue.ts"
import { memory } from "../report/finding.ts"
import type { SeatCheck } from "./check.ts"

/**
 * Check 7: quiet past the lead's window, then past the owner's. One line a period to the operator (again only after
 * `watch.idle_repeat`), one a period to the owner (spec 000 §3.4, rule 8). Leads and parked seats are left out.
 */
export const idle: SeatCheck = {
  name: "idle",
  runsOn: "seat",
  run: ({ memory: seat, quiet, spec }, { at, team }) => {
    const start = seat.lastWorking ?? seat.idleSince
    if (spec.leads || spec.parked || spec.stopped || !quiet || start === null) return []
    const elapsed = at - start
    const said = seat.lastWorking === null ? text.idleSinceStart(spec.name) : text.idleFor(spec.name, elapsed)
    const toOperator = memory(`idle:${spec.name}`, start, {
      text: said,
      to: "operator",
      repeat: team.idleRepeat
    })
    const toOwner = memory(`idle-owner:${spec.name}`, start, {
      text: text.reportedToOwner(said),
      to: "owner"
    })
    return [
      ...(elapsed >= spec.idleWindow ? [toOperator] : []),
      ...(elapsed >= spec.idleOwner ? [toOwner] : [])
    ]
  }
}
