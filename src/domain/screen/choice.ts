import { cleanText } from "../text/clean.ts"
import { type Cell, isBlank, type Row, type Screen } from "./ansi.ts"
import type { OpenDialog } from "./dialog.ts"
import { groups } from "./pattern.ts"
import type { Choices, Profile } from "./profile.ts"
import type { ScreenReading } from "./reading.ts"

/** Lines at the sides of a dialog: no part of what its rows say. */
const SIDES = /[\u2500-\u257f\u2580-\u259f|]/u
const ENDS = /^[\s\u2500-\u257f\u2580-\u259f|]+|[\s\u2500-\u257f\u2580-\u259f|]+$/gu
/** An option's number, a box to tick before it or not. */
const NUMBERED = /^(?:\[.\] )?(\d{1,2})[.)] *(\S.*)$/u

const LABEL_MAX = 80
const WORDS_MAX = 500
/** Blank rows that end a dialog's words where nothing else does. */
const GAP = 4
/** Columns by which the options of one list may be indented differently. */
const SLACK = 2
/** Before an option: there are more above or below it. */
const SCROLLS = /[↑↓▲▼]/u
/** Options that a list on a low screen may hide between two that it shows. */
const HIDDEN = 2

/** One option of an open choice: where it stands, and what says so. */
interface Option {
  readonly row: number
  /** Column of its first character, without a marker before it. */
  readonly from: number
  readonly to: number
  readonly number: number | undefined
  readonly label: string
  readonly marked: boolean
}

/** What a dialog says beside its kind. */
type Said = Pick<ScreenReading, "choice" | "words">

const textOf = (cells: ReadonlyArray<Cell>): string =>
  cells.map((cell) => (isBlank(cell) ? " " : cell.char)).join("")

/** The first column of words behind a number that has its own column: descriptions stand further right. */
const labelOf = (text: string): string => cleanText(text.trim().split(/ {2,}/u)[0] ?? "", LABEL_MAX)

const optionAt = (rows: ReadonlyArray<Row>, at: number, markers: string): Option | undefined => {
  const cells = (rows[at]?.cells ?? []).filter((cell) => !isBlank(cell))
  while (cells[0] !== undefined && SIDES.test(cells[0].char)) cells.shift()
  while (SIDES.test(cells[cells.length - 1]?.char ?? "")) cells.pop()
  if (SCROLLS.test(cells[0]?.char ?? "") && cells.length > 1) cells.shift()
  const [mark, next] = cells
  const apart = mark !== undefined && next !== undefined && (next.col > mark.col + 1 || /\d/u.test(next.char))
  const marked = apart && markers.includes(mark.char)
  const first = cells[marked ? 1 : 0]
  const last = cells[cells.length - 1]
  if (first === undefined || last === undefined) return undefined
  const to = last.col + last.width
  const text = textOf((rows[at]?.cells ?? []).filter((cell) => cell.col >= first.col && cell.col < to))
  const parts = NUMBERED.exec(text)
  const number = parts?.[1] === undefined ? undefined : Number(parts[1])
  return { row: at, from: first.col, to, number, label: labelOf(parts?.[2] ?? text), marked }
}

/** True for the option right above another one, or above those that are scrolled out between them. */
const follows = (option: Option, below: Option): boolean => {
  const step = (below.number ?? 0) - (option.number ?? 0)
  return step > 0 && step <= HIDDEN + 1 && Math.abs(option.from - below.from) <= SLACK
}

/** The lowest list of numbered options, from its first to its last; empty where there is none. */
const numbered = (all: ReadonlyArray<Option>): ReadonlyArray<Option> => {
  const list: Array<Option> = []
  for (const option of all.toReversed()) {
    const below = list[0]
    if (option.number === undefined) continue
    if (below === undefined) list.push(option)
    else if (follows(option, below)) list.unshift(option)
    if (list[0]?.number === 1) break
  }
  return list
}

/** Options without numbers: the rows without a gap around the marked one, in its column. */
const unnumbered = (all: ReadonlyArray<Option>, marked: Option): ReadonlyArray<Option> => {
  const list: Array<Option> = [marked]
  const walk = (step: -1 | 1): void => {
    for (let at = marked.row + step; ; at += step) {
      const option = all.find(({ row }) => row === at)
      if (option === undefined || option.from < marked.from) return
      if (option.from === marked.from) step < 0 ? list.unshift(option) : list.push(option)
    }
  }
  walk(-1)
  walk(1)
  return list
}

/** A row of buttons, one a group of the pattern; the lowest row that has them. */
const buttons = (choices: Choices, rows: ReadonlyArray<Row>, from: number, to: number) => {
  for (let at = to; at >= from; at--) {
    const cells = rows[at]?.cells ?? []
    const text = textOf(cells)
    for (const pattern of choices.buttons ?? []) {
      const found = groups(pattern, text)
      if (found === undefined) continue
      let after = text.indexOf(found[0] ?? "")
      return found.slice(1).flatMap((label): ReadonlyArray<Option> => {
        if (label === undefined || label === "") return []
        const index = text.indexOf(label, after)
        after = index + label.length
        const col = (units: number): number => cells[[...text.slice(0, units)].length]?.col ?? 0
        const to = col(after - 1) + 1
        return [{ row: at, from: col(index), to, number: undefined, label: labelOf(label), marked: false }]
      })
    }
  }
  return []
}

const within = ({ from, to }: Option, cell: Cell): boolean => cell.col >= from && cell.col < to

/** True for an option in reverse video, or on a background that stands nowhere else in the dialog but beside it. */
const standsOut = (rows: ReadonlyArray<Row>, option: Option, first: number, last: number): boolean => {
  const own = rows[option.row]?.cells.find((cell) => within(option, cell))?.style
  if (own === undefined) return false
  if (own.inverse) return true
  if (own.bg === -1) return false
  for (let at = first; at <= last; at++) {
    for (const cell of rows[at]?.cells ?? []) {
      // a button's own margin is one column
      const near = at === option.row && cell.col >= option.from - SLACK && cell.col < option.to + SLACK
      if (!near && !isBlankRight(at, cell, option) && cell.style.bg === own.bg) return false
    }
  }
  return true
}

/** Blanks right of an option in its row may be drawn like it. */
const isBlankRight = (at: number, cell: Cell, option: Option): boolean =>
  at === option.row && cell.col >= option.to && isBlank(cell)

interface List {
  readonly options: ReadonlyArray<Option>
  readonly chosen: Option | undefined
}

const NONE: List = { options: [], chosen: undefined }

const only = (options: ReadonlyArray<Option>): Option | undefined =>
  options.length === 1 ? options[0] : undefined

const listIn = (choices: Choices, screen: Screen, from: number, to: number): List => {
  const row = buttons(choices, screen.rows, from, to)
  const all: Array<Option> = []
  for (let at = from; at <= to; at++) {
    const option = optionAt(screen.rows, at, choices.markers)
    if (option !== undefined) all.push(option)
  }
  const list = row.length > 0 ? row : numbered(all)
  const marked = all.findLast((option) => option.marked)
  if (marked?.number === undefined && marked !== undefined && row.length === 0) {
    const last = list[list.length - 1]
    // below a numbered list it may be one more of its options, and its place is not known
    if (last !== undefined && last.row < marked.row && marked.row - last.row <= GAP)
      return { options: list, chosen: undefined }
    if (last === undefined || last.row < marked.row) {
      const options = unnumbered(all, marked)
      return { options, chosen: only(options.filter((option) => option.marked)) }
    }
  }
  if (list.length === 0) return NONE
  const chosen = list.filter((option) => option.marked)
  if (chosen.length > 0 || choices.styled !== true) return { options: list, chosen: only(chosen) }
  return { options: list, chosen: only(list.filter((option) => standsOut(screen.rows, option, from, to))) }
}

/** The list of the dialog, and the row it begins at: an outer frame where the inner one holds the list's end only. */
const findList = (choices: Choices, screen: Screen, open: OpenDialog): List & { readonly from: number } => {
  const inner = listIn(choices, screen, open.from, open.to)
  const above = open.above[0]
  if ((inner.options[0]?.number ?? 1) === 1 || above === undefined) return { ...inner, from: open.from }
  const outer = listIn(choices, screen, above, open.to)
  return (outer.options[0]?.number ?? 0) < (inner.options[0]?.number ?? 0) && outer.options.length > 1
    ? { ...outer, from: above }
    : { ...inner, from: open.from }
}

/** The rows nearest above the options, from the top: at most `WORDS_MAX` characters. */
const wordsIn = (screen: Screen, from: number, to: number, most = GAP): string => {
  const lines: Array<string> = []
  let room = WORDS_MAX
  let gap = 0
  for (let at = to; at >= from && gap < most; at--) {
    const text = screen.rows[at]?.text ?? ""
    const line = cleanText(text.replace(ENDS, ""), room)
    if (text.trim() === "") gap += lines.length > 0 ? 1 : 0
    else gap = 0
    if (line === "") continue
    if (line.length > room) break
    lines.unshift(line)
    room -= line.length + 1
    if (room <= 0) break
  }
  return lines.join("\n")
}

/**
 * What an open dialog asks and the choice it stands on. `choice` is absent where no marker or style tells exactly one
 * option apart, `words` where the dialog has none. Both are what stands on the screen: for the person's eyes only.
 */
export const readDialog = (profile: Profile, screen: Screen, open: OpenDialog): Said => {
  const { chosen, from, options } =
    profile.choices === undefined ? { ...NONE, from: open.from } : findList(profile.choices, screen, open)
  const first = options[0]?.row
  const words =
    first === undefined
      ? wordsIn(screen, from, open.to, screen.rows.length)
      : wordsIn(screen, from, first - 1)
  const index = chosen === undefined ? 0 : (chosen.number ?? options.indexOf(chosen) + 1)
  return {
    ...(chosen !== undefined && chosen.label !== "" ? { choice: { index, label: chosen.label } } : {}),
    ...(words !== "" ? { words } : {})
  }
}
