import { execFileSync } from "node:child_process"
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, describe, expect } from "vitest"
import {
  appendLine,
  createNew,
  ensureFolder,
  FileError,
  inspect,
  readOwned,
  writeAtomic
} from "../../src/services/SafeFile.ts"

let folder = ""
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "safe-file-")))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string): string => join(folder, name)
const reason = <A>(effect: Effect.Effect<A, FileError>) =>
  Effect.match(effect, { onFailure: (error) => error.reason, onSuccess: () => "none" as const })
const mode = (path: string): number => statSync(path).mode & 0o777
const isRoot = process.getuid?.() === 0

describe("reading a file of ours", () => {
  it.effect("gives its text, bad bytes replaced", () =>
    Effect.gen(function* () {
      writeFileSync(at("a"), Buffer.from([0x61, 0xff, 0x62]))
      expect(yield* readOwned(at("a"), { maxBytes: 3 })).toBe("a\ufffdb")
    })
  )

  it.effect("refuses what is no regular file, and never waits for a pipe", () =>
    Effect.gen(function* () {
      execFileSync("mkfifo", [at("pipe")])
      mkdirSync(at("folder"))
      writeFileSync(at("real"), "x")
      symlinkSync(at("real"), at("link"))
      symlinkSync(at("nowhere"), at("dangling"))
      const read = (name: string) => reason(readOwned(at(name), { maxBytes: 10 }))
      expect(
        yield* Effect.all(["pipe", "folder", "link", "dangling", "missing", "real/below"].map(read))
      ).toEqual(["NotRegular", "NotRegular", "Link", "Link", "Missing", "Missing"])
    })
  )

  it.effect("holds the cap, for a huge file without reading it", () =>
    Effect.gen(function* () {
      writeFileSync(at("a"), "12345")
      expect(yield* reason(readOwned(at("a"), { maxBytes: 5 }))).toBe("none")
      expect(yield* reason(readOwned(at("a"), { maxBytes: 4 }))).toBe("TooLarge")
      truncateSync(at("a"), 5_000_000_000)
      expect(yield* reason(readOwned(at("a"), { maxBytes: 1_000 }))).toBe("TooLarge")
    })
  )

  it.effect("follows a person's own link where it is told to", () =>
    Effect.gen(function* () {
      writeFileSync(at("real"), "x")
      symlinkSync(at("real"), at("link"))
      expect(yield* readOwned(at("link"), { maxBytes: 10, followLinks: true })).toBe("x")
      expect(yield* reason(readOwned("/dev/zero", { maxBytes: 10, followLinks: true }))).toBe("NotRegular")
    })
  )

  it.effect("names the path and the reason, never the content", () =>
    Effect.gen(function* () {
      writeFileSync(at("a"), "secret")
      const error = yield* Effect.flip(readOwned(at("a"), { maxBytes: 1 }))
      expect(error.message).toBe(`${at("a")} is too large`)
      expect(JSON.stringify(error)).not.toContain("secret")
    })
  )
})

describe.skipIf(isRoot)("files of others (needs a user who is not root)", () => {
  it.effect("are refused", () =>
    Effect.gen(function* () {
      expect(yield* reason(readOwned("/etc/hostname", { maxBytes: 1_000 }))).toBe("OtherOwner")
      expect(yield* reason(ensureFolder("/", "tmp"))).toBe("OtherOwner")
    })
  )
  it.effect("without permission are named so", () =>
    Effect.gen(function* () {
      writeFileSync(at("a"), "x")
      chmodSync(at("a"), 0)
      expect(yield* reason(readOwned(at("a"), { maxBytes: 10 }))).toBe("Denied")
      chmodSync(folder, 0o500)
      expect(yield* reason(writeAtomic(at("b"), "x"))).toBe("Denied")
      chmodSync(folder, 0o700)
    })
  )
})

describe.runIf(isRoot)("files of others (needs root to make them)", () => {
  it.effect("are refused for reading, writing, appending and as folders", () =>
    Effect.gen(function* () {
      writeFileSync(at("a"), "x")
      mkdirSync(at("d"))
      execFileSync("chown", ["1234", at("a"), at("d")])
      expect(yield* reason(readOwned(at("a"), { maxBytes: 10 }))).toBe("OtherOwner")
      expect(yield* reason(writeAtomic(at("a"), "y"))).toBe("OtherOwner")
      expect(yield* reason(appendLine(at("a"), "y"))).toBe("OtherOwner")
      expect(yield* reason(ensureFolder(folder, "d"))).toBe("OtherOwner")
      expect(readFileSync(at("a"), "utf8")).toBe("x")
    })
  )
})

describe("writing a file of ours", () => {
  it.effect("replaces it whole, 0600, and leaves nothing beside it", () =>
    Effect.gen(function* () {
      writeFileSync(at("a"), "old", { mode: 0o644 })
      yield* writeAtomic(at("a"), "new")
      expect(readFileSync(at("a"), "utf8")).toBe("new")
      expect(mode(at("a"))).toBe(0o600)
      expect(readdirSync(folder)).toEqual(["a"])
    })
  )

  it.effect("never writes through a link or over what is no file", () =>
    Effect.gen(function* () {
      writeFileSync(at("real"), "kept")
      symlinkSync(at("real"), at("link"))
      symlinkSync(at("new"), at("dangling"))
      mkdirSync(at("folder"))
      for (const write of [
        writeAtomic(at("link"), "x"),
        writeAtomic(at("dangling"), "x"),
        appendLine(at("link"), "x")
      ]) {
        expect(yield* reason(write)).toBe("Link")
      }
      expect(yield* reason(writeAtomic(at("folder"), "x"))).toBe("NotRegular")
      expect(yield* createNew(at("dangling"), "x")).toBe(false)
      expect(readFileSync(at("real"), "utf8")).toBe("kept")
      expect(readdirSync(folder).toSorted()).toEqual(["dangling", "folder", "link", "real"])
    })
  )

  it.effect("names a missing folder, and a full disk", () =>
    Effect.gen(function* () {
      expect(new FileError({ reason: "Full", path: "/a/b", code: "ENOSPC" }).message).toBe(
        "/a/b can't be written: no space left"
      )
      const error = yield* Effect.flip(writeAtomic(at("no/a"), "x"))
      expect([error.reason, error.path]).toEqual(["Missing", at("no/a")])
    })
  )

  it.effect("many writers at once leave one whole text", () =>
    Effect.gen(function* () {
      const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(5_000))
      yield* Effect.forEach(texts, (text) => writeAtomic(at("a"), text), { concurrency: "unbounded" })
      expect(texts).toContain(readFileSync(at("a"), "utf8"))
      expect(readdirSync(folder)).toEqual(["a"])
    })
  )

  it.effect("creates a new one once", () =>
    Effect.gen(function* () {
      const made = yield* Effect.all(
        Array.from({ length: 8 }, (_, index) => createNew(at("a"), `${index}`)),
        { concurrency: "unbounded" }
      )
      expect(made.filter(Boolean)).toHaveLength(1)
      expect(mode(at("a"))).toBe(0o600)
    })
  )

  it.effect("appends whole lines, and never waits for a pipe", () =>
    Effect.gen(function* () {
      yield* appendLine(at("log"), "one")
      yield* appendLine(at("log"), "two")
      expect(readFileSync(at("log"), "utf8")).toBe("one\ntwo\n")
      expect(mode(at("log"))).toBe(0o600)
      execFileSync("mkfifo", [at("pipe")])
      expect(yield* reason(appendLine(at("pipe"), "x"))).toBe("NotRegular")
    })
  )
})

describe("making folders", () => {
  it.effect("makes each level 0700 and takes what is there", () =>
    Effect.gen(function* () {
      expect(yield* ensureFolder(folder, "a", "b/c")).toBe(at("a/b/c"))
      expect([mode(at("a")), mode(at("a/b")), mode(at("a/b/c"))]).toEqual([0o700, 0o700, 0o700])
      expect(yield* ensureFolder(folder, "a/b/c")).toBe(at("a/b/c"))
    })
  )

  it.effect("refuses a link, a file and a step upwards at any level", () =>
    Effect.gen(function* () {
      mkdirSync(at("real"))
      symlinkSync(at("real"), at("link"))
      writeFileSync(at("file"), "")
      expect(yield* reason(ensureFolder(folder, "link", "x"))).toBe("Link")
      expect(yield* reason(ensureFolder(folder, "file", "x"))).toBe("NotRegular")
      expect(yield* reason(ensureFolder(folder, "..", "x"))).toBe("Failed")
      expect(readdirSync(at("real"))).toEqual([])
    })
  )

  it.effect("says what stands at a path without following it", () =>
    Effect.gen(function* () {
      writeFileSync(at("file"), "")
      symlinkSync(at("file"), at("link"))
      const kinds = yield* Effect.all([at("file"), at("link"), folder, at("none"), "/dev/null"].map(inspect))
      expect(kinds).toEqual(["file", "link", "folder", null, "other"])
    })
  )
})
