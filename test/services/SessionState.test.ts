import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { emptyMemory } from "../../src/domain/pass/memory.ts"
import { Processes } from "../../src/services/Processes.ts"
import { ProcessRunner } from "../../src/services/ProcessRunner.ts"
import { type ProjectState, SessionState } from "../../src/services/SessionState.ts"
import { StateLock } from "../../src/services/StateLock.ts"

const BEAT = "2026-10-18T09:14:02.000Z"
const free = () => Effect.succeed(null)
const lock = StateLock.layer.pipe(Layer.provide(Processes.layer), Layer.provide(ProcessRunner.layer))

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "sw-state-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)
const inMemory = Effect.map(Ref.make<ProjectState>({ format: 1, sessions: {} }), (ref) =>
  SessionState.layerMemory(ref)
)
const onDisk = Effect.map(folder, (root) => SessionState.layerFile(root).pipe(Layer.provide(lock)))

for (const [name, layer] of [
  ["in memory", inMemory],
  ["on disk", onDisk]
] as const) {
  describe(`the session state ${name}`, () => {
    it.scopedLive("of a session never seen is empty, also one named like a part of every object", () =>
      Effect.gen(function* () {
        const state = yield* Effect.provide(SessionState, yield* layer)
        for (const session of ["lantern", "constructor", "__proto__", "toString"]) {
          expect(yield* state.session(session)).toEqual({})
        }
      })
    )

    it.scopedLive("keeps each session's record and memory apart", () =>
      Effect.gen(function* () {
        const state = yield* Effect.provide(SessionState, yield* layer)
        yield* state.claimWatch("a", { pid: 1, heartbeat: BEAT }, free)
        yield* state.savePass("b", { pid: 2, heartbeat: BEAT }, { ...emptyMemory, at: 5 })
        yield* state.savePass("a", { pid: 1, heartbeat: BEAT }, { ...emptyMemory, at: 7 })
        expect(yield* state.session("a")).toMatchObject({ watch: { pid: 1 }, memory: { at: 7 } })
        yield* state.endWatch("a", 1)
        expect((yield* state.session("a")).watch).toBeUndefined()
        expect((yield* state.session("a")).memory?.at).toBe(7)
        expect(yield* state.session("b")).toMatchObject({ watch: { pid: 2 }, memory: { at: 5 } })
      })
    )

    it.scopedLive("takes no record away that is another's, and a claim keeps the memory", () =>
      Effect.gen(function* () {
        const state = yield* Effect.provide(SessionState, yield* layer)
        yield* state.savePass("a", { pid: 1, heartbeat: BEAT }, { ...emptyMemory, at: 7 })
        yield* state.endWatch("a", 2)
        expect((yield* state.session("a")).watch?.pid).toBe(1)
        yield* state.claimWatch("a", { pid: 2, heartbeat: BEAT }, free)
        expect(yield* state.session("a")).toMatchObject({ watch: { pid: 2 }, memory: { at: 7 } })
      })
    )

    it.scopedLive("gives a session to exactly one of many who claim it at once", () =>
      Effect.gen(function* () {
        const state = yield* Effect.provide(SessionState, yield* layer)
        const claim = (pid: number) =>
          Effect.either(
            state.claimWatch("a", { pid, heartbeat: BEAT }, () =>
              Effect.as(Effect.sleep(2), "process" as const)
            )
          )
        const pids = Array.from({ length: 8 }, (_, pid) => pid + 1)
        const claims = yield* Effect.all(pids.map(claim), { concurrency: "unbounded" })
        expect(claims.filter((one) => one._tag === "Right").length).toBe(1)
        const winner = claims.findIndex((one) => one._tag === "Right") + 1
        for (const one of claims) {
          if (one._tag === "Left") {
            expect(one.left).toMatchObject({ _tag: "WatchAlready", by: "process", record: { pid: winner } })
          }
        }
        expect((yield* state.session("a")).watch?.pid).toBe(winner)
      })
    )

    it.scopedLive("asks nobody about a session without a record", () =>
      Effect.gen(function* () {
        const state = yield* Effect.provide(SessionState, yield* layer)
        yield* state.claimWatch("a", { heartbeat: BEAT }, () => Effect.dieMessage("asked"))
        expect((yield* state.session("a")).watch).toEqual({ heartbeat: BEAT })
      })
    )
  })
}

describe("the session state's file", () => {
  it.scopedLive("is private, and keeps what this version does not know", () =>
    Effect.gen(function* () {
      const root = yield* folder
      mkdirSync(join(root, ".agents"))
      const path = join(root, ".agents", "team.state.json")
      const old = {
        format: 1,
        more: { kept: true },
        sessions: { a: { rounds: { x: 1 }, watch: { heartbeat: BEAT, colour: "red" } } }
      }
      writeFileSync(path, JSON.stringify(old), { mode: 0o600 })
      const state = yield* Effect.provide(
        SessionState,
        SessionState.layerFile(root).pipe(Layer.provide(lock))
      )
      yield* state.savePass("a", { pid: 3, heartbeat: BEAT }, emptyMemory)
      const written = JSON.parse(readFileSync(path, "utf8"))
      expect(written).toMatchObject({
        more: { kept: true },
        sessions: { a: { rounds: { x: 1 }, watch: { pid: 3 } } }
      })
      expect(statSync(path).mode & 0o777).toBe(0o600)
      expect(existsSync(join(root, ".agents", "team.lock"))).toBe(false)
    })
  )

  it.scopedLive("that cannot be read stops a pass's save and is not written over", () =>
    Effect.gen(function* () {
      const root = yield* folder
      mkdirSync(join(root, ".agents"))
      const path = join(root, ".agents", "team.state.json")
      const state = yield* Effect.provide(
        SessionState,
        SessionState.layerFile(root).pipe(Layer.provide(lock))
      )
      yield* state.savePass("a", { pid: 3, heartbeat: BEAT }, emptyMemory)
      const whole = readFileSync(path, "utf8")
      writeFileSync(path, whole.slice(0, 117))
      const failed = yield* Effect.flip(state.savePass("a", { pid: 3, heartbeat: BEAT }, emptyMemory))
      expect(failed).toMatchObject({ _tag: "StateUnreadable", path })
      expect(readFileSync(path, "utf8")).toBe(whole.slice(0, 117))
      // Half a file that is whole a moment later was never a problem.
      const saving = yield* Effect.fork(state.savePass("b", { pid: 4, heartbeat: BEAT }, emptyMemory))
      yield* Effect.sleep(5)
      writeFileSync(path, whole)
      yield* Fiber.join(saving)
      expect(yield* state.session("a")).toMatchObject({ watch: { pid: 3 } })
    })
  )

  it.scopedLive("loses no update of two that change different sessions at once", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const layer = SessionState.layerFile(root).pipe(Layer.provide(lock))
      const both = yield* Effect.all([
        Effect.provide(SessionState, layer),
        Effect.provide(SessionState, Layer.fresh(layer))
      ])
      const go = yield* Deferred.make<void>()
      const saves = both.flatMap((state, which) =>
        Array.from({ length: 5 }, (_, index) =>
          Effect.zipRight(
            Deferred.await(go),
            state.savePass(`s${which}-${index}`, { pid: index + 1, heartbeat: BEAT }, emptyMemory)
          )
        )
      )
      const fiber = yield* Effect.fork(Effect.all(saves, { concurrency: "unbounded" }))
      yield* Deferred.succeed(go, undefined)
      yield* Fiber.join(fiber)
      const { sessions } = JSON.parse(readFileSync(join(root, ".agents", "team.state.json"), "utf8"))
      expect(Object.keys(sessions).length).toBe(10)
    })
  )
})
