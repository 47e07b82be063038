import { basename, join } from "node:path"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { ensureParent, findPlaces, guard, sha256 } from "../approvals/places.ts"
import { ensureFolder, readOwned, writeAtomic } from "../SafeFile.ts"

/** A seat's standing rules as they lie on the disk. */
export interface RulesFile {
  /** The file's absolute path. */
  readonly path: string
  readonly sha256: string
}

/** The folder or the file of the rules is not as it has to be; the message says which and what is wrong. */
export class RulesRefused extends Data.TaggedError("RulesRefused")<{ readonly message: string }> {}

const MOST = 1_048_576

const refused = ({ message }: { readonly message: string }) => new RulesRefused({ message })

const folderOf = (config: string, root: string, project: string) =>
  Effect.map(findPlaces(config, root, project), ({ store }) => ({ store, folder: join(store, "rules") }))

/** The path of a seat's rules file: `<project state folder>/rules/<seat>.md`, the one resolver of it (spec 001). */
export const rulesPathOf = (config: string, root: string, project: string, seat: string) =>
  folderOf(config, root, project).pipe(
    Effect.map(({ folder }) => join(folder, `${seat}.md`)),
    Effect.mapError(refused)
  )

/**
 * Writes a seat's standing rules, 0600 in a folder of 0700, beside the approval and outside the project (spec 001 "Rules as a first
 * message"), and reads them back. A link, another user's file or a mode that is open to others is refused, never mended.
 */
export const writeRules = (
  config: string,
  root: string,
  project: string,
  seat: string,
  text: string
): Effect.Effect<RulesFile, RulesRefused> =>
  Effect.gen(function* () {
    const { folder, store } = yield* folderOf(config, root, project)
    const parent = yield* ensureParent(config)
    yield* ensureFolder(parent, basename(config))
    yield* ensureFolder(config, basename(store))
    yield* ensureFolder(store, "rules")
    yield* guard(store, "folder")
    yield* guard(folder, "folder")
    const path = join(folder, `${seat}.md`)
    yield* guard(path, "file")
    yield* writeAtomic(path, text)
    const back = yield* readOwned(path, { maxBytes: MOST })
    if (back !== text) return yield* new RulesRefused({ message: "it did not read back as written" })
    return { path, sha256: sha256(text) }
  }).pipe(Effect.mapError(refused))

/** Whether the rules still are what was written. A file that cannot be read is not. */
export const rulesStand = ({ path, sha256: known }: RulesFile): Effect.Effect<boolean> =>
  readOwned(path, { maxBytes: MOST }).pipe(
    Effect.map((text) => sha256(text) === known),
    Effect.orElseSucceed(() => false)
  )
