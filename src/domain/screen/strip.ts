import { type Cell, finishRow, isBlank, type Row, type Screen } from "./ansi.ts"
import { edgeOf } from "./column.ts"
import type { Profile } from "./profile.ts"
import { rowWidth } from "./rows.ts"

/** Columns left of a box that fills the width it has. */
const MARGIN = 2

const rebuilt = (cells: ReadonlyArray<Cell>): Row => finishRow([...cells])

const blanked = (cell: Cell): Cell => ({ ...cell, char: " ", style: { ...cell.style, inverse: false } })

/** Rows without what stands right of the box: a side panel is no part of the conversation. */
const withoutPanel = (profile: Profile, rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  for (const composer of profile.composers) {
    const edge = composer.shape === "column" ? edgeOf(composer, rows) : undefined
    // only a box that begins at the left edge shares its rows with a panel
    if (edge === undefined || edge.start > MARGIN) continue
    // bar rows below the edge are a newer frame's, whose width the old box does not know
    const stale = rows.slice(edge.row + 1).some((row) => {
      const cell = row.cells.find((one) => !isBlank(one))
      return cell?.char === composer.left && cell?.col === edge.start
    })
    if (stale) continue
    return rows.map((row) =>
      rowWidth(row) <= edge.end ? row : rebuilt(row.cells.filter((cell) => cell.col + cell.width <= edge.end))
    )
  }
  return rows
}

const lastDrawnCell = (row: Row): number => row.cells.findLastIndex((cell) => !isBlank(cell))

const withoutScrollbar = (bar: string, rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const width = Math.max(0, ...rows.map(rowWidth))
  return rows.map((row) => {
    const at = lastDrawnCell(row)
    const cell = row.cells[at]
    const gap = row.cells[at - 1]
    if (cell === undefined || !bar.includes(cell.char) || cell.col < width - 2) return row
    return gap !== undefined && !isBlank(gap) ? row : rebuilt(row.cells.slice(0, at))
  })
}

/** A dialog's frame is indented by at most this many columns. */
const MAX_INDENT = 2

const withoutSides = (side: string, rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  rows.map((row) => {
    const at = lastDrawnCell(row)
    const from = row.cells.findIndex((cell) => !isBlank(cell))
    const first = row.cells[from]
    if (at <= from || from > MAX_INDENT || first?.char !== side || row.cells[at]?.char !== side) return row
    return rebuilt([...row.cells.slice(0, from), blanked(first), ...row.cells.slice(from + 1, at)])
  })

/**
 * The screen without what frames the rows and says nothing: a panel beside the box, the scroll bar at the right edge,
 * the sides of bordered dialogs. Rows keep their indexes and columns. The same screen where the profile names none.
 */
export const stripScreen = (profile: Profile, screen: Screen): Screen => {
  const { scrollbar, sides } = profile
  let rows = withoutPanel(profile, screen.rows)
  if (scrollbar !== undefined) rows = withoutScrollbar(scrollbar, rows)
  if (sides !== undefined) rows = withoutSides(sides, rows)
  return rows === screen.rows ? screen : { ...screen, rows }
}
