import * as Schema from "effect/Schema"

/** Where the terminal's cursor stands, in cells from the top left; `visible` false when the program hides it. */
export const Cursor = Schema.Struct({ x: Schema.Int, y: Schema.Int, visible: Schema.Boolean })
export type Cursor = typeof Cursor.Type

/**
 * One look at a pane: the visible rows with their styling (rows end in LF or CRLF; styling carries over from row to
 * row) and what the host knows beside them. All but `cli` and `ansi` may be absent, and absent is never guessed.
 */
export const Frame = Schema.Struct({
  cli: Schema.String,
  ansi: Schema.String,
  cols: Schema.optional(Schema.NullOr(Schema.Int)),
  rows: Schema.optional(Schema.NullOr(Schema.Int)),
  cursor: Schema.optional(Schema.NullOr(Cursor)),
  title: Schema.optional(Schema.NullOr(Schema.String)),
  altScreen: Schema.optional(Schema.NullOr(Schema.Boolean))
})
export type Frame = typeof Frame.Type
