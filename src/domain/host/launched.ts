import { agentName } from "./agents.ts"
import type { ProcessId } from "./pane.ts"
import { ancestors, foregroundOf, identityOf, type ProcessEntry, type ProcessTable } from "./processes.ts"
import { isShellName } from "./shell.ts"

const isPrompt = (entry: ProcessEntry): boolean => isShellName(entry.name) && entry.script !== true

const isAgent = (entry: ProcessEntry): boolean => agentName([identityOf(entry)]) !== null

/**
 * The processes that are the CLI in front of a pane: the group's leader (a wrapper, or the CLI itself), the agents
 * nearest below it, and where no agent is known by name what the leader itself started. A wrapper that is a shell is left out. Servers and tools that a CLI starts
 * are left out: one that outlives it must not pass for it. Empty when a shell at its prompt, or nothing, is in front.
 */
export const launchedProcesses = (table: ProcessTable, rootPid: number): ReadonlyArray<ProcessId> => {
  const front = foregroundOf(table, rootPid).filter((entry) => !isPrompt(entry))
  const leader = front.find((entry) => entry.pid === entry.pgid) ?? front[0]
  if (leader === undefined) return []
  const members = new Set(front.map((entry) => entry.pid))
  const above = (entry: ProcessEntry) => ancestors(table, entry.pid).filter((one) => members.has(one.pid))
  const agents = front.filter((entry) => isAgent(entry) && !above(entry).some(isAgent))
  const started = agents.length > 0 ? agents : front.filter((entry) => entry.ppid === leader.pid)
  const found = [leader, ...started.filter((entry) => entry.pid !== leader.pid)]
  const programs = found.filter((entry) => !isShellName(entry.name))
  // A shell that carries the launch line goes on after the CLI has ended: it is the seat only where nothing else is.
  return (programs.length > 0 ? programs : found).map(identityOf)
}
