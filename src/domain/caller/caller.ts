import type { Pane, ProcessId } from "../host/pane.ts"
import type { ProcessEntry, ProcessTable } from "../host/processes.ts"
import type { Launched } from "../pass/snapshot.ts"
import type { SeatSpec } from "../pass/team-view.ts"
import { agentIn, isUnder, walkUp } from "./walk.ts"

/** What a seat may do beyond its own work (see `may`): the file's lead, its operator, or a seat like any other. */
export type SeatRole = "seat" | "operator" | "orchestrator"

/** Why nobody can say who calls. */
export type UnplacedWhy =
  | { readonly _tag: "Unreadable" }
  | { readonly _tag: "Agent"; readonly program: string }
  | { readonly _tag: "NamelessPane"; readonly pane: string; readonly program: string }
  | { readonly _tag: "Unattended" }

/** Who runs this command. */
export type Who =
  | { readonly _tag: "Owner" }
  /** No agent and no seat above, and no terminal to ask at: a script, cron, a service. */
  | { readonly _tag: "OwnerNoTty" }
  /** `pane` is null where only the recorded process says which seat it is. */
  | { readonly _tag: "Seat"; readonly name: string; readonly pane: string | null; readonly role: SeatRole }
  | { readonly _tag: "Unplaced"; readonly why: UnplacedWhy }

/** A listed pane and its root process; null where the host could not say it. */
export interface CallerPane extends Pick<Pane, "pane" | "name" | "cli"> {
  readonly root: ProcessId | null
}

/** What the state of the session keeps of a seat. */
export interface CallerRecord {
  readonly seat: string
  readonly launched: Launched
}

/** Everything the decision is made from. */
export interface CallerFacts {
  readonly self: number
  /** Null when the machine's processes could not be listed. */
  readonly table: ProcessTable | null
  /** Null when the host did not answer, or was not asked. */
  readonly panes: ReadonlyArray<CallerPane> | null
  /** The host's server that listed them; another one than a record names has given its pane ids anew. */
  readonly server: string | null
  readonly records: ReadonlyArray<CallerRecord>
  readonly seats: ReadonlyArray<Pick<SeatSpec, "name" | "operator" | "leads">>
  /** `AGENT_UNATTENDED` is set. The environment can take rights away and never gives any. */
  readonly unattended: boolean
  readonly stdinIsTerminal: boolean
}

const unplaced = (why: UnplacedWhy): Who => ({ _tag: "Unplaced", why })

/** One process for all that is known: where a stamp could not be read, the pid stands alone. Enough to restrict. */
const maybeSame = (known: ProcessId, seen: ProcessEntry): boolean =>
  known.pid === seen.pid && (known.start === null || seen.start === null || known.start === seen.start)

/** One process for certain. Only this gives rights. */
const isSame = (known: ProcessId, seen: ProcessEntry): boolean =>
  known.pid === seen.pid && known.start !== null && known.start === seen.start

/** The processes of the record that are in the walk, or in the pane the walk ended in, by `same`. */
const holds = (
  { launched }: CallerRecord,
  facts: { readonly table: ProcessTable; readonly entries: ReadonlyArray<ProcessEntry> },
  root: ProcessEntry | undefined,
  same: (known: ProcessId, seen: ProcessEntry) => boolean
): boolean =>
  launched.processes.some((known) => {
    if (facts.entries.some((entry) => same(known, entry))) return true
    const seen = facts.table.get(known.pid)
    return root !== undefined && seen !== undefined && same(known, seen) && isUnder(facts.table, root, seen)
  })

/** The rights the record proves: its process runs here, in the pane it was recorded in, and no name contradicts it. */
const roleOf = (
  record: CallerRecord,
  facts: CallerFacts,
  pane: CallerPane | null,
  isProven: (record: CallerRecord) => boolean
): SeatRole => {
  const spec = facts.seats.find(({ name }) => name === record.seat)
  if (spec === undefined || !(spec.leads || spec.operator) || !isProven(record)) return "seat"
  const recorded = record.launched.pane
  // Without our pane in the list, the record stands alone where the host was silent on just that pane.
  const agrees =
    pane === null
      ? facts.panes === null || facts.panes.some((one) => one.pane === recorded && one.root === null)
      : pane.pane === recorded && (pane.name === null || pane.name === record.seat)
  return agrees ? (spec.leads ? "orchestrator" : "operator") : "seat"
}

/**
 * Who runs this command, by the processes above it. A seat is who runs in a seat's pane or under its recorded process;
 * the owner is who is under no agent and in no seat's pane, in a walk that was read to its end. What cannot be read is
 * never the owner. It stops an agent that errs; a process of the same user that sets out to deceive can pass.
 */
export const callerOf = (facts: CallerFacts): Who => {
  const { panes, records, table } = facts
  if (table === null) return unplaced({ _tag: "Unreadable" })
  const paneAt = (entry: ProcessEntry): CallerPane | null =>
    panes?.find(({ root }) => root !== null && maybeSame(root, entry)) ?? null
  const { entries, whole } = walkUp(table, facts.self, (entry) => paneAt(entry) !== null)
  const root = entries.find((entry) => paneAt(entry) !== null)
  const pane = root === undefined ? null : paneAt(root)
  const seat = (name: string, role: SeatRole, at: string | null): Who => ({
    _tag: "Seat",
    name,
    pane: at,
    role
  })
  const near = { table, entries }

  const running = records.filter((record) => holds(record, near, root, maybeSame))
  const [first] = running
  if (first !== undefined) {
    const proven = (record: CallerRecord) => holds(record, near, root, isSame)
    // Two seats that claim one process prove nothing of either.
    const role = running.length === 1 ? roleOf(first, facts, pane, proven) : "seat"
    return seat(first.seat, role, pane?.pane ?? (panes === null ? first.launched.pane : null))
  }
  if (pane !== null) {
    // A host may call a pane after its program: only a seat's own name makes it one.
    const { name } = pane
    const known = facts.seats.some((one) => one.name === name) || records.some((one) => one.seat === name)
    if (name !== null && known) return seat(name, "seat", pane.pane)
    const recorded = records.find(
      ({ launched }) =>
        launched.pane === pane.pane &&
        (launched.server == null || facts.server === null || launched.server === facts.server)
    )
    if (recorded !== undefined) return seat(recorded.seat, "seat", pane.pane)
  }
  const program = agentIn(entries) ?? pane?.cli ?? null
  if (program !== null) {
    return pane === null
      ? unplaced({ _tag: "Agent", program })
      : unplaced({ _tag: "NamelessPane", pane: pane.pane, program })
  }
  if (!whole) return unplaced({ _tag: "Unreadable" })
  if (facts.unattended) return unplaced({ _tag: "Unattended" })
  return { _tag: facts.stdinIsTerminal ? "Owner" : "OwnerNoTty" }
}

/**
 * Who runs this command by its processes and environment alone, before any file, state or host is opened: the owner, with
 * or without a terminal, or unplaced. A seat whose program is not known for an agent's is told only by `callerOf`.
 */
export const processCaller = (
  facts: Pick<CallerFacts, "self" | "table" | "unattended" | "stdinIsTerminal">
): Who => callerOf({ ...facts, panes: null, server: null, records: [], seats: [] })
