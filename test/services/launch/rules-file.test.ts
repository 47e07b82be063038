import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
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
import { sha256 } from "../../../src/services/approvals/places.ts"
import { rulesPathOf, rulesStand, writeRules } from "../../../src/services/launch/rules-file.ts"

const TEXT = "You are alpha.\n"
let home = ""
let config = ""
let root = ""
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "rules-")))
  config = join(home, ".config", "team")
  root = join(home, "harbour")
  mkdirSync(root)
  mkdirSync(dirname(config), { mode: 0o700 })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const write = (text = TEXT) => writeRules(config, root, "harbour", "alpha", text)
const mode = (path: string) => statSync(path).mode & 0o777

describe("a seat's rules file (spec 001)", () => {
  it.effect("is the owner's alone, outside the project, at the one resolver's path", () =>
    Effect.gen(function* () {
      const made = yield* write()
      expect(made).toEqual({
        path: yield* rulesPathOf(config, root, "harbour", "alpha"),
        sha256: sha256(TEXT)
      })
      expect(made.path).toMatch(/\/\.config\/team\/harbour-[0-9a-f]{12}\/rules\/alpha\.md$/)
      expect(readFileSync(made.path, "utf8")).toBe(TEXT)
      expect([mode(made.path), mode(dirname(made.path))]).toEqual([0o600, 0o700])
    })
  )

  it.effect("is written anew, and a change after it is seen", () =>
    Effect.gen(function* () {
      yield* write("old\n")
      const made = yield* write()
      expect(yield* rulesStand(made)).toBe(true)
      writeFileSync(made.path, "another\n")
      expect(yield* rulesStand(made)).toBe(false)
      rmSync(made.path)
      expect(yield* rulesStand(made)).toBe(false)
    })
  )

  it.effect("never follows a link", () =>
    Effect.gen(function* () {
      const { path } = yield* write()
      const target = join(home, "target")
      writeFileSync(target, "kept\n")
      rmSync(path)
      symlinkSync(target, path)
      const refused = yield* Effect.flip(write())
      expect(refused._tag).toBe("RulesRefused")
      expect(readFileSync(target, "utf8")).toBe("kept\n")
      expect(yield* rulesStand({ path, sha256: sha256("kept\n") })).toBe(false)
    })
  )

  it.effect("refuses a folder or a file that is open to others, and mends nothing", () =>
    Effect.gen(function* () {
      const { path } = yield* write()
      chmodSync(path, 0o644)
      expect((yield* Effect.flip(write("new\n")))._tag).toBe("RulesRefused")
      expect([mode(path), readFileSync(path, "utf8")]).toEqual([0o644, TEXT])
      chmodSync(path, 0o600)
      chmodSync(dirname(path), 0o755)
      expect((yield* Effect.flip(write("new\n")))._tag).toBe("RulesRefused")
      expect(mode(dirname(path))).toBe(0o755)
    })
  )
})
