import { agentName } from "../host/agents.ts"
import { identityOf, type ProcessEntry, type ProcessTable } from "../host/processes.ts"

/** The processes a call comes from. */
export interface Walk {
  /** This process first, then what is above it: parents, and the leaders of their terminal sessions. */
  readonly entries: ReadonlyArray<ProcessEntry>
  /** Nothing stands above that could not be read: the walk ended at the top, at a pane's root or at a host's server. */
  readonly whole: boolean
}

/** A multiplexer's server: parent of every pane it serves, so who started it says nothing of who types in one. */
const isServer = ({ name }: ProcessEntry): boolean =>
  name === "herdr" || name === "tmux" || name === "tmux: server" || name === "tmux: client"

/**
 * Walks from `self` up. It ends at the first entry for which `isRoot` holds (a pane's root, included), below a
 * multiplexer's server, or at the process that has no parent. A process whose parent ended belongs to init; the leader of
 * its terminal session still tells where it was started, so leaders are walked as well.
 */
export const walkUp = (table: ProcessTable, self: number, isRoot: (entry: ProcessEntry) => boolean): Walk => {
  const found = new Map<number, ProcessEntry>()
  let whole = true
  const climb = (first: ProcessEntry): void => {
    let current = first
    const before = new Set(found.keys())
    for (;;) {
      found.set(current.pid, current)
      // Init may be hidden from this user: being its child is the top all the same.
      if (isRoot(current) || current.ppid === 0 || (current.ppid === 1 && !table.has(1))) return
      const parent = table.get(current.ppid)
      if (parent !== undefined && (isServer(parent) || before.has(parent.pid))) return
      // A circle is a table read while pids were given anew: as unreadable as a parent that is not in it.
      if (parent === undefined || found.has(parent.pid)) {
        whole = false
        return
      }
      current = parent
    }
  }
  const start = table.get(self)
  if (start === undefined) return { entries: [], whole: false }
  climb(start)
  for (const { sid } of [...found.values()]) {
    const leader = sid === null || found.has(sid) ? undefined : table.get(sid)
    if (leader !== undefined && !isServer(leader)) climb(leader)
  }
  return { entries: [...found.values()], whole }
}

/** Whether a process is the pane's root, below it, or on its terminal. */
export const isUnder = (table: ProcessTable, root: ProcessEntry, entry: ProcessEntry): boolean =>
  walkUp(table, entry.pid, ({ pid }) => pid === root.pid).entries.some(({ pid }) => pid === root.pid)

/** The nearest agent CLI of a walk by its program's name or what it calls itself; null when there is none. */
export const agentIn = (entries: ReadonlyArray<ProcessEntry>): string | null => {
  for (const entry of entries) {
    const known = agentName([identityOf(entry), ...(entry.argv0 === null ? [] : [named(entry, entry.argv0)])])
    if (known !== null) return known
  }
  return null
}

const named = (entry: ProcessEntry, name: string) => ({ ...identityOf(entry), name })
