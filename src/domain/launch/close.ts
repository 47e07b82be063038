import type { Listing, PaneProcesses } from "../host/pane.ts"
import { verdictOf } from "../pass/seat-process.ts"
import type { Launched } from "../pass/snapshot.ts"
import type { ScreenKind } from "../screen/kinds.ts"
import * as text from "./texts.ts"

/** What was read immediately before a close, with nothing between. */
export interface CloseLook {
  readonly listing: Listing
  readonly processes: PaneProcesses | null
  /** What the pane's screen reads; null where it could not be read. */
  readonly kind: ScreenKind | null
}

/** Whether a stale pane may be closed. `again` is no failure: the seat is back in it. */
export type CloseProof =
  | { readonly _tag: "Close"; readonly workspace: string; readonly detail: string }
  | { readonly _tag: "Again" }
  | { readonly _tag: "Not"; readonly reason: string }

const not = (reason: string): CloseProof => ({ _tag: "Not", reason })

/**
 * The five proofs before a seat's stale pane is closed without a key (spec 001 "The close, and its proof"): the listing names the
 * seat on the recorded pane; that pane is in the recorded workspace; no other pane is; the process is still not the one
 * that was launched; and another process neither works nor holds unsent text.
 */
export const proveClose = (seat: string, launched: Launched, look: CloseLook): CloseProof => {
  const { kind, listing, processes } = look
  const pane = listing.panes.find((one) => one.pane === launched.pane)
  if (pane === undefined || pane.name !== seat) return not(text.notListed(listing.host))
  const recorded = launched.workspace ?? null
  if (recorded === null) return not(text.noWorkspace)
  if (pane.workspace !== recorded) return not(text.otherWorkspace)
  if (listing.panes.some((one) => one.workspace === recorded && one.pane !== pane.pane))
    return not(text.otherPanes)
  // Without a recorded process there is nothing that the pane's could be another one than.
  if (launched.processes.length === 0) return not(text.unreadPane)
  switch (verdictOf(pane, processes, launched)) {
    case "same":
      return { _tag: "Again" }
    case "unread":
    case "unrecorded":
      return not(text.unreadPane)
    case "gone":
      return { _tag: "Close", workspace: recorded, detail: text.staleNoCli }
    case "replaced":
      if (kind === null) return not(text.unreadPane)
      // The host's word counts here too: what works is never closed, whoever says that it does.
      if (kind === "working" || pane.status === "working") return not(text.isWorking)
      return kind === "unsent"
        ? not(text.holdsUnsent)
        : { _tag: "Close", workspace: recorded, detail: text.staleOther }
  }
}
