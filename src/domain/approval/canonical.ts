/** What a signature is made over begins with this line, so that no signature of another kind ever fits a record. */
export const APPROVAL_TAG = "seatwatch approval record, format 2"

/** Deeper than any record; keeps a hostile file from exhausting the stack. */
const MOST_DEPTH = 32

/** Orders by code point: the plain comparison of strings goes by UTF-16 units and puts an emoji before U+FFFD. */
const byCodePoint = (left: string, right: string): number => {
  const [a, b] = [left, right].map((text) => Array.from(text, (one) => one.codePointAt(0) ?? 0))
  if (a === undefined || b === undefined) return 0
  for (const [at, point] of a.entries()) {
    const other = b[at]
    if (other === undefined) return 1
    if (point !== other) return point - other
  }
  return a.length - b.length
}

const print = (value: unknown, depth: number): string | null => {
  if (typeof value === "string") return JSON.stringify(value)
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : null
  if (typeof value !== "object" || value === null || depth === 0) return null
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => print(item, depth - 1))
    return items.includes(null) ? null : `[${items.join(",")}]`
  }
  const parts: Array<string> = []
  const entries = Object.entries(value).toSorted(([left], [right]) => byCodePoint(left, right))
  for (const [key, part] of entries) {
    const printed = print(part, depth - 1)
    if (printed === null) return null
    parts.push(`${JSON.stringify(key)}:${printed}`)
  }
  return `{${parts.join(",")}}`
}

/**
 * The one text of a JSON value: keys sorted by code point, no spaces, whole numbers and strings only (in lists and maps).
 * Null for anything else: a fraction, a boolean, a null, or nesting beyond any record's.
 */
export const canonicalJson = (value: unknown): string | null => print(value, MOST_DEPTH)

/** What is signed: the tag's line, then the canonical text of the record without its signature. Null as above. */
export const signedText = (record: object): string | null => {
  const text = canonicalJson(
    Object.fromEntries(Object.entries(record).filter(([key]) => key !== "signature"))
  )
  return text === null ? null : `${APPROVAL_TAG}\n${text}`
}
