import * as Command from "@effect/cli/Command"
import * as HelpDoc from "@effect/cli/HelpDoc"
import type { CommandExit } from "./exit.ts"
import type { Invocation } from "./Invocation.ts"
import type { Output } from "./Output.ts"
import type { Signals } from "./Signals.ts"

/** What every command may use without asking for it. */
export type CommandServices = Output | Signals | Invocation

/** A command as the app runs it, whatever its options are. */
// biome-ignore lint/suspicious/noExplicitAny: a command is invariant in its options, and the list only runs them
export type TeamCommand = Command.Command<any, CommandServices, CommandExit, any>

/** What `--help` says of a command: one sentence and examples that can be copied. */
export const describe = (summary: string, examples: ReadonlyArray<string>): HelpDoc.HelpDoc =>
  HelpDoc.blocks([
    HelpDoc.p(summary),
    HelpDoc.p("Example:"),
    ...examples.map((example) => HelpDoc.p(`  ${example}`))
  ])

export const withHelp =
  (summary: string, examples: ReadonlyArray<string>) =>
  <Name extends string, R, E, A>(command: Command.Command<Name, R, E, A>): Command.Command<Name, R, E, A> =>
    Command.withDescription(command, describe(summary, examples))
