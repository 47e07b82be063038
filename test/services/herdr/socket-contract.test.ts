import * as Effect from "effect/Effect"
import { makeHerdr } from "../../../src/services/herdr/socket.ts"
import { fakeHerdr } from "../../support/fake-herdr.ts"
import { putPane } from "../../support/fake-herdr-state.ts"
import { hostContract } from "./contract.ts"

const harness = Effect.gen(function* () {
  const fake = yield* fakeHerdr
  const host = yield* Effect.orDie(makeHerdr({ session: null, socketPath: fake.path, env: {} }))
  let next = 1
  return {
    host: {
      ...host,
      // herdr names agents, not panes: here the launched program is recognised at once, and named as a caller would.
      createWorkspace: (options: Parameters<typeof host.createWorkspace>[0]) =>
        Effect.tap(host.createWorkspace(options), ({ pane }) => {
          putPane(fake.state, { pane, agent: "claude", status: "working" })
          return options.seat === null ? Effect.void : host.nameSeat(pane, options.seat)
        })
    },
    open: (ansi: string) =>
      Effect.sync(() => {
        const pane = `w90:p${next++}`
        putPane(fake.state, { pane, screen: ansi.replaceAll("\n", "\r\n") })
        return pane
      }),
    kill: (pane: string) => Effect.sync(() => void fake.state.panes.delete(pane)),
    typed: (pane: string) =>
      Effect.sync(() =>
        fake.state.received
          .filter((one) => one.pane === pane)
          .map((one) => one.bytes)
          .join("")
      ),
    scroll: (pane: string) => Effect.sync(() => putPane(fake.state, { pane, offset: 5 })),
    draw: (pane: string, text: string) =>
      Effect.sync(() => putPane(fake.state, { pane, screen: text, seq: 2 })),
    stop: Effect.promise(() => fake.stop())
  }
})

hostContract("herdr", harness)
