import { assert, describe, it } from "@effect/vitest"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/TestClock"
import { makeHerdr } from "../../../src/services/herdr/socket.ts"
import { type FakeHerdr, fakeHerdr } from "../../support/fake-herdr.ts"
import { putPane } from "../../support/fake-herdr-state.ts"

const until = (what: () => boolean) =>
  Effect.promise(async () => {
    while (!what()) await new Promise((next) => setTimeout(next, 2))
  })
const snapshots = (fake: FakeHerdr) => fake.methods().filter((method) => method === "session.snapshot").length

/** A host with two panes whose change stream runs and has taken its first snapshot. */
const listening = (pollInterval?: Duration.DurationInput, before?: (fake: FakeHerdr) => void) =>
  Effect.gen(function* () {
    const fake = yield* fakeHerdr
    const host = yield* makeHerdr({
      session: null,
      socketPath: fake.path,
      env: {},
      ...(pollInterval === undefined ? {} : { pollInterval })
    })
    putPane(fake.state, { pane: "w1:p1", title: "◐ Fix" })
    putPane(fake.state, { pane: "w1:p2" })
    before?.(fake)
    const heard: Array<string | null> = []
    const fiber = yield* Effect.forkScoped(
      Stream.runForEach(host.changes, ({ pane }) => Effect.sync(() => void heard.push(pane)))
    )
    yield* until(() => snapshots(fake) >= 1 && fake.methods().includes("events.subscribe"))
    return { fake, host, heard, fiber }
  })

describe("changes", () => {
  it.scopedLive("hints the pane whose status, counter, title, agent or scroll changed, and no other", () =>
    Effect.gen(function* () {
      const { fake, heard } = yield* listening("20 millis")
      yield* until(() => snapshots(fake) >= 3)
      assert.deepStrictEqual(heard, [])
      const changes: ReadonlyArray<Partial<Parameters<typeof putPane>[1]>> = [
        { status: "blocked" },
        { seq: 9 },
        { title: "◐ Other" },
        { agent: "codex" },
        { offset: 3 },
        { session: "s2" },
        { name: "alpha" }
      ]
      for (const [index, change] of changes.entries()) {
        putPane(fake.state, { pane: "w1:p1", ...change })
        yield* until(() => heard.length > index)
      }
      assert.deepStrictEqual(
        heard,
        changes.map(() => "w1:p1")
      )
      const seen = snapshots(fake)
      // Only the spinner turned: no hint.
      putPane(fake.state, { pane: "w1:p1", title: "◓ Other" })
      yield* until(() => snapshots(fake) >= seen + 3)
      assert.strictEqual(heard.length, changes.length)
    })
  )

  it.scopedLive("hints panes that appear and go", () =>
    Effect.gen(function* () {
      const { fake, heard } = yield* listening("20 millis")
      putPane(fake.state, { pane: "w1:p3" })
      yield* until(() => heard.length === 1)
      fake.state.panes.delete("w1:p2")
      yield* until(() => heard.length === 2)
      assert.deepStrictEqual(heard, ["w1:p3", "w1:p2"])
    })
  )

  it.scopedLive("takes the next snapshot early when an event comes, and believes no record in it", () =>
    Effect.gen(function* () {
      const { fake, heard } = yield* listening("1 hour")
      yield* until(() => fake.listeners === 1)
      const before = snapshots(fake)
      const stale = { pane_id: "w1:p1", agent_status: "blocked", agent: "claude" }
      fake.push({ event: "pane_updated", data: { type: "pane_updated", pane: stale } })
      yield* until(() => snapshots(fake) > before)
      putPane(fake.state, { pane: "w1:p2", status: "working" })
      fake.push({ event: "pane.nonsense", data: 7 })
      yield* until(() => heard.length === 1)
      assert.deepStrictEqual(heard, ["w1:p2"])
    })
  )

  it.scopedLive("says nothing for a history that is told again", () =>
    Effect.gen(function* () {
      const { fake, heard } = yield* listening("20 millis", (one) => {
        for (let n = 0; n < 512; n++)
          one.history.push({ event: "pane_closed", data: { pane_id: `w1:p${n}` } })
      })
      const seen = snapshots(fake)
      yield* until(() => snapshots(fake) >= seen + 3)
      assert.deepStrictEqual(heard, [])
      assert.isBelow(snapshots(fake), 100)
    })
  )

  it.scopedLive(
    "never sends a byte or an end after the subscription, and subscribes again when it breaks",
    () =>
      Effect.gen(function* () {
        const { fake } = yield* listening("20 millis")
        yield* until(() => fake.listeners === 1)
        const seen = snapshots(fake)
        yield* until(() => snapshots(fake) >= seen + 5)
        assert.strictEqual(fake.dropped, 0)
        fake.dropListeners()
        yield* until(() => fake.listeners === 1)
        const subscriptions = fake.calls.filter((call) => call.method === "events.subscribe")
        assert.strictEqual(subscriptions.length, 2)
        assert.isAbove(JSON.stringify(subscriptions[0]?.params).length, 100)
        assert.notInclude(JSON.stringify(subscriptions[0]?.params), "status_changed")
      })
  )

  it.scopedLive("hints some pane when the server goes, comes back or is another, and goes on", () =>
    Effect.gen(function* () {
      const { fake, fiber, heard } = yield* listening("20 millis")
      yield* Effect.promise(() => fake.stop())
      yield* until(() => heard.length === 1)
      yield* Effect.promise(() => fake.start())
      yield* until(() => heard.length === 2)
      assert.deepStrictEqual(heard, [null, null])
      putPane(fake.state, { pane: "w1:p1", status: "working" })
      yield* until(() => heard.length === 3)
      putPane(fake.state, { pane: "w1:p1", terminal: "term_other" })
      yield* until(() => heard.length === 4)
      assert.deepStrictEqual(heard, [null, null, "w1:p1", null])
      assert.strictEqual(fiber.unsafePoll(), null)
      yield* until(() => fake.listeners === 1)
    })
  )

  it.scopedLive("hints by its snapshots when the subscription is refused or stays silent", () =>
    Effect.gen(function* () {
      for (const kind of ["silent", "code"] as const) {
        const { fake, heard } = yield* listening("20 millis", (one) =>
          one.fault("events.subscribe", kind === "silent" ? { kind } : { kind, code: "invalid_request" })
        )
        putPane(fake.state, { pane: "w1:p1", status: "working" })
        yield* until(() => heard.length === 1)
        assert.deepStrictEqual(heard, ["w1:p1"])
        assert.strictEqual(fake.listeners, 0)
      }
    })
  )

  it.scopedLive("compares with the last listing, so that nothing is lost between it and the stream", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      const host = yield* makeHerdr({ session: null, socketPath: fake.path, env: {} })
      putPane(fake.state, { pane: "w1:p1" })
      yield* host.list
      putPane(fake.state, { pane: "w1:p1", status: "blocked" })
      const first = yield* Stream.runCollect(Stream.take(host.changes, 1))
      assert.deepStrictEqual([...first], [{ pane: "w1:p1" }])
    })
  )

  it.scoped("takes a snapshot each second of the clock, and none between", () =>
    Effect.gen(function* () {
      const { fake, heard } = yield* listening()
      yield* until(() => snapshots(fake) === 1 && fake.listeners === 1)
      putPane(fake.state, { pane: "w1:p1", status: "blocked" })
      // The first gap passes with nothing to do; then the rest of the second.
      for (const [step, count] of [
        ["999 millis", 1],
        ["1 millis", 2],
        ["1 second", 3]
      ] as const) {
        yield* Effect.promise(() => new Promise((next) => setTimeout(next, 20)))
        yield* TestClock.adjust(step)
        yield* until(() => snapshots(fake) >= count)
        assert.strictEqual(snapshots(fake), count, step)
      }
      yield* until(() => heard.length === 1)
      assert.deepStrictEqual(heard, ["w1:p1"])
    })
  )

  it.scopedLive("leaves no connection behind", () =>
    Effect.gen(function* () {
      const { fake, fiber } = yield* listening("20 millis")
      yield* until(() => fake.listeners === 1)
      yield* Fiber.interrupt(fiber)
      yield* until(() => fake.open === 0)
      const after = fake.connections
      yield* Effect.sleep("60 millis")
      assert.strictEqual(fake.connections, after)
    })
  )
})
