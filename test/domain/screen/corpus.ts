import * as fs from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import * as Schema from "effect/Schema"
import {
  type Cell,
  type Colour,
  parseAnsi,
  RGB_BASE,
  type Row,
  type Style
} from "../../../src/domain/screen/ansi.ts"
import type { Frame } from "../../../src/domain/screen/frame.ts"
import {
  CaptureLabel,
  frameOf,
  isUnsafe as isUnsafeAnswer,
  rightKinds
} from "../../../src/domain/screen/score.ts"

/** One labelled capture: what a host would know (`frame`) and the truth (`label`). */
export interface Capture {
  readonly name: string
  readonly label: CaptureLabel
  readonly frame: Frame
}

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..", "fixtures", "screens")

const files = (folder: string): ReadonlyArray<string> =>
  fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name)
    if (entry.isDirectory()) return files(at)
    return entry.name.endsWith(".json") ? [at] : []
  })

const load = (file: string): Capture => {
  const label = Schema.decodeUnknownSync(CaptureLabel)(JSON.parse(fs.readFileSync(file, "utf8")))
  const ansi = fs.readFileSync(file.replace(/\.json$/, ".ansi"), "utf8")
  return { name: path.relative(ROOT, file).replace(/\.json$/, ""), label, frame: frameOf(label, ansi) }
}

/** Every labelled capture of the fixtures, in a fixed order. */
export const CAPTURES: ReadonlyArray<Capture> = files(ROOT).toSorted().map(load)

/** The kinds that a reading of this capture may say. */
export const acceptedKinds = ({ label }: Capture): ReadonlyArray<string> => rightKinds(label)

/** True when reading this capture as `kind` would let something be typed where it does harm. */
export const isUnsafe = ({ label }: Capture, kind: string): boolean => isUnsafeAnswer(label, kind)

/** The capture without any control sequence, as a host that gives no styling would hand it over. */
export const plainText = (ansi: string): string =>
  parseAnsi(ansi)
    .rows.map((row) => row.cells.map((cell) => cell.char).join(""))
    .join("\n")

const colour = (base: 38 | 48, value: Colour): string =>
  value >= RGB_BASE
    ? `;${base};2;${(value >> 16) & 255};${(value >> 8) & 255};${value & 255}`
    : value < 0
      ? ""
      : `;${base};5;${value}`

const sgr = (style: Style): string =>
  `\u001b[0${style.bold ? ";1" : ""}${style.faint ? ";2" : ""}${style.italic ? ";3" : ""}${style.underline ? ";4" : ""}${
    style.inverse ? ";7" : ""
  }${style.hidden ? ";8" : ""}${style.strike ? ";9" : ""}${colour(38, style.fg)}${colour(48, style.bg)}m`

const runs = (cells: ReadonlyArray<Cell>): string => {
  let out = ""
  let last = ""
  for (const cell of cells) {
    const now = sgr(cell.style)
    if (now !== last) out += now
    last = now
    out += cell.char
  }
  return out
}

/** The same cells as a host writes them that resets before every run, pads rows and ends them in CRLF. */
export const reencoded = (ansi: string, cols: number): string =>
  parseAnsi(ansi)
    .rows.map((row: Row) => {
      const used = row.cells.reduce((sum, cell) => sum + cell.width, 0)
      return `${runs(row.cells)}\u001b[0m${" ".repeat(Math.max(0, cols - used))}\r\n`
    })
    .join("")

/** A frame's rows as they are; row styling carried over is kept by writing every row in full. */
export const rowsOf = (ansi: string): ReadonlyArray<string> =>
  parseAnsi(ansi).rows.map((row) => `${runs(row.cells)}\u001b[0m`)

/** The frame with other rows; the cursor moves by `shift` rows. */
export const withRows = (frame: Frame, rows: ReadonlyArray<string>, shift = 0): Frame => ({
  ...frame,
  ansi: `${rows.join("\n")}\n`,
  cursor: frame.cursor ? { ...frame.cursor, y: frame.cursor.y + shift } : null
})
