import { type Cell, type Colour, isBlank, type Row } from "./ansi.ts"
import type { Say } from "./lack.ts"
import { matches, matchesAny } from "./pattern.ts"
import type { Composer, Glyph } from "./profile.ts"

/** The bottom edge of a column box: its row, the column of its corner and the column after its last character. */
export interface Edge {
  readonly row: number
  readonly start: number
  readonly end: number
}

/** What stands inside a column box; all numbers are rows but `textColumn`. */
export interface Column {
  readonly top: number
  readonly first: number
  readonly last: number
  readonly textColumn: number
  readonly clipped: boolean
  readonly mode: Glyph["mode"]
  readonly status: ReadonlyArray<number>
  readonly quiet: Colour | undefined
  readonly footerFrom: number
}

const drawn = (row: Row | undefined): ReadonlyArray<Cell> =>
  (row?.cells ?? []).filter((cell) => !isBlank(cell))

/** The lowest bottom edge on the screen, or undefined. */
export const edgeOf = (composer: Composer, rows: ReadonlyArray<Row>): Edge | undefined => {
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at]
    if (row === undefined || composer.bottom === undefined || !matches(composer.bottom, row.text)) continue
    const cells = drawn(row)
    const start = cells[0]?.col ?? 0
    let end = start
    for (const cell of cells) {
      if (cell.col !== end) break
      end = cell.col + cell.width
    }
    return { row: at, start, end }
  }
  return undefined
}

/** What a row shows behind the box's bar: undefined when the bar is missing or the row is none of the box's. */
const behindBar = (composer: Composer, row: Row | undefined, edge: Edge): ReadonlyArray<Cell> | undefined => {
  const [bar, ...rest] = drawn(row)
  if (bar === undefined || bar.char !== composer.left || bar.col !== edge.start) return undefined
  const [head] = rest
  return head !== undefined && head.col < edge.start + composer.textColumn ? undefined : rest
}

/** The colour of the status row's quiet words, when the row shows another one behind them too. */
const quietOf = (composer: Composer, cells: ReadonlyArray<Cell>): Colour | undefined => {
  const at = cells.findIndex((cell) => cell.char === composer.quiet)
  const colour = cells[at]?.style.fg
  return cells.slice(at + 1).some((cell) => cell.style.fg !== colour) ? colour : undefined
}

/** Rows between the bar rows and the edge that something else is drawn over. */
const OVERDRAWN = 2

/**
 * The box of shape `column`: a bar at the left of every row down to the bottom edge; a blank row, the text, a blank row,
 * the status rows. On a low screen the status may be drawn over: then a box that holds text is one, an empty one is not.
 */
export const findColumn = (composer: Composer, rows: ReadonlyArray<Row>, say?: Say): Column | undefined => {
  say?.(0, "no closing edge")
  const edge = edgeOf(composer, rows)
  if (edge === undefined) return undefined
  say?.(1, `no whole box above row ${edge.row}`)
  let bottom = edge.row - 1
  while (bottom >= edge.row - OVERDRAWN && behindBar(composer, rows[bottom], edge) === undefined) bottom--
  const whole = bottom === edge.row - 1
  let top = bottom
  while (top > 0 && behindBar(composer, rows[top - 1], edge) !== undefined) top--
  const isBlankAt = (at: number): boolean => behindBar(composer, rows[at], edge)?.length === 0
  let gap = bottom
  while (gap > top && !isBlankAt(gap)) gap--
  const clipped = !isBlankAt(top)
  const first = clipped ? top : top + 1
  const last = gap - 1
  if (last < first || bottom < top || (whole && gap === bottom)) return undefined
  if (!whole && Array.from({ length: last - first + 1 }, (_, i) => first + i).every(isBlankAt))
    return undefined
  const status = whole ? Array.from({ length: bottom - gap }, (_, i) => gap + 1 + i) : []
  const cells = status.flatMap((at) => behindBar(composer, rows[at], edge) ?? [])
  const said = cells.map((cell) => cell.char).join("")
  return {
    top: top - 1,
    first,
    last,
    textColumn: edge.start + composer.textColumn,
    clipped,
    mode: matchesAny(composer.shellStatus, said) ? "shell" : "prompt",
    status,
    quiet: quietOf(composer, cells),
    footerFrom: edge.row + 1
  }
}
