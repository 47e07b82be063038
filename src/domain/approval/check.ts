import * as Schema from "effect/Schema"
import type { Finding } from "../report/finding.ts"
import { once } from "../report/finding.ts"
import type { ApprovalDifference } from "./differences.ts"
import type { Verdict } from "./verdict.ts"

/** What a pass knows of the approval: plain and small, without the record, so that a recording may hold it. */
export const ApprovalFacts = Schema.Struct({
  verdict: Schema.Literal("none", "legacy", "verified", "refused"),
  /** Why the record was refused, as a reason word and as the line to say. */
  refusal: Schema.NullOr(Schema.Struct({ reason: Schema.String, text: Schema.String })),
  differences: Schema.Array(
    Schema.Struct({
      kind: Schema.Literal("section", "seat", "new"),
      name: Schema.String,
      text: Schema.String
    })
  )
})
export type ApprovalFacts = typeof ApprovalFacts.Type

const WORDS = { None: "none", Legacy: "legacy", Verified: "verified", Refused: "refused" } as const

/** The facts of a verdict; differences count only against a verified record. */
export const approvalFacts = (
  verdict: Verdict,
  differences: ReadonlyArray<ApprovalDifference>
): ApprovalFacts => ({
  verdict: WORDS[verdict._tag],
  refusal: verdict._tag === "Refused" ? { reason: verdict.reason, text: verdict.text } : null,
  differences: verdict._tag === "Verified" ? differences : []
})

export const NEVER_APPROVED = "the file was never approved on this machine: run team approve"
export const UNSIGNED = "approved before records were signed"

/** Differences in one report; `team approve` shows them all. */
const MOST_SAID = 12

const joined = (differences: ApprovalFacts["differences"]): string => {
  const said = differences.slice(0, MOST_SAID).map((difference) => difference.text)
  const rest = differences.length - said.length
  return [...said, ...(rest > 0 ? [`and ${rest} more`] : [])].join("; ")
}

/**
 * Check 10 (spec 000 §3.3, §3.5): at most one condition at a time, the owner's. Its key says which, so that a refused record
 * is said although "never approved" still stands, and a section that changes later although another one did before.
 */
export const approvalFindings = (facts: ApprovalFacts): ReadonlyArray<Finding> => {
  switch (facts.verdict) {
    case "none":
      return [once("approval:none", NEVER_APPROVED, "owner")]
    case "legacy":
      return [once("approval:legacy", UNSIGNED, "owner")]
    case "refused":
      return facts.refusal === null
        ? []
        : [once(`approval:refused:${facts.refusal.reason}`, facts.refusal.text, "owner")]
    case "verified": {
      if (facts.differences.length === 0) return []
      const names = facts.differences.map(({ kind, name }) => `${kind} ${name}`)
      return [once(`approval:differs:${names.join(",")}`, joined(facts.differences), "owner")]
    }
  }
}
