import type { Pane, PaneProcesses, ProcessId } from "../host/pane.ts"
import { isBareShell } from "../host/shell.ts"
import type { ProcessVerdict } from "../seat/evidence.ts"
import type { HostAnswer, Launched } from "./snapshot.ts"
import type { SeatSpec } from "./team-view.ts"

/** Two sights of one process. Where a stamp could not be read the pid stands alone, so that nobody is accused by nothing. */
const isSame = (known: ProcessId, seen: ProcessId): boolean =>
  known.pid === seen.pid && (known.start === null || seen.start === null || known.start === seen.start)

/** Everything of the pane: in front, behind, and its root. */
export const allOf = (processes: PaneProcesses): ReadonlyArray<ProcessId> => [
  ...(processes.root === null ? [] : [processes.root]),
  ...processes.foreground,
  ...(processes.behind ?? [])
]

/** A recorded process still runs in the pane: in front, behind an editor, suspended. A CLI that re-executes itself keeps its pid. */
export const holdsRecorded = (processes: PaneProcesses, launched: Launched): boolean =>
  allOf(processes).some((one) => launched.processes.some((known) => isSame(known, one)))

/** The pane a recorded process runs in: hosts renumber panes, a process stays what it is (design §4.16). */
export const paneOfRecorded = (
  processes: Iterable<readonly [pane: string, processes: PaneProcesses | null]>,
  launched: Launched
): string | null => {
  // Only a stamp makes a pid an identity across panes.
  const stamped = launched.processes.filter((known) => known.start !== null)
  for (const [pane, found] of processes) {
    if (found === null) continue
    if (allOf(found).some((one) => stamped.some((k) => k.pid === one.pid && k.start === one.start)))
      return pane
  }
  return null
}

/** The pane a seat is read by; `ambiguous` names the live panes that carry its name when more than one does. */
export const findPane = (
  spec: Pick<SeatSpec, "name">,
  host: Extract<HostAnswer, { readonly _tag: "Answered" }>,
  launched: Launched | null
): { readonly pane: Pane | null; readonly ambiguous: ReadonlyArray<string> } => {
  const { panes } = host.listing
  if (launched !== null) {
    const of = paneOfRecorded(
      host.processes.map((entry) => [entry.pane, entry.processes] as const),
      launched
    )
    const held = of === null ? undefined : panes.find((pane) => pane.pane === of)
    if (held !== undefined) return { pane: held, ambiguous: [] }
    const recorded = panes.find((pane) => pane.pane === launched.pane)
    if (recorded !== undefined && (recorded.name === null || recorded.name === spec.name)) {
      return { pane: recorded, ambiguous: [] }
    }
  }
  const named = panes.filter((pane) => pane.name === spec.name)
  const live = named.filter((pane) => !pane.dead)
  if (live.length > 1) return { pane: null, ambiguous: live.map((pane) => pane.pane) }
  return { pane: live[0] ?? named[0] ?? null, ambiguous: [] }
}

/** What became of the process that was launched (spec 000 §3.1 rank 3, design §4.11). */
export const verdictOf = (
  pane: Pane | null,
  processes: PaneProcesses | null,
  launched: Launched | null
): ProcessVerdict => {
  if (launched === null) return "unrecorded"
  if (pane === null || pane.dead) return "gone"
  if (processes === null) return "unread"
  if (holdsRecorded(processes, launched)) return "same"
  return processes.foreground.length === 0 || isBareShell(processes) === true ? "gone" : "replaced"
}
