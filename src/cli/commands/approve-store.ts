import { join } from "node:path"
import * as Effect from "effect/Effect"
import type { ApprovalError } from "../../services/Approvals.ts"
import { APPROVAL_KEY, loadKey } from "../../services/approvals/key.ts"
import { findPlaces, guardAll, keyFolderOf, outsideWork } from "../../services/approvals/places.ts"
import { type CommandExit, exitWith } from "../exit.ts"
import { configHere, homeHere } from "../folders.ts"

/** How an approval that cannot be made ends the command. */
export const approvalExit = (error: ApprovalError): CommandExit => {
  const said = `team approve: ${error.message}`
  switch (error.reason) {
    case "InsideWork":
    case "Link":
    case "Mode":
    case "OtherOwner":
    case "NotRegular":
    case "TwoStores":
      return exitWith("approve.store", 1, said)
    case "Key":
      return exitWith("approve.key", 1, said)
    case "Busy":
      return exitWith("approve.busy", 1, said)
    case "Input":
      return exitWith("approve.input", 2, said)
    case "Count":
    case "File":
    case "NotApproved":
      return exitWith("approve.state", 2, said)
  }
}

/** The person's home folder and `team`'s folder in their configuration. */
export const approvalFolders = Effect.gen(function* () {
  return { home: yield* homeHere, config: yield* configHere }
})

/** Where this machine's signing key lies, for the line that asks for a copy of it. */
export const keyPath = (config: string): string => join(keyFolderOf(config), APPROVAL_KEY)

/**
 * What would refuse the record, asked before a person is shown anything to decide on: a store where seats work, a loose
 * mode, a key that can't be read. Makes nothing.
 */
export const checkStore = (asked: {
  readonly config: string
  readonly root: string
  readonly project: string
  readonly workFolders: ReadonlyArray<string>
}): Effect.Effect<void, CommandExit> =>
  Effect.gen(function* () {
    const places = yield* findPlaces(asked.config, asked.root, asked.project)
    yield* outsideWork(places, asked.root, asked.workFolders)
    yield* guardAll(places)
    yield* loadKey(places.keyFolder, APPROVAL_KEY)
  }).pipe(Effect.mapError(approvalExit))
