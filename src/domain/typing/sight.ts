import { drawnRows } from "../screen/content.ts"
import type { Frame } from "../screen/frame.ts"
import type { ScreenKind } from "../screen/kinds.ts"
import { profileOf } from "../screen/profiles/index.ts"
import { lookAt } from "../screen/read.ts"
import { type Profiles, readScreenWith } from "../screen/user-profile.ts"
import { cursorAway, takesText } from "../screen/verdict.ts"
import type { Drawn } from "./readback.ts"

/** What one look at a pane shows to somebody who wants to type there. */
export interface Sight {
  readonly kind: ScreenKind
  /** A proven empty idle prompt: the only screen a line may be typed on. */
  readonly touchable: boolean
  /** Something beside the box asks for a decision or says that a turn failed: no key, whatever the box holds. */
  readonly troubled: boolean
  /** The live box: `empty` (a suggestion counts as empty), with `text`, or `none` that can be read. */
  readonly box: "empty" | "text" | "none"
  /** The text in the box; null where it is none or cannot be proven: plain, clipped, a mode that takes no text. */
  readonly drawn: Drawn | null
}

/** Kinds on which a box is read: on all others whatever looks like one is not where the keys go. */
const BOXED: ReadonlySet<ScreenKind> = new Set(["idle", "unsent", "working", "error", "limit"])

/**
 * Reads one frame for typing (design §5, §6). `styled` is the host's word that the frame carries its styling: without it
 * nothing is touchable and no text is proven (design §4.6). `now` is a clock in ms for a person's own patterns.
 */
export const sightOf = (
  profiles: Profiles,
  frame: Frame,
  styled: boolean,
  now: () => number = () => 0
): Sight => {
  const reading = readScreenWith(profiles, frame, now)
  const { kind } = reading
  const troubled = reading.dialog === true || reading.error !== undefined || reading.limit !== undefined
  const touchable = styled && reading.touchable && !troubled
  if (!BOXED.has(kind)) return { kind, touchable, troubled, box: "none", drawn: null }
  const reader = profiles(frame.cli)
  const profile = reader?.shipped ?? reader?.user ?? profileOf(frame.cli)
  const { cursor, live, screen } = lookAt(profile, frame)
  if (live === undefined) return { kind, touchable: false, troubled, box: "none", drawn: null }
  const { box, content } = live
  if (content.state !== "typed") return { kind, touchable, troubled, box: "empty", drawn: null }
  const proven =
    styled &&
    content.proven &&
    !box.clipped &&
    box.mode === "prompt" &&
    box.composer.captured &&
    !cursorAway(box, cursor) &&
    takesText(profile, screen, box)
  const drawn = proven ? { rows: drawnRows(screen, box), text: content.text, folded: content.folded } : null
  return { kind, touchable: false, troubled, box: "text", drawn }
}
