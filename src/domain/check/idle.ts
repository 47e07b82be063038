import * as text from "../report/catalogue.ts"
import { memory } from "../report/finding.ts"
import { ownSince } from "../typing/due.ts"
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
    const words = (since: number) =>
      seat.lastWorking === null ? text.idleSinceStart(spec.name) : text.idleFor(spec.name, at - since)
    const toOperator = memory(`idle:${spec.name}`, start, {
      text: words(start),
      to: "operator",
      repeat: team.idleRepeat
    })
    // A turn that our own line began restarts the lead's window alone (design §4.14).
    const own = ownSince(seat) ?? start
    const toOwner = memory(`idle-owner:${spec.name}`, own, {
      text: text.reportedToOwner(words(own)),
      to: "owner"
    })
    return [
      ...(elapsed >= spec.idleWindow ? [toOperator] : []),
      ...(at - own >= spec.idleOwner ? [toOwner] : [])
    ]
  }
}
