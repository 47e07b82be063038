import { basename, relative } from "node:path"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { projectNameOf, renderSkeleton } from "../../domain/team/skeleton.ts"
import { Project, teamFilePath } from "../../services/Project.ts"
import { createNew, ensureFolder, inspect } from "../../services/SafeFile.ts"
import { schemaUrl } from "../../services/TeamFile.ts"
import { withHelp } from "../command.ts"
import { exitWith } from "../exit.ts"
import { homeHere } from "../folders.ts"
import { Invocation } from "../Invocation.ts"
import { line, json as printJson } from "../Output.ts"
import * as common from "../options.ts"
import type { InitDocument } from "../render/init.ts"
import { restore } from "./init-restore.ts"

/** Writes the skeleton where no team file is; never touches one that is there. */
const write = (json: boolean) =>
  Effect.gen(function* () {
    const { cwd } = yield* Invocation
    const project = yield* Project
    const refused = (error: { readonly message: string }) =>
      exitWith("init.refused", 1, `team init: ${error.message}`)
    const place = yield* project.locate(cwd).pipe(Effect.mapError(refused))
    const path = teamFilePath(place.root)
    const exists = exitWith("init.exists", 1, `team init: ${path} is there already; nothing was written`)
    if ((yield* inspect(path).pipe(Effect.mapError(refused))) !== null) return yield* exists
    yield* ensureFolder(place.root, ".agents").pipe(Effect.mapError(refused))
    const home = yield* homeHere
    const text = renderSkeleton({
      project: projectNameOf(basename(place.root)),
      schema: yield* schemaUrl(import.meta.url),
      root: place.root.startsWith(`${home}/`) ? `~/${relative(home, place.root)}` : place.root
    })
    if (!(yield* createNew(path, text).pipe(Effect.mapError(refused)))) return yield* exists
    const excluded = yield* project.excludeFromGit(place).pipe(Effect.mapError(refused))
    if (json) {
      const document: InitDocument = { format: 1, kind: "team.init", path, excluded_from_git: excluded }
      return yield* printJson(document)
    }
    yield* line(`wrote ${path}`)
    if (excluded) yield* line("it is private to this clone (.git/info/exclude)")
    yield* line(
      "next: fill in the seats, then `team approve`, and `team register SEAT --pane ID` for each pane"
    )
  })

/** `team init`: a commented team file, private to this clone, or the approved one again. */
export const init = Command.make(
  "init",
  {
    restore: Options.boolean("restore").pipe(
      Options.withDescription("put back the file as it was last approved; one that differs is kept beside it")
    ),
    json: common.json
  },
  (asked) => (asked.restore ? restore(asked.json) : write(asked.json)).pipe(Effect.provide(Project.layer))
).pipe(
  withHelp("Writes .agents/team.yaml with every section explained.", [
    "cd my-project && team init",
    "team init --restore"
  ])
)
