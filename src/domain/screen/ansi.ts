import { pointWidth } from "./width.ts"

/** A colour as one comparable number: -1 the default, 0 to 255 a palette entry, from `RGB_BASE` a 24-bit colour. */
export type Colour = number

/** Added to a 24-bit colour so that it never equals a palette entry. */
export const RGB_BASE = 0x1000000

/** How a cell is drawn. Styles are shared between cells: compare fields, not identity. */
export interface Style {
  readonly bold: boolean
  readonly faint: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly inverse: boolean
  readonly hidden: boolean
  readonly strike: boolean
  readonly fg: Colour
  readonly bg: Colour
}

/** One drawn character with its combining marks: `col` counts from 0, `width` is 1 or 2 columns. */
export interface Cell {
  readonly char: string
  readonly col: number
  readonly width: number
  readonly style: Style
}

/** One row. `text` has its trailing blanks removed and every kind of blank turned into a plain space. */
export interface Row {
  readonly cells: ReadonlyArray<Cell>
  readonly text: string
}

/** A parsed capture: whether the host gave styling at all, and whether any cell is faint or coloured. */
export interface Screen {
  readonly rows: ReadonlyArray<Row>
  readonly styled: boolean
  readonly coloured: boolean
}

/** The style of a cell nobody styled. */
export const PLAIN: Style = {
  bold: false,
  faint: false,
  italic: false,
  underline: false,
  inverse: false,
  hidden: false,
  strike: false,
  fg: -1,
  bg: -1
}

/** A blank in this style can be seen. */
const drawsBlank = (style: Style): boolean =>
  style.inverse || style.underline || style.strike || style.bg !== -1

/** The DEC special graphics set, by its ASCII letters from ` to ~. */
const LINE_DRAWING = "◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·"

const BLANK = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/u

const extended = (
  codes: ReadonlyArray<number>,
  at: number
): { readonly colour: Colour; readonly used: number } => {
  if (codes[at + 1] === 5) return { colour: (codes[at + 2] ?? 0) & 255, used: 2 }
  if (codes[at + 1] === 2) {
    const channel = (i: number) => (codes[at + i] ?? 0) & 255
    return { colour: RGB_BASE + (channel(2) << 16) + (channel(3) << 8) + channel(4), used: 4 }
  }
  return { colour: -1, used: 0 }
}

/** ITU colon forms (`38:2::r:g:b`, `4:3`) become the plain forms that the loop below knows. */
const codesOf = (parameters: string): ReadonlyArray<number> =>
  parameters.split(";").flatMap((part) => {
    if (!part.includes(":")) return [Number.parseInt(part, 10) || 0]
    const sub = part.split(":")
    const head = Number.parseInt(sub[0] ?? "", 10) || 0
    if (head !== 38 && head !== 48) return [head === 4 && sub[1] === "0" ? 24 : head]
    const tail = sub[1] === "2" && sub.length > 5 ? [sub[1], ...sub.slice(3)] : sub.slice(1)
    return [head, ...tail.map((value) => Number.parseInt(value, 10) || 0)]
  })

const applySgr = (style: Style, parameters: string): Style => {
  const codes = codesOf(parameters)
  let next: { -readonly [K in keyof Style]: Style[K] } = { ...style }
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0
    if (code === 0) next = { ...PLAIN }
    else if (code === 1) next.bold = true
    else if (code === 2) next.faint = true
    else if (code === 3) next.italic = true
    else if (code === 4 || code === 21) next.underline = true
    else if (code === 7) next.inverse = true
    else if (code === 8) next.hidden = true
    else if (code === 9) next.strike = true
    else if (code === 22) {
      next.bold = false
      next.faint = false
    } else if (code === 23) next.italic = false
    else if (code === 24) next.underline = false
    else if (code === 27) next.inverse = false
    else if (code === 28) next.hidden = false
    else if (code === 29) next.strike = false
    else if (code >= 30 && code <= 37) next.fg = code - 30
    else if (code >= 90 && code <= 97) next.fg = code - 82
    else if (code === 39) next.fg = -1
    else if (code >= 40 && code <= 47) next.bg = code - 40
    else if (code >= 100 && code <= 107) next.bg = code - 92
    else if (code === 49) next.bg = -1
    else if (code === 38 || code === 48) {
      const { colour, used } = extended(codes, i)
      if (code === 38) next.fg = colour
      else next.bg = colour
      i += used
    }
  }
  return next
}

/** The index after a control sequence that starts at `at` (its ESC), and its SGR parameters when it is one. */
const skipEscape = (
  text: string,
  at: number
): { readonly end: number; readonly sgr?: string; readonly charset?: string } => {
  const kind = text[at + 1]
  if (kind === "[") return skipCsi(text, at + 2)
  if (kind === "]" || kind === "P" || kind === "_" || kind === "^" || kind === "X") {
    for (let i = at + 2; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code === 7 || code === 0x9c) return { end: i + 1 }
      if (code === 27) return { end: text[i + 1] === "\\" ? i + 2 : i }
      // a string that no terminator closes ends with its row: the rows after it are screen
      if (code === 10) return { end: i }
    }
    return { end: text.length }
  }
  let i = at + 1
  while (i < text.length && text.charCodeAt(i) >= 0x20 && text.charCodeAt(i) <= 0x2f) i++
  const final = text.charCodeAt(i)
  const end = final >= 0x30 && final <= 0x7e ? i + 1 : i
  return kind === "(" ? { end, charset: text[i] ?? "B" } : { end }
}

const skipCsi = (text: string, from: number): { readonly end: number; readonly sgr?: string } => {
  let i = from
  while (i < text.length && text.charCodeAt(i) >= 0x20 && text.charCodeAt(i) <= 0x3f) i++
  const final = text.charCodeAt(i)
  if (!(final >= 0x40 && final <= 0x7e)) return { end: i }
  const parameters = text.slice(from, i)
  return text[i] === "m" && /^[\d;:]*$/.test(parameters) ? { end: i + 1, sgr: parameters } : { end: i + 1 }
}

/** A row of these cells; takes the array over and cuts its undrawn trailing blanks off. */
export const finishRow = (cells: Array<Cell>): Row => {
  // hosts differ in whether they keep trailing blanks, so undrawn ones are no cells at all
  let end = cells.length
  while (end > 0) {
    const cell = cells[end - 1]
    if (cell === undefined || cell.char !== " " || drawsBlank(cell.style)) break
    end--
  }
  cells.length = end
  let text = ""
  for (const cell of cells) text += cell.char
  return {
    cells,
    text: text
      .replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu, " ")
      .replace(/[\u200b-\u200f\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu, "")
      .trimEnd()
  }
}

/** True for a cell that shows nothing: any kind of blank or a zero-width character. */
export const isBlank = (cell: Cell): boolean =>
  cell.char === " " || BLANK.test(cell.char) || /^[\s\u200b\u2060\ufeff]+$/u.test(cell.char)

/**
 * Parses a whole capture as one stream: styling carries over from row to row until it is changed (design §5). Rows end
 * in LF or CRLF (or CR alone, where no LF occurs). Other control sequences are dropped. Never throws; linear time.
 */
export const parseAnsi = (text: string): Screen => {
  const crOnly = !text.includes("\n")
  const rows: Array<Row> = []
  let cells: Array<Cell> = []
  let col = 0
  let style = PLAIN
  let styled = false
  let coloured = false
  let shiftOut = false
  let graphics = false
  let joinNext = false
  const endRow = () => {
    rows.push(finishRow(cells))
    cells = []
    col = 0
    joinNext = false
  }
  for (let i = 0; i < text.length; ) {
    const code = text.charCodeAt(i)
    if (code === 27) {
      const { end, sgr, charset } = skipEscape(text, i)
      if (sgr !== undefined) {
        style = applySgr(style, sgr)
        styled = true
      }
      if (charset !== undefined) graphics = charset === "0"
      i = end
      continue
    }
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) {
      if (code === 10 || (code === 13 && crOnly)) endRow()
      else if (code === 14) shiftOut = true
      else if (code === 15) shiftOut = false
      else if (code === 9) {
        const stop = (Math.floor(col / 8) + 1) * 8
        for (; col < stop; col++) cells.push({ char: " ", col, width: 1, style })
      }
      i = code === 0x9b ? skipCsi(text, i + 1).end : i + 1
      continue
    }
    const point = text.codePointAt(i) ?? 0xfffd
    i += point > 0xffff ? 2 : 1
    let char = point >= 0xd800 && point <= 0xdfff ? "\ufffd" : String.fromCodePoint(point)
    if ((shiftOut || graphics) && point >= 0x60 && point <= 0x7e) char = LINE_DRAWING[point - 0x60] ?? char
    const width = pointWidth(point)
    const last = cells[cells.length - 1]
    if ((width === 0 || joinNext) && last !== undefined) {
      cells[cells.length - 1] = { ...last, char: last.char + char }
      joinNext = point === 0x200d
      continue
    }
    joinNext = false
    if (width === 0) continue
    if (!coloured && (style.faint || style.fg !== -1 || style.bg !== -1)) coloured = true
    cells.push({ char, col, width, style })
    col += width
  }
  if (cells.length > 0 || !text.endsWith("\n")) endRow()
  return { rows, styled, coloured }
}
