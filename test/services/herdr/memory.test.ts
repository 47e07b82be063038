import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Herdr } from "../../../src/services/Herdr.ts"
import { layerMemory, makeMemoryHost } from "../../../src/services/herdr/memory.ts"
import { type HostHarness, hostContract } from "./contract.ts"

const harness: Effect.Effect<HostHarness> = Effect.map(makeMemoryHost, (control) => ({
  host: control.host,
  open: (ansi) => control.setPane({ screen: ansi }),
  kill: control.removePane,
  typed: (pane) =>
    Effect.map(control.inputs, (inputs) =>
      inputs
        .filter((input) => input.pane === pane)
        .map((input) => (input._tag === "Typed" ? input.text : "\r"))
        .join("")
    ),
  scroll: (pane) => Effect.asVoid(control.setPane({ pane, scrolled: true })),
  end: (pane) => Effect.asVoid(control.setPane({ pane, dead: true })),
  draw: (pane, text) => Effect.zipRight(control.setScreen(pane, text), control.change(pane)),
  stop: control.fail("NotRunning")
}))

hostContract("memory", harness)

describe("memory host", () => {
  it.effect("records texts and keys in order and lets a composer answer each", () =>
    Effect.gen(function* () {
      const control = yield* makeMemoryHost
      const pane = yield* control.setPane({ name: "lead", status: "idle", screen: "> " })
      yield* control.onInput((input) =>
        control.setScreen(pane, input._tag === "Typed" ? `> ${input.text}` : "> ")
      )
      yield* Effect.gen(function* () {
        const host = yield* Herdr
        const shown = Effect.map(host.read([pane]), (reads) => reads.get(pane))
        yield* host.type(pane, "hello")
        expect(yield* shown).toMatchObject({ _tag: "Screen", ansi: "> hello" })
        yield* host.press(pane, "Enter")
        expect(yield* shown).toMatchObject({ _tag: "Screen", ansi: "> " })
      }).pipe(Effect.provide(layerMemory(control)))
      expect(yield* control.inputs).toEqual([
        { _tag: "Typed", pane, text: "hello" },
        { _tag: "Pressed", pane, key: "Enter" }
      ])
    })
  )

  it.effect("moves a pane's token with its content only, and another server is another identity", () =>
    Effect.gen(function* () {
      const control = yield* makeMemoryHost
      const pane = yield* control.setPane({ screen: "a" })
      const token = Effect.map(control.host.list, ({ panes }) => panes[0]?.changed)
      const before = yield* token
      expect(yield* token).toBe(before)
      yield* control.setScreen(pane, "b")
      expect(yield* token).not.toBe(before)
      const { server } = yield* control.host.list
      yield* control.restart
      const after = yield* control.host.list
      expect(after.panes).toEqual([])
      expect(after.server).not.toBe(server)
    })
  )

  it.effect("fails one method only when asked to, and one pane's read only", () =>
    Effect.gen(function* () {
      const control = yield* makeMemoryHost
      const pane = yield* control.setPane({ screen: "a" })
      yield* control.fail("Timeout", "press")
      yield* control.host.type(pane, "x")
      expect(yield* Effect.flip(control.host.press(pane, "Enter"))).toMatchObject({ reason: "Timeout" })
      yield* control.fail(null)
      yield* control.host.press(pane, "Enter")
      yield* control.setUnreadable(pane, true)
      expect((yield* control.host.read([pane])).get(pane)).toEqual({ _tag: "Absent", reason: "failed" })
    })
  )

  it.effect("starts what a workspace asks for, and tells it", () =>
    Effect.gen(function* () {
      const control = yield* makeMemoryHost
      yield* control.onLaunch(({ pane }) => control.setScreen(pane, "ready"))
      const options = { label: "core", cwd: "/", seat: "lead", command: ["agent"], env: {} }
      const made = yield* control.host.createWorkspace(options)
      expect(yield* control.launches).toEqual([{ ...made, options }])
      expect((yield* control.host.read([made.pane])).get(made.pane)).toMatchObject({ ansi: "ready" })
      yield* control.host.setDisplay(made.pane, { label: "l", display: "d", ttl: 5 })
      expect(yield* control.display(made.pane)).toEqual({ label: "l", display: "d", ttl: 5 })
      yield* control.setNotifiable(false)
      expect(yield* control.host.notify("t", "b")).toBe(false)
      expect(yield* control.notifications).toEqual([])
    })
  )
})
