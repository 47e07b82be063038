import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { afterEach, beforeEach, describe, expect } from "vitest"
import { Project } from "../../src/services/Project.ts"
import {
  formatProblem,
  formatWarning,
  MAX_TEAM_FILE,
  schemaUrl,
  TeamFile
} from "../../src/services/TeamFile.ts"
import { example } from "../domain/team/support.ts"

let root = ""
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "team-file-")))
  execFileSync("git", ["init", "-q"], { cwd: root })
  mkdirSync(join(root, ".agents"))
  mkdirSync(join(root, "src"))
  writeFileSync(join(root, ".agents/team.yaml"), example("small"))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const path = () => join(root, ".agents/team.yaml")
const load = (cwd: string, file: string | null = null) =>
  Effect.flatMap(TeamFile, (service) => service.load({ cwd, file: Option.fromNullable(file) })).pipe(
    Effect.provide(TeamFile.layerLive)
  )
const failure = (cwd: string, file: string | null = null) => Effect.flip(load(cwd, file))

describe("loading the team file", () => {
  it.effect("finds it from any folder of the checkout", () =>
    Effect.gen(function* () {
      const team = yield* load(join(root, "src"))
      expect(team).toMatchObject({ path: path(), root, kind: "git", text: example("small"), warnings: [] })
      expect(team.file.project).toBe("lantern")
    })
  )

  it.effect("takes another by --file, with the project it belongs to", () =>
    Effect.gen(function* () {
      writeFileSync(join(root, "src/other.yaml"), example("old"))
      const other = yield* load(join(root, "src"), "other.yaml")
      expect([other.file.project, other.root, other.warnings.length]).toEqual(["kiln", root, 7])
      const away = yield* load(tmpdir(), path())
      expect([away.root, away.path]).toEqual([root, path()])
    })
  )

  it.effect("says what is missing", () =>
    Effect.gen(function* () {
      expect(yield* failure(root, "none.yaml")).toMatchObject({
        _tag: "TeamFileMissing",
        message: `${join(root, "none.yaml")} does not exist: \`team init\` writes one`
      })
      rmSync(path())
      expect(yield* failure(root)).toMatchObject({ _tag: "TeamFileMissing", path: path() })
      const plain = mkdtempSync(join(tmpdir(), "plain-"))
      expect(yield* failure(plain)).toMatchObject({ _tag: "NotARepo" })
      rmSync(plain, { recursive: true })
    })
  )

  it.effect("follows no link, at the file or at its folder", () =>
    Effect.gen(function* () {
      renameSync(path(), join(root, "real.yaml"))
      symlinkSync(join(root, "real.yaml"), path())
      expect(yield* failure(root)).toMatchObject({
        _tag: "TeamFileUnreadable",
        reason: "Link",
        message: `${path()} is a symbolic link, which is not followed`
      })
      rmSync(path())
      renameSync(join(root, "real.yaml"), path())
      renameSync(join(root, ".agents"), join(root, "elsewhere"))
      symlinkSync(join(root, "elsewhere"), join(root, ".agents"))
      expect(yield* failure(root)).toMatchObject({ _tag: "TeamFileUnreadable", path: join(root, ".agents") })
    })
  )

  it.effect("refuses a folder and a file beyond its size", () =>
    Effect.gen(function* () {
      writeFileSync(path(), Buffer.alloc(MAX_TEAM_FILE + 1, "#"))
      expect(yield* failure(root)).toMatchObject({ _tag: "TeamFileUnreadable", reason: "TooLarge" })
      rmSync(path())
      mkdirSync(path())
      expect(yield* failure(root)).toMatchObject({ _tag: "TeamFileUnreadable", reason: "NotRegular" })
    })
  )

  it.effect("gives every problem with its line, as a command prints it", () =>
    Effect.gen(function* () {
      writeFileSync(path(), example("small").replace("operator: wick", "operator: wik").replace('"6"', "6"))
      const error = yield* failure(root)
      expect(error._tag).toBe("TeamFileInvalid")
      if (error._tag !== "TeamFileInvalid") return
      expect(error.problems.map((problem) => formatProblem("watch", problem))).toEqual([
        'team watch: team.yaml line 3: operator "wik" names no declared seat (did you mean "wick"?)',
        'team watch: team.yaml line 22: version must be quoted ("4.10"): unquoted, YAML reads it as a number and 4.10 becomes 4.1'
      ])
      expect(formatWarning("up", { line: 4, message: "old" })).toBe("team up: warning, line 4: old")
    })
  )

  it.effect("a file cut in the middle of a write is an error and loads again when it is whole", () =>
    Effect.gen(function* () {
      const text = example("small")
      const place = { path: path(), root, kind: "git" as const, commonDir: null }
      const service = yield* TeamFile
      for (const size of [0, 1, 8, 60, 117, text.indexOf("seats:") + 6]) {
        writeFileSync(path(), text.slice(0, size))
        expect((yield* Effect.flip(service.reload(place)))._tag).toBe("TeamFileInvalid")
      }
      writeFileSync(path(), text)
      expect((yield* service.reload(place)).file.seats).toHaveLength(2)
    }).pipe(Effect.provide(Layer.provide(TeamFile.layer, Project.layer)))
  )
})

describe("the address of the JSON Schema", () => {
  it.effect("is a file of the installation, or none", () =>
    Effect.gen(function* () {
      mkdirSync(join(root, "contract"))
      const running = pathToFileURL(join(root, "dist/team.mjs")).href
      expect(yield* schemaUrl(running)).toBeNull()
      writeFileSync(join(root, "contract/team-file.schema.json"), "{}")
      expect(yield* schemaUrl(running)).toBe(pathToFileURL(join(root, "contract/team-file.schema.json")).href)
    })
  )
})
