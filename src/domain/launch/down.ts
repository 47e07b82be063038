import type { SeatView } from "../pass/seat-view.ts"
import { cliLaunch } from "./clis.ts"

/** What `team down` does with one seat. Nothing is killed by name; what is not provably free is left (spec 000 §3.6). */
export type DownPlan =
  /** Nothing of it runs. `pane` is one left behind by an ended CLI, whose workspace is closed; null where none is. */
  | { readonly _tag: "Gone"; readonly seat: string; readonly workspace: string | null }
  | { readonly _tag: "Exit"; readonly seat: string; readonly exit: "/exit" | "/quit" }
  /** It works, and may be waited for. */
  | { readonly _tag: "Busy"; readonly seat: string; readonly reason: string }
  | { readonly _tag: "Left"; readonly seat: string; readonly reason: string }

const left = (seat: string, reason: string): DownPlan => ({ _tag: "Left", seat, reason })

/** What is to be done with one seat, by one look. */
export const planDown = ({
  ambiguous,
  launched,
  pane,
  reading,
  running,
  screen,
  spec
}: SeatView): DownPlan => {
  const seat = spec.name
  if (ambiguous.length > 0) return left(seat, `${ambiguous.join(" and ")} carry its name; left running`)
  if (pane === null || pane.dead || !running) {
    // Only a workspace that `team up` made for the seat alone is closed.
    const own = launched?.workspace !== undefined && pane?.workspace === launched.workspace
    return { _tag: "Gone", seat, workspace: own ? (pane?.workspace ?? null) : null }
  }
  if (pane.scrolled) return left(seat, "its pane is in copy mode or scrolled back; left running")
  const exit = cliLaunch(spec.cli)?.exit ?? null
  switch (screen?.kind) {
    case "permission":
    case "trust":
    case "question":
    case "plan":
    case "notice":
      return left(seat, "is blocked at a prompt, which `team never answers`; left running")
    case "unsent":
      return left(seat, "holds unsent text in its input box; left running")
    case "working":
      return { _tag: "Busy", seat, reason: "is working (`--wait` waits for it); left running" }
    case "idle":
      if (exit === null)
        return left(seat, "no exit text is known for its CLI; left running (end it in its pane)")
      if (reading.word === "working")
        return { _tag: "Busy", seat, reason: "is working (`--wait` waits for it); left running" }
      return screen.touchable
        ? { _tag: "Exit", seat, exit }
        : left(seat, "shows a prompt that can't be proven empty; left running")
    default:
      return left(seat, "shows a screen the profile does not recognise; left running")
  }
}
