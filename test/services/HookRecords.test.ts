import { execFileSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterEach, beforeEach } from "vitest"
import type { HookRecord } from "../../src/domain/hook/record.ts"
import { HookRecords } from "../../src/services/HookRecords.ts"

let state = ""
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "hook-records-"))
})
afterEach(() => rmSync(state, { recursive: true }))

const HOUR = 3_600_000
const record = (more: object = {}): HookRecord & object => ({
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
const put = (name: string, text = JSON.stringify(record()), ago = 0) => {
  mkdirSync(join(hooks(name), ".."), { recursive: true, mode: 0o700 })
  writeFileSync(hooks(name), text)
  touch(name, ago)
}
const touch = (name: string, ago: number) => {
  const seconds = (Date.now() - ago) / 1_000
  utimesSync(hooks(name), seconds, seconds)
}
const read = Effect.suspend(() =>
  Effect.flatMap(HookRecords, (service) => service.read).pipe(Effect.provide(HookRecords.layerAt(state)))
)
/** The problems without the folder's own name. */
const problems = Effect.map(read, (found) => found.problems.map((one) => one.slice(hooks().length + 1)))

describe("HookRecords", () => {
  it.live("is empty without a folder, and without a home", () =>
    Effect.gen(function* () {
      expect(yield* read).toEqual({ records: [], problems: [] })
      const { read: nowhere } = yield* Effect.provide(HookRecords, HookRecords.layerAt(null))
      expect(yield* nowhere).toEqual({ records: [], problems: [] })
    })
  )
  it.live("reads what stands, and neither half written nor day-old files", () =>
    Effect.gen(function* () {
      put("a/9.idle.100.json")
      put("a/.7.x.tmp", "{")
      put("a/8.idle.1.json", JSON.stringify(record({ at: 1 })), 24 * HOUR + 60_000)
      put("b/7.idle.2.json", JSON.stringify(record({ at: 2 })), 24 * HOUR - 60_000)
      expect(yield* read).toEqual({ records: [record(), record({ at: 2 })], problems: [] })
    })
  )
  it.live("names each file that is no record, and reads the rest", () =>
    Effect.gen(function* () {
      put("a/1.json", "{")
      put("a/2.json", JSON.stringify(record({ format: 2 })))
      put("a/3.json", JSON.stringify(record({ event: "secret".repeat(4_000) })))
      put("a/4.json")
      symlinkSync(hooks("a/4.json"), hooks("a/5.json"))
      execFileSync("mkfifo", [hooks("a/6.json")])
      expect((yield* read).records).toEqual([record()])
      const found = yield* problems
      expect(found).toEqual([
        "a/1.json: it is no record of this version",
        "a/2.json: it is no record of this version",
        "a/3.json: it is too large for a record",
        "a/5.json: it is a link",
        "a/6.json: it is not a regular file"
      ])
      expect(yield* problems).toEqual(found)
    })
  )
  it.live("tells five problems, the same each time", () =>
    Effect.gen(function* () {
      for (const name of ["f", "c", "a", "e", "b", "d", "g"]) put(`${name}/1.json`, "x")
      const found = yield* problems
      expect(found.map((one) => one.slice(0, 1))).toEqual(["a", "b", "c", "d", "e"])
      touch("f/1.json", HOUR)
      expect(yield* problems).toEqual(found)
    })
  )

  const LEVELS = ["team", "team/hooks", "team/hooks/a"]
  it.live.each(LEVELS)("reads nothing through a link at %s", (name) =>
    Effect.gen(function* () {
      const elsewhere = mkdtempSync(join(tmpdir(), "hook-else-"))
      mkdirSync(join(elsewhere, "hooks/a"), { recursive: true })
      for (const one of ["", "hooks/", "hooks/a/"]) {
        writeFileSync(join(elsewhere, one, "1.json"), JSON.stringify(record()))
      }
      mkdirSync(join(state, name, ".."), { recursive: true })
      const target = { team: "", "team/hooks": "hooks", "team/hooks/a": "hooks/a" }[name] ?? ""
      symlinkSync(join(elsewhere, target), join(state, name))
      expect(yield* read).toEqual({ records: [], problems: [`${join(state, name)}: it is a link`] })
      rmSync(elsewhere, { recursive: true })
    })
  )
  it.live.each(LEVELS)("reads nothing where others may write into %s", (name) =>
    Effect.gen(function* () {
      put("a/1.json")
      for (const mode of [0o720, 0o702]) {
        chmodSync(join(state, name), mode)
        const reason = `${join(state, name)}: others may write into it`
        expect(yield* read).toEqual({ records: [], problems: [reason] })
      }
    })
  )
  // Only root can give a file away.
  describe.runIf(process.getuid?.() === 0)("as root", () => {
    it.live.each([...LEVELS, "team/hooks/a/1.json"])("reads nothing of another user at %s", (name) =>
      Effect.gen(function* () {
        put("a/1.json")
        chownSync(join(state, name), 12_345, 12_345)
        const reason = `${join(state, name)}: it belongs to another user`
        expect(yield* read).toEqual({ records: [], problems: [reason] })
      })
    )
  })

  it.live("keeps the 200 folders that changed last", () =>
    Effect.gen(function* () {
      for (let i = 0; i < 205; i += 1) {
        const name = String(i).padStart(3, "0")
        put(`${name}/1.json`, JSON.stringify(record({ at: i })))
        touch(name, (i + 1) * 1_000)
      }
      // By name it would be the last one.
      put("zz/1.json", JSON.stringify(record({ at: 999 })))
      const at = (yield* read).records.map((one) => one.at)
      expect(at).toEqual([...Array.from({ length: 199 }, (_, i) => i), 999])
    })
  )
  it.live("keeps the 64 files of a folder that changed last", () =>
    Effect.gen(function* () {
      for (let i = 0; i < 70; i += 1) {
        put(`a/${String(i).padStart(2, "0")}.json`, JSON.stringify(record({ at: i })), (70 - i) * 1_000)
      }
      const at = (yield* read).records.map((one) => one.at)
      expect(at).toEqual(Array.from({ length: 64 }, (_, i) => i + 6))
    })
  )
  it.live("finds no problem in what is gone before it is read", () =>
    Effect.gen(function* () {
      for (let i = 0; i < 60; i += 1) put(`a/${i}.json`)
      // One by one while the other reads.
      const remove = Effect.forEach(Array.from({ length: 60 }), (_, i) =>
        Effect.zipRight(
          Effect.sync(() => rmSync(hooks(`a/${59 - i}.json`))),
          Effect.promise(() => new Promise(setImmediate))
        )
      )
      const [found] = yield* Effect.all([read, remove], { concurrency: 2 })
      expect(found.problems).toEqual([])
    })
  )
})
