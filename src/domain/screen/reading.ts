import * as Schema from "effect/Schema"
import { ScreenKind } from "./kinds.ts"

/** Which provider failure an `error` screen shows; `connection` is the one the report catalogue names (spec 000 §3.5). */
export const ErrorClass = Schema.Literal("connection", "auth", "server", "overloaded", "other")
export type ErrorClass = typeof ErrorClass.Type

/**
 * What one frame says. `rule` names the profile rule that decided and `rows` the rows (from 0) it stands on.
 * `touchable` is true only for a proven empty idle prompt: nothing may be typed on any other screen (design §5, §6).
 */
export const ScreenReading = Schema.Struct({
  kind: ScreenKind,
  rule: Schema.String,
  rows: Schema.Array(Schema.Int),
  touchable: Schema.Boolean,
  /** The text that stands in the box, unwrapped, when it can be told. Untrusted: never logged, never typed. */
  text: Schema.optional(Schema.String),
  model: Schema.optional(Schema.String),
  version: Schema.optional(Schema.String),
  effort: Schema.optional(Schema.String),
  /** Context left, in percent (0 to 100). */
  context_left: Schema.optional(Schema.Number),
  /** Context used, in percent, where the CLI shows that; `context_left` is then the rest. */
  context_used: Schema.optional(Schema.Number),
  /** A usage limit; `reset` is what the screen says of its end, as it says it. */
  limit: Schema.optional(Schema.Struct({ reset: Schema.optional(Schema.String) })),
  error: Schema.optional(ErrorClass),
  /** A choice stands open on a screen whose kind does not say so (a limit with a menu). */
  dialog: Schema.optional(Schema.Boolean),
  /**
   * The option an open dialog stands on: what an Enter would pick. `index` counts from 1 (the CLI's own number where it
   * shows one). Absent when it cannot be told. `label` is untrusted, as `words` is: never logged, recorded or sent.
   */
  choice: Schema.optional(Schema.Struct({ index: Schema.Int, label: Schema.String })),
  /**
   * An open dialog's own rows above its options (title, question, command), one a line, cleaned, at most 500 characters.
   * For the person who asks about this seat, and for nobody else: never logged, recorded, reported, sent or remembered.
   */
  words: Schema.optional(Schema.String),
  /** Shells, agents or tasks that the CLI says still run behind the prompt. */
  background: Schema.optional(Schema.Int),
  /** Messages that wait inside the CLI for the turn to end. */
  queued: Schema.optional(Schema.Int),
  /** The box shows a folded paste: `text` holds its mark, not its words. */
  folded: Schema.optional(Schema.Boolean),
  /** What the CLI's own rows say is left of a quota window, in percent. */
  quota: Schema.optional(Schema.Struct({ window: Schema.String, left: Schema.Number }))
})
export type ScreenReading = typeof ScreenReading.Type
