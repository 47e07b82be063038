import * as Schema from "effect/Schema"
import { RuleNote } from "../../domain/screen/explain.ts"
import { ScreenReading } from "../../domain/screen/reading.ts"
import { cleanText } from "../../domain/text/clean.ts"
import { table } from "./table.ts"

/** `team screen explain --json`: one document (kind `team.screen-explanation`). */
export const ExplanationDocument = Schema.Struct({
  format: Schema.Literal(1),
  kind: Schema.Literal("team.screen-explanation"),
  file: Schema.String,
  cli: Schema.String,
  /** Whose rules were asked: a CLI's, or `generic`. */
  profile: Schema.String,
  /** The rows as they are read, from row 0: without side panels, scroll bars and dialog borders. Untrusted. */
  rows: Schema.Array(Schema.String),
  reading: ScreenReading,
  rules: Schema.Array(RuleNote)
})
export type ExplanationDocument = typeof ExplanationDocument.Type

const ROW_MAX = 300

/** A row fit to print, its indent kept. */
export const cleanRow = (row: string): string => {
  const text = cleanText(row, ROW_MAX)
  return text === "" ? "" : `${" ".repeat(Math.min(row.search(/\S/u), ROW_MAX))}${text}`
}

const spanOf = (rows: ReadonlyArray<number>): string => {
  const [first] = rows
  const last = rows[rows.length - 1]
  if (first === undefined || last === undefined) return ""
  const whole = last - first === rows.length - 1
  return `${rows.length === 1 ? "row" : "rows"} ${whole && rows.length > 2 ? `${first}-${last}` : rows.join(",")}`
}

/** What `team screen explain` prints: the rows that decided are marked; rules that hold come first. */
export const explanation = ({
  file,
  profile,
  reading,
  rows,
  rules
}: ExplanationDocument): ReadonlyArray<string> => [
  `${cleanText(file, 200)}: ${reading.kind} by ${reading.rule}, ${spanOf(reading.rows) || "no row"}, with the ${profile} rules`,
  "",
  ...rows.map((row, at) =>
    `${String(at).padStart(3)} ${reading.rows.includes(at) ? ">" : " "} ${row}`.trimEnd()
  ),
  "",
  ...table([
    ["", "KIND", "RULE", ""],
    ...[...rules]
      .sort((a, b) => Number(b.fired) - Number(a.fired))
      .map((note) => [
        note.rule === reading.rule && note.fired ? "decided" : note.fired ? "holds" : "",
        note.kind,
        note.rule,
        cleanText(note.lacked ?? spanOf(note.rows), 160)
      ])
  ])
]
