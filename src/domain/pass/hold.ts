import * as Schema from "effect/Schema"

/** A hold over the team or one seat (spec 000 §2): who set it, since when, why, and when it ends by itself. Epoch ms. */
export const Hold = Schema.Struct({
  since: Schema.Number,
  by: Schema.optional(Schema.String),
  reason: Schema.optional(Schema.NullOr(Schema.String)),
  until: Schema.optional(Schema.NullOr(Schema.Number))
})
export type Hold = typeof Hold.Type

/** The hold while it stands; null once the instant it named has come. */
export const holdInForce = (hold: Hold | null | undefined, at: number): Hold | null => {
  if (hold === null || hold === undefined) return null
  return hold.until !== null && hold.until !== undefined && at >= hold.until ? null : hold
}
