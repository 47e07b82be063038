import type { Node } from "jsonc-parser"

/** One change of a text: `remove` characters at `at` go, `insert` comes. */
export interface Splice {
  readonly at: number
  readonly remove: number
  readonly insert: string
}

/** How a file is written: its line ending and one level of its indentation. */
export interface Style {
  readonly eol: string
  readonly unit: string
}

/** Makes changes that do not overlap; every other character stays. */
export const spliced = (text: string, splices: ReadonlyArray<Splice>): string =>
  [...splices]
    .sort((left, right) => right.at - left.at)
    .reduce((now, { at, insert, remove }) => now.slice(0, at) + insert + now.slice(at + remove), text)

const indentAt = (text: string, offset: number): string => {
  const start = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ""
}

/** The style of a text with this root: that of its first property, else two blanks. */
export const styleOf = (text: string, root: Node): Style => {
  const [first] = root.children ?? []
  const own = first === undefined ? "" : indentAt(text, first.offset)
  return {
    eol: /\r\n|\n|\r/.exec(text)?.[0] ?? "\n",
    unit: own === "" ? "  " : own
  }
}

interface Comment {
  readonly start: number
  readonly end: number
  readonly toLineEnd: boolean
}

interface Gap {
  readonly comma: number | null
  readonly comments: ReadonlyArray<Comment>
}

/** What stands between two elements: blanks, comments, at most one comma. */
const gapOf = (text: string, from: number, to: number): Gap => {
  const comments: Array<Comment> = []
  let comma: number | null = null
  for (let at = from; at < to; at += 1) {
    if (text[at] === ",") comma = at
    else if (text.startsWith("//", at)) {
      const rest = /[\r\n]/.exec(text.slice(at, to))
      const end = rest === null ? to : at + rest.index
      comments.push({ start: at, end, toLineEnd: true })
      at = end - 1
    } else if (text.startsWith("/*", at)) {
      const end = text.indexOf("*/", at + 2) + 2
      comments.push({ start: at, end, toLineEnd: false })
      at = end - 1
    }
  }
  return { comma, comments }
}

const endOf = (node: Node): number => node.offset + node.length
const closeOf = (container: Node): number => endOf(container) - 1
const hasBreak = (text: string): boolean => /[\r\n]/.test(text)

/** Whether comments stand in a container outside its elements: it is then never dropped. */
export const hasComments = (text: string, container: Node): boolean => {
  let from = container.offset + 1
  for (const child of container.children ?? []) {
    if (gapOf(text, from, child.offset).comments.length > 0) return true
    from = endOf(child)
  }
  return gapOf(text, from, closeOf(container)).comments.length > 0
}

/** JSON on several lines; the first stands where it is put, the others are indented by `indent`. */
const printed = (value: unknown, indent: string, style: Style): string =>
  JSON.stringify(value, null, style.unit).replaceAll("\n", style.eol + indent)

const printedElement = (key: string | null, value: unknown, indent: string, style: Style): string =>
  (key === null ? "" : `${JSON.stringify(key)}: `) + printed(value, indent, style)

const compactElement = (key: string | null, value: unknown): string =>
  (key === null ? "" : `${JSON.stringify(key)}: `) + JSON.stringify(value)

/** Puts an element at the end of an object (with its key) or array, in the way the container is written. */
export const appended = (
  text: string,
  container: Node,
  key: string | null,
  value: unknown,
  style: Style
): ReadonlyArray<Splice> => {
  const close = closeOf(container)
  const last = container.children?.at(-1)
  if (last === undefined) {
    const open = container.offset + 1
    const from = gapOf(text, open, close).comments.at(-1)?.end ?? open
    const outer = indentAt(text, container.offset)
    const indent = outer + style.unit
    const tail = hasBreak(text.slice(from, close)) ? "" : style.eol + outer
    const insert = style.eol + indent + printedElement(key, value, indent, style) + tail
    return [{ at: from, remove: 0, insert }]
  }
  const end = endOf(last)
  const { comma, comments } = gapOf(text, end, close)
  // A comment on the same line belongs to what stands before it.
  let after = comma === null ? end : comma + 1
  for (const comment of comments) {
    if (hasBreak(text.slice(end, comment.end))) break
    after = Math.max(after, comment.end)
  }
  const indent = indentAt(text, last.offset)
  const element = hasBreak(text.slice(container.offset, close))
    ? style.eol + indent + printedElement(key, value, indent, style)
    : ` ${compactElement(key, value)}`
  if (comma !== null) return [{ at: after, remove: 0, insert: `${element},` }]
  if (after === end) return [{ at: end, remove: 0, insert: `,${element}` }]
  return [
    { at: end, remove: 0, insert: "," },
    { at: after, remove: 0, insert: element }
  ]
}

/** Puts another value where one stands, written as the lines around it are. */
export const replaced = (text: string, node: Node, value: unknown, style: Style): ReadonlyArray<Splice> => {
  const old = text.slice(node.offset, endOf(node))
  const insert = hasBreak(old) ? printed(value, indentAt(text, node.offset), style) : JSON.stringify(value)
  return [{ at: node.offset, remove: node.length, insert }]
}

/** From where what stands before an element may go with it: after the last comment, or its line if it needs the end. */
const cutFrom = (text: string, from: number, comments: ReadonlyArray<Comment>, rest: string): number => {
  const last = comments.at(-1)
  if (last === undefined || last.end <= from) return from
  // The line end closes the comment: it stays unless another follows.
  if (!last.toLineEnd || /^,?[ \t]*[\r\n]/.test(rest)) return last.end
  return last.end + (text.startsWith("\r\n", last.end) ? 2 : 1)
}

/**
 * Takes an element out of its container with the comma and the blanks that belong to it. What `appended` put in goes
 * without a trace; comments outside the element stay.
 */
export const withoutElement = (text: string, container: Node, index: number): ReadonlyArray<Splice> => {
  const children = container.children ?? []
  const node = children[index]
  if (node === undefined) return []
  const close = closeOf(container)
  const previous = children[index - 1]
  const next = children[index + 1]
  const end = endOf(node)
  const after = gapOf(text, end, next?.offset ?? close)
  if (next !== undefined && after.comma !== null) {
    const blanks = /^\s*/.exec(text.slice(after.comma + 1, next.offset))?.[0].length ?? 0
    const follows = after.comments.some((comment) => comment.start > (after.comma ?? 0))
    // A comment that follows on the same line keeps its line.
    const spaces = /^[ \t]*/.exec(text.slice(after.comma + 1, next.offset))?.[0].length ?? 0
    const more = follows ? spaces : blanks
    const before = after.comments.some((comment) => comment.start < (after.comma ?? 0))
    return before
      ? [
          { at: node.offset, remove: node.length, insert: "" },
          { at: after.comma, remove: 1 + (follows ? 0 : spaces), insert: "" }
        ]
      : [{ at: node.offset, remove: after.comma + 1 + more - node.offset, insert: "" }]
  }
  const trailing = after.comma === null ? [] : [{ at: after.comma, remove: 1, insert: "" }]
  const rest = text.slice(end, close)
  if (previous === undefined) {
    const open = container.offset + 1
    if (!hasComments(text, container)) return [{ at: open, remove: close - open, insert: "" }]
    const from = cutFrom(text, open, gapOf(text, open, node.offset).comments, rest)
    return [{ at: from, remove: end - from, insert: "" }, ...trailing]
  }
  const gap = gapOf(text, endOf(previous), node.offset)
  const comma = gap.comma ?? endOf(previous)
  const from = cutFrom(text, comma + 1, gap.comments, rest)
  if (after.comma !== null) return [{ at: from, remove: end - from, insert: "" }, ...trailing]
  return from === comma + 1
    ? [{ at: comma, remove: end - comma, insert: "" }]
    : [
        { at: comma, remove: 1, insert: "" },
        { at: from, remove: end - from, insert: "" }
      ]
}
