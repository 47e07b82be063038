import * as Schema from "effect/Schema"
import type { SeatOutcome } from "../../domain/launch/records.ts"

/** One seat's part of a run: its record as it is printed, and what follows it. No row of a pane is in a document. */
export const OutcomeRow = Schema.Struct({
  seat: Schema.String,
  /** `up`, `add`, `restart`: at its prompt with its rules. `down`, `remove`: nothing of it runs any more. */
  done: Schema.Boolean,
  record: Schema.String,
  details: Schema.Array(Schema.String)
})

const kinds = Schema.Literal("team.up", "team.add", "team.restart", "team.down", "team.remove")

/** `team up|add|restart|down|remove --json`. */
export const LaunchDocument = Schema.Struct({
  format: Schema.Literal(1),
  kind: kinds,
  at: Schema.String,
  project: Schema.String,
  session: Schema.String,
  seats: Schema.Array(OutcomeRow),
  /** The watch's own line; null where the command starts none. */
  watch: Schema.NullOr(Schema.String),
  /** The lines of the plan, with `--dry-run`; then nothing was run. */
  plan: Schema.NullOr(Schema.Array(Schema.String))
})
export type LaunchDocument = typeof LaunchDocument.Type

export const outcomeRow = ({ details, ready, record, seat }: SeatOutcome): typeof OutcomeRow.Type => ({
  seat,
  done: ready,
  record,
  details
})
