import * as Either from "effect/Either"
import { isMap, isScalar, isSeq, LineCounter, type ParsedNode, parseDocument, Scalar } from "yaml"
import { quote } from "../../domain/team/codec.ts"
import { tidyProblems } from "../../domain/team/decode.ts"
import type { Problem, YamlEntry, YamlNode } from "../../domain/team/node.ts"
import { lexicalProblems } from "./lex.ts"

/** What the parser's codes mean to the person who wrote the file; its own messages may repeat the file's text. */
const MEANING: Readonly<Record<string, string>> = {
  BAD_DQ_ESCAPE: "an escape in a double-quoted text is not known: use single quotes for a plain backslash",
  BAD_INDENT: "the indentation does not match the lines above",
  BAD_SCALAR_START: "a plain text can't start with this character: quote it",
  BLOCK_AS_IMPLICIT_KEY: 'a value holds ": " and reads as a second key: quote it',
  MISSING_CHAR: "a quote, bracket, comma or colon is missing",
  MULTILINE_IMPLICIT_KEY: "a key runs over several lines: is a colon missing?",
  TAB_AS_INDENT: "tabs are not used for indentation: use spaces",
  UNEXPECTED_TOKEN: "something stands here that does not belong: a quote, bracket or colon may be missing",
  MULTIPLE_DOCS: "a second document (---) is not used in a team file"
}

interface Walk {
  readonly lines: LineCounter
  readonly problems: Array<Problem>
}

const lineAt = (walk: Walk, node: ParsedNode | null, fallback: number): number =>
  node === null ? fallback : Math.max(1, walk.lines.linePos(node.range[0]).line)

const keyOf = (walk: Walk, key: ParsedNode | null, line: number): string | null => {
  if (key === null) return ""
  if (!isScalar(key)) {
    walk.problems.push({ line, message: "a key must be plain text" })
    return null
  }
  if (key.type === "PLAIN" && key.source === "<<") {
    walk.problems.push({ line, message: "merge keys (<<) are not used in a team file: write the values out" })
    return null
  }
  // The text as written: a key `on` or `1` is that text, whatever YAML makes of it.
  return typeof key.value === "string" ? key.value : (key.source ?? String(key.value))
}

const toNode = (walk: Walk, node: ParsedNode | null, fallback: number): YamlNode => {
  const line = lineAt(walk, node, fallback)
  if (isMap<ParsedNode, ParsedNode | null>(node)) {
    const entries: Array<YamlEntry> = []
    const seen = new Map<string, number>()
    for (const pair of node.items) {
      const at = lineAt(walk, pair.key, line)
      const key = keyOf(walk, pair.key, at)
      if (key === null) continue
      const other = seen.get(key)
      if (other !== undefined) {
        walk.problems.push({
          line: at,
          message: `the key ${quote(key)} is given twice (the other is on line ${other})`
        })
        continue
      }
      seen.set(key, at)
      // An empty value has no place of its own worth naming: its line is its key's.
      const value = toNode(walk, pair.value, at)
      entries.push({
        key,
        line: at,
        value: value.kind === "scalar" && value.text === "" ? { ...value, line: at } : value
      })
    }
    return { kind: "map", line, entries }
  }
  if (isSeq<ParsedNode>(node)) {
    return { kind: "list", line, items: node.items.map((item) => toNode(walk, item, line)) }
  }
  if (!isScalar(node)) return { kind: "scalar", line, text: "", quoted: false, value: null }
  const quoted = node.type === Scalar.QUOTE_DOUBLE || node.type === Scalar.QUOTE_SINGLE
  const value = node.value
  const plain =
    typeof value === "number" || typeof value === "boolean" || value === null ? value : String(value)
  return { kind: "scalar", line, text: quoted ? String(value) : (node.source ?? ""), quoted, value: plain }
}

/**
 * One YAML document as plain nodes with lines, or everything that is wrong with its form, sorted by line. Never throws,
 * never follows an alias, takes time linear in the size of the text.
 */
export const parseYaml = (source: string): Either.Either<YamlNode, ReadonlyArray<Problem>> => {
  const text = source.startsWith("\ufeff") ? source.slice(1) : source
  const lexical = lexicalProblems(text)
  if (lexical.length > 0) return Either.left(tidyProblems(lexical))
  const lines = new LineCounter()
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      // Repeated keys are found below: the library's own search is quadratic.
      uniqueKeys: false,
      merge: false,
      schema: "core",
      prettyErrors: false,
      logLevel: "silent"
    })
    const walk: Walk = { lines, problems: [] }
    // One missing bracket makes the parser stumble over every line after it: each kind is said where it starts.
    const said = new Set<string>()
    for (const error of document.errors) {
      const message = MEANING[error.code] ?? "this can't be read as YAML"
      if (said.has(message)) continue
      said.add(message)
      walk.problems.push({ line: Math.max(1, lines.linePos(error.pos[0]).line), message })
    }
    if (walk.problems.length > 0) return Either.left(tidyProblems(walk.problems))
    const node = toNode(walk, document.contents, 1)
    return walk.problems.length > 0 ? Either.left(tidyProblems(walk.problems)) : Either.right(node)
  } catch {
    return Either.left([{ line: 1, message: "this can't be read as YAML" }])
  }
}
