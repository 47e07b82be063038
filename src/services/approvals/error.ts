import * as Data from "effect/Data"
import type { FileError } from "../SafeFile.ts"
import type { StateError } from "../StateFile.ts"

/**
 * Why an approval was not made or read.
 * `InsideWork` the store or the key lies where seats work · `Link` a symbolic link stands in the way · `Mode` others may
 * open a file or folder of it · `OtherOwner` another user's · `NotRegular` no file or no folder · `TwoStores` two stores of
 * one project · `Key` the signing key cannot be read · `Count` the count of approvals cannot · `Input` what was to be
 * approved is no record · `NotApproved` there is nothing to restore · `Busy` another approval is being made · `File` the
 * file system refused.
 */
export type ApprovalReason =
  | "InsideWork"
  | "Link"
  | "Mode"
  | "OtherOwner"
  | "NotRegular"
  | "TwoStores"
  | "Key"
  | "Count"
  | "Input"
  | "NotApproved"
  | "Busy"
  | "File"

/** The one error of approvals: one line, with what to do; never any part of a key or of a file's text. */
export class ApprovalError extends Data.TaggedError("ApprovalError")<{
  readonly reason: ApprovalReason
  readonly path: string | null
  readonly message: string
}> {}

/** The same refusal of the file system, as an approval says it. */
export const ofFile = (error: FileError): ApprovalError => {
  const { message, path, reason } = error
  const same = reason === "Link" || reason === "OtherOwner" || reason === "NotRegular"
  return new ApprovalError({ reason: same ? reason : "File", path, message })
}

/** The count of approvals or a lock that could not be read, written or taken, as an approval says it. */
export const ofState = (error: StateError): ApprovalError => {
  const { path } = error
  if (error._tag !== "StateUnreadable") {
    const reason = error._tag === "StateLockError" ? "Busy" : "File"
    return new ApprovalError({ reason, path, message: error.message })
  }
  const message =
    error.reason === "Newer"
      ? error.message
      : `the count of approvals ${path} can't be read: move it aside and run team approve`
  return new ApprovalError({ reason: "Count", path, message })
}
