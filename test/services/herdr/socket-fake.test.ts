import * as net from "node:net"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { exchangeLine } from "../../../src/services/herdr/socket-line.ts"
import { fakeHerdr, recordedResponse } from "../../support/fake-herdr.ts"

const until = (what: () => boolean) =>
  Effect.promise(async () => {
    while (!what()) await new Promise((next) => setTimeout(next, 2))
  })

describe("the fake server", () => {
  it.scopedLive("drops a subscription at an extra byte and at a half-close, as herdr does", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      const line =
        '{"id":"a","method":"events.subscribe","params":{"subscriptions":[{"type":"pane.updated"}]}}\n'
      for (const [index, spoil] of [
        (one: net.Socket) => one.write("x"),
        (one: net.Socket) => one.end()
      ].entries()) {
        const socket = net.connect(fake.path)
        socket.on("error", () => {})
        socket.resume()
        socket.write(line)
        yield* until(() => fake.listeners === 1)
        spoil(socket)
        yield* until(() => fake.dropped === index + 1)
        assert.strictEqual(fake.listeners, 0)
      }
    })
  )

  it.scopedLive("answers malformed lines with what was recorded, or with silence", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      const said = yield* exchangeLine(fake.path, "hello")
      assert.strictEqual(said, recordedResponse("not JSON"))
      assert.strictEqual(yield* exchangeLine(fake.path, "[]"), recordedResponse("JSON array"))
      const noParams = yield* exchangeLine(fake.path, '{"id":"a","method":"ping"}')
      assert.strictEqual(noParams, recordedResponse("params missing"))
      assert.strictEqual((yield* Effect.flip(exchangeLine(fake.path, ""))).kind, "lost")
      assert.deepStrictEqual(fake.calls, [])
    })
  )

  it.scopedLive("resets the connection of a line over 1 MiB and takes one of just that", () =>
    Effect.gen(function* () {
      const fake = yield* fakeHerdr
      const head = '{"id":"a","method":"ping","params":{"x":"'
      const line = (bytes: number) => `${head}${"x".repeat(bytes - head.length - 3)}"}}`
      assert.include(yield* exchangeLine(fake.path, line(1_048_575)), '"pong"')
      const failure = yield* Effect.flip(exchangeLine(fake.path, line(1_200_000)))
      assert.strictEqual(failure.kind, "lost")
    })
  )
})
