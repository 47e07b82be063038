import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { afterEach, beforeEach, describe, expect } from "vitest"
import { newestTrace } from "../../src/domain/seat/reading.ts"
import type { TraceTeam } from "../../src/domain/trace/team.ts"
import { traceTeamOf } from "../../src/domain/trace/team.ts"
import { Git, GitError, type GitPlace } from "../../src/services/Git.ts"
import { ProcessRunner } from "../../src/services/ProcessRunner.ts"
import { TraceReader } from "../../src/services/TraceReader.ts"
import { file, seat, valid } from "../domain/team/support.ts"
import { commit, git, repository } from "../support/repository.ts"

const AT = Date.UTC(2026, 9, 18, 9, 0, 0)
const WINDOW = 120_000
let folder = ""
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "traces-")))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (...names: ReadonlyArray<string>): string => join(folder, ...names)
const live = TraceReader.layer.pipe(Layer.provide(Git.layer), Layer.provide(ProcessRunner.layer))
const noGit = TraceReader.layer.pipe(
  Layer.provide(Git.layerFrom(() => Effect.fail(new GitError({ reason: "NotARepo", message: "none" }))))
)

const read = (team: TraceTeam, layer: Layer.Layer<TraceReader> = live, instant = AT) =>
  Effect.flatMap(TraceReader, (traces) => traces.read({ root: at("p") }, team, instant)).pipe(
    Effect.map(({ bySeat, remarks }) => ({ seats: Object.fromEntries(bySeat), remarks })),
    Effect.provide(layer)
  )

/** Two seats of one model and role beside the lead: their signatures are the same. */
const pair = (one = ".", two = "."): TraceTeam =>
  traceTeamOf(
    valid(
      file('trust: ["../w"]', [
        seat({ name: "left", cwd: JSON.stringify(one) }),
        seat({ name: "right", cwd: JSON.stringify(two) })
      ])
    ),
    at("p")
  )
const SIGNED = "Work\n\nAgent: GPT 6 · implementer"

describe("a commit as a trace", () => {
  it.effect("is the newest tip of the seat's own worktree, through a link as well", () =>
    Effect.gen(function* () {
      const root = repository(at("p"), AT - 900_000)
      git(root, "worktree", "add", "-q", "-b", "topic", at("w", "left"))
      git(root, "worktree", "add", "-q", "--detach", at("w", "right"))
      commit(at("w", "left"), { at: AT - 50_000 })
      commit(at("w", "left"), { at: AT - 40_000 })
      commit(at("w", "right"), { at: AT - 30_000 })
      symlinkSync(at("w", "left"), at("p", "linked"))
      expect(yield* read(pair("linked", "../w/right"))).toEqual({
        seats: { left: { commit: AT - 40_000 }, right: { commit: AT - 30_000 } },
        remarks: []
      })
    })
  )

  it.effect("at the project's root is no seat's by its place, though a link leads there", () =>
    Effect.gen(function* () {
      repository(at("from"), AT - 900_000)
      git(folder, "clone", "-q", "--bare", at("from"), at("bare.git"))
      git(at("bare.git"), "worktree", "add", "-q", "-b", "topic", at("real"))
      commit(at("real"), { at: AT - 10_000 })
      symlinkSync(at("real"), at("p"))
      expect(yield* read({ ...pair(), seats: pair().seats.slice(0, 1) })).toEqual({ seats: {}, remarks: [] })
    })
  )

  it.effect("in one checkout with two equal signatures is nobody's", () =>
    Effect.gen(function* () {
      const root = repository(at("p"), AT - 900_000)
      commit(root, { at: AT - 10_000, message: SIGNED })
      expect(yield* read(pair())).toEqual({ seats: {}, remarks: [] })
      const alone = { ...pair(), seats: pair().seats.filter(({ name }) => name === "left") }
      expect((yield* read(alone)).seats).toEqual({ left: { commit: AT - 10_000 } })
    })
  )

  it.effect("counts from when it was committed, whenever it was written", () =>
    Effect.gen(function* () {
      const root = repository(at("p"), AT - 900_000)
      commit(root, { at: AT - 5_000, authored: AT - 7 * 86_400_000, author: "left" })
      expect((yield* read(pair())).seats).toEqual({ left: { commit: AT - 5_000 } })
    })
  )

  it.effect("from the future hides no earlier one, and alone is no reading", () =>
    Effect.gen(function* () {
      const root = repository(at("p"), AT - 900_000)
      git(root, "checkout", "-q", "-b", "ahead")
      commit(root, { at: AT + 3_600_000, author: "left" })
      const alone = (yield* read(pair())).seats["left"] ?? {}
      expect(alone).toEqual({ commit: AT + 3_600_000 })
      expect(newestTrace(AT, alone, WINDOW)).toBeNull()
      git(root, "checkout", "-q", "main")
      commit(root, { at: AT - 20_000, author: "left" })
      expect((yield* read(pair())).seats).toEqual({ left: { commit: AT - 20_000 } })
    })
  )

  it.effect("is none where there is no repository or no git, and a remark where git refused", () =>
    Effect.gen(function* () {
      mkdirSync(at("p"))
      const failing = (reason: GitError["reason"]) =>
        TraceReader.layer.pipe(
          Layer.provide(Git.layerFrom(() => Effect.fail(new GitError({ reason, message: "our words" }))))
        )
      expect(yield* read(pair())).toEqual({ seats: {}, remarks: [] })
      expect(yield* read(pair(), failing("NotInstalled"))).toEqual({ seats: {}, remarks: [] })
      expect(yield* read(pair(), failing("Timeout"))).toEqual({ seats: {}, remarks: ["our words"] })
      expect(yield* read(pair(), failing("Failed"))).toEqual({ seats: {}, remarks: ["our words"] })
    })
  )

  it.effect("is looked for once in ten seconds for each project", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const counted = Git.layerFrom((place: GitPlace) =>
        Effect.sync(() => {
          asked.push(place.root)
          return { branches: [], worktrees: [], heads: [] }
        })
      )
      yield* Effect.gen(function* () {
        const traces = yield* TraceReader
        const ask = (root: string) => traces.read({ root, commonDir: `${root}/.git` }, pair(), AT)
        yield* Effect.all([ask("/one"), ask("/one"), ask("/two")], { concurrency: "unbounded" })
        yield* TestClock.adjust("9900 millis")
        yield* ask("/one")
        expect([...asked].sort()).toEqual(["/one", "/two"])
        yield* TestClock.adjust("200 millis")
        yield* ask("/one")
        expect([...asked].sort()).toEqual(["/one", "/one", "/two"])
      }).pipe(Effect.provide(TraceReader.layer.pipe(Layer.provide(counted))))
    })
  )
})

describe("a mailbox", () => {
  const box = (...names: ReadonlyArray<string>): string => at("p", ".agents", "messages", ...names)
  const put = (seatName: string, name: string, value: unknown, mtime = AT): void => {
    mkdirSync(box(seatName), { recursive: true })
    const path = box(seatName, name)
    writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value))
    utimesSync(path, mtime / 1000, mtime / 1000)
  }
  const message = (id: string, to: string, instant: number) => ({
    format: 1,
    id,
    to,
    from: "one",
    at: instant
  })
  const ack = (id: string, of: string, instant: number) => ({ format: 1, id, seat: of, at: instant })
  const mail = (team = pair()) => read(team, noGit)

  it.effect("gives the newest message to the seat and its newest ack, each with its own instant", () =>
    Effect.gen(function* () {
      put("left", "a.json", message("a", "left", AT - 90_000), AT - 90_000)
      put("left", "b.json", message("b", "left", AT - 30_000), AT - 30_000)
      put("left", "a.ack.json", ack("a", "left", AT - 60_000), AT - 60_000)
      put("left", "b.read.json", ack("b", "left", AT - 1_000), AT - 1_000)
      put("left", "c.json", { ...message("c", "left", AT - 2_000), by: "watch" }, AT - 2_000)
      put("left", ".d.json", message("d", "left", AT), AT)
      put("left", "e.json.tmp", "{", AT)
      put("stranger", "a.json", message("a", "stranger", AT))
      expect(yield* mail()).toEqual({
        seats: { left: { ack: AT - 60_000, message: AT - 30_000 } },
        remarks: []
      })
    })
  )

  it.effect("one from the future hides no earlier one", () =>
    Effect.gen(function* () {
      put("left", "a.json", message("a", "left", AT + 3_600_000), AT)
      put("left", "b.json", message("b", "left", AT - 500_000), AT - 500_000)
      expect((yield* mail()).seats).toEqual({ left: { message: AT - 500_000 } })
    })
  )

  it.effect("that was copied back is judged by the instants in it, not by the files' times", () =>
    Effect.gen(function* () {
      put("left", "a.json", message("a", "left", AT - 500_000), AT)
      put("left", "b.json", message("b", "left", AT - 5_000), AT - 4_000)
      expect((yield* mail()).seats).toEqual({ left: { message: AT - 5_000 } })
    })
  )

  it.effect("names a broken file by its path only, once, and reads the rest", () =>
    Effect.gen(function* () {
      put("left", "a.json", message("a", "left", AT - 5_000), AT - 5_000)
      put("left", "bad.json", "{ secret", AT)
      put("left", "big.json", JSON.stringify({ ...message("big", "left", AT), text: "x".repeat(70_000) }), AT)
      put("left", "other.ack.json", ack("other", "right", AT), AT)
      writeFileSync(at("outside"), JSON.stringify(message("link", "left", AT)))
      symlinkSync(at("outside"), box("left", "link.json"))
      mkdirSync(box("left", "folder.json"))
      const { remarks, seats } = yield* mail()
      expect(seats).toEqual({ left: { message: AT - 5_000 } })
      const said = (name: string) => `${box("left", name)} is no message or ack of this seat that can be read`
      expect([...remarks].sort()).toEqual(
        ["bad.json", "big.json", "folder.json", "link.json", "other.ack.json"].map(said)
      )
    })
  )

  it.effect("that is a link, or lies below one, is not followed", () =>
    Effect.gen(function* () {
      put("right", "a.json", message("a", "left", AT))
      symlinkSync(box("right"), box("left"))
      const { remarks, seats } = yield* mail()
      expect(seats).toEqual({})
      expect(remarks).toContain(`${box("left")} is no folder, so no message is a trace`)
      rmSync(at("p"), { recursive: true })
      mkdirSync(at("away", "left"), { recursive: true })
      writeFileSync(at("away", "left", "a.json"), JSON.stringify(message("a", "left", AT)))
      mkdirSync(at("p", ".agents"), { recursive: true })
      symlinkSync(at("away"), box())
      expect(yield* mail()).toEqual({
        seats: {},
        remarks: [`${box()} is no folder, so no message is a trace`]
      })
    })
  )

  it.effect("is never looked for outside the folder, whatever a seat is called", () =>
    Effect.gen(function* () {
      put("left", "a.json", message("a", "..", AT))
      writeFileSync(at("p", ".agents", "a.json"), JSON.stringify(message("a", "..", AT)))
      const team = pair()
      const named = (name: string) => ({ ...team, seats: team.seats.map((one) => ({ ...one, name })) })
      for (const name of ["..", ".", "", "../messages/left", "left/", "a\0b"]) {
        expect(yield* mail(named(name))).toEqual({ seats: {}, remarks: [] })
      }
    })
  )

  it.effect("of many files is read from the newest, a bounded number", () =>
    Effect.gen(function* () {
      for (let n = 0; n < 205; n++)
        put("left", `w${n}.json`, { ...message(`w${n}`, "left", AT), by: "watch" }, AT)
      put("left", "old.json", message("old", "left", AT - 5_000), AT - 5_000)
      expect(yield* mail()).toEqual({ seats: {}, remarks: [] })
      rmSync(box("left"), { recursive: true })
      for (let n = 0; n < 150; n++)
        put("left", `w${n}.json`, { ...message(`w${n}`, "left", AT), by: "watch" }, AT)
      put("left", "old.json", message("old", "left", AT - 5_000), AT - 5_000)
      expect((yield* mail()).seats).toEqual({ left: { message: AT - 5_000 } })
    })
  )

  it.effect("and a commit stand side by side", () =>
    Effect.gen(function* () {
      const root = repository(at("p"), AT - 900_000)
      commit(root, { at: AT - 20_000, author: "left" })
      put("left", "a.ack.json", ack("a", "left", AT - 3_000), AT - 3_000)
      expect((yield* read(pair())).seats).toEqual({ left: { commit: AT - 20_000, ack: AT - 3_000 } })
    })
  )

  it.effect("an ack stands to the last moment of the window (case 105)", () =>
    Effect.gen(function* () {
      put("left", "a.ack.json", ack("a", "left", AT), AT)
      const inside = (seconds: number) =>
        Effect.map(read(pair(), noGit, AT + seconds * 1000), ({ seats }) =>
          newestTrace(AT + seconds * 1000, seats["left"] ?? {}, WINDOW)
        )
      expect(yield* Effect.all([119, 120, 121].map(inside))).toEqual([AT, AT, null])
    })
  )
})
