import { spawn } from "node:child_process"
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buildSync } from "esbuild"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { HookRecord } from "../../../src/domain/hook/record.ts"
import { reasonOf } from "../../../src/services/append-file.ts"
import { writeRecord } from "../../../src/services/hook/store.ts"

const DAY = 86_400_000
const NOW = Date.UTC(2026, 2, 3)
const OLD = (NOW - DAY - 1_000) / 1_000
const FRESH = (NOW - DAY + 1_000) / 1_000

let state = ""
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "hook-store-"))
})
afterEach(() => rmSync(state, { recursive: true }))

const record = (more: Partial<HookRecord> = {}): HookRecord => ({
  format: 1,
  cli: "claude-code",
  event: "Stop",
  word: "idle",
  at: 100,
  session: null,
  host: "tmux",
  server: "77",
  pane: "%1",
  sender: [{ pid: 9, start: "b:1", name: "claude" }],
  ...more
})
const hooks = (...more: ReadonlyArray<string>) => join(state, "team", "hooks", ...more)
const write = (more: Partial<HookRecord> = {}, key = "k") => writeRecord(state, key, record(more), NOW)
const refused = (): string => {
  try {
    write()
    return "written"
  } catch (cause) {
    return reasonOf(cause)
  }
}
const file = (path: string, seconds: number) => {
  writeFileSync(path, "{}")
  utimesSync(path, seconds, seconds)
}

describe("writeRecord", () => {
  it("makes folders and files that only the user can read", () => {
    const before = process.umask(0)
    try {
      write()
    } finally {
      process.umask(before)
    }
    const mode = (path: string) => lstatSync(path).mode & 0o777
    expect([join(state, "team"), hooks(), hooks("k")].map(mode)).toEqual([0o700, 0o700, 0o700])
    expect(readdirSync(hooks("k"))).toEqual(["9.idle.100.json"])
    expect(mode(hooks("k", "9.idle.100.json"))).toBe(0o600)
    expect(JSON.parse(readFileSync(hooks("k", "9.idle.100.json"), "utf8"))).toEqual(record())
  })
  it("replaces the older of its process and word, and nothing else", () => {
    write({ at: 90 })
    write({ at: 90, word: "working" })
    write({ at: 90, sender: [{ pid: 99, start: "b:2", name: "claude" }] })
    file(hooks("k", "9.idle.x.json"), FRESH)
    write({ at: 100 })
    expect(readdirSync(hooks("k")).sort()).toEqual([
      "9.idle.100.json",
      "9.idle.x.json",
      "9.working.90.json",
      "99.idle.90.json"
    ])
  })
  it("keeps the newer when an older comes late", () => {
    write({ at: 100 })
    write({ at: 90 })
    expect(readdirSync(hooks("k"))).toContain("9.idle.100.json")
    write({ at: 101 })
    expect(readdirSync(hooks("k"))).toEqual(["9.idle.101.json"])
  })
  it("loses no newest of many writers at once", async () => {
    const bin = join(state, "writer.mjs")
    const contents = `import { writeRecord } from "./src/services/hook/store.ts"
      const [state, text, first] = process.argv.slice(2)
      for (let i = 0; i < 40; i += 1)
        writeRecord(state, "k", { ...JSON.parse(text), at: Number(first) + 2 * i }, Date.now())`
    buildSync({
      stdin: { contents, resolveDir: join(import.meta.dirname, "../../..") },
      bundle: true,
      platform: "node",
      format: "esm",
      outfile: bin
    })
    const run = (first: number) =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, [bin, state, JSON.stringify(record()), String(first)])
        child.on("exit", resolve)
      })
    expect(await Promise.all([run(1_000), run(1_001), run(1_000)])).toEqual([0, 0, 0])
    const left = readdirSync(hooks("k"))
    expect(left).toContain("9.idle.1079.json")
    expect(left.filter((name) => name.startsWith("."))).toEqual([])
  })
})

describe("a folder that is not ours alone", () => {
  const LEVELS = ["team", "team/hooks", "team/hooks/k"]
  it.each(LEVELS)("%s is refused as a link, and nothing is written through it", (name) => {
    const elsewhere = mkdtempSync(join(tmpdir(), "hook-else-"))
    mkdirSync(join(state, name, ".."), { recursive: true })
    symlinkSync(elsewhere, join(state, name))
    expect(refused()).toBe("it is a link")
    expect(readdirSync(elsewhere)).toEqual([])
    rmSync(elsewhere, { recursive: true })
  })
  it.each(LEVELS)("%s is refused where others may write", (name) => {
    mkdirSync(join(state, name), { recursive: true, mode: 0o700 })
    for (const mode of [0o770, 0o702]) {
      chmodSync(join(state, name), mode)
      expect(refused()).toBe("others may write into it")
    }
    chmodSync(join(state, name), 0o755)
    expect(refused()).toBe("written")
  })
  it.each(LEVELS)("%s is refused as a file", (name) => {
    mkdirSync(join(state, name, ".."), { recursive: true })
    writeFileSync(join(state, name), "")
    expect(refused()).toBe("it is not a folder")
  })
  // Only root can give a folder away.
  describe.runIf(process.getuid?.() === 0)("as root", () => {
    it.each(LEVELS)("%s is refused as another user's", (name) => {
      mkdirSync(join(state, name), { recursive: true })
      chownSync(join(state, name), 12_345, 12_345)
      expect(refused()).toBe("it belongs to another user")
    })
  })
  it("does not matter above them: a user's own linked state folder is used", () => {
    mkdirSync(join(state, "real"))
    symlinkSync(join(state, "real"), join(state, "linked"))
    writeRecord(join(state, "linked"), "k", record(), NOW)
    expect(existsSync(join(state, "real/team/hooks/k/9.idle.100.json"))).toBe(true)
  })
})

describe("an opened conversation", () => {
  const opened = () => write({ word: "session" })
  const folder = (name: string, files: Readonly<Record<string, number>>, seconds: number) => {
    mkdirSync(hooks(name), { recursive: true, mode: 0o700 })
    for (const [one, at] of Object.entries(files)) file(hooks(name, one), at)
    utimesSync(hooks(name), seconds, seconds)
  }

  it("removes the pane's files older than a day, and no other word does", () => {
    folder("k", { "1.idle.1.json": OLD, ".1.tmp": OLD, "2.idle.1.json": FRESH }, FRESH)
    write()
    expect(readdirSync(hooks("k"))).toHaveLength(4)
    opened()
    expect(readdirSync(hooks("k")).sort()).toEqual(["2.idle.1.json", "9.idle.100.json", "9.session.100.json"])
  })
  it("removes the folders of panes that are gone", () => {
    folder("gone", { "1.idle.1.json": OLD }, OLD)
    folder("empty", {}, OLD)
    folder("mixed", { "1.idle.1.json": OLD, "2.idle.1.json": FRESH }, OLD)
    folder("lives", { "1.idle.1.json": OLD }, FRESH)
    opened()
    expect(readdirSync(hooks()).sort()).toEqual(["k", "lives", "mixed"])
    expect(readdirSync(hooks("mixed"))).toEqual(["2.idle.1.json"])
    expect(readdirSync(hooks("lives"))).toEqual(["1.idle.1.json"])
  })
  it("goes no deeper and follows no link", () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "hook-else-"))
    file(join(elsewhere, "1.idle.1.json"), OLD)
    folder("deep", {}, OLD)
    mkdirSync(hooks("deep", "more"))
    file(hooks("deep", "more", "1.idle.1.json"), OLD)
    symlinkSync(elsewhere, hooks("deep", "link"))
    utimesSync(hooks("deep", "more"), OLD, OLD)
    utimesSync(hooks("deep"), OLD, OLD)
    utimesSync(elsewhere, OLD, OLD)
    symlinkSync(elsewhere, hooks("linked"))
    opened()
    expect(readdirSync(elsewhere)).toEqual(["1.idle.1.json"])
    expect(readdirSync(hooks("deep")).sort()).toEqual(["link", "more"])
    expect(readdirSync(hooks("deep", "more"))).toEqual(["1.idle.1.json"])
    rmSync(elsewhere, { recursive: true })
  })
  it("looks into 64 of them at most, and takes up the rest the next time", () => {
    for (let i = 0; i < 70; i += 1) folder(`gone${i}`, {}, OLD)
    opened()
    expect(readdirSync(hooks())).toHaveLength(7)
    opened()
    expect(readdirSync(hooks())).toEqual(["k"])
  })
})
