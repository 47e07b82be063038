import type { Row } from "./ansi.ts"

/** Columns before the row's first drawn character; the row's own length for an empty one. */
export const indentOf = (row: Row): number => {
  const at = row.text.search(/\S/u)
  return at < 0 ? row.text.length : at
}

/** True for a row that shows nothing. */
export const isEmpty = (row: Row | undefined): boolean => row === undefined || row.text === ""

/** The row's text, or "" outside the screen. */
export const textAt = (rows: ReadonlyArray<Row>, at: number): string => rows[at]?.text ?? ""

/** The index of the last row that shows something, or -1. */
export const lastDrawn = (rows: ReadonlyArray<Row>): number => {
  let at = rows.length - 1
  while (at >= 0 && isEmpty(rows[at])) at--
  return at
}

/** Columns the row reaches: the column after its last cell. */
export const rowWidth = (row: Row | undefined): number => {
  const cell = row?.cells[row.cells.length - 1]
  return cell === undefined ? 0 : cell.col + cell.width
}

/** The rows from `from` to `to` (both included) as one line: trimmed, joined by single spaces, blank rows left out. */
export const joinRows = (rows: ReadonlyArray<Row>, from: number, to: number): string => {
  const parts: Array<string> = []
  for (let at = Math.max(0, from); at <= to && at < rows.length; at++) {
    const text = textAt(rows, at).trim()
    if (text !== "") parts.push(text)
  }
  return parts.join(" ")
}

/** A row joined with all drawn rows right above and below it, up to 12 each way. */
export const runAround = (rows: ReadonlyArray<Row>, at: number): string => {
  let from = at
  while (from > 0 && at - from < 12 && !isEmpty(rows[from - 1])) from--
  return `${from < at ? `${joinRows(rows, from, at - 1)} ` : ""}${blockFrom(rows, at, 13)}`
}

/** A row joined with the drawn rows right below it, up to `limit` rows in all. */
export const blockFrom = (rows: ReadonlyArray<Row>, from: number, limit = 6): string => {
  let to = from
  while (to + 1 < rows.length && to - from + 1 < limit && !isEmpty(rows[to + 1])) to++
  return joinRows(rows, from, to)
}
