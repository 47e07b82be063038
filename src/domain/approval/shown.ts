import { canonical } from "../team/fingerprint.ts"
import { cleanText } from "../text/clean.ts"
import * as Duration from "../threshold/duration.ts"

/** Longer text is named, never shown. */
const MOST_SHOWN = 40

/** Fields that hold free text or people's addresses: the field is named, its value never shown. */
const UNSHOWN: ReadonlySet<string> = new Set([
  "launch",
  "nudge",
  "rules",
  "template",
  "setup",
  "humans",
  "forbidden",
  "forbidden_public"
])

const SIZES: ReadonlySet<string> = new Set(["disk_min", "swap_free_min", "swap_growth_max"])
const PERCENTS: ReadonlySet<string> = new Set(["memory_min", "reserve"])

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A duration, a liveness word or an amount of money: a map in the program, one word in the file. */
const measure = (value: unknown): string | null => {
  if (!isMap(value)) return null
  const { amount, currency, ms, seconds, written } = value
  if (typeof written === "string") return cleanText(written, MOST_SHOWN)
  if (typeof ms === "number") return Duration.printMs(ms)
  if (typeof seconds === "number") return Duration.printMs(seconds * 1_000)
  return typeof amount === "number" && typeof currency === "string" ? `${amount} ${currency}` : null
}

const scalar = (value: unknown, field: string): string | null => {
  if (value === null || value === undefined) return "none"
  if (typeof value === "boolean") return String(value)
  if (typeof value === "number") {
    if (SIZES.has(field)) return `${value / 1e9} GB`
    return `${value}${PERCENTS.has(field) ? "%" : ""}`
  }
  if (typeof value !== "string") return measure(value)
  const clean = cleanText(value, MOST_SHOWN)
  if (clean !== value) return null
  return /^[\w@%+.:/~{}-]+$/.test(value) ? value : `"${value}"`
}

/** What an item of a list is called: its text, or the pane of a delegate. */
const label = (item: unknown): string | null =>
  isMap(item) && typeof item["pane"] === "string" ? scalar(item["pane"], "pane") : scalar(item, "")

const counted = (count: number, verb: string): string =>
  `${count} ${count === 1 ? "entry" : "entries"} ${verb}`

const listChanges = (
  before: ReadonlyArray<unknown>,
  after: ReadonlyArray<unknown>,
  hidden: boolean
): ReadonlyArray<string> => {
  const old = new Set(before.map(canonical))
  const now = new Set(after.map(canonical))
  const added = after.filter((item) => !old.has(canonical(item)))
  const gone = before.filter((item) => !now.has(canonical(item)))
  if (added.length === 0 && gone.length === 0) {
    return [before.length === after.length ? "in another order" : "an entry repeated"]
  }
  // An item of the same name on both sides (a delegate's pane) changed; it did not come and go.
  const named = (items: ReadonlyArray<unknown>) =>
    items.flatMap((item) => (isMap(item) && !hidden ? (label(item) ?? []) : []))
  const goneNames = new Set(named(gone))
  const changed = new Set(named(added).filter((one) => goneNames.has(one)))
  const said = [...changed].map((one) => `${one} changed`)
  const tell = (items: ReadonlyArray<unknown>, verb: string) => {
    const labels = items.flatMap((item) => (hidden ? [] : (label(item) ?? [])))
    for (const one of labels) if (!changed.has(one)) said.push(`${one} ${verb}`)
    if (labels.length < items.length) said.push(counted(items.length - labels.length, verb))
  }
  tell(added, "added")
  tell(gone, "taken out")
  return said
}

const under = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`)
const led = (path: string, text: string): string => (path === "" ? text : `${path} ${text}`)

/**
 * How one value differs from another, in few words each: `seats 3 → 5`, `accounts.plan added`, `launch`. Empty when they
 * mean the same. `field` is the name the value goes by.
 */
export const changesOf = (
  before: unknown,
  after: unknown,
  path: string,
  field: string
): ReadonlyArray<string> => {
  if (canonical(before) === canonical(after)) return []
  const hidden = UNSHOWN.has(field)
  if (Array.isArray(before) && Array.isArray(after)) {
    return listChanges(before, after, hidden).map((text) => led(path, text))
  }
  if (isMap(before) && isMap(after) && measure(before) === null && measure(after) === null) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...keys].sort().flatMap((key) => {
      const inner = under(path, cleanText(key, MOST_SHOWN))
      if (!Object.hasOwn(before, key)) return [`${inner} added`]
      if (!Object.hasOwn(after, key)) return [`${inner} taken out`]
      return changesOf(before[key], after[key], inner, key)
    })
  }
  const from = hidden ? null : scalar(before, field)
  const to = hidden ? null : scalar(after, field)
  if (from === null || to === null) return [path]
  return [led(path, `${from} → ${to}`)]
}
