import * as Either from "effect/Either"
import type { ApprovalRecord } from "../../../src/domain/approval/record.ts"
import { type ApprovalEvidence, judge, type Verdict } from "../../../src/domain/approval/verdict.ts"
import { seatCeiling, type TeamFile } from "../../../src/domain/team/file.ts"
import { ephemeralKey, type SigningKey } from "../../../src/services/approvals/key.ts"
import { fingerprintsOfFile } from "../../../src/services/approvals/present.ts"
import { type ApproveInput, seal } from "../../../src/services/approvals/seal.ts"
import { valid } from "../team/support.ts"

export const ROOT = "/srv/harbour"
export const key: SigningKey = ephemeralKey()

/** What approving a file's text hands in. */
export const inputOf = (text: string, more: Partial<ApproveInput> = {}): ApproveInput => {
  const file: TeamFile = valid(text)
  return {
    root: ROOT,
    project: file.project,
    text,
    fingerprints: fingerprintsOfFile(file),
    ceilings: {
      seats: seatCeiling(file),
      temporary: file.limits.temporary,
      vendors: file.limits.vendors
    },
    checks: {},
    workFolders: [],
    ...more
  }
}

/** A signed record and its text. */
export const sealed = (
  text: string,
  more: Partial<ApproveInput> = {},
  made: { readonly generation?: number; readonly root?: string; readonly by?: SigningKey } = {}
): { readonly record: ApprovalRecord; readonly text: string } =>
  Either.getOrThrow(
    seal(
      inputOf(text, more),
      { root: made.root ?? ROOT, approvedAt: 1_800_000_000_000, generation: made.generation ?? 1 },
      made.by ?? key
    )
  )

/** The verdict on a record's text, on a machine with our key, at the first approval. */
export const judged = (text: string | null, more: Partial<ApprovalEvidence> = {}): Verdict =>
  judge({ text, root: ROOT, key, generation: 1, ...more })

/** The verdict in one line: its tag, or why it was refused. */
export const word = (verdict: Verdict): string => (verdict._tag === "Refused" ? verdict.text : verdict._tag)
