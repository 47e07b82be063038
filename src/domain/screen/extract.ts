import { type Cell, isBlank, type Row, type Screen } from "./ansi.ts"
import type { Box } from "./composer.ts"
import type { OpenDialog } from "./dialog.ts"
import { groups, matches } from "./pattern.ts"
import type { Extractor, Profile } from "./profile.ts"
import type { ScreenReading } from "./reading.ts"
import { joinRows, textAt } from "./rows.ts"

type Facts = Pick<ScreenReading, "model" | "version" | "effort" | "context_left" | "context_used" | "quota">

const title = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const fill = (template: string, found: ReadonlyArray<string | undefined>): string =>
  template
    .replace(/\{(\d+)(:title)?\}/gu, (_, index: string, capital: string | undefined) => {
      const value = found[Number(index)] ?? ""
      return capital === undefined ? value : title(value)
    })
    .replace(/ +/gu, " ")
    .trim()

const percent = (text: string): number | undefined => {
  const value = Number(text)
  return /^\d{1,3}(?:\.\d+)?$/u.test(text) && value <= 100 ? value : undefined
}

const factsOf = (extractor: Extractor, found: ReadonlyArray<string | undefined>): Facts => {
  const facts: { -readonly [K in keyof Facts]: Facts[K] } = {}
  const read = (template: string | undefined): string | undefined => {
    const text = template === undefined ? "" : fill(template, found)
    return text === "" ? undefined : text
  }
  const named = found.some((group, index) => index > 0 && group !== undefined)
  const model = named ? read(extractor.model) : undefined
  const version = read(extractor.version)
  const effort = read(extractor.effort)
  const left = percent(read(extractor.contextLeft) ?? "")
  const window = read(extractor.quota)
  const quotaLeft = percent(read(extractor.quotaLeft) ?? "")
  if (model !== undefined) facts.model = model
  if (version !== undefined) facts.version = version
  if (effort !== undefined) facts.effort = effort.toLowerCase()
  const used = percent(read(extractor.contextUsed) ?? "")
  if (used !== undefined) {
    facts.context_used = used
    facts.context_left = Math.round((100 - used) * 10) / 10
  }
  if (left !== undefined) facts.context_left = left
  if (window !== undefined && quotaLeft !== undefined) facts.quota = { window, left: quotaLeft }
  return facts
}

/** A status row from the text column on: words of one colour stay together, a change of colour is a tab. */
const statusText = (row: Row | undefined, box: Box | undefined): string => {
  let text = ""
  let last: Cell | undefined
  for (const cell of row?.cells ?? []) {
    if (isBlank(cell) || cell.col < (box?.textColumn ?? 0)) continue
    const touches = last !== undefined && last.col + last.width === cell.col
    if (last !== undefined && !touches) text += last.style.fg === cell.style.fg ? " " : "\t"
    text += cell.char
    last = cell
  }
  return text
}

/** The texts an extractor may look at: never the conversation's prose. */
const subjects = (
  extractor: Extractor,
  screen: Screen,
  box: Box | undefined,
  passed: ReadonlyArray<number>,
  open: OpenDialog | undefined
): ReadonlyArray<string> => {
  if (extractor.at === "dialog") {
    if (open === undefined) return []
    const rows = screen.rows.slice(open.from, open.to + 1).map((row) => row.text)
    return [...rows, joinRows(screen.rows, open.from, open.to)]
  }
  if (extractor.at === "above") return passed.map((at) => textAt(screen.rows, at))
  if (extractor.at === "status") return (box?.status ?? []).map((at) => statusText(screen.rows[at], box))
  if (extractor.at === "footer") {
    if (box === undefined) return []
    const rows = box.footer.map((at) => textAt(screen.rows, at))
    const first = box.footer[0]
    // a footer that wraps is one row to its reader
    return first === undefined ? [] : [...rows, `  ${joinRows(screen.rows, first, screen.rows.length - 1)}`]
  }
  const above = box === undefined ? screen.rows.length : Math.max(0, box.top)
  return screen.rows.slice(0, above).map((row) => row.text)
}

/** The groups of the lowest row that an extractor matches, or undefined. */
export const groupsOf = (
  extractor: Extractor,
  screen: Screen,
  box: Box | undefined,
  passed: ReadonlyArray<number>,
  open: OpenDialog | undefined
): ReadonlyArray<string | undefined> | undefined => {
  let found: ReadonlyArray<string | undefined> | undefined
  let above = ""
  for (const text of subjects(extractor, screen, box, passed, open)) {
    if (extractor.under === undefined || matches(extractor.under, above))
      found = groups(extractor.row, text) ?? found
    if (text !== "") above = text
  }
  return found
}

/**
 * Model, version, effort and what is left of context and quota, as the CLI's own rows say them. Extractors run in the
 * profile's order and a later one overrides an earlier one; within one the lowest row wins. Absent what is not shown.
 */
export const extractFacts = (
  profile: Profile,
  screen: Screen,
  box: Box | undefined,
  passed: ReadonlyArray<number>,
  open: OpenDialog | undefined
): Facts => {
  let facts: Facts = {}
  for (const extractor of profile.extractors) {
    const found = groupsOf(extractor, screen, box, passed, open)
    if (found === undefined) continue
    if (extractor.clears === true) {
      const { model: _model, version: _version, ...kept } = facts
      facts = kept
    }
    facts = { ...facts, ...factsOf(extractor, found) }
  }
  return facts
}
