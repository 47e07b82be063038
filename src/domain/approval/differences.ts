import type { TeamFile } from "../team/file.ts"
import {
  OWNER_SECTIONS,
  type OwnerSection,
  seatFingerprint,
  seatSaid,
  sectionFingerprints
} from "../team/fingerprint.ts"
import type { Seat } from "../team/seat.ts"
import type { Fingerprints } from "./record.ts"
import { changesOf } from "./shown.ts"

/** One thing the present file has otherwise than the approved one. */
export interface ApprovalDifference {
  /** `new` is a seat the approved file does not have. A seat taken out is no difference. */
  readonly kind: "section" | "seat" | "new"
  /** The section's or the seat's name. */
  readonly name: string
  /** One plain line: "`limits` changed: seats 3 → 5". */
  readonly text: string
}

/** What the present file is held against: the approved text as this version reads it, and the digests recorded with it. */
export interface Approved {
  /** Null when this version no longer reads the approved text. */
  readonly file: TeamFile | null
  readonly fingerprints: Fingerprints
}

/** Details of one difference; a person who sees this many opens the file anyway. */
const MOST_DETAILS = 6

const detailed = (what: string, details: ReadonlyArray<string>): string => {
  const kept = details.filter((detail) => detail !== "").slice(0, MOST_DETAILS)
  const rest = details.length > MOST_DETAILS ? `, and ${details.length - MOST_DETAILS} more` : ""
  return kept.length === 0 ? what : `${what}: ${kept.join(", ")}${rest}`
}

/** A section's value, `watch` without its checks. */
const sectionValue = (file: TeamFile, name: OwnerSection): unknown => {
  if (name === "watch.checks") return file.watch.checks
  if (name !== "watch") return file[name]
  const { checks: _, ...watch } = file.watch
  return watch
}

const seatFields = (seat: Seat): unknown => {
  const { name: _name, ...said } = seatSaid(seat)
  return said
}

const section = (name: OwnerSection, details: ReadonlyArray<string>): ApprovalDifference => ({
  kind: "section",
  name,
  text: detailed(`\`${name}\` changed`, details)
})

const changedSeat = (name: string, details: ReadonlyArray<string>): ApprovalDifference => ({
  kind: "seat",
  name,
  text: detailed(`seat ${name} changed`, details)
})

const newSeat = (name: string): ApprovalDifference => ({
  kind: "new",
  name,
  text: `seat ${name} is not in the approved file`
})

/** By the approved text as this version reads it: a default or a field that is new here is on both sides. */
const byFile = (present: TeamFile, approved: TeamFile): ReadonlyArray<ApprovalDifference> => {
  const now = sectionFingerprints(present)
  const then = sectionFingerprints(approved)
  const sections = OWNER_SECTIONS.filter((name) => now.get(name) !== then.get(name)).map((name) =>
    section(name, changesOf(sectionValue(approved, name), sectionValue(present, name), "", name))
  )
  const known = new Map(approved.seats.map((seat) => [seat.name, seat]))
  const seats = present.seats.flatMap((seat): ReadonlyArray<ApprovalDifference> => {
    const old = known.get(seat.name)
    if (old === undefined) return [newSeat(seat.name)]
    if (seatFingerprint(old) === seatFingerprint(seat)) return []
    return [changedSeat(seat.name, changesOf(seatFields(old), seatFields(seat), "", "seat"))]
  })
  return [...sections, ...seats]
}

/** By the recorded digests alone, for an approved text that this version no longer reads. */
const byDigest = (
  present: TeamFile,
  recorded: Fingerprints,
  digest: (text: string) => string
): ReadonlyArray<ApprovalDifference> => {
  const sections = [...sectionFingerprints(present)].flatMap(([name, text]) =>
    // A section that did not exist then can't be told changed from its digest.
    Object.hasOwn(recorded.sections, name) && recorded.sections[name] !== digest(text)
      ? [section(name, [])]
      : []
  )
  const seats = present.seats.flatMap((seat): ReadonlyArray<ApprovalDifference> => {
    if (!Object.hasOwn(recorded.seats, seat.name)) return [newSeat(seat.name)]
    return recorded.seats[seat.name] === digest(seatFingerprint(seat)) ? [] : [changedSeat(seat.name, [])]
  })
  return [...sections, ...seats]
}

/**
 * How the present file differs from the approved one: owner sections in the order of the documentation, then seats in the
 * file's. `digest` is the sha256 of a text in hex. Values of free text are never among the words.
 */
export const approvalDifferences = (
  present: TeamFile,
  approved: Approved,
  digest: (text: string) => string
): ReadonlyArray<ApprovalDifference> =>
  approved.file === null ? byDigest(present, approved.fingerprints, digest) : byFile(present, approved.file)
