import * as Schema from "effect/Schema"

/**
 * A launch under way, or cut short, as the state keeps it: `made` its pane is there · `run` its command was typed · `named` its
 * process is recorded and its rules are not delivered. The next `team up` goes on from there.
 */
export const Launching = Schema.Struct({
  stage: Schema.Literal("made", "run", "named"),
  pane: Schema.String,
  workspace: Schema.String,
  /** The host's server that made it: another one knows nothing of it. */
  server: Schema.String,
  folder: Schema.String,
  /** Epoch ms. */
  at: Schema.Number
})
export type Launching = typeof Launching.Type
