import { CST, Lexer } from "yaml"
import type { Problem } from "../../domain/team/node.ts"

/** Bounds no honest team file comes near; they keep the time a hostile one takes small. */
const MOST_TOKENS = 60_000
const MOST_FLOW_DEPTH = 32
const MOST_DASHES = 16
const MOST_INDENT = 120
const MOST_SAID = 101

const REFUSED: Readonly<Record<string, string>> = {
  anchor: "anchors (&name) are not used in a team file: write the value out",
  alias:
    "aliases (*name) are not used in a team file: write the value out, or quote a text that starts with *",
  tag: "tags (!name) are not used in a team file: quote a text that starts with !",
  "block-scalar-header":
    "block texts (| and >) are not used in a team file: write the text on one line, in quotes",
  "directive-line": "directives (%) are not used in a team file",
  "explicit-key-ind": 'keys written with "?" are not used in a team file'
}

const SECOND = "a second document (---) is not used in a team file"
const UNCLOSED = "a bracket is opened here and never closed"
const DEEP = "nested too deep for a team file"

const countLines = (text: string): number => {
  let lines = 0
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1
  return lines
}

/** Lines whose indentation holds a tab; blank lines and comments may have one. */
const tabs = (source: string): ReadonlyArray<Problem> => {
  const said: Array<Problem> = []
  const form = /^ *\t[\t ]*(?![\t #\r\n]|$)/gm
  let line = 1
  let from = 0
  for (const match of source.matchAll(form)) {
    line += countLines(source.slice(from, match.index))
    from = match.index
    said.push({ line, message: "tabs are not used for indentation: use spaces" })
    if (said.length === MOST_SAID) break
  }
  return said
}

interface Depths {
  flow: number
  dashes: number
}

/** Why the nesting is refused after this token, or null. */
const nesting = (kind: string, token: string, atLineStart: boolean, depths: Depths): string | null => {
  if (kind === "flow-map-start" || kind === "flow-seq-start") depths.flow += 1
  else if (kind === "flow-map-end" || kind === "flow-seq-end") depths.flow -= 1
  else if (kind === "seq-item-ind") depths.dashes += 1
  else if (kind === "newline") depths.dashes = 0
  if (depths.flow < 0) return "a bracket is closed that was never opened"
  const wide = atLineStart && kind === "space" && token.length > MOST_INDENT
  return depths.flow > MOST_FLOW_DEPTH || depths.dashes > MOST_DASHES || wide ? DEEP : null
}

/**
 * Reads the tokens of a file once, in time linear in its size, and says what the subset refuses by name: anchors,
 * aliases, tags, block texts, directives, a second document, tabs, and nesting or a count of values beyond reason.
 * A file that passes is safe to hand to the parser.
 */
export const lexicalProblems = (source: string): ReadonlyArray<Problem> => {
  const problems: Array<Problem> = [...tabs(source)]
  const depths: Depths = { flow: 0, dashes: 0 }
  let line = 1
  let tokens = 0
  let started = false
  let ended = false
  let opened = 1
  let atLineStart = true
  for (const token of new Lexer().lex(source)) {
    const kind = CST.tokenType(token) ?? "text"
    if (kind === "doc-mode" || kind === "scalar" || kind === "flow-error-end" || kind === "byte-order-mark")
      continue
    tokens += 1
    const refused = REFUSED[kind]
    if (refused !== undefined) problems.push({ line, message: refused })
    if (depths.flow === 0) opened = line
    const deep = nesting(kind, token, atLineStart, depths)
    if (deep !== null) return [...problems, { line, message: deep }]
    if (tokens > MOST_TOKENS) return [...problems, { line, message: "more values than a team file can have" }]
    if (kind === "doc-end") ended = true
    else if (kind !== "newline" && kind !== "space" && kind !== "comment" && kind !== "directive-line") {
      // The mark before the first value belongs to the one document.
      if (ended || (started && kind === "doc-start")) return [...problems, { line, message: SECOND }]
      started = true
    }
    if (problems.length >= MOST_SAID) return problems
    atLineStart = kind === "newline" || kind === "doc-start"
    line += countLines(token)
  }
  return depths.flow > 0 ? [...problems, { line: opened, message: UNCLOSED }] : problems
}
