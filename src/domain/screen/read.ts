import { parseAnsi, type Screen } from "./ansi.ts"
import { type Box, findBox } from "./composer.ts"
import { type Content, readContent } from "./content.ts"
import { findDialog } from "./dialog.ts"
import { extractFacts } from "./extract.ts"
import type { Cursor, Frame } from "./frame.ts"
import type { ScreenKind } from "./kinds.ts"
import { findSign, readTail, type Tail } from "./marks.ts"
import { groups, matchesAny } from "./pattern.ts"
import type { Profile } from "./profile.ts"
import { profileOf } from "./profiles/index.ts"
import type { ErrorClass, ScreenReading } from "./reading.ts"
import { blockFrom, joinRows, lastDrawn, textAt } from "./rows.ts"
import { findShell } from "./shell.ts"
import { readTitle } from "./title.ts"

interface Verdict {
  readonly kind: ScreenKind
  readonly rule: string
  readonly rows: ReadonlyArray<number>
  readonly error?: ErrorClass | undefined
  readonly dialog?: boolean | undefined
}

const NOTHING: Verdict = { kind: "unknown", rule: "no-frame", rows: [] }

/** A numbered choice. */
const CHOICE = /^\d{1,2}\. /u

const range = (from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)

const boxRows = (box: Box): ReadonlyArray<number> => range(box.first, box.last)

/** What the screen says when no live box stands on it. */
const withoutBox = (profile: Profile, screen: Screen, cursor: Cursor | undefined, torn: boolean): Verdict => {
  const open = findDialog(profile, screen)
  const shell = findShell(profile, screen, cursor)
  if (open !== undefined) {
    // a dialog that a shell prompt stands under is what a killed CLI left
    const dead = shell !== undefined && shell === open.to && cursor?.visible === true
    if (!dead) {
      const { kind, id, dialog } = open.dialog
      return { kind, rule: id, rows: range(open.from, open.to), dialog }
    }
  }
  if (shell !== undefined) return { kind: "shell", rule: "shell-prompt", rows: [shell] }
  return { kind: "unknown", rule: torn ? "torn-frame" : "no-frame", rows: [] }
}

interface BoxView {
  readonly profile: Profile
  readonly screen: Screen
  readonly box: Box
  readonly content: Content
  readonly tail: Tail
  readonly title: ReturnType<typeof readTitle>
  readonly cursor: Cursor | undefined
}

const signOf = (view: BoxView, kinds: ReadonlyArray<ScreenKind>): Verdict | undefined => {
  const ghost = view.content.state === "ghost" ? view.content.text : undefined
  const found = findSign(
    view.profile,
    view.screen,
    view.box,
    ghost,
    view.tail.passed,
    (sign) => kinds.includes(sign.kind) && !(sign.emptyOnly === true && view.content.state === "typed")
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

const withBox = (view: BoxView): Verdict => {
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
  const vouched = view.title === "idle" && box.footer.length > 0
  if (box.anchor === undefined && !vouched) return { kind: "unknown", rule: "no-footer", rows: boxRows(box) }
  if (box.strange) return { kind: "unknown", rule: "strange-footer", rows: box.footer }
  if (cursor?.visible === true && (cursor.y < box.first || cursor.y > box.last)) {
    return { kind: "unknown", rule: "cursor-outside", rows: boxRows(box) }
  }
  if (cursor?.visible === false && box.composer.cursorShown === true) {
    return { kind: "unknown", rule: "cursor-hidden", rows: boxRows(box) }
  }
  const hidden =
    profile.titles?.turnHidden === true ||
    (box.anchor !== undefined &&
      matchesAny(box.composer.footer.hidesTurn, textAt(view.screen.rows, box.anchor)))
  if (view.title === "silent" && hidden && turnOpen(view.tail)) {
    return { kind: "unknown", rule: "turn-may-be-hidden", rows: boxRows(box) }
  }
  return { kind: "idle", rule: content.state === "ghost" ? "box-ghost" : "box-empty", rows: boxRows(box) }
}

const countBackground = (profile: Profile, texts: ReadonlyArray<string>): number | undefined => {
  let most: number | undefined
  for (const pattern of profile.background) {
    for (const text of texts) {
      const count = Number(groups(pattern, text)?.[1] ?? "")
      if (count > 0 && count <= 999) most = Math.max(most ?? 0, count)
    }
  }
  return most
}

const resetOf = (profile: Profile, texts: ReadonlyArray<string>): string | undefined => {
  for (const pattern of profile.resets) {
    for (const text of texts) {
      const reset = groups(pattern, text)?.[1]?.trim()
      if (reset !== undefined && reset !== "") return reset
    }
  }
  return undefined
}

/** Rows whose words may name a limit's reset: the rows that decided, what continues them, and the rows below the box. */
const limitTexts = (
  screen: Screen,
  verdict: Verdict,
  box: Box | undefined,
  tailRow: number | undefined
): ReadonlyArray<string> => {
  const texts: Array<string> = []
  if (tailRow !== undefined) texts.push(blockFrom(screen.rows, tailRow))
  const first = verdict.rows[0]
  const last = verdict.rows[verdict.rows.length - 1]
  if (first !== undefined && last !== undefined)
    texts.push(last > first ? joinRows(screen.rows, first, last) : blockFrom(screen.rows, first))
  if (box?.footer[0] !== undefined) texts.push(joinRows(screen.rows, box.footer[0], screen.rows.length - 1))
  return texts
}

/**
 * Reads one frame with a given profile (design §5). `unknown` is the answer to everything the profile cannot prove;
 * `touchable` only for a styled, whole, empty, idle box. Never throws.
 */
export const readWith = (profile: Profile, frame: Frame): ScreenReading => {
  const screen = parseAnsi(frame.ansi)
  const cursor = frame.cursor ?? undefined
  const found = findBox(profile, screen)
  const box = found?.torn === true ? undefined : found
  const content = box && readContent(screen, box, cursor, frame.cols ?? undefined)
  const title = readTitle(profile, frame.title ?? undefined)
  // a choice whose selected row looks like a box with text is still a choice
  const choice =
    content?.state === "typed" && CHOICE.test(content.text) ? findDialog(profile, screen) : undefined
  const boxless =
    box === undefined || content === undefined || (choice !== undefined && choice.dialog.kind !== "overlay")
      ? withoutBox(profile, screen, cursor, found !== undefined)
      : undefined
  const below = box === undefined ? (boxless?.rows[0] ?? lastDrawn(screen.rows) + 1) : Math.max(0, box.top)
  const tail = readTail(profile, screen, below)
  const verdict =
    box === undefined || content === undefined || boxless !== undefined
      ? (boxless ?? NOTHING)
      : withBox({ profile, screen, box, content, tail, title, cursor })
  const limitMark = tail.mark?.role === "limit" ? tail.row : undefined
  const limited = verdict.kind === "limit" || (verdict.kind === "unsent" && limitMark !== undefined)
  const reset = limited ? resetOf(profile, limitTexts(screen, verdict, box, limitMark)) : undefined
  const facts =
    verdict.kind === "shell" ? {} : extractFacts(profile, screen, box, box === undefined ? [] : tail.passed)
  const background =
    box &&
    countBackground(
      profile,
      [...box.footer, ...tail.passed].map((at) => textAt(screen.rows, at))
    )
  const holdsText = content?.state === "typed" && content.text !== ""
  return {
    kind: verdict.kind,
    rule: verdict.rule,
    rows: [...verdict.rows],
    touchable:
      verdict.kind === "idle" &&
      box?.anchor !== undefined &&
      content?.proven === true &&
      takesText(profile, screen, box),
    ...(holdsText ? { text: content.text } : {}),
    ...(holdsText && content.folded ? { folded: true } : {}),
    ...facts,
    ...(limited ? { limit: reset === undefined ? {} : { reset } } : {}),
    ...(verdict.error !== undefined ? { error: verdict.error } : {}),
    ...(verdict.dialog === true ? { dialog: true } : {}),
    ...(background !== undefined ? { background } : {}),
    ...(tail.queued > 0 && box !== undefined ? { queued: tail.queued } : {})
  }
}

/** False when a sign of the profile says that keys would not be typed as text. */
const takesText = (profile: Profile, screen: Screen, box: Box): boolean =>
  findSign(profile, screen, box, undefined, [], (sign) => sign.kind === "idle") === undefined

/** Reads one frame with the profile of its CLI, or with the generic one when there is none. */
export const readScreen = (frame: Frame): ScreenReading => readWith(profileOf(frame.cli), frame)
