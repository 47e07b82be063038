import type { TeamFile } from "./file.ts"
import type { Seat } from "./seat.ts"

type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

/** What a value is, without how it was spelled: `120s` and `2m` are one value. */
const meaning = (value: unknown): Json => {
  if (Array.isArray(value)) return value.map(meaning)
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value
  if (typeof value !== "object" || value === null) return null
  const entries = Object.entries(value)
  const counted = entries.some(
    ([key, part]) => (key === "ms" || key === "seconds") && typeof part === "number"
  )
  return Object.fromEntries(
    entries.filter(([key]) => !(counted && key === "written")).map(([key, part]) => [key, meaning(part)])
  )
}

const print = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(print).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([left], [right]) => compare(left, right))
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${print(part)}`).join(",")}}`
}

/** JSON with sorted keys and no spaces: equal values give equal texts, however they were spelled in the file. */
export const canonical = (value: unknown): string => print(meaning(value))

/**
 * What a seat's entry says, as one stable text (hashing is the caller's): without its line, its count and number, and
 * without `leads`, so that handing the lead over needs no new approval.
 */
export const seatFingerprint = (seat: Seat): string => canonical(seatSaid(seat))

/** What a seat's entry says beside where it stands in the file and how often. */
export const seatSaid = (seat: Seat) => {
  const {
    count: _count,
    declared: _declared,
    instance: _instance,
    leads: _leads,
    line: _line,
    ...said
  } = seat
  return said
}

/** The sections only the owner changes: a difference in one needs a new approval. */
export const OWNER_SECTIONS = [
  "session",
  "operator",
  "lead",
  "visibility",
  "trust",
  "limits",
  "machine",
  "rules",
  "identity",
  "workspace",
  "dialogs",
  "delegates",
  "budgets",
  "watch",
  "watch.checks"
] as const
export type OwnerSection = (typeof OWNER_SECTIONS)[number]

/** Each owner section as one stable text. `watch` is without its checks, which stand on their own line. */
export const sectionFingerprints = (file: TeamFile): ReadonlyMap<OwnerSection, string> => {
  const { checks, ...watch } = file.watch
  const values: Readonly<Record<OwnerSection, unknown>> = { ...file, watch, "watch.checks": checks }
  return new Map(OWNER_SECTIONS.map((name) => [name, canonical(values[name])] as const))
}
