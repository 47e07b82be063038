import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Processes, ProcessesError } from "../../src/services/Processes.ts"
import { procLife, tableLife } from "../../src/services/process-life.ts"

const entry = (pid: number, start: string | null) =>
  [pid, { pid, ppid: 1, pgid: pid, sid: null, tpgid: null, start, name: "node", argv0: null }] as const
const fixed = (table: ReadonlyArray<ReturnType<typeof entry>>, self = process.pid) =>
  Effect.map(Layer.build(Processes.layerFixed(new Map(table), self)), (context) =>
    Context.get(context, Processes)
  )

/** A pid above what any system hands out. */
const NOBODY = 2 ** 31 - 2

describe("whether a process lives", () => {
  it.scoped("from the table: its own stamp, another's, and none for one that does not answer", () =>
    Effect.gen(function* () {
      const life = tableLife(yield* fixed([entry(process.pid, "mine"), entry(process.ppid, "parent")]))
      assert.deepStrictEqual(yield* life(process.pid), { alive: true, start: "mine" })
      assert.deepStrictEqual(yield* life(process.ppid), { alive: true, start: "parent" })
      assert.deepStrictEqual(yield* life(NOBODY), { alive: false, start: null })
    })
  )

  it.effect("counts as alive while the table cannot be read", () =>
    Effect.gen(function* () {
      const life = tableLife({
        table: Effect.fail(new ProcessesError({ message: "no" })),
        self: Effect.succeed({ pid: process.pid, start: null })
      })
      assert.deepStrictEqual(yield* life(process.ppid), { alive: true, start: null })
    })
  )

  describe.runIf(process.platform === "linux")("from /proc (Linux only)", () => {
    it("has a stamp of its own for each process and keeps it", () => {
      const mine = procLife(process.pid)
      assert.isTrue(mine.alive)
      assert.isNotNull(mine.start)
      assert.deepStrictEqual(procLife(process.pid), mine)
      assert.notStrictEqual(procLife(process.ppid).start, mine.start)
      assert.deepStrictEqual(procLife(NOBODY), { alive: false, start: null })
    })
  })
})
