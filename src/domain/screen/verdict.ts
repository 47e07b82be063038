import type { Screen } from "./ansi.ts"
import type { Box } from "./composer.ts"
import type { Content } from "./content.ts"
import { findDialog, type OpenDialog } from "./dialog.ts"
import type { Cursor } from "./frame.ts"
import type { ScreenKind } from "./kinds.ts"
import { findSign, type Tail } from "./marks.ts"
import { matchesAny } from "./pattern.ts"
import type { Profile, Sign } from "./profile.ts"
import type { ErrorClass } from "./reading.ts"
import { joinRows, lastDrawn, textAt } from "./rows.ts"
import { findShell } from "./shell.ts"
import { isOwnTitle, type TitleWord } from "./title.ts"

/** What was decided, by which rule, on which rows. */
export interface Verdict {
  readonly kind: ScreenKind
  readonly rule: string
  readonly rows: ReadonlyArray<number>
  readonly error?: ErrorClass | undefined
  readonly dialog?: boolean | undefined
  /** The dialog that decided. */
  readonly open?: OpenDialog | undefined
}

const range = (from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)

const boxRows = (box: Box): ReadonlyArray<number> => range(box.first, box.last)

/** What the screen says when no live box stands on it. */
export const withoutBox = (
  profile: Profile,
  screen: Screen,
  cursor: Cursor | undefined,
  torn: boolean
): Verdict => {
  const open: OpenDialog | undefined = findDialog(profile, screen)
  const shell = findShell(profile, screen, cursor)
  if (open !== undefined) {
    // a dialog that a shell prompt stands under is what a killed CLI left
    const dead = shell !== undefined && shell === open.to && cursor?.visible === true
    if (!dead) {
      const { kind, id, dialog } = open.dialog
      return { kind, rule: id, rows: range(open.from, open.to), dialog, open }
    }
  }
  if (shell !== undefined) return { kind: "shell", rule: "shell-prompt", rows: [shell] }
  return { kind: "unknown", rule: torn ? "torn-frame" : "no-frame", rows: [] }
}

/** A live box and everything that bears on it. */
export interface BoxView {
  readonly profile: Profile
  readonly screen: Screen
  readonly box: Box
  readonly content: Content
  readonly tail: Tail
  readonly title: TitleWord
  /** The title as the host gives it, untrusted. */
  readonly named: string
  readonly cursor: Cursor | undefined
}

/** A cursor that is shown in a row of the box. */
const cursorWithin = (box: Box, cursor: Cursor | undefined): boolean =>
  cursor?.visible === true && cursor.y >= box.first && cursor.y <= box.last

/** False for a sign that this view does not ask: over typed text, or over a cursor that is known to be in the box. */
export const asksSign = (view: BoxView, sign: Sign): boolean =>
  !(sign.emptyOnly === true && view.content.state === "typed") &&
  !(sign.at === "screen" && cursorWithin(view.box, view.cursor))

const signOf = (view: BoxView, kinds: ReadonlyArray<ScreenKind>): Verdict | undefined => {
  const ghost = view.content.state === "ghost" ? view.content.text : undefined
  const found = findSign(
    view.profile,
    view.screen,
    view.box,
    ghost,
    view.tail.passed,
    (sign) => kinds.includes(sign.kind) && asksSign(view, sign)
  )
  return found && { kind: found.sign.kind, rule: found.sign.id, rows: [found.row], error: found.sign.error }
}

const workingOf = (view: BoxView): Verdict | undefined => {
  const { tail } = view
  if (tail.mark?.role === "working" && !tail.ended)
    return { kind: "working", rule: tail.mark.id, rows: [tail.row] }
  const sign = signOf(view, ["working"])
  if (sign !== undefined) return sign
  return view.title === "working"
    ? { kind: "working", rule: "title-working", rows: boxRows(view.box) }
    : undefined
}

const failureOf = (view: BoxView): Verdict | undefined => {
  const { tail } = view
  const limit = signOf(view, ["limit"])
  if (limit !== undefined) return limit
  if (tail.mark?.role === "error" || tail.mark?.role === "limit") {
    return { kind: tail.mark.role, rule: tail.mark.id, rows: [tail.row], error: tail.mark.error }
  }
  return signOf(view, ["error"])
}

const turnOpen = (tail: Tail): boolean =>
  !tail.ended && (tail.mark === undefined || tail.mark.role === "content" || tail.mark.role === "sent")

/** Rows that a CLI and its owner's status line may fill below an idle box. */
const MAX_FOOTER = 14

/** Blank rows above a box that are too few for the row of a turn. */
const NO_ROOM = 2

const hasCursorCell = (screen: Screen, box: Box): boolean =>
  boxRows(box).some((at) => screen.rows[at]?.cells.some((cell) => cell.style.inverse) === true)

/** A cursor that is shown and stands in no row of the box. */
export const cursorAway = (box: Box, cursor: Cursor | undefined): boolean =>
  cursor?.visible === true && (cursor.y < box.first || cursor.y > box.last)

/** What the screen says around its live box: other views first, then work, text, failures, and idle only when proven. */
export const withBox = (view: BoxView): Verdict => {
  const { box, content, profile, cursor } = view
  const working = workingOf(view)
  const overlay = signOf(view, ["overlay", "notice", "permission", "question", "trust", "plan"])
  if (overlay !== undefined) return overlay
  if (view.title === "overlay") return { kind: "overlay", rule: "title-overlay", rows: boxRows(box) }
  if (working !== undefined) return working
  if (box.mode !== "prompt") return { kind: "overlay", rule: "box-mode", rows: boxRows(box) }
  const failure = failureOf(view)
  if (content.state === "typed") {
    return { kind: "unsent", rule: "box-text", rows: boxRows(box), error: failure?.error }
  }
  if (failure !== undefined) return failure
  // an owner's status line may be all there is below the box: the title has to say the rest
  const vouched =
    view.title === "idle" &&
    box.footer.some((at) => matchesAny(box.composer.footer.status, textAt(view.screen.rows, at)))
  if (box.anchor === undefined && !vouched) return { kind: "unknown", rule: "no-footer", rows: boxRows(box) }
  if (box.footer.length > MAX_FOOTER) return { kind: "unknown", rule: "rows-below", rows: box.footer }
  if (box.strange) return { kind: "unknown", rule: "strange-footer", rows: box.footer }
  // left under the whole frame it is where the drawing ended: idle still, but no place to type (see `cursorAway`)
  if (cursorAway(box, cursor) && (cursor?.y ?? 0) < lastDrawn(view.screen.rows)) {
    return { kind: "unknown", rule: "cursor-outside", rows: boxRows(box) }
  }
  if (box.composer.cursorCell === true && view.screen.styled && !hasCursorCell(view.screen, box)) {
    return { kind: "unknown", rule: "no-cursor-cell", rows: boxRows(box) }
  }
  if (cursor?.visible === false && box.composer.cursorShown === true) {
    return { kind: "unknown", rule: "cursor-hidden", rows: boxRows(box) }
  }
  const { atRest, hidesTurn } = box.composer.footer
  const anchor = box.anchor === undefined ? undefined : textAt(view.screen.rows, box.anchor)
  const hidden =
    anchor === undefined
      ? profile.titles?.turnHidden === true
      : !matchesAny(atRest, anchor) && (profile.titles?.turnHidden === true || matchesAny(hidesTurn, anchor))
  const unanswered = profile.sentOpens === true && view.tail.mark?.role === "sent" && !view.tail.ended
  if (view.title === "silent" && ((hidden && turnOpen(view.tail)) || unanswered)) {
    return { kind: "unknown", rule: "turn-may-be-hidden", rows: boxRows(box) }
  }
  const footer = joinRows(
    view.screen.rows,
    box.footer[0] ?? view.screen.rows.length,
    view.screen.rows.length - 1
  )
  if (hidden && turnOpen(view.tail) && !isOwnTitle(profile, view.named, footer)) {
    return { kind: "unknown", rule: "title-not-its-own", rows: boxRows(box) }
  }
  // messages wait only for a turn
  if (view.tail.queued > 0) return { kind: "unknown", rule: "messages-wait", rows: boxRows(box) }
  // a box at the screen's upper edge: the rows that show a turn may be cut off
  if (
    view.title !== "idle" &&
    box.top < NO_ROOM &&
    lastDrawn(view.screen.rows.slice(0, Math.max(0, box.top))) < 0
  ) {
    return { kind: "unknown", rule: "cut-above", rows: boxRows(box) }
  }
  return { kind: "idle", rule: content.state === "ghost" ? "box-ghost" : "box-empty", rows: boxRows(box) }
}

/** False when a sign of the profile says that keys would not be typed as text; `ghost` is what the empty box shows. */
export const takesText = (profile: Profile, screen: Screen, box: Box, ghost?: string): boolean =>
  findSign(profile, screen, box, ghost, [], (sign) => sign.kind === "idle") === undefined
