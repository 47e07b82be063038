import { approval } from "./approval.ts"
import { attention } from "./attention.ts"
import { budget } from "./budget.ts"
import type { Check } from "./check.ts"
import { extra } from "./extra.ts"
import { idle } from "./idle.ts"
import { disk, load, memory, swapFree, swapGrowth } from "./machine.ts"
import { missing } from "./missing.ts"
import { modelDrift } from "./model-drift.ts"
import { providerError } from "./provider-error.ts"
import { restored } from "./restored.ts"
import { teamIdle } from "./team-idle.ts"
import { unsent } from "./unsent.ts"

/** The sixteen checks in the order of a pass (spec 000 §3.3). The order decides the order of lines, nothing else. */
export const CHECKS: ReadonlyArray<Check> = [
  missing,
  restored,
  modelDrift,
  attention,
  providerError,
  unsent,
  idle,
  extra,
  teamIdle,
  approval,
  load,
  memory,
  disk,
  swapFree,
  swapGrowth,
  budget
]
