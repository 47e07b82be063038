import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { cleanText } from "../text/clean.ts"

/** The format this version writes; format 1 is the unsigned one of an earlier tool. */
export const APPROVAL_FORMAT = 2

const hex = (digits: number) => Schema.String.pipe(Schema.pattern(new RegExp(`^[0-9a-f]{${digits}}$`)))
const Digest = hex(64)
const Count = Schema.Int.pipe(Schema.nonNegative())
const Text = Schema.String.pipe(Schema.minLength(1))
const named = <A, I>(value: Schema.Schema<A, I>) => Schema.Record({ key: Schema.String, value })

/** A digest (sha256, hex) of each owner section and of each seat, by name. */
export const Fingerprints = Schema.Struct({ sections: named(Digest), seats: named(Digest) })
export type Fingerprints = typeof Fingerprints.Type

/** How many seats may run, as approved: these bind, not the file's. */
export const Ceilings = Schema.Struct({ seats: Count, temporary: Count, vendors: named(Count) })
export type Ceilings = typeof Ceilings.Type

/** A command the file names: where it was found, and the sha256 of what stood there. */
export const ApprovedCommand = Schema.Struct({ path: Text, sha256: Digest })
export type ApprovedCommand = typeof ApprovedCommand.Type

/** What the owner approved of one project, signed. */
export const ApprovalRecord = Schema.Struct({
  format: Schema.Literal(APPROVAL_FORMAT),
  /** Epoch milliseconds. */
  approvedAt: Count,
  /** The project's real path; its name may change, the path may not. */
  root: Text,
  project: Text,
  fingerprints: Fingerprints,
  ceilings: Ceilings,
  /** The check command of each budget account that has one. */
  checks: named(ApprovedCommand),
  /** `watch.notify_command`, where the file names one. */
  notify: Schema.optionalWith(ApprovedCommand, { exact: true }),
  /** The whole team file as approved. */
  text: Text,
  /** 1 for the project's first approval, one more for each. */
  generation: Schema.Int.pipe(Schema.positive()),
  /** The key that signed it: the first 12 hex digits of the sha256 of its public half. */
  key: hex(12),
  signature: hex(128)
})
export type ApprovalRecord = typeof ApprovalRecord.Type

/** What a record's text turned out to be, before any question of trust. `raw` is what the signature covers. */
export type RecordReading =
  | { readonly _tag: "Record"; readonly record: ApprovalRecord; readonly raw: object }
  | { readonly _tag: "Legacy" }
  | { readonly _tag: "NotJson" }
  | { readonly _tag: "Newer"; readonly format: number }
  | { readonly _tag: "Contradictory" }
  /** `field` is the path of the field, empty for the whole. */
  | { readonly _tag: "Shape"; readonly field: string; readonly problem: "missing" | "unknown" | "wrong" }

const parse = Schema.decodeUnknownEither(Schema.parseJson())
const decode = Schema.decodeUnknownEither(ApprovalRecord, { onExcessProperty: "error" })

const shape = (field: string, problem: "missing" | "unknown" | "wrong"): RecordReading => ({
  _tag: "Shape",
  field,
  problem
})

const shapeOf = (error: ParseResult.ParseError): RecordReading => {
  const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
  if (issue === undefined) return shape("", "wrong")
  const problem = issue._tag === "Missing" ? "missing" : issue._tag === "Unexpected" ? "unknown" : "wrong"
  // The path alone: the formatter's message repeats the value.
  return shape(cleanText(issue.path.map(String).join("."), 80), problem)
}

/** Reads a record's text by its form. Never throws, whatever the text is. */
export const readRecord = (text: string): RecordReading => {
  const json = parse(text)
  if (Either.isLeft(json)) return { _tag: "NotJson" }
  const raw: unknown = json.right
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return shape("", "wrong")
  const format: unknown = Object.hasOwn(raw, "format") && "format" in raw ? raw.format : undefined
  if (format === undefined) return shape("format", "missing")
  if (typeof format !== "number" || !Number.isSafeInteger(format) || format < 1)
    return shape("format", "wrong")
  if (format > APPROVAL_FORMAT) return { _tag: "Newer", format }
  if (format < APPROVAL_FORMAT) return { _tag: Object.hasOwn(raw, "signature") ? "Contradictory" : "Legacy" }
  try {
    const decoded = decode(raw)
    return Either.isLeft(decoded) ? shapeOf(decoded.left) : { _tag: "Record", record: decoded.right, raw }
  } catch {
    // A value nested so deep that describing it fails is no field of ours.
    return shape("", "wrong")
  }
}
