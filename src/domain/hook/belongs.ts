import { agentName } from "../host/agents.ts"
import type { PaneProcesses, ProcessId } from "../host/pane.ts"
import { isShellName } from "../host/shell.ts"
import { allOf } from "../pass/seat-process.ts"
import type { Launched } from "../pass/snapshot.ts"
import type { HookFact } from "../seat/evidence.ts"
import { isReadable } from "../seat/reading.ts"
import { cleanText } from "../text/clean.ts"
import type { HookRecord } from "./record.ts"

/** Where a seat's hooks would run: its pane as it is listed now, and what was recorded of its process. */
export interface HookPlace {
  /** The seat's CLI, by the file's name of it. */
  readonly cli: string
  readonly pane: string
  readonly host: string
  /** The listing's server; on tmux it begins with the server's pid. */
  readonly server: string
  readonly processes: PaneProcesses | null
  readonly launched: Launched | null
  /** Now, epoch ms. */
  readonly at: number
}

/** What the hooks of a seat's own process say. */
export interface HooksOf {
  /** The newest turn word with its instant. */
  readonly fact: HookFact | null
  /** The conversation its newest record names. */
  readonly session: string | null
  /** Any hook of this process has written. */
  readonly seen: boolean
  /** Events this version does not know, cleaned. */
  readonly unknownEvents: ReadonlyArray<string>
}

const LONGEST_EVENT = 60

const isOne = (known: ProcessId, one: ProcessId): boolean =>
  known.pid === one.pid && known.start !== null && known.start === one.start

const isIn = (all: ReadonlyArray<ProcessId>, one: ProcessId): boolean =>
  all.some((known) => isOne(known, one))

const isAgent = (one: ProcessId): boolean => agentName([one]) !== null

/**
 * The sender is the launched CLI, or, where the record knows no agent by name, a worker it started directly. An agent that
 * a seat runs as a tool is neither (case 26).
 */
const isLaunched = (sender: ReadonlyArray<ProcessId>, { processes }: Launched): boolean => {
  const index = sender.findIndex((one) => isIn(processes, one))
  return index === 0 || (index === 1 && !processes.some(isAgent))
}

/**
 * Without a launch record: the sender stands at the top of the group in front, or is an agent that its wrapper started
 * directly. What a tool's shell started is not the seat.
 */
const isInFront = (
  [sender, ...parents]: ReadonlyArray<ProcessId>,
  { foreground, root }: PaneProcesses
): boolean => {
  if (sender === undefined) return false
  const front = root !== null && foreground.length === 0 ? [root] : foreground
  if (!isIn(front, sender)) return false
  const above = parents.filter((parent) => isIn(front, parent))
  if (above.length === 0) return true
  const [parent] = parents
  return (
    isAgent(sender) &&
    parent !== undefined &&
    isIn(front, parent) &&
    !isShellName(parent.name) &&
    !above.some(isAgent)
  )
}

/**
 * Whether a record is of the seat's own process (design §4.2, cases 25 to 30). Proven by the sender's pid and start in the
 * pane; where the system names no start, by pane, server, instant and conversation.
 */
const belongs = (record: HookRecord, place: HookPlace): boolean => {
  const { at, cli, host, launched, pane, processes, server } = place
  // An instant that lies ahead is no reading, and must not hide an older true one.
  if (!isReadable(at, record.at) || record.host !== host || record.cli !== cli) return false
  const [sender] = record.sender
  if (processes !== null && sender !== undefined && sender.start !== null) {
    const inPane = allOf(processes)
    if (!isIn(inPane, sender)) return false
    // Where another process than the recorded one is there, the process itself answers before any hook.
    if (launched?.processes.some((known) => isIn(inPane, known)) !== true) {
      return isInFront(record.sender, processes)
    }
    return isLaunched(record.sender, launched)
  }
  if (record.pane !== pane || (host === "tmux" && server.split(".")[0] !== record.server)) return false
  if (launched === null) return true
  const sameSession =
    launched.session === null || record.session === null || launched.session === record.session
  return record.at >= launched.at && sameSession
}

/** The hooks of the seat's own process among all that were written: the newest instant answers, not the last write. */
export const hookOf = (records: ReadonlyArray<HookRecord>, place: HookPlace): HooksOf => {
  const own = records.filter((record) => belongs(record, place))
  let fact: HookFact | null = null
  let session: { readonly id: string; readonly at: number } | null = null
  const unknown = new Set<string>()
  for (const { at, event, session: id, word } of own) {
    if (id !== null && (session === null || at > session.at)) session = { id, at }
    if (word === "unknown") unknown.add(cleanText(event, LONGEST_EVENT))
    if (word !== "working" && word !== "idle") continue
    // Of two at one instant the turn that began is the safe one.
    if (fact === null || at > fact.at || (at === fact.at && word === "working")) fact = { word, at }
  }
  return { fact, session: session?.id ?? null, seen: own.length > 0, unknownEvents: [...unknown] }
}
