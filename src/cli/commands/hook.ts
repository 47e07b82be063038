import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { runHook } from "../../services/hook/run.ts"
import { withHelp } from "../command.ts"

/** `team hook`: what a CLI's hook runs. The program starts it without this; here it is for `--help` and completions. */
export const hook = Command.make(
  "hook",
  {
    cli: Args.text({ name: "CLI" }).pipe(Args.withDescription("the CLI whose hook this is")),
    event: Args.text({ name: "EVENT" }).pipe(Args.withDescription("the CLI's own name of the event"))
  },
  ({ cli, event }) => Effect.promise(() => runHook([cli, event]))
).pipe(
  withHelp(
    "Writes down what a CLI's hook says of a turn: the event's JSON on stdin. Installed by team hooks, not run by hand.",
    ["team hook claude-code Stop < payload.json"]
  )
)
