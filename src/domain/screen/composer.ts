import { type Cell, type Colour, isBlank, type Row, type Screen } from "./ansi.ts"
import { findColumn } from "./column.ts"
import type { Say } from "./lack.ts"
import { matches, matchesAny, regex } from "./pattern.ts"
import type { Composer, Glyph, Profile } from "./profile.ts"
import { indentOf, isEmpty, lastDrawn, rowWidth, textAt } from "./rows.ts"

/** The input box found on a screen; all numbers are row indexes from 0. */
export interface Box {
  readonly composer: Composer
  /** The edge above the box: the conversation ends above it. */
  readonly top: number
  readonly first: number
  readonly last: number
  /** The column where its text begins. */
  readonly textColumn: number
  readonly mode: Glyph["mode"]
  /** Its own status rows, and the colour of the quiet words in them. */
  readonly status: ReadonlyArray<number>
  readonly quiet: Colour | undefined
  /** The colour of the hints below it (`hints` of the profile); never the default one. */
  readonly hint: Colour | undefined
  /** Its first rows are scrolled out. */
  readonly clipped: boolean
  /** The drawn rows below the box. */
  readonly footer: ReadonlyArray<number>
  /** The footer row that is the CLI's own, when there is one. */
  readonly anchor: number | undefined
  /** A row stands below the box that the CLI does not draw there: the frame is broken or the CLI has left. */
  readonly torn: boolean
  /** A row after the anchor is none the profile knows. */
  readonly strange: boolean
}

const cellAt = (row: Row | undefined, col: number): Cell | undefined => {
  // one cell a column except for wide characters, so the index is at most the column
  const cells = row?.cells ?? []
  for (let at = Math.min(col, cells.length - 1); at >= 0; at--) {
    const cell = cells[at]
    if (cell !== undefined && cell.col === col) return cell
  }
  return undefined
}

const glyphOf = (composer: Composer, row: Row | undefined): Glyph | undefined => {
  const cell = cellAt(row, composer.glyphColumn)
  if (cell === undefined || row === undefined) return undefined
  const glyph = composer.glyphs.find((known) => known.char === cell.char)
  if (glyph === undefined) return undefined
  for (const before of row.cells) {
    if (before.col >= composer.glyphColumn) break
    if (!isBlank(before) && before.char !== composer.left) return undefined
  }
  for (let col = composer.glyphColumn + cell.width; col < composer.textColumn; col++) {
    const gap = cellAt(row, col)
    if (gap !== undefined && !isBlank(gap)) return undefined
  }
  return glyph
}

type Frame = Omit<Box, "footer" | "anchor" | "torn" | "strange" | "hint"> & { readonly footerFrom: number }

const insideEdges = (
  composer: Composer,
  rows: ReadonlyArray<Row>,
  top: number,
  bottom: number,
  say?: Say
): Frame | undefined => {
  const clipped = composer.topClipped !== undefined && matches(composer.topClipped, textAt(rows, top))
  const glyph = glyphOf(composer, rows[top + 1])
  if (glyph === undefined && !clipped && composer.glyphOptional !== true) {
    say?.(4, `no glyph in row ${top + 1}`)
    return undefined
  }
  if (composer.pickerRows !== undefined) {
    for (let at = top + 1; at < bottom; at++)
      if (matchesAny(composer.pickerRows, textAt(rows, at))) {
        say?.(5, `row ${at} is a picker's`)
        return undefined
      }
  }
  for (let at = top + 1; at < bottom; at++) {
    const row = rows[at]
    if (row === undefined) return undefined
    if (composer.left !== undefined && !row.text.trimStart().startsWith(composer.left)) {
      say?.(5, `row ${at} has no left border`)
      return undefined
    }
    const rowIsFirst = at === top + 1 && glyph !== undefined
    if (composer.left === undefined && !rowIsFirst && !isEmpty(row) && indentOf(row) < composer.textColumn) {
      say?.(5, `row ${at} begins left of the text column`)
      return undefined
    }
  }
  return {
    composer,
    top,
    first: top + 1,
    last: bottom - 1,
    textColumn: composer.textColumn,
    mode: glyph?.mode ?? "prompt",
    status: [],
    quiet: undefined,
    clipped,
    footerFrom: bottom + 1
  }
}

const findEdges = (composer: Composer, rows: ReadonlyArray<Row>, say?: Say): Frame | undefined => {
  const { top: topEdge, bottom: bottomEdge } = composer
  if (topEdge === undefined || bottomEdge === undefined) return undefined
  say?.(0, "no closing edge")
  for (let bottom = rows.length - 1; bottom > 1; bottom--) {
    if (!matches(bottomEdge, textAt(rows, bottom))) continue
    say?.(1, `no opening edge above row ${bottom}`)
    for (let top = bottom - 1; top >= 0 && bottom - top <= (composer.maxRows ?? rows.length); top--) {
      const text = textAt(rows, top)
      const clipped = composer.topClipped !== undefined && matches(composer.topClipped, text)
      if (!clipped && !matches(topEdge, text)) continue
      const same = composer.sameWidth !== true || rowWidth(rows[top]) === rowWidth(rows[bottom])
      if (!same) say?.(2, `the edges in rows ${top} and ${bottom} have different widths`)
      else if (bottom - top <= 1) say?.(2, `nothing between rows ${top} and ${bottom}`)
      const frame = same && bottom - top > 1 ? insideEdges(composer, rows, top, bottom, say) : undefined
      if (frame !== undefined) return frame
      break
    }
  }
  return undefined
}

const findBlank = (composer: Composer, rows: ReadonlyArray<Row>, say?: Say): Frame | undefined => {
  say?.(0, "no row with a glyph between blank rows")
  const last = lastDrawn(rows)
  let footerFrom = last
  while (footerFrom > 0 && !isEmpty(rows[footerFrom - 1])) footerFrom--
  for (let at = footerFrom - 2; at >= 0 && footerFrom - at <= (composer.maxRows ?? rows.length); at--) {
    const row = rows[at]
    if (row === undefined || isEmpty(row)) continue
    const glyph = glyphOf(composer, row)
    if (glyph !== undefined) {
      if (at > 0 && !isEmpty(rows[at - 1])) {
        say?.(2, `no blank row above row ${at}`)
        return undefined
      }
      return {
        composer,
        top: at - 1,
        first: at,
        last: footerFrom - 2,
        textColumn: composer.textColumn,
        mode: glyph.mode,
        status: [],
        quiet: undefined,
        clipped: false,
        footerFrom
      }
    }
    if (indentOf(row) < composer.textColumn) {
      say?.(1, `row ${at} begins left of the text column`)
      return undefined
    }
  }
  return undefined
}

/** The colour of the row's cell that ends the text's first `length` UTF-16 units. */
const colourAt = (row: Row | undefined, length: number): Colour | undefined => {
  let left = length
  for (const cell of row?.cells ?? []) {
    left -= cell.char.length
    if (left <= 0) return cell.style.fg
  }
  return undefined
}

const hintColour = (
  composer: Composer,
  rows: ReadonlyArray<Row>,
  footer: ReadonlyArray<number>
): Colour | undefined => {
  for (const pattern of composer.hints ?? []) {
    for (const at of footer) {
      const found = regex(pattern).exec(textAt(rows, at))
      const colour = found === null ? undefined : colourAt(rows[at], found.index + found[0].length)
      if (colour !== undefined && colour !== -1) return colour
    }
  }
  return undefined
}

/** Rows that the head of a box may fill. */
const HEAD_ROWS = 8

/** The row that the edge of the box's head stands in, or undefined where it has none. */
const headOf = (composer: Composer, rows: ReadonlyArray<Row>, top: number): number | undefined => {
  const { head } = composer
  for (let at = top - 1; head !== undefined && at >= 0 && top - at <= HEAD_ROWS; at--) {
    if (matches(head.edge, textAt(rows, at))) return at
    if (!isEmpty(rows[at]) && !matchesAny(head.rows, textAt(rows, at))) return undefined
  }
  return undefined
}

const withFooter = (frame: Frame, rows: ReadonlyArray<Row>): Box => {
  const { footer: rule } = frame.composer
  const footer: Array<number> = []
  let anchor: number | undefined
  let torn = false
  for (let at = frame.footerFrom; at < rows.length; at++) {
    const row = rows[at]
    if (row === undefined || isEmpty(row)) continue
    footer.push(at)
    const divides = frame.composer.bottom !== undefined && matches(frame.composer.bottom, row.text)
    if ((indentOf(row) < rule.indent && !divides) || matchesAny(rule.never, row.text)) torn = true
    if (matchesAny(rule.newer, row.text)) torn = true
    if (matchesAny(rule.anchors, row.text)) anchor = at
  }
  const strange =
    anchor !== undefined &&
    footer.some((at) => at > (anchor ?? 0) && !matchesAny(rule.after, textAt(rows, at)))
  const { footerFrom: _, ...box } = frame
  const hint = hintColour(frame.composer, rows, footer)
  const top = headOf(frame.composer, rows, box.top) ?? box.top
  return { ...box, top, footer, anchor, torn: torn || (strange && rule.exact === true), strange, hint }
}

const inColumn = (composer: Composer, rows: ReadonlyArray<Row>, say?: Say): Frame | undefined => {
  const column = findColumn(composer, rows, say)
  return column && { composer, ...column }
}

const finders = { edges: findEdges, blank: findBlank, column: inColumn } as const

/** The box with its footer and head; undefined without one that the profile requires. */
const whole = (found: Frame, screen: Screen, say?: Say): Box | undefined => {
  const box = withFooter(found, screen.rows)
  const { footer, head } = box.composer
  if (footer.required === true && box.anchor === undefined) {
    say?.(8, "no footer row of its own")
    return undefined
  }
  if (head?.required === true && box.top === found.top) {
    say?.(8, "no head above it")
    return undefined
  }
  return box
}

/** The box of one shape, whole or torn; `say` is told what it lacks. */
export const boxOf = (composer: Composer, screen: Screen, say?: Say): Box | undefined => {
  const frame = finders[composer.shape](composer, screen.rows, say)
  return frame && whole(frame, screen, say)
}

/** The box, torn when an edge of another of the profile's boxes stands below it: it is an older frame's. */
const aboveNone = (profile: Profile, box: Box, rows: ReadonlyArray<Row>): Box => {
  const edges = profile.composers.flatMap(({ bottom, shape, top }) =>
    shape === "edges" ? [top ?? [], bottom ?? []].flat() : []
  )
  return box.footer.some((at) => matchesAny(edges, textAt(rows, at))) ? { ...box, torn: true } : box
}

/** The lowest input box on the screen that the profile knows, whole or torn; undefined when there is none. */
export const findBox = (profile: Profile, screen: Screen): Box | undefined => {
  let found: Frame | undefined
  for (const composer of profile.composers) {
    const frame = finders[composer.shape](composer, screen.rows)
    if (frame !== undefined && (found === undefined || frame.first > found.first)) found = frame
  }
  const box = found && whole(found, screen)
  return box && aboveNone(profile, box, screen.rows)
}
