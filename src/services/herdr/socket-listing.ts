import type { Listing, Pane } from "../../domain/host/pane.ts"
import {
  type AgentRecord,
  type PaneRecord,
  PROTOCOL_MAX,
  PROTOCOL_MIN,
  type Snapshot
} from "./socket-protocol.ts"

const whole = (value: number | null | undefined): number | null =>
  value !== null && value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : null

const agentsByPane = (snapshot: Snapshot): ReadonlyMap<string, AgentRecord> =>
  new Map(snapshot.agents.map((agent) => [agent.pane_id, agent]))

/** True when a person has scrolled the pane back: `visible` then shows what they look at, not what stands live. */
export const isScrolled = (pane: PaneRecord): boolean => (pane.scroll?.offset_from_bottom ?? 0) > 0

/** The pane's height, null when herdr does not tell. */
export const rowsOf = (pane: PaneRecord): number | null => whole(pane.scroll?.viewport_rows)

/**
 * herdr's status word as it came, with one exception: `idle` or `done` without an agent in the pane says nothing. herdr
 * answers so for about 300 ms after an agent died in its turn, and for a seat restored over a bare shell (design §4.16).
 */
const statusOf = (pane: PaneRecord, agent: AgentRecord | undefined, cli: string | null): string | null => {
  const status = pane.agent_status ?? agent?.agent_status ?? null
  return cli === null && (status === "idle" || status === "done") ? null : status
}

const paneOf = (
  pane: PaneRecord,
  agent: AgentRecord | undefined,
  labels: ReadonlyMap<string, string | null>
): Pane => {
  const cli = pane.agent ?? agent?.agent ?? null
  return {
    pane: pane.pane_id,
    name: agent?.name ?? null,
    // Every session has a server of its own: all it lists belongs to it.
    inSession: true,
    workspace: pane.workspace_id,
    workspaceLabel: pane.workspace_id === null ? null : (labels.get(pane.workspace_id) ?? null),
    cli,
    status: statusOf(pane, agent, cli),
    session: pane.agent_session?.value ?? agent?.agent_session?.value ?? null,
    title: pane.terminal_title,
    // The width of a pane is nowhere in the API; its layout rectangle is not the size its program has.
    cols: null,
    rows: rowsOf(pane),
    dead: false,
    scrolled: isScrolled(pane),
    // Neither `revision` nor `state_change_seq` moves when the text on the screen does, so no read may be skipped.
    changed: null
  }
}

/** The warning for a protocol number outside the tested range, null inside it. */
export const protocolWarning = (snapshot: {
  readonly protocol: number | null
  readonly version: string | null
}) => {
  if (snapshot.protocol === null)
    return "herdr does not tell its protocol number; what it says may be misread"
  return snapshot.protocol > PROTOCOL_MAX || !Number.isInteger(snapshot.protocol)
    ? `herdr speaks protocol ${snapshot.protocol}; this version was tested with ${PROTOCOL_MIN} to ${PROTOCOL_MAX}`
    : null
}

/** The listing of one snapshot: panes joined with agents by pane id, in herdr's order. */
export const listingOf = (snapshot: Snapshot, session: string, server: string): Listing => {
  const agents = agentsByPane(snapshot)
  const labels = new Map(snapshot.workspaces.map((workspace) => [workspace.workspace_id, workspace.label]))
  const warning = protocolWarning(snapshot)
  return {
    host: "herdr",
    session,
    server,
    panes: snapshot.panes.map((pane) => paneOf(pane, agents.get(pane.pane_id), labels)),
    workspaces: snapshot.workspaces.map(({ label, workspace_id }) => ({ workspace: workspace_id, label })),
    warnings: warning === null ? [] : [warning]
  }
}

/**
 * What of each pane makes a hint when it differs: identity, agent, status and its counter, session, name, scroll, and the
 * title without its spinner (a working CLI turns that several times a second; its start and end move the counter).
 */
export const fingerprints = (snapshot: Snapshot): ReadonlyMap<string, string> => {
  const agents = agentsByPane(snapshot)
  return new Map(
    snapshot.panes.map((pane) => {
      const agent = agents.get(pane.pane_id)
      return [
        pane.pane_id,
        JSON.stringify([
          pane.terminal_id,
          pane.workspace_id,
          pane.agent ?? agent?.agent ?? null,
          pane.agent_status,
          agent?.state_change_seq ?? null,
          pane.agent_session?.value ?? null,
          agent?.name ?? null,
          pane.terminal_title_stripped ?? pane.terminal_title,
          isScrolled(pane)
        ])
      ]
    })
  )
}

/** The panes that appeared, went or differ between two snapshots. */
export const changedPanes = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>
): ReadonlyArray<string> => [
  ...[...after].filter(([pane, print]) => before.get(pane) !== print).map(([pane]) => pane),
  ...[...before.keys()].filter((pane) => !after.has(pane))
]

/** True when a pane id carries another terminal than before: only a new server does that. */
export const terminalsChanged = (before: Snapshot, after: Snapshot): boolean => {
  const terminals = new Map(before.panes.map((pane) => [pane.pane_id, pane.terminal_id]))
  return after.panes.some((pane) => {
    const old = terminals.get(pane.pane_id)
    return old !== undefined && old !== null && pane.terminal_id !== null && old !== pane.terminal_id
  })
}
