import type { Frame } from "../../../src/domain/screen/frame.ts"

/** A frame that a CLI's grammar gives at some width and height, and what it is. */
export interface Drawn {
  readonly name: string
  readonly frame: Frame
  readonly kind: string
}

export const WIDTHS = [30, 36, 40, 48, 54, 70, 100, 120, 160, 200] as const
export const HEIGHTS = [10, 16, 24, 40, 60] as const

/** Words laid out in `width` columns; the first row begins with `head`, the others with as many blanks. */
export const lay = (text: string, width: number, head = "  ", hang = head.length): ReadonlyArray<string> => {
  const rows: Array<string> = []
  let row = head
  let empty = true
  for (const word of text.split(" ")) {
    let rest = word
    if (!empty && row.length + 1 + rest.length > width) {
      rows.push(row)
      row = " ".repeat(hang)
      empty = true
    }
    while (row.length + rest.length + (empty ? 0 : 1) > width) {
      const room = width - row.length
      rows.push(row + rest.slice(0, room))
      rest = rest.slice(room)
      row = " ".repeat(hang)
    }
    row += `${empty ? "" : " "}${rest}`
    empty = false
  }
  return [...rows, row]
}

/** The text cut to `width` columns, with an ellipsis as its last one. */
export const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1)}…`

/** Rows put at the lower end of a screen of `height` rows: blank above, or cut at the top. */
export const atBottom = (rows: ReadonlyArray<string>, height: number): ReadonlyArray<string> =>
  rows.length >= height
    ? rows.slice(rows.length - height)
    : [...Array.from({ length: height - rows.length }, () => ""), ...rows]

const NONE = { title: null, cursor: null, cols: null, rows: null, altScreen: null } as const

/** The frame as hosts give it that know less: without a cursor and a size, and with nothing but its rows. */
export const poorer = (frame: Frame): ReadonlyArray<Frame> => [
  { ...frame, cursor: null, cols: null, rows: null },
  { ...frame, ...NONE }
]
