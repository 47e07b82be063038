import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { ownersFlags, requireCaller, requireForFlags } from "../caller.ts"
import { withHelp } from "../command.ts"
import { launchLayer, launchOptions, launchSeats } from "../launching/command.ts"
import { openFor } from "../team.ts"

/** `team up`: every seat of the file at its prompt with its rules, one record each (spec 001), and the watch. */
export const up = Command.make("up", launchOptions, ({ dryRun, json, ...options }) =>
  Effect.gen(function* () {
    yield* requireForFlags("up", ownersFlags(options))
    const team = yield* openFor("up", options)
    yield* Effect.gen(function* () {
      yield* requireCaller(team, dryRun ? "look" : "up")
      yield* launchSeats(team, options, { names: null, watch: true, dryRun, json })
    }).pipe(Effect.provide(launchLayer(team)))
  })
).pipe(
  withHelp("Starts every seat of the approved file that does not run, with its rules, and the watch.", [
    "team up --dry-run",
    "team up"
  ])
)
