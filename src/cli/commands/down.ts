import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { SeatLock } from "../../services/SeatLock.ts"
import { OWNERS_FLAGS, ownersFlags, requireCaller, requireForFlags } from "../caller.ts"
import { withHelp } from "../command.ts"
import { exitWith } from "../exit.ts"
import { launchDocument, launchLayer, launchOptions, printPlan } from "../launching/command.ts"
import { downLines, runDown } from "../launching/down.ts"
import { json as printJson } from "../Output.ts"
import { openFor } from "../team.ts"

/** `team down`: ends each seat's CLI by its own exit text, typed into an empty idle prompt alone. Nothing is killed. */
export const down = Command.make(
  "down",
  {
    ...launchOptions,
    wait: Options.boolean("wait").pipe(
      Options.withDescription("wait two minutes for seats that work, before they are left")
    ),
    abandon: Options.boolean("abandon").pipe(
      Options.withDescription("close without a key what would be left; the owner's, in person")
    )
  },
  ({ abandon, dryRun, json, wait, ...options }) =>
    Effect.gen(function* () {
      yield* requireForFlags("down", [...ownersFlags(options), ...(abandon ? [OWNERS_FLAGS.abandon] : [])])
      const team = yield* openFor("down", options)
      yield* Effect.gen(function* () {
        yield* requireCaller(team, dryRun ? "look" : "down")
        if (dryRun) return yield* printPlan(team, yield* downLines(team, null), json)
        const locks = yield* SeatLock
        const outcomes = yield* locks
          .withRun(team.session)(runDown(team, { names: null, wait, abandon, isQuiet: json, by: "down" }))
          .pipe(
            Effect.catchTag("SeatLockError", ({ message }) =>
              exitWith("down.busy", 1, `team down: ${message}`)
            )
          )
        if (json) yield* printJson(yield* launchDocument(team, outcomes, {}))
        if (outcomes.some(({ ready }) => !ready)) return yield* exitWith("down.left", 1)
      }).pipe(Effect.provide(launchLayer(team)))
    })
).pipe(
  withHelp(
    "Ends each seat's CLI at its own empty prompt; leaves what works, waits or holds text, and says why.",
    ["team down --dry-run", "team down --wait"]
  )
)
