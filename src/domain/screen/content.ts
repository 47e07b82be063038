import { type Cell, type Colour, isBlank, RGB_BASE, type Row, type Screen } from "./ansi.ts"
import type { Box } from "./composer.ts"
import type { Cursor } from "./frame.ts"
import { matchesAny } from "./pattern.ts"
import type { Ghost } from "./profile.ts"
import { rowWidth, textAt } from "./rows.ts"

/**
 * What stands in the box. `empty` and `ghost` (the CLI's own suggestion) hold nothing of a person's; `proven` only when
 * the styles say so. `text` is what can be read, unwrapped.
 */
export interface Content {
  readonly state: "empty" | "ghost" | "typed"
  readonly proven: boolean
  readonly text: string
  readonly folded: boolean
}

const contentCells = (box: Box, row: Row | undefined): ReadonlyArray<Cell> => {
  const { right } = box.composer
  const cells = (row?.cells ?? []).filter((cell) => cell.col >= box.textColumn)
  const last = cells[cells.length - 1]
  return right !== undefined && last?.char === right ? cells.slice(0, -1) : cells
}

const colourName = (colour: Colour): string =>
  colour >= RGB_BASE
    ? `rgb:${(colour >> 16) & 255},${(colour >> 8) & 255},${colour & 255}`
    : colour < 0
      ? "default"
      : `palette:${colour}`

const isGhostCell = (box: Box, ghost: Ghost, cell: Cell): boolean =>
  cell.style.fg === box.quiet ||
  (ghost.faint && cell.style.faint) ||
  (ghost.colours?.includes(colourName(cell.style.fg)) ?? false)

const rowText = (cells: ReadonlyArray<Cell>): string =>
  cells
    .map((cell) => (isBlank(cell) ? " " : cell.char))
    .join("")
    .trimEnd()

/** What each row of the box shows from its text column on, trailing blanks cut. Untrusted, as the reading's `text` is. */
export const drawnRows = (screen: Screen, box: Box): ReadonlyArray<string> =>
  screen.rows.slice(box.first, box.last + 1).map((row) => rowText(contentCells(box, row)))

/** The column that the box's text may reach, as its widest row shows it. */
const roomOf = (screen: Screen, box: Box, cols: number | undefined): number => {
  const frame = Math.max(cols ?? 0, rowWidth(screen.rows[box.top]))
  return frame > 0 ? frame : Math.max(...screen.rows.map(rowWidth))
}

const unwrap = (screen: Screen, box: Box, cols: number | undefined): string => {
  const { margin, share } = box.composer
  const room = Math.floor(roomOf(screen, box, cols) * (share ?? 1)) - (margin ?? 0)
  let text = ""
  let last = ""
  for (let at = box.first; at <= box.last; at++) {
    const cells = contentCells(box, screen.rows[at])
    const line = rowText(cells)
    if (at > box.first) {
      const before = rowWidth(screen.rows[at - 1])
      const word = line.split(" ", 1)[0] ?? ""
      // a row that had no room for the next word was wrapped, and one filled to the edge was cut inside a word
      const worded = box.composer.wordWrap === true && /\S \S/u.test(last)
      const full = before >= room - 1 && !worded
      const wrapped = full || before >= room - 1 || (word !== "" && before + 1 + word.length > room - 2)
      text += wrapped ? (full ? "" : " ") : "\n"
    }
    text += line
    last = line
  }
  return text.trimEnd()
}

const hasHint = (screen: Screen, box: Box): boolean =>
  box.footer.some(
    (at) => at === box.anchor && matchesAny(box.composer.footer.emptyHint, textAt(screen.rows, at))
  )

/**
 * True when the drawn cells are the CLI's own words, by its hints' colour or by the words themselves (`emptyWords`);
 * with the host's cursor "away" from where such words leave it, a colour alone says nothing.
 */
const isOwnGhost = (
  screen: Screen,
  box: Box,
  drawn: ReadonlyArray<Cell>,
  cursor: "away" | "start" | "unseen"
): boolean => {
  const { emptyWords, hints } = box.composer
  if (!screen.styled || (emptyWords === undefined && hints === undefined)) return false
  const first = contentCells(box, screen.rows[box.first]).find((cell) => cell.col === box.textColumn)
  const cursorDrawn = first?.style.inverse === true
  const words = drawn.filter((cell) => cell !== first)
  const quiet =
    box.hint !== undefined && words.length > 0 && words.every((cell) => cell.style.fg === box.hint)
  const known = matchesAny(emptyWords, drawn.map((cell) => cell.char).join(""))
  if (cursorDrawn) return (quiet && cursor !== "away") || (known && isBlank(first))
  return known && (quiet || (cursor === "start" && first !== undefined && isBlank(first)))
}

/** True when the cursor, the host's or a drawn one, stands behind blanks in a box that shows nothing: they were typed. */
const cursorMoved = (screen: Screen, box: Box, cursor: Cursor | undefined): boolean => {
  if (cursor !== undefined && cursor.y === box.first && cursor.x > box.textColumn) return true
  return contentCells(box, screen.rows[box.first]).some(
    (cell) => cell.style.inverse && cell.col > box.textColumn
  )
}

/** Reads what stands in the box; `cursor` is where the host says it is, seen or not. */
export const readContent = (
  screen: Screen,
  box: Box,
  cursor: Cursor | undefined,
  cols: number | undefined
): Content => {
  const drawn: Array<Cell> = []
  for (let at = box.first; at <= box.last; at++) {
    for (const cell of contentCells(box, screen.rows[at])) if (!isBlank(cell)) drawn.push(cell)
  }
  if (drawn.length === 0) {
    const { emptyWords, neverBare } = box.composer
    const never = emptyWords !== undefined || neverBare === true
    const blanks = never || box.last > box.first || cursorMoved(screen, box, cursor)
    return {
      state: blanks ? "typed" : "empty",
      proven: screen.styled && !box.clipped,
      text: "",
      folded: false
    }
  }
  const text = unwrap(screen, box, cols)
  const folded = matchesAny(box.composer.folds, text)
  const typed: Content = { state: "typed", proven: screen.styled, text, folded }
  if (box.clipped) return typed
  const { textColumn } = box
  const { ghost, placeholders } = box.composer
  // a suggestion leaves the cursor at the start of the box
  const inside = cursor !== undefined && cursor.y >= box.first && cursor.y <= box.last
  const away = inside && (cursor.y !== box.first || cursor.x !== textColumn)
  if (isOwnGhost(screen, box, drawn, away ? "away" : inside ? "start" : "unseen"))
    return { state: "ghost", proven: true, text, folded: false }
  if (away) return typed
  if (!screen.styled) {
    const own = matchesAny(box.composer.emptyWords, drawn.map((cell) => cell.char).join(""))
    const known = matchesAny(placeholders, text) ? hasHint(screen, box) : own
    return known ? { state: "ghost", proven: false, text, folded: false } : typed
  }
  const [head, ...rest] = drawn
  const headInverse = ghost.firstInverse && head?.style.inverse === true && head.col === textColumn
  const tail = headInverse ? rest : drawn
  if (tail.length > 0 && tail.every((cell) => isGhostCell(box, ghost, cell))) {
    return { state: "ghost", proven: true, text, folded: false }
  }
  const atStart = cursor?.visible === true && cursor.y === box.first && cursor.x === textColumn
  if (ghost.worded === true && atStart && matchesAny(placeholders, text)) {
    return { state: "ghost", proven: true, text, folded: false }
  }
  // without colours the same cells are drawn for a suggestion and for typing with the cursor at its start
  if (headInverse && rest.length > 0 && !screen.coloured && hasHint(screen, box)) {
    return { state: "ghost", proven: false, text, folded: false }
  }
  return typed
}
