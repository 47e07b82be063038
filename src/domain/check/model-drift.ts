import * as text from "../report/catalogue.ts"
import { keep, once } from "../report/finding.ts"
import { type ModelDrift, modelDriftOf } from "../report/model.ts"
import { relaunch } from "../report/repairs.ts"
import type { SeatCheck } from "./check.ts"

const said = (name: string, { declared, runs }: ModelDrift, repair: string): string =>
  text.modelDrift(name, runs, declared, repair)

/**
 * Check 3: the running model or version is not the file's (spec 000 §3.5). A screen that names no model proves nothing:
 * it neither makes the report nor clears it.
 */
export const modelDrift: SeatCheck = {
  name: "model-drift",
  runsOn: "seat",
  run: ({ running, screen, spec }) => {
    const key = `model:${spec.name}`
    if (!running) return []
    if (screen?.model === undefined) return [keep(key)]
    const drift = modelDriftOf(spec, screen)
    return drift === null ? [] : [once(key, said(spec.name, drift, relaunch(spec)), "operator")]
  }
}
