import * as Schema from "effect/Schema"

/** The sixteen checks, in the order a pass runs them (spec 000 §3.3). */
export const CHECK_NAMES = [
  "missing",
  "restored",
  "model-drift",
  "attention",
  "provider-error",
  "unsent",
  "idle",
  "extra",
  "team-idle",
  "approval",
  "load",
  "memory",
  "disk",
  "swap-free",
  "swap-growth",
  "budget"
] as const

/** The name of a check. */
export const CheckName = Schema.Literal(...CHECK_NAMES)
export type CheckName = typeof CheckName.Type

/** The four a file cannot switch off, in the order a refusal names them (spec 000 rule 7). */
export const ALWAYS_ON: ReadonlyArray<CheckName> = ["attention", "missing", "model-drift", "approval"]

/** True for a check that runs whatever the file says. */
export const isAlwaysOn = (name: CheckName): boolean => ALWAYS_ON.includes(name)
