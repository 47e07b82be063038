import * as Schema from "effect/Schema"

// Everything is decoded leniently: unknown fields are dropped, unknown words stay strings, what may be missing is null.
const orNull = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.NullOr(schema), { default: () => null })
const listOf = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.Array(schema), { default: () => [], nullable: true })

/** Oldest protocol number that has everything this layer calls. */
export const PROTOCOL_MIN = 17
/** Newest protocol number taken without a warning. */
export const PROTOCOL_MAX = 22

/** One line of answer: a result, or an error with an open set of codes. */
export const Envelope = Schema.Struct({
  id: orNull(Schema.String),
  result: Schema.optional(Schema.Unknown),
  error: orNull(
    Schema.Struct({
      code: Schema.String,
      message: Schema.optionalWith(Schema.String, { default: () => "", nullable: true })
    })
  )
})
export type Envelope = typeof Envelope.Type

export const Pong = Schema.Struct({ version: Schema.String, protocol: Schema.Number })

const Scroll = Schema.Struct({
  offset_from_bottom: orNull(Schema.Number),
  viewport_rows: orNull(Schema.Number)
})

const AgentSession = Schema.Struct({ value: orNull(Schema.String) })

/** A pane as `session.snapshot` lists it. */
export const PaneRecord = Schema.Struct({
  pane_id: Schema.String,
  terminal_id: orNull(Schema.String),
  workspace_id: orNull(Schema.String),
  agent: orNull(Schema.String),
  agent_status: orNull(Schema.String),
  agent_session: orNull(AgentSession),
  terminal_title: orNull(Schema.String),
  terminal_title_stripped: orNull(Schema.String),
  scroll: orNull(Scroll)
})
export type PaneRecord = typeof PaneRecord.Type

/** A pane with a name or an agent; `state_change_seq` counts the agent's changes of state. */
export const AgentRecord = Schema.Struct({
  pane_id: Schema.String,
  name: orNull(Schema.String),
  agent: orNull(Schema.String),
  agent_status: orNull(Schema.String),
  agent_session: orNull(AgentSession),
  state_change_seq: orNull(Schema.Number)
})
export type AgentRecord = typeof AgentRecord.Type

export const WorkspaceRecord = Schema.Struct({
  workspace_id: Schema.String,
  label: orNull(Schema.String)
})
export type WorkspaceRecord = typeof WorkspaceRecord.Type

/** Everything the server has, read at one moment. */
export const Snapshot = Schema.Struct({
  version: orNull(Schema.String),
  protocol: orNull(Schema.Number),
  workspaces: Schema.Array(WorkspaceRecord),
  panes: Schema.Array(PaneRecord),
  agents: listOf(AgentRecord)
})
export type Snapshot = typeof Snapshot.Type

export const SnapshotResult = Schema.Struct({ snapshot: Snapshot })

export const PaneInfoResult = Schema.Struct({ pane: PaneRecord })

export const PaneReadResult = Schema.Struct({
  read: Schema.Struct({
    text: Schema.String,
    /** Absent from servers that know no formats: the text is plain then. */
    format: orNull(Schema.String)
  })
})

export const ProcessInfoResult = Schema.Struct({
  process_info: Schema.Struct({
    shell_pid: orNull(Schema.Number),
    foreground_process_group_id: orNull(Schema.Number),
    foreground_processes: listOf(
      Schema.Struct({
        pid: Schema.Number,
        name: Schema.optionalWith(Schema.String, { default: () => "", nullable: true }),
        argv: listOf(Schema.String)
      })
    )
  })
})

export const WorkspaceCreated = Schema.Struct({
  workspace: WorkspaceRecord,
  root_pane: Schema.Struct({ pane_id: Schema.String })
})

export const NotificationShown = Schema.Struct({
  shown: Schema.optionalWith(Schema.Boolean, { default: () => false, nullable: true }),
  reason: orNull(Schema.String)
})

/** An answer of which nothing is used but that it came. */
export const Done = Schema.Struct({ type: orNull(Schema.String) })
