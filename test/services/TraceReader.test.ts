import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs"
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
