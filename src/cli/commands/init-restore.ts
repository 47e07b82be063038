import { link } from "node:fs/promises"
import * as Effect from "effect/Effect"
import { Approvals } from "../../services/Approvals.ts"
import { Project, teamFilePath } from "../../services/Project.ts"
import { ensureFolder, readOwned, writeAtomic } from "../../services/SafeFile.ts"
import { MAX_TEAM_FILE } from "../../services/TeamFile.ts"
import { requireCallerAlone } from "../caller.ts"
import { type CommandExit, exitWith } from "../exit.ts"
import { Invocation } from "../Invocation.ts"
import { line, json as printJson } from "../Output.ts"
import type { RestoreDocument } from "../render/approve.ts"
import { approvalsLayer } from "../team.ts"

const refused = (error: { readonly message: string }): CommandExit =>
  exitWith("init.refused", 1, `team init: ${error.message}`)

/** Gives the file a second name, byte for byte, unless that name is taken: the first one may then be replaced. */
const keepAside = (path: string, aside: string): Effect.Effect<void, CommandExit> =>
  Effect.tryPromise({
    try: () => link(path, aside),
    catch: (cause) => {
      const isTaken = cause instanceof Error && "code" in cause && cause.code === "EEXIST"
      return refused({
        message: isTaken
          ? `${path} is not as approved, and ${aside} is there already: move one of them away; nothing was written`
          : `${path} is not as approved and can't be kept as ${aside}: move it away; nothing was written`
      })
    }
  })

/**
 * `team init --restore`: the approved text becomes the team file again. Only a verified approval is restored; a file that
 * says something else is kept beside it, and none is ever overwritten.
 */
export const restore = (json: boolean) =>
  Effect.gen(function* () {
    yield* requireCallerAlone("init", "init")
    const { cwd } = yield* Invocation
    const project = yield* Project
    const place = yield* project.locate(cwd).pipe(Effect.mapError(refused))
    const approvals = yield* Approvals
    const { verdict } = yield* approvals.read(place.root)
    if (verdict._tag !== "Verified") {
      return yield* Effect.matchEffect(approvals.restore(place.root), {
        onFailure: (why) => exitWith("init.nothing", 1, `team init: ${why.message}`),
        onSuccess: () => refused({ message: "the file was approved just now: run it again" })
      })
    }
    const { generation, text } = verdict.record
    const path = teamFilePath(place.root)
    yield* ensureFolder(place.root, ".agents").pipe(Effect.mapError(refused))
    const present = yield* readOwned(path, { maxBytes: MAX_TEAM_FILE }).pipe(
      Effect.catchIf(
        (error) => error.reason === "Missing",
        () => Effect.succeed(null)
      ),
      Effect.mapError(refused)
    )
    const aside = `${path}.before-restore`
    const document: RestoreDocument = {
      format: 1,
      kind: "team.restore",
      path,
      generation,
      restored: present !== text,
      moved_to: present === null || present === text ? null : aside
    }
    if (present !== text) {
      if (present !== null) yield* keepAside(path, aside)
      yield* writeAtomic(path, text).pipe(Effect.mapError(refused))
      yield* project.excludeFromGit(place).pipe(Effect.mapError(refused))
    }
    if (json) return yield* printJson(document)
    if (present === text) {
      return yield* line(`${path} is as approved (#${generation}) already; nothing was written`)
    }
    if (present !== null) yield* line(`kept what was there as ${aside}`)
    yield* line(`restored ${path} from approval #${generation}`)
  }).pipe(Effect.provide(approvalsLayer))
