import type { LaunchBudget } from "../budget/gate.ts"
import type { Listing } from "../host/pane.ts"
import { verdictOf } from "../pass/seat-process.ts"
import type { SeatView } from "../pass/seat-view.ts"
import { cliLaunch } from "./clis.ts"
import type { Launching } from "./launching.ts"
import type { LineFinding } from "./line.ts"
import * as text from "./texts.ts"

/** One seat of the file and what was read of it when the plan was made. */
export interface SeatInput {
  readonly view: SeatView
  readonly launching: Launching | null
  /** Who keeps it stopped; null where nobody does. */
  readonly stopped: "file" | "remove" | null
  readonly line: LineFinding
  readonly budget: LaunchBudget
  /** Where it starts, absolute. */
  readonly folder: string
}

/** What a run does with one seat. `notes` go to stderr, once. */
export type SeatPlan =
  | { readonly _tag: "Stopped"; readonly seat: string; readonly by: "file" | "remove" }
  | {
      readonly _tag: "Ready"
      readonly seat: string
      readonly detail: string
      /** What the budgets say of its account, for a seat that runs already. */
      readonly notice: string | null
    }
  | { readonly _tag: "Out"; readonly seat: string; readonly reason: string }
  /** It would be launched and is refused: `reason` stands after `refused:` and after `would refuse:` alike. */
  | { readonly _tag: "Refused"; readonly seat: string; readonly reason: string }
  | {
      readonly _tag: "Launch"
      readonly seat: string
      /** Its recorded pane does not hold it any more and is closed first. */
      readonly stale: string | null
      readonly from: Launching | null
      readonly notes: ReadonlyArray<string>
      readonly notice: string | null
    }

/** Whether the run starts something for this seat. */
export const starts = (plan: SeatPlan): boolean => plan._tag === "Launch"

const already = ({ folder, view }: SeatInput): string => {
  const { launched, spec } = view
  const leads = spec.leads || spec.operator
  if (launched === null || launched.processes.length === 0) return text.alreadyUnrecorded(spec.name, leads)
  return launched.folder !== undefined && launched.folder !== folder
    ? text.alreadyElsewhere(spec.name, leads)
    : text.alreadyReady
}

const noticeOf = (budget: LaunchBudget): string | null => (budget._tag === "Clear" ? null : budget.text)

/** A launch cut short whose pane is still there, on the server that made it. */
const resumable = (launching: Launching | null, listing: Listing): Launching | null =>
  launching !== null &&
  launching.server === listing.server &&
  listing.panes.some((pane) => pane.pane === launching.pane && !pane.dead)
    ? launching
    : null

/**
 * What is to be done with one seat (spec 001): left as it is while the process that was launched is in its pane, launched anew where
 * that pane holds none or another, gone on with where a run was cut short, refused by its launch line or its account. Every
 * seat gets exactly one plan.
 */
export const planSeat = (input: SeatInput, listing: Listing): SeatPlan => {
  const { budget, launching, line, view } = input
  const { ambiguous, launched, pane, processes, spec } = view
  const seat = spec.name
  const out = (reason: string): SeatPlan => ({ _tag: "Out", seat, reason })
  const ready = (): SeatPlan => ({ _tag: "Ready", seat, detail: already(input), notice: noticeOf(budget) })
  const launch = (stale: string | null, from: Launching | null): SeatPlan => {
    if (cliLaunch(spec.cli) === null) return out(text.noProfile(spec.cli))
    if (from === null && line.miss !== null) return { _tag: "Refused", seat, reason: line.miss }
    if (from === null && budget._tag === "Refused") return { _tag: "Refused", seat, reason: budget.text }
    return { _tag: "Launch", seat, stale, from, notes: line.notes, notice: noticeOf(budget) }
  }
  if (input.stopped !== null) return { _tag: "Stopped", seat, by: input.stopped }
  if (ambiguous.length > 0) return out(text.twoPanes(ambiguous))
  const cut = resumable(launching, listing)
  // A record that names no process judges none: such a seat is treated as one without a record.
  if (launched !== null && launched.processes.length > 0 && pane !== null) {
    switch (verdictOf(pane, processes, launched)) {
      case "same":
        return cut?.stage === "named" && cut.pane === pane.pane ? launch(null, cut) : ready()
      case "unread":
        return out(text.unreadPane)
      case "gone":
        return launch(text.staleNoCli, null)
      case "replaced":
        return launch(text.staleOther, null)
      case "unrecorded":
        return out(text.unreadPane)
    }
  }
  if (cut !== null) return launch(null, cut)
  if (pane !== null && !pane.dead) return view.running ? ready() : out(text.emptyPane(pane.pane))
  return launch(null, null)
}
