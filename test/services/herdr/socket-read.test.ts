import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { PaneRead } from "../../../src/domain/host/pane.ts"
import type { ProcessEntry } from "../../../src/domain/host/processes.ts"
import { makeHerdr } from "../../../src/services/herdr/socket.ts"
import { fakeHerdr } from "../../support/fake-herdr.ts"
import { putPane } from "../../support/fake-herdr-state.ts"

/** Of terminal session 100 are three, the others are alone on theirs. */
const machine = new Map<number, ProcessEntry>(
  [
    [7, 7],
    [8, 8],
    [100, 100],
    [200, 100],
    [201, 100]
  ].map(([pid = 0, sid = 0]) => [
    pid,
    { pid, ppid: 1, pgid: pid, sid, tpgid: null, start: `s${pid}`, name: `n${pid}`, argv0: null }
  ])
)

const started = Effect.gen(function* () {
  const fake = yield* fakeHerdr
  const host = yield* makeHerdr({
    session: null,
    socketPath: fake.path,
    env: {},
    table: Effect.succeed(machine)
  })
  return { fake, host }
})
const gone: PaneRead = { _tag: "Absent", reason: "gone" }
const failed: PaneRead = { _tag: "Absent", reason: "failed" }
const scrolled: PaneRead = { _tag: "Absent", reason: "scrolled" }

describe("read", () => {
  it.scopedLive("gives the visible rows with styling, and only what herdr can know", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      const screen = "\u001b[0m\u001b[1mbold\u001b[0m 日本\r\n❯ \u00a0"
      putPane(fake.state, { pane: "w1:p1", screen, title: "✳ Claude Code", rows: 25 })
      assert.deepStrictEqual(
        [...(yield* host.read(["w1:p1"]))],
        [
          [
            "w1:p1",
            {
              _tag: "Screen",
              ansi: screen,
              styled: true,
              cols: null,
              rows: 25,
              cursor: null,
              title: "✳ Claude Code",
              altScreen: null
            }
          ]
        ]
      )
      const reads = fake.calls.filter((call) => call.method === "pane.read")
      assert.deepStrictEqual(
        reads.map((call) => call.params),
        [{ pane_id: "w1:p1", source: "visible", format: "ansi" }]
      )
    })
  )

  it.scopedLive("reads a hundred panes in one round, a pane asked twice once", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      const ids = Array.from({ length: 50 }, (_, index) => `w1:p${index + 10}`)
      for (const pane of ids) putPane(fake.state, { pane, screen: `${"x".repeat(47)} ${pane}` })
      let most = 0
      fake.delay = () => 101
      fake.onCall = () => {
        most = Math.max(most, fake.open)
      }
      const reads = yield* host.read([...ids, ...ids])
      assert.deepStrictEqual([...reads.keys()], ids)
      for (const pane of ids) {
        const read = reads.get(pane)
        assert.strictEqual(read?._tag === "Screen" ? read.ansi : null, `${"x".repeat(47)} ${pane}`)
      }
      assert.strictEqual(fake.methods().filter((method) => method === "session.snapshot").length, 1)
      assert.isAbove(most, 40)
    })
  )

  it.scopedLive("costs a vanished pane only its own answer", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      putPane(fake.state, { pane: "w1:p1", screen: "a" })
      putPane(fake.state, { pane: "w1:p2", screen: "b" })
      // Listed by the snapshot beside the read, gone by the time of the next.
      fake.onCall = (method, params) => {
        if (method === "pane.read" && params["pane_id"] === "w1:p2") fake.state.panes.delete("w1:p2")
      }
      const reads = yield* host.read(["w1:p1", "w1:p2", "w9:p9"])
      assert.strictEqual(reads.get("w1:p1")?._tag, "Screen")
      assert.deepStrictEqual(reads.get("w1:p2"), gone)
      assert.deepStrictEqual(reads.get("w9:p9"), gone)
    })
  )

  it.scopedLive("calls a pane that is listed and yet not found failed, not gone", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      putPane(fake.state, { pane: "w1:p1", restoring: true })
      assert.deepStrictEqual((yield* host.read(["w1:p1"])).get("w1:p1"), failed)
      putPane(fake.state, { pane: "w1:p1", restoring: false })
      assert.strictEqual((yield* host.read(["w1:p1"])).get("w1:p1")?._tag, "Screen")
    })
  )

  it.scopedLive("gives no screen of a pane somebody scrolled, before or beside the read", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      putPane(fake.state, { pane: "w1:p1", offset: 3 })
      assert.deepStrictEqual((yield* host.read(["w1:p1"])).get("w1:p1"), scrolled)
      putPane(fake.state, { pane: "w1:p1", offset: 0 })
      // The position of the last listing still counts once: the read may have been served before it changed.
      assert.deepStrictEqual((yield* host.read(["w1:p1"])).get("w1:p1"), scrolled)
      assert.strictEqual((yield* host.read(["w1:p1"])).get("w1:p1")?._tag, "Screen")
    })
  )

  it.scopedLive("marks plain text as such, where the server refuses or ignores the format", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      putPane(fake.state, { pane: "w1:p1", screen: "\u001b[1mx\u001b[0m" })
      fake.fault("pane.read", { kind: "code", code: "invalid_request", emptyId: true }, 1)
      const refused = (yield* host.read(["w1:p1"])).get("w1:p1")
      assert.deepStrictEqual(refused?._tag === "Screen" ? [refused.ansi, refused.styled] : null, ["x", false])
      fake.state.formats = false
      const ignored = (yield* host.read(["w1:p1"])).get("w1:p1")
      assert.deepStrictEqual(ignored?._tag === "Screen" ? [ignored.ansi, ignored.styled] : null, ["x", false])
    })
  )

  it.scopedLive("never sends an id that means a position", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      putPane(fake.state, { pane: "w1:p1" })
      const odd = ["1:p1", "w_1", "1-1", "p_1", "", "w1:p1 ", "W1:P1x"]
      const reads = yield* host.read(odd)
      assert.deepStrictEqual(
        [...reads.values()],
        odd.map(() => gone)
      )
      yield* host.processes(odd)
      for (const pane of odd) assert.strictEqual((yield* Effect.flip(host.type(pane, "x"))).reason, "NoPane")
      assert.deepStrictEqual(fake.methods(), ["ping"])
    })
  )

  it.scopedLive("keeps a pane's own trouble apart from the server's", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      putPane(fake.state, { pane: "w1:p1" })
      fake.fault("pane.read", { kind: "raw", line: "what" }, 1)
      assert.deepStrictEqual((yield* host.read(["w1:p1"])).get("w1:p1"), failed)
      fake.heal()
      yield* Effect.promise(() => fake.stop())
      assert.strictEqual((yield* Effect.flip(host.read(["w1:p1"]))).reason, "NotRunning")
    })
  )

  it.scopedLive("answers an empty question without a call", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      assert.strictEqual((yield* host.read([])).size, 0)
      assert.strictEqual((yield* host.processes([])).size, 0)
      assert.deepStrictEqual(fake.methods(), ["ping"])
    })
  )
})

describe("processes", () => {
  it.scopedLive("names the root and the foreground group with their start stamps", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      const foreground = [
        { pid: 200, name: "claude" },
        { pid: 201, name: "node" }
      ]
      putPane(fake.state, { pane: "w1:p1", shell: 100, group: 200, foreground })
      putPane(fake.state, { pane: "w1:p2", shell: 7, group: 7, foreground: [{ pid: 7, name: "bash" }] })
      putPane(fake.state, { pane: "w1:p3", shell: 8, group: null, foreground: [] })
      putPane(fake.state, { pane: "w1:p4", restoring: true })
      const found = yield* host.processes(["w1:p1", "w1:p2", "w1:p3", "w1:p4", "w9:p9"])
      assert.deepStrictEqual(found.get("w1:p1"), {
        root: { pid: 100, start: "s100", name: "n100" },
        foreground: [
          { pid: 200, start: "s200", name: "claude", script: false },
          { pid: 201, start: "s201", name: "node", script: false }
        ]
      })
      const shell = { pid: 7, start: "s7", name: "bash", script: false }
      assert.deepStrictEqual(found.get("w1:p2"), { root: shell, foreground: [shell] })
      for (const pane of ["w1:p3", "w1:p4", "w9:p9"]) assert.strictEqual(found.get(pane), null, pane)
      assert.strictEqual(found.size, 5)
    })
  )

  it.scopedLive("fails when the server is gone", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      yield* Effect.promise(() => fake.stop())
      assert.strictEqual((yield* Effect.flip(host.processes(["w1:p1"]))).reason, "NotRunning")
    })
  )

  it.scopedLive("finds who stands behind the program in front", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      putPane(fake.state, { pane: "w1:p1", shell: 100, group: 300, foreground: [{ pid: 300, name: "vim" }] })
      const found = (yield* host.processes(["w1:p1"])).get("w1:p1")
      assert.deepStrictEqual(
        found?.behind?.map(({ pid, start }) => `${pid} ${start}`),
        ["200 s200", "201 s201"]
      )
    })
  )
})
