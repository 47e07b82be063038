import { execFileSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import type { NewWorkspace } from "../../../src/services/Herdr.ts"
import { makeHerdr } from "../../../src/services/herdr/socket.ts"
import { commandLimit, commandLine, quoteWord } from "../../../src/services/herdr/socket-command.ts"
import { fakeHerdr } from "../../support/fake-herdr.ts"
import { putPane } from "../../support/fake-herdr-state.ts"

const started = Effect.gen(function* () {
  const fake = yield* fakeHerdr
  const host = yield* makeHerdr({ session: null, socketPath: fake.path, env: {} })
  return { fake, host }
})
const plan: NewWorkspace = { label: "Core", cwd: "/repo", seat: "lead", command: null, env: {} }

describe("type and press", () => {
  it.scopedLive("sends the raw text without Enter, and Enter as a key", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      putPane(fake.state, { pane: "w1:p1" })
      yield* host.type("w1:p1", "go on; 日本 $(x)")
      yield* host.press("w1:p1", "Enter")
      assert.deepStrictEqual(fake.state.received, [
        { pane: "w1:p1", bytes: "go on; 日本 $(x)" },
        { pane: "w1:p1", bytes: "\r" }
      ])
    })
  )

  it.scopedLive("sends nothing at all for what is no short line", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      putPane(fake.state, { pane: "w1:p1" })
      for (const text of [
        "a\nb",
        "\r",
        "\u001b[201~",
        "\u007f",
        "\u0085",
        "x".repeat(513),
        "é".repeat(257),
        "\ud800"
      ]) {
        const error = yield* Effect.flip(host.type("w1:p1", text))
        assert.strictEqual(error.reason, "Refused")
      }
      assert.deepStrictEqual(fake.methods(), ["ping"])
    })
  )

  it.scopedLive("keeps the order of many writes to one pane, at either speed", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      putPane(fake.state, { pane: "w1:p1" })
      putPane(fake.state, { pane: "w1:p2" })
      let turn = 0
      fake.delay = () => (turn++ % 3 === 0 ? 15 : 0)
      const words = Array.from({ length: 12 }, (_, index) => `t${index}`)
      yield* Effect.all(
        [...words.map((word) => host.type("w1:p1", word)), ...words.map((word) => host.type("w1:p2", word))],
        { concurrency: "unbounded" }
      )
      for (const pane of ["w1:p1", "w1:p2"]) {
        const got = fake.state.received.filter((one) => one.pane === pane).map((one) => one.bytes)
        assert.deepStrictEqual(got, words)
      }
    })
  )

  it.scopedLive("never sends twice, whatever broke", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      putPane(fake.state, { pane: "w1:p1" })
      fake.fault("pane.send_text", { kind: "eof" }, 1)
      const lost = yield* Effect.flip(host.type("w1:p1", "hello secret"))
      assert.strictEqual(lost.reason, "Lost")
      assert.notInclude(`${lost.message} ${String(lost.cause)}`, "secret")
      fake.fault("pane.send_keys", { kind: "code", code: "server_unavailable" }, 1)
      assert.strictEqual((yield* Effect.flip(host.press("w1:p1", "Enter"))).reason, "Restarting")
      const sent = fake.methods().filter((method) => method.startsWith("pane.send"))
      assert.deepStrictEqual(sent, ["pane.send_text", "pane.send_keys"])
    })
  )

  it.scopedLive("says NoPane for a gone and for a restored pane, Refused for a scrolled one", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      putPane(fake.state, { pane: "w1:p1", restoring: true })
      putPane(fake.state, { pane: "w1:p2", offset: 1 })
      assert.strictEqual((yield* Effect.flip(host.type("w1:p1", "x"))).reason, "NoPane")
      assert.strictEqual((yield* Effect.flip(host.type("w1:p2", "x"))).reason, "Refused")
      assert.strictEqual((yield* Effect.flip(host.press("w1:p3", "Enter"))).reason, "NoPane")
      assert.deepStrictEqual(fake.state.received, [])
    })
  )
})

describe("commandLine", () => {
  it("leaves plain words alone and quotes the rest", () => {
    assert.deepStrictEqual(commandLine(["claude", "--model", "opus-4.5", "it's $HOME"]), {
      line: "claude --model opus-4.5 'it'\\''s $HOME'"
    })
    for (const word of ["", "~", "FOO=bar", "*", "a b", ";", "%1", "#x", "!x", "\\"]) {
      assert.strictEqual(quoteWord(word), `'${word}'`)
    }
  })

  it("refuses what a shell line cannot carry, without quoting it", () => {
    const bad = [[], [""], ["a", "secret\n"], ["a", "\u001b"], ["a", "x".repeat(5_000)]]
    for (const words of bad) {
      const answer = commandLine(words)
      assert.isTrue("problem" in answer)
      assert.notInclude(JSON.stringify(answer), "secret")
    }
    assert.isBelow(commandLimit("darwin"), 1_024)
  })

  it("gives a POSIX shell exactly the words it was made of", () => {
    const word = FastCheck.string({ minLength: 0, maxLength: 30, unit: "grapheme" })
    FastCheck.assert(
      FastCheck.property(FastCheck.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const answer = commandLine(["printf", "%s\\0", ...words])
        if ("problem" in answer) return
        const out = execFileSync("/bin/sh", ["-c", answer.line], { encoding: "utf8" })
        assert.deepStrictEqual(out.split("\0").slice(0, -1), words)
      }),
      { numRuns: 60 }
    )
  })
})

describe("workspaces", () => {
  it.scopedLive("opens one without taking the focus and runs the quoted command in it", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      const made = yield* host.createWorkspace({ ...plan, command: ["claude", "a b"], env: { A: "1" } })
      assert.deepStrictEqual(made, { workspace: "w1", pane: "w1:p1" })
      assert.deepStrictEqual(fake.state.created, [
        { label: "Core", cwd: "/repo", env: { A: "1" }, focus: false }
      ])
      assert.deepStrictEqual(fake.state.received, [{ pane: "w1:p1", bytes: "claude 'a b'\r" }])
      yield* host.createWorkspace(plan)
      assert.strictEqual(fake.state.received.length, 1)
    })
  )

  it.scopedLive("makes nothing of a plan it cannot carry out, and leaves nothing half made", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      for (const bad of [
        { cwd: "repo" },
        { env: { "A=B": "1" } },
        { command: ["a", "b\n"] },
        { command: [] }
      ]) {
        assert.strictEqual((yield* Effect.flip(host.createWorkspace({ ...plan, ...bad }))).reason, "Refused")
      }
      assert.deepStrictEqual(fake.state.created, [])
      fake.fault("pane.send_input", { kind: "eof" }, 1)
      const error = yield* Effect.flip(host.createWorkspace({ ...plan, command: ["claude"] }))
      assert.strictEqual(error.reason, "Lost")
      assert.strictEqual(fake.state.workspaces.size, 0)
    })
  )

  it.scopedLive("labels and closes, and says when it is gone", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      putPane(fake.state, { pane: "w1:p1" })
      yield* host.labelWorkspace("w1", "New\nname")
      assert.strictEqual(fake.state.workspaces.get("w1"), "New name")
      yield* host.closeWorkspace("w1")
      assert.strictEqual(fake.state.panes.size, 0)
      assert.strictEqual((yield* Effect.flip(host.closeWorkspace("w1"))).reason, "NoPane")
      assert.strictEqual((yield* Effect.flip(host.closeWorkspace("1"))).reason, "NoPane")
    })
  )
})

describe("names and display", () => {
  it.scopedLive("names an agent, and says what herdr takes as a name", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      putPane(fake.state, { pane: "w1:p1" })
      putPane(fake.state, { pane: "w1:p2" })
      putPane(fake.state, { pane: "w1:p3", agent: null })
      yield* host.nameSeat("w1:p1", "worker-alpha")
      assert.strictEqual((yield* host.list).panes[0]?.name, "worker-alpha")
      for (const name of ["Worker", "1x", "a b", "x".repeat(33), ""]) {
        const error = yield* Effect.flip(host.nameSeat("w1:p1", name))
        assert.strictEqual(error.reason, "Refused")
        assert.match(error.message, /lowercase/)
      }
      const taken = yield* Effect.flip(host.nameSeat("w1:p2", "worker-alpha"))
      assert.strictEqual(taken.reason, "Refused")
      assert.notInclude(taken.message, "secret")
      assert.strictEqual((yield* Effect.flip(host.nameSeat("w1:p3", "lead"))).reason, "NoPane")
    })
  )

  it.scopedLive("sets both sidebar lines, the label only when it differs", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      putPane(fake.state, { pane: "w1:p1" })
      const lines = { label: "Lead", display: "Opus 4.5 high", ttl: 45_000 }
      yield* host.setDisplay("w1:p1", lines)
      assert.strictEqual(fake.state.workspaces.get("w1"), "Lead")
      assert.deepStrictEqual(fake.state.metadata, [
        { pane_id: "w1:p1", source: "seatwatch:watch", display_agent: "Opus 4.5 high", ttl_ms: 45_000 }
      ])
      yield* host.list
      yield* host.setDisplay("w1:p1", lines)
      assert.strictEqual(fake.methods().filter((method) => method === "workspace.rename").length, 1)
      yield* host.setDisplay("w1:p1", { ...lines, display: "", ttl: 10 ** 9 })
      assert.deepStrictEqual(fake.state.metadata[2], {
        pane_id: "w1:p1",
        source: "seatwatch:watch",
        clear_display_agent: true,
        ttl_ms: 86_400_000
      })
      assert.strictEqual((yield* Effect.flip(host.setDisplay("w1:p9", lines))).reason, "NoPane")
    })
  )
})

describe("notify", () => {
  it.scopedLive("says whether herdr showed it, and keeps to its lengths", () =>
    Effect.gen(function* () {
      const { fake, host } = yield* started
      assert.isTrue(yield* host.notify(`a\u001b[31m${"t".repeat(100)}`, "b\n".repeat(300)))
      const { body, title } = fake.state.notified[0] ?? {}
      assert.isAtMost(String(title).length, 80)
      assert.isAtMost(String(body).length, 240)
      assert.notMatch(`${title}${body}`, /[\u0000-\u001f]/)
      for (const reason of ["disabled", "rate_limited", "no_foreground_client", "busy"]) {
        fake.state.notification = { shown: false, reason }
        assert.isFalse(yield* host.notify("t", "b"), reason)
      }
      fake.state.notification = { shown: true, reason: "busy" }
      assert.isFalse(yield* host.notify("t", "b"))
    })
  )
})
