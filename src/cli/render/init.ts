import * as Schema from "effect/Schema"

/** `team init --json` (kind `team.init`). */
export const InitDocument = Schema.Struct({
  format: Schema.Literal(1),
  kind: Schema.Literal("team.init"),
  /** The team file that was written. */
  path: Schema.String,
  /** The clone's own exclude list names `.agents/` now. */
  excluded_from_git: Schema.Boolean
})
export type InitDocument = typeof InitDocument.Type
