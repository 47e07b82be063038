import type { CallerFacts, CallerPane, CallerRecord } from "../../../src/domain/caller/caller.ts"
import type { ProcessEntry, ProcessTable } from "../../../src/domain/host/processes.ts"

/** One process as a test writes it: parent, name, and its terminal session where it matters. */
export type Line = readonly [pid: number, ppid: number, name: string, fields?: Partial<ProcessEntry>]

/** A table of processes; each leads a session of its own unless the test says otherwise. */
export const tree = (...lines: ReadonlyArray<Line>): ProcessTable =>
  new Map(
    lines.map(([pid, ppid, name, fields]) => [
      pid,
      { pid, ppid, name, pgid: pid, sid: pid, tpgid: null, start: `b:${pid}`, argv0: null, ...fields }
    ])
  )

export const paneOf = (pane: string, root: number | null, fields: Partial<CallerPane> = {}): CallerPane => ({
  pane,
  name: null,
  cli: null,
  root: root === null ? null : { pid: root, start: `b:${root}`, name: "sh" },
  ...fields
})

export const recordOf = (
  seat: string,
  pane: string,
  pids: ReadonlyArray<number | readonly [pid: number, start: string | null]>,
  server: string | null = null
): CallerRecord => ({
  seat,
  launched: {
    pane,
    processes: pids.map((one) =>
      typeof one === "number"
        ? { pid: one, start: `b:${one}`, name: "claude" }
        : { pid: one[0], start: one[1], name: "claude" }
    ),
    session: null,
    at: 0,
    server
  }
})

export const SEATS: CallerFacts["seats"] = [
  { name: "wick", operator: false, leads: true },
  { name: "tallow", operator: true, leads: false },
  { name: "glass", operator: false, leads: false }
]

/** An owner's call at a terminal unless told otherwise; `self` is 100. */
export const facts = (table: ProcessTable | null, fields: Partial<CallerFacts> = {}): CallerFacts => ({
  self: 100,
  table,
  panes: [],
  server: "srv",
  records: [],
  seats: SEATS,
  unattended: false,
  stdinIsTerminal: true,
  ...fields
})
