import { execFileSync } from "node:child_process"
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, describe, expect } from "vitest"
import { Project } from "../../src/services/Project.ts"

let folder = ""
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "project-")))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (...names: ReadonlyArray<string>): string => join(folder, ...names)
const git = (cwd: string, ...args: ReadonlyArray<string>): void => {
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.test", ...args], {
    cwd,
    stdio: "ignore"
  })
}
const repository = (name: string): string => {
  mkdirSync(at(name))
  git(at(name), "init", "-q")
  git(at(name), "commit", "-q", "--allow-empty", "-m", "first")
  return at(name)
}
const withProject = <A, E>(effect: Effect.Effect<A, E, Project>) => Effect.provide(effect, Project.layer)
const locate = (cwd: string) => withProject(Effect.flatMap(Project, (project) => project.locate(cwd)))
const find = (cwd: string) => withProject(Effect.flatMap(Project, (project) => project.find(cwd)))

describe("finding the project", () => {
  it.effect("is the checkout a folder lies in", () =>
    Effect.gen(function* () {
      const root = repository("main")
      mkdirSync(at("main/src/deep"), { recursive: true })
      const place = { root, kind: "git", commonDir: join(root, ".git") }
      expect(yield* find(at("main/src/deep"))).toEqual(place)
      symlinkSync(at("main/src"), at("shortcut"))
      expect(yield* find(at("shortcut"))).toEqual(place)
    })
  )

  it.effect(
    "is the main checkout for a linked worktree, and for a worktree of a hidden bare repository its folder",
    () =>
      Effect.gen(function* () {
        const root = repository("main")
        git(root, "worktree", "add", "-q", at("tree"))
        expect(yield* find(at("tree"))).toEqual({ root, kind: "git", commonDir: join(root, ".git") })
        mkdirSync(at("hub"))
        git(folder, "clone", "-q", "--bare", root, at("hub/.bare"))
        git(at("hub/.bare"), "worktree", "add", "-q", at("hub/one"))
        expect((yield* find(at("hub/one"))).root).toBe(at("hub"))
        git(folder, "clone", "-q", "--bare", root, at("plain.git"))
        git(at("plain.git"), "worktree", "add", "-q", at("two"))
        expect((yield* find(at("two"))).root).toBe(at("two"))
      })
  )

  it.effect("is a submodule's own checkout", () =>
    Effect.gen(function* () {
      const inner = repository("inner")
      const outer = repository("outer")
      git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", inner, "sub")
      expect((yield* find(at("outer/sub"))).root).toBe(at("outer/sub"))
    })
  )

  it.effect("is no other folder's than a plain one's own", () =>
    Effect.gen(function* () {
      mkdirSync(at("plain/.agents"), { recursive: true })
      mkdirSync(at("plain/below"))
      expect(yield* Effect.flip(find(at("plain")))).toMatchObject({ _tag: "NotARepo", cwd: at("plain") })
      writeFileSync(at("plain/.agents/team.yaml"), "")
      expect(yield* find(at("plain"))).toEqual({ root: at("plain"), kind: "folder", commonDir: null })
      expect(yield* Effect.flip(find(at("plain/below")))).toMatchObject({ _tag: "NotARepo" })
      expect(yield* locate(at("plain/below"))).toMatchObject({ root: at("plain/below"), kind: "folder" })
    })
  )

  it.effect("passes over a .git that is none", () =>
    Effect.gen(function* () {
      const root = repository("main")
      mkdirSync(at("main/a/.git"), { recursive: true })
      mkdirSync(at("main/b"))
      writeFileSync(at("main/b/.git"), "not a pointer")
      mkdirSync(at("main/c"))
      writeFileSync(at("main/c/.git"), "gitdir: /nowhere/at/all")
      for (const name of ["a", "b", "c"]) expect((yield* find(at("main", name))).root).toBe(root)
    })
  )
})

describe("keeping .agents out of git", () => {
  const exclude = (root: string) =>
    withProject(
      Effect.gen(function* () {
        const project = yield* Project
        return yield* project.excludeFromGit(yield* project.locate(root))
      })
    )

  it.effect("adds one line, once, and loses none", () =>
    Effect.gen(function* () {
      const root = repository("main")
      const path = join(root, ".git/info/exclude")
      writeFileSync(path, "# mine\n*.tmp")
      expect(yield* exclude(root)).toBe(true)
      expect(yield* exclude(root)).toBe(false)
      expect(readFileSync(path, "utf8")).toBe("# mine\n*.tmp\n.agents/\n")
      rmSync(join(root, ".git/info"), { recursive: true })
      expect(yield* exclude(root)).toBe(true)
      expect(readFileSync(path, "utf8")).toBe(".agents/\n")
    })
  )

  it.effect.each(["/.agents/", ".agents", "  .agents/  "])("takes the line %s as its own", (line) =>
    Effect.gen(function* () {
      const root = repository("main")
      writeFileSync(join(root, ".git/info/exclude"), `${line}\r\n`)
      expect(yield* exclude(root)).toBe(false)
    })
  )

  it.effect("of a linked worktree in the shared folder, and of a plain folder nowhere", () =>
    Effect.gen(function* () {
      const root = repository("main")
      git(root, "worktree", "add", "-q", at("tree"))
      expect(yield* exclude(at("tree"))).toBe(true)
      expect(readFileSync(join(root, ".git/info/exclude"), "utf8")).toContain(".agents/\n")
      mkdirSync(at("plain"))
      expect(yield* exclude(at("plain"))).toBe(false)
    })
  )
})
