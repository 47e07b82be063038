import * as Schema from "effect/Schema"
import { Cursor } from "../screen/frame.ts"

/** The multiplexer behind the `Herdr` service. */
export const HostName = Schema.Literal("herdr", "tmux", "memory")
export type HostName = typeof HostName.Type

/** One pane as its host lists it. `null` means the host cannot say: never a guess (design §3). */
export const Pane = Schema.Struct({
  /** The host's own id (`%4`, `w1:p2`): the only thing a seat is read and typed by. */
  pane: Schema.String,
  /** The seat name the host carries: herdr's agent name, tmux's `@team_seat` or a window of that name. */
  name: Schema.NullOr(Schema.String),
  /** The pane belongs to the session the host was asked for; a host may list panes of others too. */
  inSession: Schema.Boolean,
  workspace: Schema.NullOr(Schema.String),
  workspaceLabel: Schema.NullOr(Schema.String),
  /** The agent CLI the host recognises in the pane (herdr's `agent`); tmux cannot say. */
  cli: Schema.NullOr(Schema.String),
  /** The host's status word as it came (herdr's `agent_status`); tmux has none. */
  status: Schema.NullOr(Schema.String),
  /** The agent session the host has for the pane. */
  session: Schema.NullOr(Schema.String),
  title: Schema.NullOr(Schema.String),
  cols: Schema.NullOr(Schema.Int),
  rows: Schema.NullOr(Schema.Int),
  /** The pane's program has ended and the pane stayed. */
  dead: Schema.Boolean,
  /** A person is in copy mode or has scrolled back: what a read returns is not what stands live (design §4.4). */
  scrolled: Schema.Boolean,
  /** Changes when the pane's content may have changed; equal tokens allow the last read to stand. */
  changed: Schema.NullOr(Schema.String)
})
export type Pane = typeof Pane.Type

export const Workspace = Schema.Struct({ workspace: Schema.String, label: Schema.NullOr(Schema.String) })
export type Workspace = typeof Workspace.Type

/** Everything a host lists at one moment. An answer without panes is an answer; a failed one is an error instead. */
export const Listing = Schema.Struct({
  host: HostName,
  session: Schema.String,
  /** Identity of the server that answered; another one means pane ids and idle words start over. */
  server: Schema.String,
  panes: Schema.Array(Pane),
  workspaces: Schema.Array(Workspace),
  /** What the person should know of this host (an untested protocol), each said once. */
  warnings: Schema.Array(Schema.String)
})
export type Listing = typeof Listing.Type

/** Why a pane has no readable screen. */
export const AbsentReason = Schema.Literal("gone", "scrolled", "dead", "failed")
export type AbsentReason = typeof AbsentReason.Type

/** The visible rows of a pane with styling, or why there are none. */
export const PaneRead = Schema.Union(
  Schema.TaggedStruct("Screen", {
    ansi: Schema.String,
    /** False when the host could only give plain text: a box with text is then untouchable (design §4.6). */
    styled: Schema.Boolean,
    cols: Schema.NullOr(Schema.Int),
    rows: Schema.NullOr(Schema.Int),
    cursor: Schema.NullOr(Cursor),
    title: Schema.NullOr(Schema.String),
    altScreen: Schema.NullOr(Schema.Boolean)
  }),
  Schema.TaggedStruct("Absent", { reason: AbsentReason })
)
export type PaneRead = typeof PaneRead.Type

/** A process and when it started; the pair is its identity, a pid alone is reused (design §4.11). */
export const ProcessId = Schema.Struct({
  pid: Schema.Int,
  /** The system's own start stamp, compared for equality only; null where it cannot be read. */
  start: Schema.NullOr(Schema.String),
  name: Schema.String,
  /** Its arguments give it something to run (a script, `-c …`): a shell with one stands at no prompt. Absent: unread. */
  script: Schema.optional(Schema.Boolean)
})
export type ProcessId = typeof ProcessId.Type

/** What runs in a pane: its root process, the members of the foreground group, and what else runs on its terminal. */
export const PaneProcesses = Schema.Struct({
  root: Schema.NullOr(ProcessId),
  foreground: Schema.Array(ProcessId),
  /** Of the pane and not in front: suspended, behind an editor, in the background. Absent where the host cannot say. */
  behind: Schema.optional(Schema.Array(ProcessId))
})
export type PaneProcesses = typeof PaneProcesses.Type
