import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Processes } from "../../services/Processes.ts"
import { ProcessRunner } from "../../services/ProcessRunner.ts"
import { withHelp } from "../command.ts"
import { play } from "../demo/play.ts"
import { memoryStage, tmuxStage } from "../demo/stage.ts"
import { exitWith } from "../exit.ts"

const PAUSE = 120

const services = Layer.provideMerge(Processes.layer, ProcessRunner.layer)

/** `team demo`: the watch at work on a team that is not there, or on real panes of a tmux server of its own. */
export const demo = Command.make(
  "demo",
  {
    host: Options.choice("host", ["memory", "tmux"]).pipe(
      Options.withDescription("memory needs nothing; tmux plays in real panes and cleans up after itself"),
      Options.withDefault("memory")
    )
  },
  ({ host }) =>
    Effect.scoped(
      Effect.gen(function* () {
        const stage = yield* host === "tmux" ? tmuxStage : memoryStage
        yield* play(stage, PAUSE)
      })
    ).pipe(
      Effect.provide(services),
      Effect.mapError((error) => exitWith("demo.tmux", 1, `team demo: ${error.message}; is tmux installed?`))
    )
).pipe(
  withHelp("Plays a quarter of an hour of a four-seat team in a few seconds: no host needed.", [
    "team demo",
    "team demo --host tmux"
  ])
)
