import * as Schema from "effect/Schema"
import { Report } from "../../domain/report/report.ts"
import { SeatRow } from "./seats.ts"

/** One pass of `team replay --json` (kind `team.pass`). */
export const PassDocument = Schema.Struct({
  format: Schema.Literal(1),
  kind: Schema.Literal("team.pass"),
  at: Schema.String,
  seats: Schema.Array(SeatRow),
  reports: Schema.Array(Report)
})
export type PassDocument = typeof PassDocument.Type
