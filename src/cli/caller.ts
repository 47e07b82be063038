import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { CallerFacts, Who } from "../domain/caller/caller.ts"
import { type Action, allowedTo, may, sentenceOf } from "../domain/caller/rights.ts"
import { Caller, type CallerOptions, whoCalls } from "../services/Caller.ts"
import type { Herdr } from "../services/Herdr.ts"
import { Processes } from "../services/Processes.ts"
import { ProcessRunner } from "../services/ProcessRunner.ts"
import type { SessionState } from "../services/SessionState.ts"
import { type CommandExit, exitWith } from "./exit.ts"
import { Invocation } from "./Invocation.ts"

const processesLayer = Processes.layer.pipe(Layer.provide(ProcessRunner.layer))

/** How the commands learn who calls them; a test or an embedding program puts another in its place. */
export class CallerMaker extends Context.Reference<CallerMaker>()("seatwatch/cli/CallerMaker", {
  defaultValue:
    () =>
    (options: CallerOptions): Layer.Layer<Caller> =>
      Caller.layer(options).pipe(Layer.provide(processesLayer))
}) {}

/** What is asked of an opened team (`OpenedTeam`). */
export interface CalledTeam {
  readonly command: string
  readonly session: string
  readonly open: { readonly now: { readonly team: { readonly seats: CallerFacts["seats"] } } }
}

/** The caller of this invocation. */
const callerLayer: Layer.Layer<Caller, never, Invocation> = Layer.unwrapEffect(
  Effect.gen(function* () {
    const { env } = yield* Invocation
    const make = yield* CallerMaker
    return make({ env })
  })
)

/** A flag that is the owner's alone: `id` is the exit's under the command's name. */
export interface OwnersFlag {
  readonly flag: string
  readonly id: string
  readonly action: Extract<Action, "watch-flags" | "other-file" | "abandon">
}

/** The flags of the owner: `<command>.<id>` is their exit, 1 (spec 000 §4, rule 11). */
export const OWNERS_FLAGS = {
  noNotify: { flag: "--no-notify", id: "no-notify", action: "watch-flags" },
  noNudge: { flag: "--no-nudge", id: "no-nudge", action: "watch-flags" },
  file: { flag: "--file", id: "file-owner", action: "other-file" },
  session: { flag: "--session", id: "session-owner", action: "other-file" },
  abandon: { flag: "--abandon", id: "abandon", action: "abandon" }
} as const satisfies Readonly<Record<string, OwnersFlag>>

/** Which of the common options of a changing command are the owner's: another file, another session. */
export const ownersFlags = (options: {
  readonly file: Option.Option<string>
  readonly session: Option.Option<string>
}): ReadonlyArray<OwnersFlag> => [
  ...(Option.isSome(options.file) ? [OWNERS_FLAGS.file] : []),
  ...(Option.isSome(options.session) ? [OWNERS_FLAGS.session] : [])
]

const firstRefused = (
  command: string,
  given: ReadonlyArray<OwnersFlag>,
  who: Who
): Effect.Effect<void, CommandExit> => {
  const refused = given.find(({ action }) => !may(who, action))
  return refused === undefined
    ? Effect.void
    : exitWith(
        `${command}.${refused.id}`,
        1,
        `team ${command}: ${refused.flag} is only for ${allowedTo(refused.action)}; this call ${sentenceOf(who)}`
      )
}

/**
 * Refuses the owner's flags to everybody else, by processes and environment alone. To be run before the file or session
 * that a flag names is opened, so that a refusal says the same whatever is there. Asks nothing without such a flag.
 */
export const requireForFlags = (
  command: string,
  given: ReadonlyArray<OwnersFlag>
): Effect.Effect<void, CommandExit, Invocation> =>
  given.length === 0
    ? Effect.void
    : Effect.gen(function* () {
        yield* firstRefused(command, given, yield* (yield* Caller).alone)
      }).pipe(Effect.provide(callerLayer))

const whoIn = ({ command, open, session }: CalledTeam) =>
  whoCalls(session, open.now.team.seats).pipe(
    Effect.mapError(({ message }) =>
      // The watch's exits are the spec's, which has none for the state.
      command === "watch"
        ? exitWith("watch.file", 2, `team watch: ${message}`)
        : exitWith(`${command}.state`, 2, `team ${command}: ${message}`)
    ),
    Effect.provide(callerLayer)
  )

/** The same for an opened team: finds seats whose program is not known for an agent's, too. */
export const requireForFlagsIn = (
  team: CalledTeam,
  given: ReadonlyArray<OwnersFlag>
): Effect.Effect<void, CommandExit, Invocation | SessionState | Herdr> =>
  given.length === 0
    ? Effect.void
    : Effect.flatMap(whoIn(team), (who) => firstRefused(team.command, given, who))

/** Refuses an action to whom it is not for, with `<command>.caller` (1); answers who called. Dry runs ask for `look`. */
export const requireCaller = (
  team: CalledTeam,
  action: Action
): Effect.Effect<Who, CommandExit, Invocation | SessionState | Herdr> =>
  Effect.flatMap(whoIn(team), (who) => refuse(team.command, action, who))

/** The same where there is no team yet (`team init`): by processes and environment alone. */
export const requireCallerAlone = (
  command: string,
  action: Action
): Effect.Effect<Who, CommandExit, Invocation> =>
  Effect.gen(function* () {
    return yield* refuse(command, action, yield* (yield* Caller).alone)
  }).pipe(Effect.provide(callerLayer))

const refuse = (command: string, action: Action, who: Who): Effect.Effect<Who, CommandExit> =>
  may(who, action)
    ? Effect.succeed(who)
    : exitWith(
        `${command}.caller`,
        1,
        `team ${command}: this is only for ${allowedTo(action)}; this call ${sentenceOf(who)}`
      )
