import { readFileSync } from "node:fs"
import * as Either from "effect/Either"
import type { TeamFile } from "../../../src/domain/team/file.ts"
import { decodeText } from "../../../src/services/TeamFile.ts"

/** The text of one of the example files. */
export const example = (name: string): string =>
  readFileSync(new URL(`../../fixtures/team-file/${name}.yaml`, import.meta.url), "utf8")

/** The file a text decodes to; throws with the problems when it is refused. */
export const valid = (text: string): TeamFile => {
  const decoded = decodeText(text)
  if (Either.isLeft(decoded)) throw new Error(JSON.stringify(decoded.left))
  return decoded.right.file
}

/** The warnings of a valid text, `line: message`. */
export const warnings = (text: string): ReadonlyArray<string> => {
  const decoded = decodeText(text)
  if (Either.isLeft(decoded)) throw new Error(JSON.stringify(decoded.left))
  return decoded.right.warnings.map(({ line, message }) => `${line}: ${message}`)
}

/** The problems of a text, `line: message`; empty when it is valid. */
export const problems = (text: string): ReadonlyArray<string> => {
  const decoded = decodeText(text)
  return Either.isLeft(decoded) ? decoded.left.map(({ line, message }) => `${line}: ${message}`) : []
}

/** A valid seat's fields, some replaced or (null) taken out. Values are YAML as written. */
export const seat = (changes: Readonly<Record<string, string | null>> = {}): string => {
  const fields: Record<string, string | null> = {
    role: "implementer",
    name: "two",
    cli: "codex",
    vendor: "openai",
    model: "GPT",
    version: '"6"',
    launch: "codex",
    ...changes
  }
  const lines = Object.entries(fields).filter(([, value]) => value !== null)
  return lines.map(([key, value], index) => `${index === 0 ? "  - " : "    "}${key}: ${value}`).join("\n")
}

/** A file on fixed lines: 1 format, 2 project, 3 operator, 4 workspace, 5 seats, 6 to 13 the lead, then `seats`, then `more`. */
export const file = (more = "", seats: ReadonlyArray<string> = []): string =>
  [
    "format: 1",
    "project: p",
    "operator: one",
    "workspace: { mode: shared }",
    "seats:",
    seat({ name: "one", leads: "true" }),
    ...seats,
    more
  ].join("\n")
