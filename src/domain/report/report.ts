import * as Schema from "effect/Schema"
import { CheckName } from "../check/names.ts"

/** Who a report is for: the operator seat's person, or the owner (spec 000 §2). */
export const Addressee = Schema.Literal("operator", "owner")
export type Addressee = typeof Addressee.Type

/** What a report stems from: one of the sixteen checks, or the watch itself (spec 000 §3.4). */
export const Origin = Schema.Union(CheckName, Schema.Literal("watch"))
export type Origin = typeof Origin.Type

/** A report says what is; it never starts a seat (spec 000 §3.4). `key` identifies the condition, `text` is what is printed. */
export const Report = Schema.Struct({
  key: Schema.String,
  text: Schema.String,
  to: Addressee,
  check: Origin
})
export type Report = typeof Report.Type

/** A report that holds now, with the instant (epoch ms) of the pass that first saw it. */
export const StandingReport = Schema.Struct({ ...Report.fields, since: Schema.Number })
export type StandingReport = typeof StandingReport.Type
