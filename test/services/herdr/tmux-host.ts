import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Herdr, type HerdrShape } from "../../../src/services/Herdr.ts"
import { layerTmux } from "../../../src/services/herdr/tmux.ts"
import { Processes } from "../../../src/services/Processes.ts"
import { ProcessRunner } from "../../../src/services/ProcessRunner.ts"
import { plainText } from "../../support/ansi.ts"
import { makeTestTmux, type TestTmux } from "../../support/tmux.ts"
import { eventually } from "./contract.ts"

export const SESSION = "team"

export const hostOn = (socket: string | undefined, session = SESSION, command = "tmux") =>
  Effect.map(
    Layer.build(
      layerTmux({ session, command, ...(socket === undefined ? {} : { socket: { path: socket } }) }).pipe(
        Layer.provide(Processes.layer),
        Layer.provide(ProcessRunner.layer)
      )
    ),
    (context) => Effect.provide(Herdr, context)
  ).pipe(Effect.flatten, Effect.orDie)

export const setup = (config = "") =>
  Effect.gen(function* () {
    const tmux = yield* makeTestTmux
    tmux.start(SESSION, config)
    return { tmux, host: yield* hostOn(tmux.socket) }
  })

export const screenText = (host: HerdrShape, pane: string) =>
  Effect.map(host.read([pane]), (reads) => {
    const read = reads.get(pane)
    return read?._tag === "Screen" ? plainText(read.ansi) : (read?.reason ?? "")
  })

export const shows = (host: HerdrShape, pane: string, text: string) =>
  eventually(Effect.map(screenText(host, pane), (shown) => expect(shown).toContain(text)))

export const paneOf = (host: HerdrShape, pane: string) =>
  Effect.map(host.list, ({ panes }) => panes.find((one) => one.pane === pane))

export const clients = (tmux: TestTmux): ReadonlyArray<string> =>
  tmux.run("list-clients", "-F", "#{client_control_mode}").split("\n").filter(Boolean)
