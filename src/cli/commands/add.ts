import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { SessionState } from "../../services/SessionState.ts"
import { ownersFlags, requireCaller, requireForFlags } from "../caller.ts"
import { withHelp } from "../command.ts"
import { exitWith } from "../exit.ts"
import { launchLayer, launchOptions, launchSeats } from "../launching/command.ts"
import { seatAmong } from "../seat.ts"
import { openFor } from "../team.ts"

/** `team add`: starts one seat of the file, by the gates and with the records of `team up` (spec 001). */
export const add = Command.make(
  "add",
  {
    seat: Args.text({ name: "NAME" }).pipe(Args.withDescription("the seat of the file")),
    ...launchOptions
  },
  ({ dryRun, json, seat: name, ...options }) =>
    Effect.gen(function* () {
      yield* requireForFlags("add", ownersFlags(options))
      const team = yield* openFor("add", options)
      const seat = yield* seatAmong("add", name, team.open.now.team.seats, (one) => one.name)
      const command = "add" as const
      yield* Effect.gen(function* () {
        yield* requireCaller(team, dryRun ? "look" : "add")
        if (seat.stopped) {
          return yield* exitWith(
            "add.stopped-in-file",
            1,
            `team add: ${seat.name} is stopped in the approved file`,
            "take `stopped: true` out of its entry and run team approve"
          )
        }
        if (!dryRun) {
          const state = yield* SessionState
          yield* state
            // No longer by `remove`: the next `team up` starts it too. Until it is at its prompt it is missed by nobody.
            .changeSeat(team.session, seat.name, ({ stopped, ...record }) =>
              stopped === undefined ? record : { ...record, stopped: { ...stopped, by: "down" } }
            )
            .pipe(Effect.mapError(({ message }) => exitWith(`${command}.state`, 2, `team add: ${message}`)))
        }
        yield* launchSeats(team, options, { names: new Set([seat.name]), watch: false, dryRun, json })
      }).pipe(Effect.provide(launchLayer(team)))
    })
).pipe(
  withHelp("Starts one seat of the approved file: one that team remove --keep stopped, or that never ran.", [
    "team add worker --dry-run",
    "team add worker"
  ])
)
