import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { SeatLock } from "../../services/SeatLock.ts"
import { ownersFlags, requireCaller, requireForFlags } from "../caller.ts"
import { withHelp } from "../command.ts"
import { exitWith } from "../exit.ts"
import { launchDocument, launchLayer, launchOptions, launchSeats, printPlan } from "../launching/command.ts"
import { downLines, runDown } from "../launching/down.ts"
import { prepare } from "../launching/prepare.ts"
import { json as printJson } from "../Output.ts"
import { seatAmong } from "../seat.ts"
import { openFor } from "../team.ts"

/** `team restart`: ends one seat's CLI as `team down` does and starts it again as `team add` does. Its conversation is lost. */
export const restart = Command.make(
  "restart",
  {
    seat: Args.text({ name: "SEAT" }).pipe(Args.withDescription("the seat of the file")),
    wait: Options.boolean("wait").pipe(Options.withDescription("wait two minutes for it while it works")),
    ...launchOptions
  },
  ({ dryRun, json, seat: name, wait, ...options }) =>
    Effect.gen(function* () {
      yield* requireForFlags("restart", ownersFlags(options))
      const team = yield* openFor("restart", options)
      const seat = yield* seatAmong("restart", name, team.open.now.team.seats, (one) => one.name)
      const names = new Set([seat.name])
      yield* Effect.gen(function* () {
        yield* requireCaller(team, dryRun ? "look" : "restart")
        if (dryRun) return yield* printPlan(team, yield* downLines(team, names), json)
        // What refuses its launch is found before it is stopped.
        yield* prepare(team, names)
        const locks = yield* SeatLock
        const ended = yield* locks
          .withRun(team.session)(runDown(team, { names, wait, abandon: false, isQuiet: json, by: "down" }))
          .pipe(
            Effect.catchTag("SeatLockError", ({ message }) =>
              exitWith("restart.busy", 1, `team restart: ${message}`)
            )
          )
        if (ended.some(({ ready }) => !ready)) {
          if (json) yield* printJson(yield* launchDocument(team, ended, {}))
          return yield* exitWith("restart.left", 1)
        }
        yield* launchSeats(team, options, { names, watch: false, dryRun, json })
      }).pipe(Effect.provide(launchLayer(team)))
    })
).pipe(
  withHelp(
    "Ends one seat's CLI at its empty prompt and starts it again, with its rules and a new conversation.",
    ["team restart worker", "team restart worker --wait"]
  )
)
