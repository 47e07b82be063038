import { cleanText } from "../text/clean.ts"
import { signedText } from "./canonical.ts"
import { APPROVAL_FORMAT, type ApprovalRecord, type RecordReading, readRecord } from "./record.ts"

/**
 * Why a record is not trusted. `changed` it is not what was signed · `root` made for another folder · `generation` not
 * the last approval · `not-json` cut short · `shape` a field is not one of a record · `newer` a later version wrote it ·
 * `key` another key signed it, or the key is gone · `unreadable` a file or folder around it cannot be used.
 */
export type RefusalReason =
  | "changed"
  | "root"
  | "generation"
  | "not-json"
  | "shape"
  | "newer"
  | "key"
  | "unreadable"

/** What a project's approval is worth. Only `Verified` carries anything of the record. */
export type Verdict =
  | { readonly _tag: "None" }
  | { readonly _tag: "Legacy" }
  | { readonly _tag: "Verified"; readonly record: ApprovalRecord }
  | { readonly _tag: "Refused"; readonly reason: RefusalReason; readonly text: string }

/** What a record is judged by; the hashing and the cryptography are handed in. */
export interface ApprovalEvidence {
  /** The record's text as stored; null when there is none. */
  readonly text: string | null
  /** The project's real path. */
  readonly root: string
  /** The key of this machine; null when it has none. */
  readonly key: {
    readonly fingerprint: string
    /** True when `signature` (hex) is this key's over `text`. */
    readonly verify: (text: string, signature: string) => boolean
  } | null
  /** The number of the last approval as counted beside the key; null when nothing is counted. */
  readonly generation: number | null
}

const APPROVE = "run team approve"

/** A refusal in one plain line. The text is the report's (spec 000 §3.5). */
export const refused = (reason: RefusalReason, text: string): Verdict => ({ _tag: "Refused", reason, text })

const refuse = (reason: RefusalReason, what: string, repair = APPROVE): Verdict =>
  refused(reason, `the approval record ${what}: ${repair}`)

const FIELD = { missing: "is missing", unknown: "is not known", wrong: "has a wrong value" } as const

const ofForm = (reading: Exclude<RecordReading, { readonly _tag: "Record" }>): Verdict => {
  switch (reading._tag) {
    case "Legacy":
      return { _tag: "Legacy" }
    case "NotJson":
      return refuse("not-json", "is not whole JSON")
    case "Newer":
      return refuse(
        "newer",
        `has format ${reading.format}, newer than this version of team reads (${APPROVAL_FORMAT})`,
        `use the newer team, or ${APPROVE}`
      )
    case "Contradictory":
      return refuse("shape", "says format 1 and carries a signature")
    case "Shape":
      return reading.field === ""
        ? refuse("shape", "is no map of fields")
        : refuse("shape", `is not whole (the field ${reading.field} ${FIELD[reading.problem]})`)
  }
}

const ofGeneration = (record: number, last: number | null): string => {
  if (last === null) return "can't be told from an older one (the count of approvals is gone)"
  return record < last
    ? `is number ${record}, and the last approval is number ${last} (an older record was put back, or an approval was cut short)`
    : `is number ${record}, and approvals are counted to ${last} (the count was put back)`
}

/**
 * Judges a record. Anything but a whole record of this root, of the last generation, with this machine's signature over
 * every field, is not `Verified`. Never throws.
 */
export const judge = ({ generation, key, root, text }: ApprovalEvidence): Verdict => {
  if (text === null) return { _tag: "None" }
  const reading = readRecord(text)
  if (reading._tag !== "Record") return ofForm(reading)
  const { raw, record } = reading
  if (key === null) {
    return refuse(
      "key",
      `is signed by the key ${record.key}, and this machine has none`,
      `restore the key from a copy, or ${APPROVE}`
    )
  }
  if (record.key !== key.fingerprint) {
    return refuse("key", `is signed by another key (${record.key}; this machine's is ${key.fingerprint})`)
  }
  // Over what was stored, not over what was decoded: a field the decoder drops is a change too.
  const signed = signedText(raw)
  if (signed === null || !key.verify(signed, record.signature)) {
    return refuse("changed", "was changed after approval")
  }
  if (record.root !== root)
    return refuse("root", `was made for another folder (${cleanText(record.root, 80)})`)
  if (record.generation !== generation) {
    return refuse("generation", ofGeneration(record.generation, generation))
  }
  return { _tag: "Verified", record }
}
