import * as text from "../report/catalogue.ts"
import { keep, once } from "../report/finding.ts"
import type { SeatCheck } from "./check.ts"

/** Check 6: text that has stood in the input box, unsent, for `watch.unsent_after`. */
export const unsent: SeatCheck = {
  name: "unsent",
  runsOn: "seat",
  run: ({ memory: seat, running, screen, spec, traced }, { at, team }) => {
    const key = `unsent:${spec.name}`
    if (!running || traced) return []
    if (screen === null || screen.kind === "unknown") return [keep(key)]
    const due =
      screen.kind === "unsent" && seat.unsentSince !== null && at - seat.unsentSince >= team.unsentAfter
    return due ? [once(key, text.unsent(spec.name), "operator")] : []
  }
}
