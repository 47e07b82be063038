import type { PaneProcesses, ProcessId } from "./pane.ts"

/** One running process of the machine. Zombies are left out of a table: their program has ended. */
export interface ProcessEntry {
  readonly pid: number
  readonly ppid: number
  /** Process group. */
  readonly pgid: number
  /** Session; null where the system does not say (macOS). */
  readonly sid: number | null
  /** Foreground group of the process's terminal; null without a terminal. */
  readonly tpgid: number | null
  /** The system's start stamp, for equality only; null where it cannot be read. */
  readonly start: string | null
  /** The kernel's name of the program (Linux cuts it to 15 bytes). */
  readonly name: string
  /** File name of the first argument, for processes on a terminal; a program may have set it to anything. */
  readonly argv0: string | null
  /** Its arguments name a script or a command line; absent where they were not read. */
  readonly script?: boolean
}

/** Every process at one moment, by pid. */
export type ProcessTable = ReadonlyMap<number, ProcessEntry>

/** What became of a process known by pid and start. */
export type Liveness = "same" | "gone" | "replaced"

const isIdentity = (pid: number): boolean => Number.isSafeInteger(pid) && pid > 0

const entryOf = (table: ProcessTable, pid: number): ProcessEntry | undefined =>
  isIdentity(pid) ? table.get(pid) : undefined

/** The identity of a table entry, as the host contract carries it. */
export const identityOf = ({ pid, start, name, script }: ProcessEntry): ProcessId =>
  script === undefined ? { pid, start, name } : { pid, start, name, script }

/**
 * Whether the process of this pid and start still runs: another start under the same pid is `replaced` (design §4.11).
 * Where either stamp cannot be read the pid stands alone and counts as the same, so that nobody is accused without evidence.
 */
export const isAlive = (
  table: ProcessTable,
  known: { readonly pid: number; readonly start: string | null }
): Liveness => {
  const entry = entryOf(table, known.pid)
  if (entry === undefined) return "gone"
  if (known.start === null || entry.start === null) return "same"
  return entry.start === known.start ? "same" : "replaced"
}

/** The members of the foreground group on the terminal of `rootPid`, lowest pid first; empty when it has none. */
export const foregroundOf = (table: ProcessTable, rootPid: number): ReadonlyArray<ProcessEntry> => {
  const root = entryOf(table, rootPid)
  if (root === undefined || root.tpgid === null || !isIdentity(root.tpgid)) return []
  const members: Array<ProcessEntry> = []
  for (const entry of table.values()) {
    const sameSession = root.sid === null || entry.sid === null || entry.sid === root.sid
    if (entry.pgid === root.tpgid && sameSession) members.push(entry)
  }
  return members.sort((a, b) => a.pid - b.pid)
}

/** The parents of a process, nearest first; stops at an unknown parent and never runs in a circle. */
export const ancestors = (table: ProcessTable, pid: number): ReadonlyArray<ProcessEntry> => {
  const found: Array<ProcessEntry> = []
  const seen = new Set([pid])
  let current = entryOf(table, pid)
  while (current !== undefined && !seen.has(current.ppid)) {
    seen.add(current.ppid)
    current = entryOf(table, current.ppid)
    if (current !== undefined) found.push(current)
  }
  return found
}

/** How many processes behind the one in front are kept: a build of hundreds says nothing more of a seat. */
const BEHIND_KEPT = 64

/** Whether `entry` is of the pane of `root`: on its terminal, or a descendant where the system names no session. */
const isOfPane = (table: ProcessTable, root: ProcessEntry, entry: ProcessEntry): boolean =>
  root.sid !== null && entry.sid !== null
    ? entry.sid === root.sid
    : ancestors(table, entry.pid).some((parent) => parent.pid === root.pid)

/** What runs in the pane of `rootPid` besides its root and the group in front: suspended, behind an editor, detached. */
export const behindOf = (table: ProcessTable, rootPid: number): ReadonlyArray<ProcessEntry> => {
  const root = entryOf(table, rootPid)
  if (root === undefined) return []
  const front = new Set(foregroundOf(table, rootPid).map((entry) => entry.pid))
  const found: Array<ProcessEntry> = []
  for (const entry of table.values()) {
    if (entry.pid !== root.pid && !front.has(entry.pid) && isOfPane(table, root, entry)) found.push(entry)
  }
  return found.sort((a, b) => a.pid - b.pid).slice(0, BEHIND_KEPT)
}

/** What runs in a pane whose root process is `rootPid`; null when that process is not in the table. */
export const paneProcesses = (table: ProcessTable, rootPid: number): PaneProcesses | null => {
  const root = entryOf(table, rootPid)
  if (root === undefined) return null
  const behind = behindOf(table, rootPid).map(identityOf)
  return {
    root: identityOf(root),
    foreground: foregroundOf(table, rootPid).map(identityOf),
    ...(behind.length === 0 ? {} : { behind })
  }
}
