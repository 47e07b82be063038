import process from "node:process"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ancestors, isAlive } from "../../src/domain/host/processes.ts"
import { Processes } from "../../src/services/Processes.ts"
import { ProcessRunner } from "../../src/services/ProcessRunner.ts"

const live = Processes.layer.pipe(Layer.provideMerge(ProcessRunner.layer))

describe("Processes", () => {
  it.live("lists this process under its own identity, with its parents", () =>
    Effect.gen(function* () {
      const processes = yield* Processes
      const table = yield* processes.table
      const self = yield* processes.self
      expect(self.pid).toBe(process.pid)
      expect(self.start).toEqual(expect.any(String))
      expect(table.get(process.pid)?.ppid).toBe(process.ppid)
      expect(isAlive(table, self)).toBe("same")
      expect(isAlive(table, { ...self, start: "another" })).toBe("replaced")
      expect(ancestors(table, process.pid)[0]?.pid).toBe(process.ppid)
    }).pipe(Effect.provide(live))
  )

  it.live("a new listing knows what started since, and not what has ended", () =>
    Effect.gen(function* () {
      const { table } = yield* Processes
      const { start } = yield* ProcessRunner
      const identity = yield* Effect.scoped(
        Effect.gen(function* () {
          const running = yield* start({ program: "sleep", args: ["100"] })
          const entry = (yield* table).get(running.pid)
          expect(entry).toMatchObject({ name: "sleep", ppid: process.pid, pgid: running.pid })
          return { pid: running.pid, start: entry?.start ?? null }
        })
      )
      expect(isAlive(yield* table, identity)).toBe("gone")
    }).pipe(Effect.provide(live))
  )
})
