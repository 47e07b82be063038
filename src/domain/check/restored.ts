import * as text from "../report/catalogue.ts"
import { keep, once } from "../report/finding.ts"
import { relaunch } from "../report/repairs.ts"
import type { SeatCheck } from "./check.ts"

/**
 * Check 2: the recorded process is not the one in the pane, and its conversation did not come back (spec 000 §3.3, §3.5).
 * A pass that could not read the processes neither makes the report nor clears it.
 */
export const restored: SeatCheck = {
  name: "restored",
  runsOn: "seat",
  run: ({ evidence, launched, restored: found, spec }) => {
    const key = `restored:${spec.name}`
    if (launched !== null && evidence.process === "unread") return [keep(key)]
    if (!found) return []
    if (spec.modelFrom !== "launcher" || evidence.process === "gone") {
      return [once(key, text.restored(spec.name), "operator")]
    }
    const said = spec.leads ? text.launcherLead(spec.name) : text.launcher(spec.name, relaunch(spec))
    return [once(key, said, "operator")]
  }
}
