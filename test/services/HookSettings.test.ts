import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, describe, expect } from "vitest"
import type { HookScope, HookVendor } from "../../src/domain/hook/vendor.ts"
import { claudeCode } from "../../src/domain/hook/vendors/claude-code.ts"
import { codex } from "../../src/domain/hook/vendors/codex.ts"
import { cursor } from "../../src/domain/hook/vendors/cursor.ts"
import { droid } from "../../src/domain/hook/vendors/droid.ts"
import { gemini } from "../../src/domain/hook/vendors/gemini.ts"
import { qwen } from "../../src/domain/hook/vendors/qwen.ts"
import { HookSettings } from "../../src/services/HookSettings.ts"

const PROGRAM = "'/opt/bin/team'"
const isRoot = process.getuid?.() === 0

let base = ""
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "hook-settings-")))
  mkdirSync(join(base, "home"))
  mkdirSync(join(base, "project"))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const at = (...names: ReadonlyArray<string>): string => join(base, ...names)
const put = (path: string, text: string | Uint8Array): string => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}
const withService = <A, E>(
  run: (service: typeof HookSettings.Service) => Effect.Effect<A, E>,
  env: Readonly<Record<string, string>> = {}
) =>
  Effect.flatMap(HookSettings, run).pipe(
    Effect.provide(
      HookSettings.layerAt({
        env,
        home: at("home"),
        cwd: at("project"),
        root: at("project"),
        program: PROGRAM
      })
    )
  )
const apply = (action: "install" | "remove", vendor: HookVendor, scope: HookScope = "user", env = {}) =>
  withService(
    (service) =>
      Effect.gen(function* () {
        const change = yield* service.plan(yield* service.look(vendor, scope), action)
        return { made: yield* service.write(change), changes: change.changes }
      }),
    env
  )
const problem = <A>(effect: Effect.Effect<A, { readonly reason: string; readonly message: string }>) =>
  Effect.match(effect, { onFailure: (error) => `${error.reason}: ${error.message}`, onSuccess: () => "done" })
const mode = (path: string): number => statSync(path).mode & 0o777

describe("the files", () => {
  it.effect("stand where the CLI's environment has them", () =>
    Effect.gen(function* () {
      const path = (
        vendor: HookVendor,
        env: Readonly<Record<string, string>> = {},
        scope: HookScope = "user"
      ) => withService((service) => Effect.map(service.look(vendor, scope), (look) => look.path), env)
      expect(yield* path(claudeCode)).toBe(at("home", ".claude", "settings.json"))
      expect(yield* path(claudeCode, { CLAUDE_CONFIG_DIR: "/x" })).toBe("/x/settings.json")
      expect(yield* path(claudeCode, { CLAUDE_CONFIG_DIR: "" })).toBe(at("home", ".claude", "settings.json"))
      expect(yield* path(codex, { CODEX_HOME: "/c" })).toBe("/c/hooks.json")
      expect(yield* path(gemini, { GEMINI_CLI_HOME: "/g" })).toBe("/g/.gemini/settings.json")
      expect(yield* path(qwen, { QWEN_HOME: "~/q" })).toBe(at("home", "q", "settings.json"))
      expect(yield* path(cursor)).toBe(at("home", ".cursor", "hooks.json"))
      expect(yield* path(claudeCode, {}, "project")).toBe(at("project", ".claude", "settings.local.json"))
    })
  )

  it.effect("are made private where there are none", () =>
    Effect.gen(function* () {
      expect(yield* apply("install", claudeCode)).toEqual({ made: at("home", ".claude"), changes: true })
      const path = at("home", ".claude", "settings.json")
      expect([mode(path), mode(dirname(path))]).toEqual([0o600, 0o700])
      expect(yield* apply("install", claudeCode)).toEqual({ made: null, changes: false })
      yield* apply("remove", claudeCode)
      expect(readFileSync(path, "utf8")).toBe("{}\n")
    })
  )

  it.effect("keep their mode, and nothing is left beside them", () =>
    Effect.gen(function* () {
      const path = put(at("home", ".claude", "settings.json"), '{\n  "env": { "A": "1" }\n}\n')
      chmodSync(path, 0o640)
      yield* apply("install", claudeCode)
      expect(mode(path)).toBe(0o640)
      expect(readdirSync(dirname(path))).toEqual(["settings.json"])
    })
  )

  it.effect("are written where the person's own link leads, and the link stays (case 125)", () =>
    Effect.gen(function* () {
      const real = put(at("home", "dotfiles", "claude.json"), "{}\n")
      mkdirSync(at("home", ".claude"))
      const path = at("home", ".claude", "settings.json")
      symlinkSync("../dotfiles/claude.json", path)
      yield* apply("install", claudeCode)
      expect(lstatSync(path).isSymbolicLink()).toBe(true)
      expect(lstatSync(real).isSymbolicLink()).toBe(false)
      expect(readFileSync(real, "utf8")).toContain("hook claude-code Stop")
      yield* apply("remove", claudeCode)
      expect(readFileSync(real, "utf8")).toBe("{}\n")
    })
  )

  it.effect("refuse a link to nothing, a folder, and bytes that are no text", () =>
    Effect.gen(function* () {
      mkdirSync(at("home", ".claude"))
      symlinkSync(at("nowhere"), at("home", ".claude", "settings.json"))
      expect(yield* problem(apply("install", claudeCode))).toMatch(/^Unreadable: .*leads to no file/)
      expect(existsSync(at("nowhere"))).toBe(false)
      mkdirSync(at("home", ".codex", "hooks.json"), { recursive: true })
      expect(yield* problem(apply("install", codex))).toMatch(/^Unreadable: .*not a regular file/)
      const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])
      const path = put(at("home", ".qwen", "settings.json"), bytes)
      expect(yield* problem(apply("install", qwen))).toMatch(/^Unreadable: .*not UTF-8/)
      expect(readFileSync(path).equals(bytes)).toBe(true)
      put(at("home", ".cursor", "hooks.json"), `{"a":"${"x".repeat(4 * 1_048_576)}"}`)
      expect(yield* problem(apply("install", cursor))).toMatch(/^Unreadable: .*too large/)
    })
  )

  it.effect("are never touched where they do not parse", () =>
    Effect.gen(function* () {
      const text = '{\n  "a": 1,\n  oops\n}\n'
      const path = put(at("home", ".claude", "settings.json"), text)
      for (const action of ["install", "remove"] as const) {
        expect(yield* problem(apply(action, claudeCode))).toBe(
          `Unreadable: ${path} is not JSON at line 3, column 3: a word or sign that JSON does not have; mend the file, or paste into it what \`team hooks print\` shows`
        )
      }
      expect(readFileSync(path, "utf8")).toBe(text)
    })
  )

  it.effect("are not written over a change made meanwhile", () =>
    withService((service) =>
      Effect.gen(function* () {
        const path = put(at("home", ".claude", "settings.json"), "{}\n")
        const change = yield* service.plan(yield* service.look(claudeCode, "user"), "install")
        writeFileSync(path, '{ "mine": 1 }\n')
        expect(yield* problem(service.write(change))).toMatch(/^Changed: /)
        expect(readFileSync(path, "utf8")).toBe('{ "mine": 1 }\n')
        const fresh = yield* service.plan(yield* service.look(codex, "user"), "install")
        put(at("home", ".codex", "hooks.json"), "{}")
        expect(yield* problem(service.write(fresh))).toMatch(/^Changed: /)
        expect(readFileSync(at("home", ".codex", "hooks.json"), "utf8")).toBe("{}")
      })
    )
  )

  it.effect("of a project are not followed out of it", () =>
    Effect.gen(function* () {
      const own = put(at("home", "secret.json"), "{}")
      mkdirSync(at("project", ".claude"))
      symlinkSync(own, at("project", ".claude", "settings.local.json"))
      expect(yield* problem(apply("install", claudeCode, "project"))).toMatch(/leads out of the project/)
      expect(readFileSync(own, "utf8")).toBe("{}")
      mkdirSync(at("home", "cursor"))
      symlinkSync(at("home", "cursor"), at("project", ".cursor"))
      expect(yield* problem(apply("install", cursor, "project"))).toMatch(/leads out of the project/)
      yield* apply("install", gemini, "project")
      expect(existsSync(at("project", ".gemini", "settings.json"))).toBe(true)
    })
  )

  describe.runIf(isRoot)("as root, who alone can give a file away", () => {
    it.effect("of another user are refused", () =>
      Effect.gen(function* () {
        const { chownSync } = yield* Effect.promise(() => import("node:fs"))
        const path = put(at("home", ".claude", "settings.json"), "{}")
        chownSync(path, 12_345, 12_345)
        expect(yield* problem(apply("install", claudeCode))).toMatch(/^Unreadable: .*another user/)
      })
    )
  })
})

describe("switched off", () => {
  const off = (vendor: HookVendor, scope: HookScope = "user") =>
    withService((service) => Effect.map(service.look(vendor, scope), (look) => look.off))

  it.effect("is said with the place", () =>
    Effect.gen(function* () {
      const path = put(at("home", ".claude", "settings.json"), '{"disableAllHooks": true}')
      expect(yield* off(claudeCode)).toBe(`disableAllHooks is true in ${path}`)
      expect(yield* off(claudeCode, "project")).toBe(`disableAllHooks is true in ${path}`)
      put(path, '{"disableAllHooks": false}')
      expect(yield* off(claudeCode)).toBeNull()
      const other = put(at("home", ".gemini", "settings.json"), '{"hooksConfig": {"enabled": false}}')
      expect(yield* off(gemini)).toBe(`hooksConfig.enabled is false in ${other}`)
      const toml = put(at("home", ".codex", "config.toml"), "[features]\nhooks = false\n")
      expect(yield* off(codex)).toBe(`features.hooks is false on line 2 of ${toml}`)
      expect(readFileSync(toml, "utf8")).toBe("[features]\nhooks = false\n")
    })
  )

  it.effect("and a file that some versions read instead is seen", () =>
    Effect.gen(function* () {
      const rival = () =>
        withService((service) => Effect.map(service.look(droid, "user"), (look) => look.rival))
      expect(yield* rival()).toBeNull()
      const path = put(at("home", ".factory", "hooks.json"), "{}")
      expect(yield* rival()).toBe(path)
    })
  )
})
