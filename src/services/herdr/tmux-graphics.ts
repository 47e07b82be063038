// The terminal's line-drawing set, from "`" to "~".
const GRAPHICS = Array.from("◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·")

const DRAWN = /\u000e([^\u000f]*)\u000f?/gu
const ESCAPE_OR_DRAWN = /\u001b\[[0-9;:]*m|[\u0060-\u007e]/gu

/**
 * A capture with its line-drawing cells as the characters they show. tmux writes them as letters between SO and SI,
 * possibly over several rows; the colours in between stay as they are.
 */
export const drawnLines = (ansi: string): string =>
  ansi.includes("\u000e")
    ? ansi.replace(DRAWN, (_, cells: string) =>
        cells.replace(ESCAPE_OR_DRAWN, (cell) =>
          cell.length > 1 ? cell : (GRAPHICS[(cell.codePointAt(0) ?? 0) - 0x60] ?? cell)
        )
      )
    : ansi
