import { MACHINE_CHECKS, type MachineContext } from "../check/machine.ts"
import type { TeamFile } from "../team/file.ts"
import { seatCeiling } from "../team/file.ts"
import * as text from "./texts.ts"

/** Why the machine takes no further seat, by checks 11 to 15: the first limit it is past; null when it does. An unread figure never refuses. */
export const machineRefusal = (input: MachineContext): string | null => {
  for (const run of MACHINE_CHECKS) {
    const found = run(input).flatMap((finding) => (finding._tag === "Once" ? [finding.text] : []))
    if (found[0] !== undefined) return found[0]
  }
  return null
}

/** Why the team would be larger than its file allows; null when it would not. `names` are all that would run. */
export const ceilingRefusal = (file: TeamFile, names: ReadonlySet<string>): string | null => {
  const allowed = seatCeiling(file)
  if (names.size > allowed) return text.ceiling(allowed, names.size)
  for (const [vendor, most] of Object.entries(file.limits.vendors)) {
    const would = file.seats.filter((seat) => seat.vendor === vendor && names.has(seat.name)).length
    if (would > most) return text.vendorCeiling(vendor, most, would)
  }
  return null
}
