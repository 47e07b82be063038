import * as Either from "effect/Either"
import { signedText } from "../../domain/approval/canonical.ts"
import {
  APPROVAL_FORMAT,
  type ApprovalRecord,
  type ApprovedCommand,
  type Ceilings,
  type Fingerprints,
  readRecord
} from "../../domain/approval/record.ts"
import { judge } from "../../domain/approval/verdict.ts"
import { ApprovalError } from "./error.ts"
import type { SigningKey } from "./key.ts"

/** What the owner approves. */
export interface ApproveInput {
  /** The project's folder; its real path is what is recorded. */
  readonly root: string
  readonly project: string
  /** The whole file, as read. */
  readonly text: string
  readonly fingerprints: Fingerprints
  readonly ceilings: Ceilings
  readonly checks: Readonly<Record<string, ApprovedCommand>>
  readonly notify?: ApprovedCommand
  /** Folders seats work in, beside the project's own: absolute, or relative to it; `~` is the caller's to open. */
  readonly workFolders: ReadonlyArray<string>
}

/** The parts of a record that are not the owner's to choose. */
export interface Seal {
  readonly root: string
  readonly approvedAt: number
  readonly generation: number
}

const draft = (input: ApproveInput, { approvedAt, generation, root }: Seal, key: string) => ({
  format: APPROVAL_FORMAT,
  approvedAt,
  root,
  project: input.project,
  fingerprints: input.fingerprints,
  ceilings: input.ceilings,
  checks: input.checks,
  ...(input.notify === undefined ? {} : { notify: input.notify }),
  text: input.text,
  generation,
  key
})

const noRecord = (field: string) =>
  new ApprovalError({
    reason: "Input",
    path: null,
    message: `what was to be approved is no record (${field === "" ? "its form" : field}); nothing was changed`
  })

/** Whether the input makes a record at all; asked before anything is written. */
export const checkInput = (input: ApproveInput, seal: Seal): ApprovalError | null => {
  const made = JSON.stringify({ ...draft(input, seal, "0".repeat(12)), signature: "0".repeat(128) })
  const reading = readRecord(made)
  if (reading._tag === "Record") return signedText(reading.raw) === null ? noRecord("") : null
  return noRecord(reading._tag === "Shape" ? reading.field : "")
}

/** Signs a record and reads it back: what this answers is what every reader will find verified. */
export const seal = (
  input: ApproveInput,
  made: Seal,
  key: SigningKey
): Either.Either<{ readonly record: ApprovalRecord; readonly text: string }, ApprovalError> => {
  const body = draft(input, made, key.fingerprint)
  const signed = signedText(body)
  if (signed === null) return Either.left(noRecord(""))
  const text = `${JSON.stringify({ ...body, signature: key.sign(signed) }, null, 2)}\n`
  const verdict = judge({ text, root: made.root, key, generation: made.generation })
  return verdict._tag === "Verified"
    ? Either.right({ record: verdict.record, text })
    : Either.left(noRecord(""))
}

/** The number an approval gets: above the count, and above a record of ours whose count was lost. */
export const nextGeneration = (count: number | null, text: string | null, key: SigningKey | null): number => {
  const reading = text === null ? null : readRecord(text)
  if (reading?._tag !== "Record" || key === null) return (count ?? 0) + 1
  const { generation, root } = reading.record
  const ours = judge({ text, root, key, generation })._tag === "Verified"
  return Math.max(count ?? 0, ours ? generation : 0) + 1
}
