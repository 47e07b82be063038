import * as net from "node:net"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"
import type { HostReason } from "../../../src/services/Herdr.ts"
import { exchangeLine } from "../../../src/services/herdr/socket-line.ts"
import { Done, Pong } from "../../../src/services/herdr/socket-protocol.ts"
import { request, retryingRead } from "../../../src/services/herdr/socket-request.ts"
import { type FakeHerdr, fakeHerdr } from "../../support/fake-herdr.ts"
import { putPane } from "../../support/fake-herdr-state.ts"

const slow = { timeout: Duration.seconds(20) }
const ping = (fake: FakeHerdr) => request(fake.path, "q1", "ping", {}, Pong, slow)
const read = (fake: FakeHerdr) =>
  request(fake.path, "q1", "pane.read", { pane_id: "w1:p1", source: "visible" }, Done, slow)
const reason = <A>(call: Effect.Effect<A, { readonly reason: HostReason }>) =>
  Effect.map(Effect.flip(call), (error) => error.reason)
const until = (what: () => boolean) =>
  Effect.promise(async () => {
    while (!what()) await new Promise((next) => setTimeout(next, 2))
  })

describe("request", () => {
  it.scopedLive("gets the answer to its own line", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      assert.deepStrictEqual(yield* ping(fake), { version: "0.8.2", protocol: 20 })
      assert.strictEqual(fake.connections, 1)
    })
  )

  it.scopedLive("reads answers at either speed, and many at once", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      let turn = 0
      fake.delay = () => (turn++ % 2 === 0 ? 1 : 101)
      const answers = yield* Effect.forEach(Array.from({ length: 100 }), () => ping(fake), {
        concurrency: "unbounded"
      })
      assert.strictEqual(answers.length, 100)
      assert.strictEqual(fake.connections, 100)
    })
  )

  it.scopedLive("joins an answer that comes in pieces, also inside a character", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      const screen = "日本😀 é"
      putPane(fake.state, { pane: "w1:p1", screen })
      for (const bytes of [1, 2, 3, 7]) {
        fake.fault("pane.read", { kind: "pieces", bytes }, 1)
        const answer = yield* request(
          fake.path,
          "q1",
          "pane.read",
          { pane_id: "w1:p1", source: "visible", format: "ansi" },
          Schema.Struct({ read: Schema.Struct({ text: Schema.String }) }),
          slow
        )
        assert.strictEqual(answer.read.text, screen)
      }
    })
  )

  it.scopedLive("tells an absent server from one that broke", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      fake.fault("ping", { kind: "eof" }, 1)
      assert.strictEqual(yield* reason(ping(fake)), "Lost")
      fake.fault("ping", { kind: "raw", line: new TextEncoder().encode('{"id":"q1","result"') }, 1)
      assert.strictEqual(yield* reason(ping(fake)), "Lost")
      fake.resets = 1
      assert.strictEqual(yield* reason(ping(fake)), "Lost")
      yield* Effect.promise(() => fake.stop())
      assert.strictEqual(yield* reason(ping(fake)), "NotRunning")
      const missing = join(fake.dir, "no.sock")
      assert.strictEqual(yield* reason(request(missing, "q", "ping", {}, Pong, slow)), "NotRunning")
    })
  )

  it.scopedLive("maps the codes of errors, and never repeats the server's words", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      const wanted: ReadonlyArray<readonly [string, HostReason]> = [
        ["server_unavailable", "Restarting"],
        ["pane_not_found", "NoPane"],
        ["agent_not_found", "NoPane"],
        ["agent_name_taken", "Refused"],
        ["something_new", "Refused"],
        ["Not a word: \u001b[31m", "Refused"]
      ]
      for (const [code, expected] of wanted) {
        fake.fault("ping", { kind: "code", code }, 1)
        const error = yield* Effect.flip(ping(fake))
        assert.strictEqual(error.reason, expected, code)
        assert.notInclude(error.message, "secret")
        assert.notInclude(error.message, "\u001b")
      }
    })
  )

  it.scopedLive("takes an empty id for a refusal only", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      fake.fault("ping", { kind: "code", code: "invalid_request", emptyId: true }, 1)
      assert.strictEqual(yield* reason(ping(fake)), "Refused")
      fake.fault("ping", { kind: "raw", line: '{"id":"","result":{"version":"1","protocol":20}}' }, 1)
      assert.strictEqual(yield* reason(ping(fake)), "Protocol")
      fake.fault("ping", { kind: "raw", line: '{"id":"q2","result":{"version":"1","protocol":20}}' }, 1)
      assert.strictEqual(yield* reason(ping(fake)), "Protocol")
      assert.strictEqual(yield* reason(request(fake.path, "a", "nope.list", {}, Done, slow)), "Refused")
    })
  )

  it.scopedLive("calls what cannot be read a protocol error, without quoting it", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      const bad: ReadonlyArray<string | Uint8Array> = [
        "secret text",
        "[]",
        '{"id":"q1"}',
        '{"id":"q1","result":{"version":"secret"}}',
        '{"id":"q1","error":"secret"}',
        Uint8Array.from([0x22, 0xff, 0xfe, 0x22, 0x0a])
      ]
      for (const line of bad) {
        fake.fault("ping", { kind: "raw", line }, 1)
        const error = yield* Effect.flip(ping(fake))
        assert.strictEqual(error.reason, "Protocol", String(line))
        assert.notInclude(`${error.message} ${String(error.cause)}`, "secret")
      }
    })
  )

  it.scopedLive("stops reading an endless answer", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      fake.fault("ping", { kind: "raw", line: "x".repeat(5_000) }, 1)
      const line = JSON.stringify({ id: "a", method: "ping", params: {} })
      const failure = yield* Effect.flip(exchangeLine(fake.path, line, 1_000))
      assert.strictEqual(failure.kind, "large")
    })
  )

  it.scopedLive("refuses a request herdr would reset the connection for, before connecting", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      const text = "x".repeat(1_048_576)
      const error = yield* Effect.flip(
        request(fake.path, "q", "pane.send_text", { pane_id: "w1:p1", text }, Done, slow)
      )
      assert.strictEqual(error.reason, "Refused")
      assert.isBelow(error.message.length, 200)
      assert.strictEqual(fake.connections, 0)
      const failure = yield* Effect.flip(exchangeLine(fake.path, text.repeat(2)))
      assert.strictEqual(failure.kind, "lost")
    })
  )

  it.scoped("gives up on a silent server after its timeout, and closes the connection", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      fake.fault("ping", { kind: "silent" })
      const fiber = yield* Effect.fork(
        Effect.flip(request(fake.path, "q1", "ping", {}, Pong, { timeout: "5 seconds" }))
      )
      yield* until(() => fake.calls.length === 1)
      yield* TestClock.adjust("5 seconds")
      const error = yield* Fiber.join(fiber)
      assert.strictEqual(error.reason, "Timeout")
      yield* until(() => fake.open === 0)
    })
  )

  it.scopedLive("closes the connection when interrupted", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      fake.fault("ping", { kind: "silent" })
      const fiber = yield* Effect.fork(ping(fake))
      yield* until(() => fake.calls.length === 1)
      yield* Fiber.interrupt(fiber)
      yield* until(() => fake.open === 0)
      assert.strictEqual(fake.connections, 1)
    })
  )

  it.scopedLive("sends one line and keeps its side of the connection open until the answer", () =>
    Effect.gen(function* () {
      const path = join((yield* fakeHerdr).dir, "o.sock")
      const ended = yield* Effect.async<ReadonlyArray<string>>((resume) => {
        const seen: Array<string> = []
        const server = net.createServer({ allowHalfOpen: true }, (socket) => {
          socket.on("data", () => {
            seen.push("line")
            setTimeout(() => socket.write('{"id":"q1","result":{"type":"ok"}}\n'), 30)
          })
          socket.on("end", () => seen.push("end"))
          socket.on("error", () => {})
        })
        server.listen(path, () => {
          Effect.runFork(
            Effect.andThen(request(path, "q1", "x", {}, Done, slow), () => {
              resume(Effect.succeed([...seen]))
              server.close()
            })
          )
        })
      })
      assert.deepStrictEqual(ended, ["line"])
    })
  )
})

describe("retryingRead", () => {
  it.scopedLive("waits out a server that is unavailable for a moment", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      fake.fault("ping", { kind: "code", code: "server_unavailable" }, 2)
      assert.strictEqual((yield* retryingRead(ping(fake))).protocol, 20)
      assert.strictEqual(fake.calls.length, 3)
    })
  )

  it.scopedLive("holds on while the socket itself is replaced during a restart", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      fake.fault("ping", { kind: "code", code: "server_unavailable" }, 1)
      const fiber = yield* Effect.fork(retryingRead(ping(fake)))
      // The first answer has arrived: from here on the server is known to be restarting.
      yield* until(() => fake.calls.length === 1 && fake.open === 0)
      yield* Effect.promise(() => fake.stop())
      yield* Effect.sleep("150 millis")
      yield* Effect.promise(() => fake.start())
      assert.strictEqual((yield* Fiber.join(fiber)).protocol, 20)
    })
  )

  it.scoped("gives up on a server that stays unavailable", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      fake.fault("ping", { kind: "code", code: "server_unavailable" })
      const fiber = yield* Effect.fork(reason(retryingRead(ping(fake))))
      for (let n = 1; n <= 41; n++) {
        yield* until(() => fake.calls.length === n && fake.open === 0)
        yield* Effect.promise(() => new Promise((next) => setTimeout(next, 2)))
        yield* TestClock.adjust("100 millis")
      }
      assert.strictEqual(yield* Fiber.join(fiber), "Restarting")
      assert.strictEqual(fake.calls.length, 41)
    })
  )

  it.scopedLive("repeats a lost connection once", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      putPane(fake.state, { pane: "w1:p1" })
      fake.fault("pane.read", { kind: "eof" }, 1)
      yield* retryingRead(read(fake))
      assert.strictEqual(fake.calls.length, 2)
      fake.fault("pane.read", { kind: "eof" }, 2)
      assert.strictEqual(yield* reason(retryingRead(read(fake))), "Lost")
      assert.strictEqual(fake.calls.length, 4)
      yield* retryingRead(read(fake))
      yield* Effect.promise(() => fake.stop())
      assert.strictEqual(yield* reason(retryingRead(read(fake))), "NotRunning")
    })
  )
})
