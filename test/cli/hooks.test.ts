import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { describe, expect, vi } from "vitest"
import { HooksDocument } from "../../src/cli/render/hooks.ts"
import { makeProject, oneDocument, type RunOptions, runTeam, type TestProject } from "../support/cli.ts"

// The command is run whether the list of commands has it already or not.
vi.mock("../../src/cli/commands.ts", async (original) => {
  const { COMMANDS } = await original<typeof import("../../src/cli/commands.ts")>()
  const entry = {
    name: "hooks",
    group: "set up" as const,
    summary: "",
    load: () => import("../../src/cli/commands/hooks.ts").then((module) => module.hooks)
  }
  return { COMMANDS: [...COMMANDS.filter(({ name }) => name !== "hooks"), entry] }
})

const run = (project: TestProject, argv: string, options: Partial<RunOptions> = {}) =>
  runTeam(argv.split(" "), { cwd: project.root, env: { HOME: project.home }, ...options })
const put = (path: string, text: string): string => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}
const claude = ({ home }: TestProject): string => join(home, ".claude", "settings.json")
const decode = (text: string) => Schema.decodeUnknownSync(HooksDocument)(oneDocument(text))

describe("team hooks install", () => {
  it.scoped("shows the difference, writes it, and says it again only when there is one", () =>
    Effect.gen(function* () {
      const project = yield* makeProject(null)
      const path = put(claude(project), '{\n  "model": "opus"\n}\n')
      const first = yield* run(project, "hooks install claude-code")
      expect(first).toMatchObject({ code: 0, err: "" })
      expect(first.out).toContain(`--- ${path}\n+++ ${path}\n@@ -1,3 +1,`)
      expect(first.out).toContain(`\n-  "model": "opus"\n+  "model": "opus",\n+  "hooks": {\n`)
      expect(first.out).toContain(
        `+            "command": "'/usr/bin/node' '/opt/team.mjs' hook claude-code UserPromptSubmit",\n`
      )
      expect(first.out).toMatch(new RegExp(`\nwrote ${path}\n$`))
      const text = readFileSync(path, "utf8")
      const second = yield* run(project, "hooks install claude-code")
      expect(second.out).toBe(`claude-code: already installed in ${path}, nothing changed\n`)
      expect(readFileSync(path, "utf8")).toBe(text)
      expect((yield* run(project, "hooks remove claude-code")).code).toBe(0)
      expect(readFileSync(path, "utf8")).toBe('{\n  "model": "opus"\n}\n')
      expect((yield* run(project, "hooks remove claude-code")).out).toBe(
        `claude-code: not installed in ${path}, nothing changed\n`
      )
    })
  )

  it.scoped("with --dry-run writes nothing, not even the folder", () =>
    Effect.gen(function* () {
      const project = yield* makeProject(null)
      const ran = yield* run(project, "hooks install codex --dry-run")
      const path = join(project.home, ".codex", "hooks.json")
      expect(ran.code).toBe(0)
      expect(ran.out).toContain(`would write ${path}; nothing changed\n`)
      expect(ran.out).toMatch(/note: Codex runs a new or changed hook only after a person has trusted it/)
      expect(existsSync(dirname(path))).toBe(false)
    })
  )

  it.scoped("says the folder it made and the file a link leads to", () =>
    Effect.gen(function* () {
      const project = yield* makeProject(null)
      expect((yield* run(project, "hooks install gemini")).out).toContain(
        `made the folder ${join(project.home, ".gemini")}\n`
      )
      const real = put(join(project.home, "dots", "cursor.json"), '{"version":1}')
      mkdirSync(join(project.home, ".cursor"))
      symlinkSync(real, join(project.home, ".cursor", "hooks.json"))
      expect((yield* run(project, "hooks install cursor")).out).toContain(`, which leads to ${real}\n`)
    })
  )

  it.scoped("writes the program alone where it can be run", () =>
    Effect.gen(function* () {
      const project = yield* makeProject(null)
      const script = put(join(project.home, "it's", "team"), "#!/bin/sh\n")
      chmodSync(script, 0o755)
      const self = ["/usr/bin/node", script]
      const ran = yield* run(project, "hooks install claude-code", { self })
      expect(ran.code).toBe(0)
      const quoted = `'${script.replace("'", "'\\''")}' hook claude-code Stop`
      expect(JSON.parse(readFileSync(claude(project), "utf8")).hooks.Stop[0].hooks[0].command).toBe(quoted)
      // From another place the same entries differ, and an install replaces exactly them.
      const status = yield* run(project, "hooks status claude-code")
      expect(status.out).toContain("differs in")
      expect(status.out).toContain("Stop has another command")
      yield* run(project, "hooks install claude-code")
      expect(readFileSync(claude(project), "utf8")).not.toContain("it's")
    })
  )

  it.scoped("shows no secret of the settings, in context or in a line it rewrites", () =>
    Effect.gen(function* () {
      const project = yield* makeProject(null)
      const random = "q8Zk2LxV0rT7mB4nC9sD1fG6hJ3pW5yX"
      const secrets = `{\n  "env": {\n    "GITHUB_TOKEN": "short",\n    "ANY": "${random}",\n    "URL": "https://me:pw12@host/x"\n  }\n}\n`
      put(claude(project), secrets)
      const ran = yield* run(project, "hooks install claude-code --dry-run")
      expect(ran.out).toContain("…")
      for (const secret of ["short", random, "pw12"]) expect(ran.out).not.toContain(secret)
      put(claude(project), `{"env":{"ANY":"${random}"},"x":"\\u001b[31m"}`)
      const inline = yield* run(project, "hooks install claude-code --json")
      expect(inline.out).not.toContain(random)
      expect(readFileSync(claude(project), "utf8")).toContain(random)
    })
  )

  it.scoped("colours the difference only where a terminal shows it", () =>
    Effect.gen(function* () {
      const project = yield* makeProject(null)
      const plain = yield* run(project, "hooks install qwen --dry-run")
      expect(plain.out).not.toContain("\u001b")
      const shown = yield* run(project, "hooks install qwen --dry-run", { colour: true })
      expect(shown.out).toContain("\u001b[32m+")
    })
  )

  it.scoped("says that hooks are switched off", () =>
    Effect.gen(function* () {
      const project = yield* makeProject(null)
      const path = put(claude(project), '{"disableAllHooks": true}')
      expect((yield* run(project, "hooks install claude-code")).out).toContain(
        `note: hooks are switched off (disableAllHooks is true in ${path})`
      )
      expect((yield* run(project, "hooks status claude-code")).out).toBe(
        `claude-code: installed in ${path}; hooks are switched off (disableAllHooks is true in ${path}); none seen yet\n`
      )
    })
  )

  it.scoped("into a project writes the project's own file", () =>
    Effect.gen(function* () {
      const project = yield* makeProject(null)
      expect((yield* run(project, "hooks install claude-code --scope project")).code).toBe(0)
      expect(existsSync(join(project.root, ".claude", "settings.local.json"))).toBe(true)
      expect(existsSync(claude(project))).toBe(false)
    })
  )
})

describe("team hooks, refused", () => {
  it.scoped("names the nearest CLI, and tells one without hooks from a slip", () =>
    Effect.gen(function* () {
      const project = yield* makeProject(null)
      expect(yield* run(project, "hooks install claude-cod")).toMatchObject({ code: 2, id: "hooks.cli" })
      expect((yield* run(project, "hooks install claude-cod")).err).toContain('did you mean "claude-code"?')
      const known = yield* run(project, "hooks status opencode")
      expect(known).toMatchObject({ code: 2, id: "hooks.cli" })
      expect(known.err).toContain("sets up no hooks for opencode")
      expect((yield* run(project, "hooks status claude")).out).toMatch(/^claude-code: not installed/)
      expect(yield* run(project, "hooks install")).toMatchObject({ code: 2, id: "hooks.invocation" })
    })
  )

  it.scoped("touches no file it can't read, and says where it broke", () =>
    Effect.gen(function* () {
      const project = yield* makeProject(null)
      const path = put(claude(project), '{\n  "a": 1,,\n}')
      for (const action of ["install", "remove", "status"]) {
        const ran = yield* run(project, `hooks ${action} claude-code`)
        expect(ran).toMatchObject({ code: 2, id: "hooks.unreadable", out: "" })
        expect(ran.err).toContain(`${path} is not JSON at line 2, column`)
        expect(ran.err.endsWith("\nnothing was written\n")).toBe(action !== "status")
      }
      expect(readFileSync(path, "utf8")).toBe('{\n  "a": 1,,\n}')
      put(path, '{"hooks": ["x"]}')
      const shape = yield* run(project, "hooks install claude-code")
      expect(shape).toMatchObject({ code: 2, id: "hooks.shape" })
      expect(shape.err).toContain('no object under "hooks" (line 1, column 11)')
    })
  )

  it.scoped("writes no program that a CLI could not run", () =>
    Effect.gen(function* () {
      const project = yield* makeProject(null)
      for (const self of [["/usr/bin/node", "/a\nb/team.mjs"], ["/usr/bin/node", "/src/bin.ts"], []]) {
        const ran = yield* run(project, "hooks install claude-code", { self })
        expect(ran).toMatchObject({ code: 2, id: "hooks.program" })
      }
      expect(existsSync(dirname(claude(project)))).toBe(false)
      // Taking them out needs no program.
      expect((yield* run(project, "hooks remove claude-code", { self: [] })).code).toBe(0)
    })
  )
})

describe("team hooks status and print", () => {
  it.scoped("go through every CLI, and one bad file hides none", () =>
    Effect.gen(function* () {
      const project = yield* makeProject(null)
      put(join(project.home, ".qwen", "settings.json"), "{")
      yield* run(project, "hooks install codex")
      const ran = yield* run(project, "hooks status")
      expect(ran.code).toBe(0)
      const lines = ran.out.trimEnd().split("\n")
      expect(lines.map((text) => text.replace(/:.*/, ""))).toEqual([
        "claude-code",
        "codex",
        "gemini",
        "qwen",
        "cursor",
        "droid"
      ])
      expect(lines[1]).toMatch(/^codex: installed in .*hooks\.json; none seen yet$/)
      expect(lines[3]).toMatch(/^qwen: .*is not JSON at line 1/)
      const { hooks } = decode((yield* run(project, "hooks status --json")).out)
      expect(hooks[3]?.path).toBe(join(project.home, ".qwen", "settings.json"))
      expect(hooks.map(({ state }) => state)).toEqual([
        "absent",
        "installed",
        "absent",
        "unreadable",
        "absent",
        "absent"
      ])
    })
  )

  it.scoped("print is what install writes", () =>
    Effect.gen(function* () {
      const project = yield* makeProject(null)
      const printed = yield* run(project, "hooks print cursor")
      const path = join(project.home, ".cursor", "hooks.json")
      expect(printed.err).toBe(`for ${path}:\n`)
      yield* run(project, "hooks install cursor")
      expect(JSON.parse(printed.out)).toEqual(JSON.parse(readFileSync(path, "utf8")))
      // A file that can't be edited is what a person prints for.
      put(path, "{ not json")
      expect(yield* run(project, "hooks print cursor")).toEqual(printed)
      const { notes, snippet } = decode((yield* run(project, "hooks print codex --json")).out)
      expect(snippet).toContain("hook codex Stop")
      expect(notes).toHaveLength(1)
    })
  )

  it.scoped("answer as one document each", () =>
    Effect.gen(function* () {
      const project = yield* makeProject(null)
      const dry = decode((yield* run(project, "hooks install claude-code --dry-run --json")).out)
      expect(dry).toMatchObject({ action: "install", changed: false, dry_run: true })
      expect(dry.hooks).toMatchObject([{ cli: "claude-code", state: "absent", path: claude(project) }])
      expect(dry.diff).toContain("+++ ")
      const wrote = decode((yield* run(project, "hooks install claude-code --json")).out)
      expect(wrote).toMatchObject({ changed: true, hooks: [{ state: "installed" }] })
      const again = decode((yield* run(project, "hooks install claude-code --json")).out)
      expect(again).toMatchObject({ changed: false, diff: null })
      const gone = decode((yield* run(project, "hooks remove claude-code --json")).out)
      expect(gone).toMatchObject({ action: "remove", changed: true, hooks: [{ state: "absent" }] })
      const refused = yield* run(project, "hooks install nothing --json")
      expect(oneDocument(refused.out)).toMatchObject({ kind: "team.error", id: "hooks.cli" })
    })
  )
})

describe("the newest hook record", () => {
  it.scoped("is said by status", () =>
    Effect.gen(function* () {
      const project = yield* makeProject(null)
      const { hooksCommand } = yield* Effect.promise(() => import("../../src/cli/commands/hooks.ts"))
      const { COMMANDS } = yield* Effect.promise(() => import("../../src/cli/commands.ts"))
      const entry = COMMANDS.find(({ name }) => name === "hooks")
      const seen = hooksCommand((cli) => Effect.succeed(cli === "codex" ? Date.UTC(2026, 9, 18) : null))
      const load = vi.spyOn(entry ?? { load: () => Promise.resolve(seen) }, "load").mockResolvedValue(seen)
      const { out } = yield* run(project, "hooks status codex")
      load.mockRestore()
      expect(out).toMatch(/; last seen 2026-10-18T00:00:00\.000Z\n$/)
    })
  )
})
