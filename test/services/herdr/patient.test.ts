import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/TestClock"
import { Herdr, HostError } from "../../../src/services/Herdr.ts"
import { makeMemoryHostFor } from "../../../src/services/herdr/memory.ts"
import { patient } from "../../../src/services/herdr/patient.ts"

/** A host that connects only while `there`, and counts its tries, its openings and its ends. */
const setup = Effect.gen(function* () {
  const control = yield* makeMemoryHostFor("s")
  const there = yield* Ref.make(false)
  const count = { tries: 0, opened: 0, closed: 0 }
  const layer = Layer.scoped(
    Herdr,
    Effect.gen(function* () {
      count.tries += 1
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          count.closed += 1
        })
      )
      yield* Effect.yieldNow()
      if (!(yield* Ref.get(there))) {
        return yield* new HostError({ reason: "NotRunning", method: "connect", message: "nobody" })
      }
      count.opened += 1
      return control.host
    })
  )
  return { control, there, count, layer: patient("tmux", "s", layer) }
})

describe("a host that need not be there", () => {
  it.effect("is made without one; each call fails by itself and tries again", () =>
    Effect.gen(function* () {
      const { count, layer, there } = yield* setup
      yield* Effect.gen(function* () {
        const host = yield* Herdr
        expect([host.host, host.session, count.tries]).toEqual(["tmux", "s", 0])
        expect((yield* Effect.flip(host.list)).reason).toBe("NotRunning")
        expect((yield* Effect.flip(host.read(["p"]))).reason).toBe("NotRunning")
        expect(count).toEqual({ tries: 2, opened: 0, closed: 2 })
        yield* Ref.set(there, true)
        expect((yield* host.list).panes).toEqual([])
        yield* host.list
        yield* host.processes([])
        expect(count).toEqual({ tries: 3, opened: 1, closed: 2 })
      }).pipe(Effect.provide(layer))
      // What was opened is closed with the layer.
      expect(count.closed).toBe(3)
    })
  )

  it.effect("connects once for many calls at once", () =>
    Effect.gen(function* () {
      const { count, layer, there } = yield* setup
      yield* Ref.set(there, true)
      yield* Effect.gen(function* () {
        const host = yield* Herdr
        yield* Effect.all(
          Array.from({ length: 10 }, () => host.list),
          { concurrency: "unbounded" }
        )
      }).pipe(Effect.provide(layer))
      expect(count).toEqual({ tries: 1, opened: 1, closed: 1 })
    })
  )

  it.effect("tells of changes as soon as it is there, looking every five seconds", () =>
    Effect.gen(function* () {
      const { control, layer, there } = yield* setup
      yield* Effect.gen(function* () {
        const host = yield* Herdr
        const first = yield* Effect.fork(Stream.runHead(host.changes))
        yield* TestClock.adjust(12_000)
        yield* Ref.set(there, true)
        yield* TestClock.adjust(5_000)
        for (let turn = 0; turn < 50 && (yield* Fiber.poll(first))._tag === "None"; turn++) {
          yield* control.change("p9")
          yield* TestClock.adjust(1)
        }
        expect(yield* first).toMatchObject({ _tag: "Some", value: { pane: "p9" } })
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("hands every call on", () =>
    Effect.gen(function* () {
      const { control, layer, there } = yield* setup
      yield* Ref.set(there, true)
      const pane = yield* control.setPane({ name: null })
      yield* Effect.gen(function* () {
        const host = yield* Herdr
        yield* host.type(pane, "hello")
        yield* host.press(pane, "Enter")
        yield* host.nameSeat(pane, "glass")
        yield* host.setDisplay(pane, { label: "l", display: "d", ttl: 1 })
        expect(yield* host.notify("t", "b")).toBe(true)
        const made = yield* host.createWorkspace({ label: "w", cwd: "/", seat: null, command: null, env: {} })
        yield* host.labelWorkspace(made.workspace, "v")
        expect((yield* host.list).workspaces).toEqual([{ workspace: made.workspace, label: "v" }])
        yield* host.closeWorkspace(made.workspace)
        expect((yield* host.list).panes).toMatchObject([{ pane, name: "glass" }])
      }).pipe(Effect.provide(layer))
      expect((yield* control.inputs).length).toBe(2)
      expect(yield* control.display(pane)).toMatchObject({ label: "l" })
      expect((yield* control.notifications).length).toBe(1)
    })
  )
})
