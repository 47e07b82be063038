import * as text from "../report/catalogue.ts"
import { keep, memory, once } from "../report/finding.ts"
import type { SeatCheck } from "./check.ts"

/** Check 1: a seat of the file that does not run. One that was seen running is told at each disappearance (spec 000 §3.5). */
export const missing: SeatCheck = {
  name: "missing",
  runsOn: "seat",
  run: ({ ambiguous, memory: seat, restored, running, spec }) => {
    const key = `missing:${spec.name}`
    // A pane that was restored without its program is check 2's to tell.
    if (spec.stopped || running || restored) return []
    if (ambiguous.length > 0) return [keep(key)]
    return seat.goneSince === null
      ? [once(key, text.notRunning(spec.name), "operator")]
      : [memory(`gone:${spec.name}`, seat.goneSince, { text: text.gone(spec.name), to: "operator" })]
  }
}
