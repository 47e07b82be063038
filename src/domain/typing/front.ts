import { agentName } from "../host/agents.ts"
import type { PaneProcesses, ProcessId } from "../host/pane.ts"
import { isBareShell, isShellName } from "../host/shell.ts"
import type { Launched } from "../pass/snapshot.ts"
import { findProfile } from "../screen/profiles/index.ts"

/**
 * What stands in front of a seat's pane. `Seat` the process that was recorded for it, `Agent` its CLI where none was
 * recorded; keys go to these two alone. `Shell` a bare shell, `Other` anything else, `Unread` the host cannot say.
 */
export type Front =
  | { readonly _tag: "Seat" | "Agent"; readonly process: ProcessId }
  | { readonly _tag: "Shell" | "Other" | "Unread" }

/** Stricter than a reading: where a start stamp is missing the program's name has to agree, for a pid is reused. */
const isRecorded = (known: ProcessId, seen: ProcessId): boolean =>
  known.pid === seen.pid &&
  (known.start !== null && seen.start !== null
    ? known.start === seen.start
    : known.name === seen.name && !isShellName(seen.name))

/** Two sights of the process keys go to: the same pid, started at the same instant. */
export const isSameFront = (one: ProcessId, other: ProcessId): boolean =>
  one.pid === other.pid && one.start === other.start && one.name === other.name

const isOf = (cli: string, name: string | null): boolean =>
  name !== null &&
  (name === cli || (findProfile(name) !== undefined && findProfile(name) === findProfile(cli)))

/**
 * Judges the foreground of a pane (design §4.16, case 71). `agent` is the CLI the host itself sees there. A recorded
 * process that only runs behind another is not in front, and another agent in its place is `Other`.
 */
export const frontOf = (
  processes: PaneProcesses | null,
  launched: Launched | null,
  cli: string,
  agent: string | null
): Front => {
  if (processes === null || processes.foreground.length === 0) return { _tag: "Unread" }
  const { foreground } = processes
  if (isBareShell(processes) === true) return { _tag: "Shell" }
  if (launched !== null) {
    const recorded = foreground.find((seen) => launched.processes.some((known) => isRecorded(known, seen)))
    return recorded === undefined ? { _tag: "Other" } : { _tag: "Seat", process: recorded }
  }
  const own = foreground.find((seen) => isOf(cli, agentName([seen])))
  if (own !== undefined) return { _tag: "Agent", process: own }
  // A CLI that runs in an interpreter has that one's name: then the host's own word for the pane has to name it.
  const leader = foreground.find((seen) => !isShellName(seen.name))
  return agentName(foreground) === null && isOf(cli, agent) && leader !== undefined
    ? { _tag: "Agent", process: leader }
    : { _tag: "Other" }
}
