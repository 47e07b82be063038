import * as Schema from "effect/Schema"

/** `team check --json` (kind `team.check`). */
export const CheckDocument = Schema.Struct({
  format: Schema.Literal(1),
  kind: Schema.Literal("team.check"),
  at: Schema.String,
  project: Schema.String,
  session: Schema.String,
  agrees: Schema.Boolean,
  findings: Schema.Array(Schema.Struct({ what: Schema.String, repair: Schema.String }))
})
export type CheckDocument = typeof CheckDocument.Type
