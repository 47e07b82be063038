import { type Colour, isBlank, type Row, type Screen } from "./ansi.ts"
import type { Box } from "./composer.ts"
import type { Say } from "./lack.ts"
import { matches } from "./pattern.ts"
import type { Mark, Profile, Sign } from "./profile.ts"
import { blockFrom, isEmpty, joinRows, runAround, textAt } from "./rows.ts"

/** What the conversation's end says: the mark that decided and its row, whether a turn's end stands below it. */
export interface Tail {
  readonly mark: Mark | undefined
  readonly row: number
  readonly ended: boolean
  /** Queued messages passed on the way. */
  readonly queued: number
  /** Rows passed on the way that are no part of the conversation's text. */
  readonly passed: ReadonlyArray<number>
}

/** A bar in a colour that is no background on this screen, before words in the quiet colour. */
const isBarred = (rows: ReadonlyArray<Row>, at: number, quiet: Colour | undefined): boolean => {
  const [bar, word] = (rows[at]?.cells ?? []).filter((cell) => !isBlank(cell))
  if (bar === undefined || word === undefined || quiet === undefined || word.style.fg !== quiet) return false
  return !rows.some((row) => row.cells.some((cell) => cell.style.bg === bar.style.fg))
}

/** True when a mark holds on a row; `say` is told what it lacks where the row's own words are right. */
export const fits = (mark: Mark, screen: Screen, at: number, quiet?: Colour, say?: Say): boolean => {
  const text = textAt(screen.rows, at)
  if (!matches(mark.row, text)) return false
  const lacks = (step: number, lack: string): false => {
    say?.(step, `row ${at} matches, but ${lack}`)
    return false
  }
  if (mark.whole !== undefined && !matches(mark.whole, runAround(screen.rows, at)))
    return lacks(1, "not the rows around it")
  if (mark.barred === true && !isBarred(screen.rows, at, quiet)) return lacks(2, "has no bar before it")
  if (mark.block !== undefined && !matches(mark.block, blockFrom(screen.rows, at)))
    return lacks(3, "not the rows that continue it")
  if ((mark.faint !== true && mark.coloured !== true) || !screen.coloured) return true
  const style = screen.rows[at]?.cells.find((cell) => cell.char.trim() !== "")?.style
  if (style === undefined || (mark.faint === true && !style.faint)) return lacks(4, "is not faint")
  const own = mark.coloured !== true || (style.fg !== -1 && style.bg === -1)
  return own || lacks(4, "has no colour of its own")
}

/** Queued messages that stand right above a row, with only blanks and their own rows between. */
const queuedAbove = (profile: Profile, screen: Screen, below: number): number => {
  let count = 0
  for (let at = below - 1; at >= 0; at--) {
    if (isEmpty(screen.rows[at])) continue
    const mark = profile.marks.find((known) => fits(known, screen, at))
    if (mark?.role === "queued") count++
    else if (mark?.role !== "chrome" && mark?.role !== "detail") return count
  }
  return count
}

/** Reads the conversation upward from `below` (excluded) to the newest mark that decides; `quiet` is the box's. */
export const readTail = (profile: Profile, screen: Screen, below: number, quiet?: Colour): Tail => {
  let ended = false
  let queued = 0
  let prose = false
  const passed: Array<number> = []
  for (let at = below - 1; at >= 0; at--) {
    if (isEmpty(screen.rows[at])) {
      // text without a head of its own is the middle of an answer
      if (prose) return { mark: undefined, row: at + 1, ended, queued, passed }
      continue
    }
    const mark = profile.marks.find((known) => fits(known, screen, at, quiet))
    if (mark === undefined) {
      prose = true
      continue
    }
    if (mark.role === "chrome" || mark.role === "detail" || mark.role === "queued") {
      prose = false
      passed.push(at)
      if (mark.role === "queued") queued++
    } else if (mark.role === "end") {
      if (prose) return { mark: undefined, row: at + 1, ended, queued, passed }
      passed.push(at)
      ended = true
    } else {
      if (mark.role === "working") queued += queuedAbove(profile, screen, at)
      return { mark, row: at, ended, queued, passed }
    }
  }
  return { mark: undefined, row: 0, ended, queued, passed }
}

const HEAD_ROWS = 4

const signRows = (
  at: Exclude<Sign["at"], "ghost">,
  screen: Screen,
  box: Box,
  passed: ReadonlyArray<number>
): ReadonlyArray<number> => {
  if (at === "footer") return box.footer
  if (at === "above") return passed
  const above = Math.max(0, box.top)
  if (at === "screen") return screen.rows.slice(0, above).map((_, index) => index)
  if (at === "head") return screen.rows.slice(0, Math.min(HEAD_ROWS, above)).map((_, index) => index)
  return box.anchor === undefined ? [] : [box.anchor]
}

const matchesFooter = (sign: Sign, screen: Screen, box: Box): boolean =>
  sign.footer === undefined ||
  matches(sign.footer, joinRows(screen.rows, box.footer[0] ?? screen.rows.length, screen.rows.length - 1))

/** The first of the profile's signs that shows, among those `pick` allows. */
export const findSign = (
  profile: Profile,
  screen: Screen,
  box: Box,
  ghost: string | undefined,
  passed: ReadonlyArray<number>,
  pick: (sign: Sign) => boolean
): { readonly sign: Sign; readonly row: number } | undefined => {
  for (const sign of profile.signs) {
    if (!pick(sign) || !matchesFooter(sign, screen, box)) continue
    if (sign.at === "ghost") {
      if (ghost !== undefined && matches(sign.row, ghost)) return { sign, row: box.first }
      continue
    }
    const rows = signRows(sign.at, screen, box, passed)
    const row = rows.find((at) => matches(sign.row, textAt(screen.rows, at)))
    if (row !== undefined) return { sign, row }
  }
  return undefined
}
