import * as text from "../report/catalogue.ts"
import { type Finding, keep, once } from "../report/finding.ts"
import type { CheckContext, TeamCheck } from "./check.ts"
import type { CheckName } from "./names.ts"

/** An unread figure says nothing and clears nothing. */
const figure = (
  name: CheckName,
  value: number | null,
  over: (value: number) => string | null
): ReadonlyArray<Finding> => {
  if (value === null) return [keep(name)]
  const said = over(value)
  return said === null ? [] : [once(name, said, "owner")]
}

/** What the machine's checks read: the launch gate of `team up` asks them with the same (spec 000 §3.3). */
export interface MachineContext extends Pick<CheckContext, "at" | "machine" | "team"> {
  readonly memory: Pick<CheckContext["memory"], "swap">
}

interface MachineCheck extends TeamCheck {
  readonly run: (context: MachineContext) => ReadonlyArray<Finding>
}

const machineCheck = (name: CheckName, run: MachineCheck["run"]): MachineCheck => ({
  name,
  runsOn: "team",
  needsHost: false,
  run
})

/** Check 11: load per core past `machine.load_max`. */
export const load = machineCheck("load", ({ machine, team }) =>
  figure("load", machine.loadPerCore, (value) =>
    value > team.machine.loadMax.value ? text.load(value, team.machine.loadMax) : null
  )
)

/** Check 12: free memory under `machine.memory_min`. */
export const memory = machineCheck("memory", ({ machine, team }) =>
  figure("memory", machine.memoryFreePercent, (value) =>
    value < team.machine.memoryMin ? text.memoryLow(value, team.machine.memoryMin) : null
  )
)

/** Check 13: free disk under `machine.disk_min`. */
export const disk = machineCheck("disk", ({ machine, team }) =>
  figure("disk", machine.diskFreeBytes, (value) =>
    value < team.machine.diskMin ? text.diskLow(value, team.machine.diskMin) : null
  )
)

/** Check 14: free swap under `machine.swap_free_min`. A machine without swap has none to run out of. */
export const swapFree = machineCheck("swap-free", ({ machine, team }) =>
  machine.swapTotalBytes === 0
    ? []
    : figure("swap-free", machine.swapFreeBytes, (value) =>
        value < team.machine.swapFreeMin ? text.swapLow(value, team.machine.swapFreeMin) : null
      )
)

/** Check 15: swap growth past `machine.swap_growth_max` inside its window, from the smallest figure seen in it. */
export const swapGrowth = machineCheck("swap-growth", ({ at, machine, memory: remembered, team }) =>
  figure("swap-growth", machine.swapUsedBytes, (used) => {
    const least = remembered.swap.reduce<{ at: number; used: number } | null>(
      (found, sample) => (found === null || sample.used < found.used ? sample : found),
      null
    )
    if (least === null) return null
    const grown = used - least.used
    return grown > team.machine.swapGrowthMax
      ? text.swapGrew(grown, at - least.at, team.machine.swapGrowthMax)
      : null
  })
)

/** Checks 11 to 15 in their order: the first limit a launch is refused by. */
export const MACHINE_CHECKS = [load, memory, disk, swapFree, swapGrowth].map(({ run }) => run)
