import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Listing } from "../../../src/domain/host/pane.ts"
import type { HerdrShape } from "../../../src/services/Herdr.ts"
import { makeHerdr } from "../../../src/services/herdr/socket.ts"
import { fakeHerdr } from "../../support/fake-herdr.ts"
import { putPane } from "../../support/fake-herdr-state.ts"

const started = Effect.gen(function* () {
  const fake = yield* fakeHerdr
  const host: HerdrShape = yield* makeHerdr({ session: null, socketPath: fake.path, env: {} })
  return { fake, host }
})

describe("list", () => {
  it.scopedLive("joins panes, agents and workspaces by id", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      const title = "✳ Fix auth"
      putPane(fake.state, { pane: "w1:p1", name: "fix-auth", session: "5f1c", title, status: "done" })
      putPane(fake.state, { pane: "w1:p2", agent: null, status: "unknown", rows: null })
      fake.state.workspaces.set("w1", "Alpha")
      const listing = yield* host.list
      assert.deepStrictEqual(listing.panes, [
        {
          pane: "w1:p1",
          name: "fix-auth",
          inSession: true,
          workspace: "w1",
          workspaceLabel: "Alpha",
          cli: "claude",
          status: "done",
          session: "5f1c",
          title,
          cols: null,
          rows: 39,
          dead: false,
          scrolled: false,
          changed: null
        },
        {
          pane: "w1:p2",
          name: null,
          inSession: true,
          workspace: "w1",
          workspaceLabel: "Alpha",
          cli: null,
          status: "unknown",
          session: null,
          title: null,
          cols: null,
          rows: null,
          dead: false,
          scrolled: false,
          changed: null
        }
      ])
      assert.deepStrictEqual(listing.workspaces, [{ workspace: "w1", label: "Alpha" }])
      assert.deepStrictEqual(listing.warnings, [])
      assert.strictEqual(listing.host, "herdr")
      assert.isTrue(Schema.is(Listing)(listing))
      assert.deepStrictEqual(fake.methods(), ["ping", "session.snapshot"])
    })
  )

  it.scopedLive("says no status for an idle or done pane without an agent, and passes other words on", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      putPane(fake.state, { pane: "w1:p1", agent: null, name: "alpha", status: "idle" })
      putPane(fake.state, { pane: "w1:p2", agent: null, status: "done" })
      putPane(fake.state, { pane: "w1:p3", agent: null, status: "working" })
      putPane(fake.state, { pane: "w1:p4", status: "pondering" })
      const { panes } = yield* host.list
      assert.deepStrictEqual(
        panes.map((pane) => [pane.name, pane.status]),
        [
          ["alpha", null],
          [null, null],
          [null, "working"],
          [null, "pondering"]
        ]
      )
    })
  )

  it.scopedLive("marks a pane a person scrolled back", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      putPane(fake.state, { pane: "w1:p1", offset: 12 })
      assert.isTrue((yield* host.list).panes[0]?.scrolled)
    })
  )

  it.scopedLive("names another server after a restart and the same one while it stands", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      putPane(fake.state, { pane: "w1:p1" })
      const first = (yield* host.list).server
      putPane(fake.state, { pane: "w1:p2" })
      assert.strictEqual((yield* host.list).server, first)
      yield* Effect.promise(() => fake.restart())
      const second = (yield* host.list).server
      assert.notStrictEqual(second, first)
      assert.strictEqual((yield* host.list).server, second)
    })
  )

  it.scopedLive("names another server when terminals changed behind the same socket file", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      putPane(fake.state, { pane: "w1:p1" })
      const first = (yield* host.list).server
      putPane(fake.state, { pane: "w1:p1", terminal: "term_new" })
      assert.notStrictEqual((yield* host.list).server, first)
    })
  )

  it.scopedLive("fails, and never answers an empty list, when the server is gone", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      yield* Effect.promise(() => fake.stop())
      assert.strictEqual((yield* Effect.flip(host.list)).reason, "NotRunning")
    })
  )
})

describe("protocol", () => {
  const warningsAt = (protocol: number) =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      fake.state.protocol = protocol
      const host = yield* makeHerdr({ session: null, socketPath: fake.path, env: {} })
      return (yield* host.list).warnings
    })

  it.scopedLive("takes 17 to 22 in silence and warns above", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* warningsAt(17), [])
      assert.deepStrictEqual(yield* warningsAt(22), [])
      const warnings = yield* warningsAt(23)
      assert.strictEqual(warnings.length, 1)
      assert.match(warnings[0] ?? "", /protocol 23.*17 to 22/)
    })
  )

  it.scopedLive("refuses an older server and says what works", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      fake.state.protocol = 16
      fake.state.version = "0.7.4"
      const error = yield* Effect.flip(makeHerdr({ session: null, socketPath: fake.path, env: {} }))
      assert.strictEqual(error.reason, "Refused")
      assert.match(error.message, /0\.7\.4.*protocol 16.*0\.7\.5.*17/)
    })
  )

  it.scopedLive("refuses a server that was replaced by an older one", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      fake.state.protocol = 16
      assert.strictEqual((yield* Effect.flip(host.list)).reason, "Refused")
    })
  )

  it.effect("does not start where nothing serves the session", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        makeHerdr({ session: "night", env: { XDG_CONFIG_HOME: "/nonexistent" } })
      )
      assert.strictEqual(error.reason, "NotRunning")
      const bad = yield* Effect.flip(makeHerdr({ session: "a/b", env: {} }))
      assert.strictEqual(bad.reason, "Refused")
    })
  )
})
