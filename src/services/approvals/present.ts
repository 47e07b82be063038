import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { type ApprovalFacts, approvalFacts } from "../../domain/approval/check.ts"
import { type ApprovalDifference, approvalDifferences } from "../../domain/approval/differences.ts"
import { fingerprintsOf } from "../../domain/approval/fingerprints.ts"
import { heldBack, inForce } from "../../domain/approval/in-force.ts"
import type { Fingerprints } from "../../domain/approval/record.ts"
import type { TeamFile } from "../../domain/team/file.ts"
import type { ApprovalRead } from "../Approvals.ts"
import { decodeText } from "../TeamFile.ts"
import { sha256 } from "./places.ts"

/** A team file beside its approval. */
export interface ApprovedTeam {
  /** The file that takes effect. */
  readonly file: TeamFile
  /** The approved file; null without a verified approval, or when this version no longer reads its text. */
  readonly approved: TeamFile | null
  /** How the file differs from its verified approval; empty without one. */
  readonly differences: ReadonlyArray<ApprovalDifference>
  /** What check 10 reports from. */
  readonly facts: ApprovalFacts
  /** Settings of the file that take no effect until it is approved; empty when an approval is in force. */
  readonly heldBack: ReadonlyArray<string>
}

/** The digests an approval records of a file. */
export const fingerprintsOfFile = (file: TeamFile): Fingerprints => fingerprintsOf(file, sha256)

/**
 * Holds a file against its approval: what takes effect, what differs, what check 10 says. `text` is what `present` was
 * decoded from, where it is at hand: every pass asks, and a file that is as approved need not be decoded twice.
 */
export const approvedTeam = (
  present: TeamFile,
  { verdict }: ApprovalRead,
  text: string | null = null
): ApprovedTeam => {
  const approved =
    verdict._tag !== "Verified"
      ? null
      : verdict.record.text === text
        ? present
        : Option.getOrNull(Either.getRight(Either.map(decodeText(verdict.record.text), ({ file }) => file)))
  const differences =
    verdict._tag === "Verified"
      ? approvalDifferences(present, { file: approved, fingerprints: verdict.record.fingerprints }, sha256)
      : []
  return {
    file: inForce(present, approved, verdict),
    approved,
    differences,
    facts: approvalFacts(verdict, differences),
    heldBack: approved === null ? heldBack(present) : []
  }
}
