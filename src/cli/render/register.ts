import * as Schema from "effect/Schema"
import { ProcessId } from "../../domain/host/pane.ts"

/** `team register --json` (kind `team.register`). */
export const RegisterDocument = Schema.Struct({
  format: Schema.Literal(1),
  kind: Schema.Literal("team.register"),
  at: Schema.String,
  project: Schema.String,
  session: Schema.String,
  seat: Schema.String,
  pane: Schema.String,
  /** The CLI's processes: any of them still there is the seat. */
  processes: Schema.Array(ProcessId),
  /** The CLI's id of its conversation, where one is known. */
  agent_session: Schema.NullOr(Schema.String),
  /** The two sidebar lines from the file. */
  label: Schema.String,
  display: Schema.String,
  /** True when nothing was written. */
  dry_run: Schema.Boolean
})
export type RegisterDocument = typeof RegisterDocument.Type
