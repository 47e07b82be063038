import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import type { BudgetReading } from "../../src/domain/budget/reading.ts"
import { emptyMemory } from "../../src/domain/pass/memory.ts"
import { Budgets } from "../../src/services/Budgets.ts"
import { Processes } from "../../src/services/Processes.ts"
import { ProcessRunner } from "../../src/services/ProcessRunner.ts"
import { SessionState } from "../../src/services/SessionState.ts"
import { StateLock } from "../../src/services/StateLock.ts"
import { HOUR, says, shows, T } from "../domain/budget/support.ts"

const BEAT = "2026-10-18T09:14:02.000Z"
// A fresh one each time: two watches are two processes, each with a lock of its own.
const lock = () =>
  Layer.fresh(StateLock.layer).pipe(Layer.provide(Processes.layer), Layer.provide(ProcessRunner.layer))

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "sw-budget-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)
const open = (root: string) =>
  Effect.provide(Budgets, Layer.fresh(Budgets.layerFile(root)).pipe(Layer.provide(lock())))
const openSession = (root: string) =>
  Effect.provide(SessionState, Layer.fresh(SessionState.layerFile(root)).pipe(Layer.provide(lock())))
const fileOf = (root: string) => join(root, ".agents", "team.state.json")

const onDisk = Effect.flatMap(folder, open)
const inMemory = Effect.flatMap(Ref.make<ReadonlyArray<BudgetReading>>([]), (ref) =>
  Effect.provide(Budgets, Budgets.layerMemory(ref))
)

for (const [name, service] of [
  ["in memory", inMemory],
  ["on disk", onDisk]
] as const) {
  describe(`the stored readings ${name}`, () => {
    it.scoped("are none at first, and what was folded afterwards", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(T)
        const budgets = yield* service
        expect(yield* budgets.read).toEqual([])
        expect(yield* budgets.fold([])).toEqual([])
        const first = yield* budgets.fold([shows("alpha", 40, T), says(38, T)])
        expect(first.map(({ confirmed }) => confirmed)).toEqual([true, false])
        expect(yield* budgets.read).toEqual(first)
        yield* TestClock.adjust(1_000)
        const second = yield* budgets.fold([shows("alpha", 39, T + 1_000)])
        expect(second[1]).toMatchObject({ value: 39, confirmed: true, before: { value: 40, at: T } })
        expect(yield* budgets.read).toEqual(second)
      })
    )

    it.scoped("lose a figure at its reset, by the clock of the fold", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(T)
        const budgets = yield* service
        yield* budgets.fold([says(5, T, { resetsAt: T + HOUR })])
        yield* TestClock.adjust(HOUR)
        expect(yield* budgets.fold([says(9, T + HOUR, { account: "other" })])).toEqual([
          expect.objectContaining({ account: "other" })
        ])
      })
    )
  })
}

describe("the project's state file", () => {
  it.scopedLive("keeps every reading of two watches that fold at once, and what else is in it", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const [left, right, session] = yield* Effect.all([open(root), open(root), openSession(root)])
      const now = Date.now()
      const seats = Array.from({ length: 8 }, (_, index) => index)
      yield* Effect.all(
        [
          ...seats.map((index) => left.fold([shows(`left-${index}`, index, now)])),
          ...seats.map((index) => right.fold([shows(`right-${index}`, index + 50, now)])),
          session.savePass("a", { pid: 1, heartbeat: BEAT }, { ...emptyMemory, at: 7 }),
          session.claimWatch("b", { pid: 2, heartbeat: BEAT }, () => Effect.succeed(null))
        ],
        { concurrency: "unbounded" }
      )
      const stored = yield* left.read
      expect(stored.map(({ seat }) => seat).sort()).toEqual(
        [...seats.map((index) => `left-${index}`), ...seats.map((index) => `right-${index}`)].sort()
      )
      expect((yield* session.session("a")).memory?.at).toBe(7)
      expect((yield* session.session("b")).watch?.pid).toBe(2)
      // and a pass that is saved later carries the readings along
      yield* session.savePass("a", { pid: 1, heartbeat: BEAT }, { ...emptyMemory, at: 8 })
      expect(yield* right.read).toEqual(stored)
    })
  )

  it.scopedLive("keeps the newest of two watches' sights of one figure, whoever folds last", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const watches = yield* Effect.all([open(root), open(root)])
      const now = Date.now()
      const sights = Array.from({ length: 16 }, (_, index) =>
        shows("alpha", 90 - index, now - 16_000 + index * 1_000)
      )
      yield* Effect.all(
        [...sights].reverse().map((one, index) => (watches[index % 2] ?? watches[0]).fold([one])),
        { concurrency: "unbounded" }
      )
      expect(yield* watches[0].read).toEqual([
        expect.objectContaining({ value: 75, readAt: now - 1_000, before: { value: 76, at: now - 2_000 } })
      ])
    })
  )

  it.scopedLive("is one the session state reads when a fold made it, 0600", () =>
    Effect.gen(function* () {
      const root = yield* folder
      yield* (yield* open(root)).fold([says(5, Date.now())])
      expect(statSync(fileOf(root)).mode & 0o777).toBe(0o600)
      expect(yield* (yield* openSession(root)).session("a")).toEqual({})
      expect(Object.keys(JSON.parse(readFileSync(fileOf(root), "utf8")).budgets)).toEqual(["plan/weekly"])
    })
  )

  it.scopedLive("keeps fields no one here knows, and is not written when nothing was seen", () =>
    Effect.gen(function* () {
      const root = yield* folder
      mkdirSync(join(root, ".agents"), { mode: 0o700 })
      const before = { format: 1, sessions: { a: { later: [1] } }, elsewhere: { x: 1 } }
      writeFileSync(fileOf(root), JSON.stringify(before), { mode: 0o600 })
      const budgets = yield* open(root)
      yield* budgets.fold([])
      yield* budgets.fold([says(5, Date.now(), { foldable: false })])
      expect(readFileSync(fileOf(root), "utf8")).toBe(JSON.stringify(before))
      yield* budgets.fold([says(5, Date.now())])
      expect(JSON.parse(readFileSync(fileOf(root), "utf8"))).toMatchObject(before)
    })
  )

  it.scopedLive("with readings it cannot read is an error, and is left as it is", () =>
    Effect.gen(function* () {
      const root = yield* folder
      mkdirSync(join(root, ".agents"), { mode: 0o700 })
      const text = JSON.stringify({
        format: 1,
        sessions: {},
        budgets: { "plan/weekly": { value: "secret" } }
      })
      writeFileSync(fileOf(root), text, { mode: 0o600 })
      const budgets = yield* open(root)
      const error = yield* Effect.flip(budgets.fold([says(5, Date.now())]))
      expect(error._tag).toBe("StateUnreadable")
      expect(String(error.message)).toContain(fileOf(root))
      expect(String(error.message)).not.toContain("secret")
      expect(readFileSync(fileOf(root), "utf8")).toBe(text)
    })
  )
})
