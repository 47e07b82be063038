import type { SeatView } from "../pass/seat-view.ts"

/**
 * Why a message's line is not even tried when it is sent, in words after "held:"; null when the pane may be looked at for it
 * (spec 000 §3.6). What stands in the box itself is the delivery's own question. `watchPane` is the pane a watch runs in.
 */
export const whyNotAtOnce = (
  { ambiguous, evidence, pane, restored }: Pick<SeatView, "ambiguous" | "evidence" | "pane" | "restored">,
  watchPane: string | null
): string | null => {
  if (ambiguous.length > 0) return "more than one pane carries its name"
  if (pane === null) return "it has no pane"
  if (pane.pane === watchPane) return "the watch runs in its pane"
  if (evidence.hold !== null) return "a hold stands"
  return restored ? "another process than the recorded one runs in its pane" : null
}
