import * as Schema from "effect/Schema"
import { Addressee, Origin, type Report, type StandingReport } from "./report.ts"

/** One report as `watch.notify_command` gets it: a line of JSON on its standard input. Instants are ISO 8601 UTC. */
export const ReportDocument = Schema.Struct({
  format: Schema.Literal(1),
  kind: Schema.Literal("team.report"),
  /** The pass that says it. */
  at: Schema.String,
  /** The pass that first found it. */
  since: Schema.String,
  project: Schema.String,
  session: Schema.String,
  check: Origin,
  to: Addressee,
  /** Names the condition: two reports of one key are of one condition. */
  key: Schema.String,
  text: Schema.String
})
export type ReportDocument = typeof ReportDocument.Type

/** The documents of what a pass says, in its order. `at` is epoch ms. */
export const reportDocuments = (
  say: ReadonlyArray<Report>,
  standing: ReadonlyArray<StandingReport>,
  about: { readonly at: number; readonly project: string; readonly session: string }
): ReadonlyArray<ReportDocument> =>
  say.map(({ check, key, text, to }) => ({
    format: 1,
    kind: "team.report",
    at: new Date(about.at).toISOString(),
    since: new Date(standing.find((one) => one.key === key)?.since ?? about.at).toISOString(),
    project: about.project,
    session: about.session,
    check,
    to,
    key,
    text
  }))
