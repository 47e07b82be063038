import { parseAnsi, type Screen } from "./ansi.ts"
import { readDialog } from "./choice.ts"
import { type Box, findBox } from "./composer.ts"
import { type Content, readContent } from "./content.ts"
import { findDialog } from "./dialog.ts"
import { extractFacts } from "./extract.ts"
import type { Cursor, Frame } from "./frame.ts"
import type { ScreenKind } from "./kinds.ts"
import type { Say } from "./lack.ts"
import { readTail, type Tail } from "./marks.ts"
import { groups } from "./pattern.ts"
import type { Profile } from "./profile.ts"
import { profileOf } from "./profiles/index.ts"
import type { ScreenReading } from "./reading.ts"
import { blockFrom, joinRows, lastDrawn, textAt } from "./rows.ts"
import { findShell } from "./shell.ts"
import { stripScreen } from "./strip.ts"
import { readTitle, type TitleWord } from "./title.ts"
import { cursorAway, takesText, type Verdict, withBox, withoutBox } from "./verdict.ts"

/** A numbered choice. */
const CHOICE = /^\d{1,2}\. /u

/** Rows that a CLI may well draw below its box; a dialog below takes more. */
const OWN_ROWS = 3

/** The box that takes keys now, with what stands in it. */
export interface Live {
  readonly box: Box
  readonly content: Content
}

/** What is found on a frame on the way to its reading. */
export interface Look {
  readonly screen: Screen
  readonly cursor: Cursor | undefined
  /** The lowest box, live or not. */
  readonly found: Box | undefined
  readonly live: Live | undefined
  readonly tail: Tail
  readonly title: TitleWord
  readonly verdict: Verdict
}

/** The box that takes keys now: whole, and not the selected row of an open choice. */
export const liveBox = (
  profile: Profile,
  screen: Screen,
  found: Box | undefined,
  cursor: Cursor | undefined,
  cols: number | undefined,
  say?: Say
): Live | undefined => {
  if (found === undefined) return undefined
  if (found.torn) say?.(0, "rows below it are not the CLI's")
  if (found.torn) return undefined
  say?.(1, "the cursor is shown outside it")
  if (found.composer.cursorHidden === true && cursorAway(found, cursor)) return undefined
  say?.(2, "a dialog is open below it")
  // an older frame's box stands above the dialog that is open now
  if (found.footer.length > OWN_ROWS) {
    const open = findDialog(profile, screen)
    if (open !== undefined && open.dialog.kind !== "overlay" && open.from > found.last) return undefined
  }
  say?.(3, "a shell waits below it")
  // a CLI that left its frame behind: a shell waits below it
  if (found.strange && findShell(profile, screen, cursor) !== undefined) return undefined
  say?.(4, "it is an option of an open choice")
  const content = readContent(screen, found, cursor, cols)
  if (content.state === "typed" && CHOICE.test(content.text)) {
    const choice = findDialog(profile, screen)
    if (choice !== undefined && choice.dialog.kind !== "overlay") return undefined
  }
  return { box: found, content }
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

/** Finds the box, the dialog, the conversation's end and what the title says, and decides the kind. */
export const lookAt = (profile: Profile, frame: Frame): Look => {
  const screen = stripScreen(profile, parseAnsi(frame.ansi))
  const cursor = frame.cursor ?? undefined
  const found = findBox(profile, screen)
  const live = liveBox(profile, screen, found, cursor, frame.cols ?? undefined)
  const box = live?.box
  const boxless = live === undefined ? withoutBox(profile, screen, cursor, found?.torn === true) : undefined
  const below = box === undefined ? (boxless?.rows[0] ?? lastDrawn(screen.rows) + 1) : Math.max(0, box.top)
  const tail = readTail(profile, screen, below, box?.quiet)
  const title = readTitle(profile, frame.title ?? undefined)
  const verdict: Verdict =
    live === undefined
      ? (boxless ?? { kind: "unknown", rule: "no-frame", rows: [] })
      : withBox({ profile, screen, ...live, tail, title, named: frame.title ?? "", cursor })
  return { screen, cursor, found, live, tail, title, verdict }
}

/** Kinds of a dialog that somebody has to answer. */
const ASKS: ReadonlySet<ScreenKind> = new Set(["permission", "trust", "question", "plan", "notice"])

/**
 * Reads one frame with a given profile (design §5). `unknown` is the answer to everything the profile cannot prove;
 * `touchable` only for a styled, whole, empty, idle box. Never throws.
 */
export const readWith = (profile: Profile, frame: Frame): ScreenReading => {
  const { cursor, live, screen, tail, verdict } = lookAt(profile, frame)
  const box = live?.box
  const limitMark = tail.mark?.role === "limit" ? tail.row : undefined
  const limited = verdict.kind === "limit" || (verdict.kind === "unsent" && limitMark !== undefined)
  const reset = limited ? resetOf(profile, limitTexts(screen, verdict, box, limitMark)) : undefined
  const own = box === undefined ? [] : tail.passed
  const facts = verdict.kind === "shell" ? {} : extractFacts(profile, screen, box, own, verdict.open)
  const turn = box !== undefined && tail.mark?.role === "working" ? [tail.row] : []
  const ownTexts = [...(box?.footer ?? []), ...own, ...turn].map((at) => textAt(screen.rows, at))
  const background = countBackground(profile, ownTexts)
  const typed = live?.content.state === "typed" && live.content.text !== "" ? live.content : undefined
  const proven = live?.content.proven === true && live.box.anchor !== undefined
  return {
    kind: verdict.kind,
    rule: verdict.rule,
    rows: [...verdict.rows],
    touchable:
      verdict.kind === "idle" &&
      proven &&
      // a box that nobody captured is described, not known
      box?.composer.captured === true &&
      !cursorAway(box, cursor) &&
      takesText(profile, screen, box, live?.content.state === "ghost" ? live.content.text : undefined),
    ...(typed !== undefined ? { text: typed.text } : {}),
    ...(typed?.folded === true ? { folded: true } : {}),
    ...facts,
    ...(limited ? { limit: reset === undefined ? {} : { reset } } : {}),
    ...(verdict.error !== undefined ? { error: verdict.error } : {}),
    ...(verdict.dialog === true ? { dialog: true } : {}),
    ...(verdict.open !== undefined && (verdict.dialog === true || ASKS.has(verdict.kind))
      ? readDialog(profile, screen, verdict.open)
      : {}),
    ...(background !== undefined ? { background } : {}),
    ...(tail.queued > 0 && box !== undefined ? { queued: tail.queued } : {})
  }
}

/** Reads one frame with the profile of its CLI, or with the generic one when there is none. */
export const readScreen = (frame: Frame): ScreenReading => readWith(profileOf(frame.cli), frame)
