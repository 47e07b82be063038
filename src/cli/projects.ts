import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Settings } from "../services/Settings.ts"
import { type CommandExit, exitWith } from "./exit.ts"
import type { Invocation } from "./Invocation.ts"
import type { Output } from "./Output.ts"
import { type OpenedTeam, openFor, settingsLayer, type TeamOptions } from "./team.ts"

/**
 * The teams a look covers: with `all` every project that has a record naming its root, else the one here. A project
 * that cannot be opened is one line of its own and never hides the others.
 */
export const teamsFor = (
  command: string,
  options: TeamOptions,
  choose: { readonly all: boolean; readonly project: Option.Option<string> }
): Effect.Effect<
  { readonly opened: ReadonlyArray<OpenedTeam>; readonly failed: ReadonlyArray<CommandExit> },
  CommandExit,
  Invocation | Output
> =>
  Effect.gen(function* () {
    if (!choose.all && Option.isNone(choose.project)) {
      return { opened: [yield* openFor(command, options)], failed: [] }
    }
    const records = yield* Effect.flatMap(Settings, (settings) => settings.projects).pipe(
      Effect.provide(settingsLayer)
    )
    const wanted = choose.all
      ? records
      : records.filter((record) => Option.contains(choose.project, record.project))
    if (wanted.length === 0) {
      return yield* exitWith(
        `${command}.project`,
        2,
        choose.all
          ? `team ${command}: no project has a record; projects/<project>.yaml in the team's configuration folder makes one`
          : `team ${command}: the project "${Option.getOrElse(choose.project, () => "")}" has no record`
      )
    }
    const [failed, opened] = yield* Effect.partition(wanted, (record) =>
      record.root === null
        ? Effect.fail(
            exitWith(
              `${command}.project`,
              2,
              `team ${command}: the record of "${record.project}" names no root`
            )
          )
        : openFor(command, options, record.root)
    )
    return { opened, failed }
  })

/** Ends a command as the first of the teams that could not be opened does, with the lines of all of them; succeeds without one. */
export const endFailed = (failed: ReadonlyArray<CommandExit>): Effect.Effect<void, CommandExit> => {
  const [first] = failed
  return first === undefined
    ? Effect.void
    : exitWith(first.id, first.code, ...failed.flatMap((exit) => exit.lines))
}
