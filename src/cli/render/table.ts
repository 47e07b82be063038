import { cleanText } from "../../domain/text/clean.ts"

const WIDEST = 60

/** Rows as columns two blanks apart; the last column is not padded. Every cell is cleaned: names are untrusted too. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>, indent = ""): ReadonlyArray<string> => {
  const cells = rows.map((row) => row.map((cell) => cleanText(cell, WIDEST)))
  const columns = Math.max(0, ...cells.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, i) =>
    Math.max(...cells.map((row) => row[i]?.length ?? 0))
  )
  return cells.map((row) =>
    (
      indent + row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join("  ")
    ).trimEnd()
  )
}
