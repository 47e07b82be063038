import * as Schema from "effect/Schema"
import { ProcessId } from "../host/pane.ts"

/**
 * What one hook of one CLI process wrote last (spec 000 §3.1 rank 5). `word` is the turn's, or `session` for an opened
 * conversation, or `unknown` for an event this version does not know. `at` is when the hook's process started, epoch ms.
 */
export const HookRecord = Schema.Struct({
  format: Schema.Literal(1),
  cli: Schema.String,
  /** The CLI's own name of the event: untrusted. */
  event: Schema.String,
  word: Schema.Literal("working", "idle", "session", "unknown"),
  at: Schema.Number,
  /** The CLI's id of the conversation, where its payload has one: untrusted. */
  session: Schema.NullOr(Schema.String),
  host: Schema.Literal("tmux", "herdr"),
  /** The server's pid on tmux, the session's socket on herdr. */
  server: Schema.String,
  /** The pane the hook ran in, as its environment names it. */
  pane: Schema.String,
  /** Who sent it: the CLI's process first, then its parents. Start stamps are null where the system does not give them. */
  sender: Schema.Array(ProcessId)
})
export type HookRecord = typeof HookRecord.Type
