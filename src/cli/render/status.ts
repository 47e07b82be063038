import * as Schema from "effect/Schema"
import { BudgetRow, budgetRows } from "../../domain/budget/rows.ts"
import type { PassResult } from "../../domain/pass/pass.ts"
import type { SeatView } from "../../domain/pass/seat-view.ts"
import type { Snapshot } from "../../domain/pass/snapshot.ts"
import type { Difference } from "../../domain/report/differences.ts"
import { Addressee, Origin } from "../../domain/report/report.ts"
import { instant } from "./instant.ts"
import { SeatRow, seatRow } from "./seats.ts"
import { table } from "./table.ts"
import { budgetTable } from "./usage.ts"

/** `team status --json` (kind `team.status`). */
export const StatusDocument = Schema.Struct({
  format: Schema.Literal(1),
  kind: Schema.Literal("team.status"),
  at: Schema.String,
  project: Schema.String,
  session: Schema.String,
  reachable: Schema.Boolean,
  seats: Schema.Array(SeatRow),
  reports: Schema.Array(
    Schema.Struct({ check: Origin, to: Addressee, text: Schema.String, since: Schema.String })
  ),
  /** The file's accounts as they count. */
  budgets: Schema.Array(BudgetRow),
  differences: Schema.Array(Schema.Struct({ what: Schema.String, repair: Schema.String })),
  notes: Schema.Array(Schema.String)
})
export type StatusDocument = typeof StatusDocument.Type

/** The state as a person reads it: the word, and what it does not say by itself (spec 000 §4). */
export const stateText = (
  { reading, restored, returned, running, spec }: SeatView,
  reachable: boolean
): string => {
  const notes = [
    ...(reading.blind ? ["blind"] : []),
    ...(returned ? ["restored, not launched by team"] : []),
    ...(restored ? ["restored"] : []),
    ...(!running && reachable && !spec.stopped && reading.word === "unknown" ? ["missing"] : []),
    ...(spec.parked ? ["parked"] : []),
    ...(spec.stopped ? ["stopped"] : [])
  ]
  return `${reading.word}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`
}

export const statusDocument = (
  snapshot: Snapshot,
  result: PassResult,
  differences: ReadonlyArray<Difference>,
  notes: ReadonlyArray<string> = []
): StatusDocument => ({
  format: 1,
  kind: "team.status",
  at: instant(snapshot.at),
  project: snapshot.team.project,
  session: snapshot.session,
  reachable: snapshot.host._tag === "Answered",
  seats: result.seats.map(seatRow),
  reports: result.standing.map(({ check, since, text, to }) => ({ check, to, text, since: instant(since) })),
  budgets: budgetRows(result.budgets.counts, snapshot.at),
  differences: differences.map(({ repair, what }) => ({ what, repair })),
  notes: [...notes, ...snapshot.remarks]
})

const counted = (count: number): string => `${count} difference${count === 1 ? "" : "s"}`

/** The lines of `team status`. */
export const statusLines = (
  document: StatusDocument,
  seats: ReadonlyArray<SeatView>
): ReadonlyArray<string> => [
  `team ${document.project}, session "${document.session}"`,
  ...table(
    seats.map((seat) => [
      seat.spec.name,
      stateText(seat, document.reachable),
      seat.reading.source,
      seat.screen?.model === undefined
        ? "(unread)"
        : `${seat.screen.model} ${seat.screen.version ?? ""}`.trim(),
      seat.pane?.pane ?? "-"
    ]),
    "  "
  ),
  ...(document.reports.length === 0 ? [] : ["reports:"]),
  ...document.reports.map((report) => `  ${report.since}  ${report.text}`),
  ...(document.budgets.length === 0 ? [] : ["budgets:"]),
  ...budgetTable(document.budgets, "  "),
  ...document.notes.map((said) => `note: ${said}`),
  ...document.differences.flatMap(({ repair, what }) => [`difference: ${what}`, `  repair: ${repair}`]),
  counted(document.differences.length)
]
