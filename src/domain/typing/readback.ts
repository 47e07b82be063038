import type { TypedLine } from "./line.ts"

/** What stands in a box, as drawn. Untrusted text of the screen: compared, never logged nor typed. */
export interface Drawn {
  /** One a row of the box, from the text column on, trailing blanks cut. */
  readonly rows: ReadonlyArray<string>
  /** The rows unwrapped; a line break in it is one that no wrap explains. */
  readonly text: string
  /** It shows a mark in the place of a paste. */
  readonly folded: boolean
}

/** Whether a row may break here: `row` is the one above, `rest` what the line goes on with, `spaced` that a space is lost. */
type Breaks = (row: string, rest: string, spaced: boolean) => boolean

const anywhere: Breaks = () => true

/**
 * A composer breaks a row that has no room for the next word, cuts a word only where the row is full, or behind a `/` or
 * `-` with no room for the part up to the next one. The room is at least that of the widest row.
 */
const atEdge =
  (width: number): Breaks =>
  (row, rest, spaced) => {
    if (spaced) return row.length + 1 + (/^[^ ]*/.exec(rest)?.[0].length ?? 0) > width
    const part = /^[^ /-]*[/-]?/.exec(rest)?.[0] ?? ""
    return row.length === width || (/[/-]$/.test(row) && row.length + part.length > width)
  }

/** The places in the line that the rows can end at; a break between rows stands for one space or for nothing. */
const endsOf = (line: string, rows: ReadonlyArray<string>, breaks: Breaks): ReadonlySet<number> => {
  let ends: ReadonlySet<number> = new Set([0])
  for (const [at, row] of rows.entries()) {
    const next = new Set<number>()
    const above = rows[at - 1]
    const take = (start: number, spaced: boolean): void => {
      if (above !== undefined && !breaks(above, line.slice(start), spaced)) return
      if (line.startsWith(row, start)) next.add(start + row.length)
    }
    for (const end of row === "" ? [] : ends) {
      take(end, false)
      if (above !== undefined && line[end] === " ") take(end + 1, true)
    }
    ends = next
  }
  return ends
}

/**
 * True when the box holds exactly the line and nothing beside it (design §6, case 83): every row shows its next part, no
 * row is blank, no paste is folded away, and each break is one that a composer makes by itself.
 */
export const holdsLine = (line: TypedLine, { folded, rows, text }: Drawn): boolean => {
  const width = Math.max(...rows.map((row) => row.length))
  return !folded && !text.includes("\n") && endsOf(line, rows, atEdge(width)).has(line.length)
}

const withoutBlankEnd = (rows: ReadonlyArray<string>): ReadonlyArray<string> =>
  rows.slice(0, rows.findLastIndex((row) => row !== "") + 1)

/**
 * True when what the box shows is a beginning of the line, or the whole of it: it may still be drawing. A blank row at the
 * end is where a cursor waits for the next part.
 */
export const beginsLine = (line: TypedLine, { folded, rows }: Drawn): boolean =>
  !folded && endsOf(line, withoutBlankEnd(rows), anywhere).size > 0

/** True when the box holds the line, with or without blank rows below: an Enter that a CLI took for a line break. */
export const holdsLineStill = (line: TypedLine, { folded, rows }: Drawn): boolean =>
  !folded && endsOf(line, withoutBlankEnd(rows), anywhere).has(line.length)
