import { join } from "node:path"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { emptyMemory, type PassMemory } from "../domain/pass/memory.ts"
import { type PassResult, pass } from "../domain/pass/pass.ts"
import type { Snapshot } from "../domain/pass/snapshot.ts"
import type { WatchRecord } from "../domain/pass/watch-record.ts"
import { Approvals } from "../services/Approvals.ts"
import { Budgets } from "../services/Budgets.ts"
import { Facts } from "../services/Facts.ts"
import { gather } from "../services/Gather.ts"
import { Git } from "../services/Git.ts"
import type { Herdr } from "../services/Herdr.ts"
import { HookRecords } from "../services/HookRecords.ts"
import {
  HOST_CHOICES,
  type HostChoice,
  type HostOptions,
  layerHost,
  type NoHost
} from "../services/herdr/select.ts"
import { Machine } from "../services/Machine.ts"
import { Mailbox } from "../services/Mailbox.ts"
import { Processes } from "../services/Processes.ts"
import { ProcessRunner } from "../services/ProcessRunner.ts"
import { Profiles } from "../services/Profiles.ts"
import { SessionState } from "../services/SessionState.ts"
import { Settings } from "../services/Settings.ts"
import { StateLock } from "../services/StateLock.ts"
import { formatProblem, TeamFile, type TeamFileError } from "../services/TeamFile.ts"
import { type OpenTeam, openTeam } from "../services/TeamSource.ts"
import { TraceReader } from "../services/TraceReader.ts"
import { WallClock } from "../services/WallClock.ts"
import type { TeamNow } from "../services/Watch.ts"
import { type CommandExit, exitWith } from "./exit.ts"
import { configHere } from "./folders.ts"
import { Invocation } from "./Invocation.ts"
import { note, type Output } from "./Output.ts"

/** How the commands make their host; a test or an embedding program puts another in its place. */
export class HostMaker extends Context.Reference<HostMaker>()("seatwatch/cli/HostMaker", {
  defaultValue:
    () =>
    (options: HostOptions): Layer.Layer<Herdr, NoHost, ProcessRunner | Processes> =>
      layerHost(options)
}) {}

/** The person's settings, from the folder that the invocation's environment names. */
export const settingsLayer: Layer.Layer<Settings, never, Invocation> = Layer.unwrapEffect(
  Effect.map(configHere, Settings.layerAt)
)

/** The person's screen profiles, from the same folder. */
export const profilesLayer: Layer.Layer<Profiles, never, Invocation> = Layer.unwrapEffect(
  Effect.map(configHere, (folder) => Profiles.layerAt(join(folder, "profiles")))
)

const basics = Layer.mergeAll(WallClock.layer, StateLock.layer).pipe(
  Layer.provideMerge(Processes.layer),
  Layer.provideMerge(ProcessRunner.layer)
)

/** The approvals of this machine, from the same folder. */
export const approvalsLayer: Layer.Layer<Approvals, never, Invocation> = Layer.unwrapEffect(
  Effect.map(configHere, (folder) => Approvals.layerAt({ configFolder: folder }))
).pipe(Layer.provide(basics))

/** The options of a command that looks at a team. */
export interface TeamOptions {
  readonly session: Option.Option<string>
  readonly file: Option.Option<string>
  readonly host: Option.Option<HostChoice>
}

/** A team opened for one command: its file, the session in question and the services to look at it with. */
export interface OpenedTeam {
  readonly command: string
  readonly open: OpenTeam
  readonly session: string
  readonly layer: Layer.Layer<TeamServices, CommandExit>
}

export type TeamServices =
  | Herdr
  | Machine
  | WallClock
  | Facts
  | HookRecords
  | Mailbox
  | Budgets
  | SessionState
  | StateLock
  | ProcessRunner
  | Processes

/** How a team file that cannot be used ends a command: the spec's ids under the command's name (spec 000 §4). */
export const fileExit = (command: string, error: TeamFileError): CommandExit => {
  switch (error._tag) {
    case "TeamFileInvalid":
      return exitWith(
        `${command}.file-invalid`,
        2,
        ...error.problems.map((problem) => formatProblem(command, problem))
      )
    case "NotARepo":
      return exitWith(
        `${command}.not-a-repo`,
        2,
        `team ${command}: ${error.message}; \`team init\` writes one, or name one with --file`
      )
    default:
      return exitWith(`${command}.file`, 2, `team ${command}: ${error.message}`)
  }
}

const chosenHost = (command: string, options: TeamOptions, fromSettings: HostChoice | null) =>
  Effect.gen(function* () {
    if (Option.isSome(options.host)) return options.host.value
    const { env } = yield* Invocation
    const named = env["TEAM_HOST"]
    if (named === undefined || named === "") return fromSettings
    const choice = HOST_CHOICES.find((known) => known === named)
    if (choice !== undefined) return choice
    return yield* exitWith(
      `${command}.invocation`,
      2,
      `team ${command}: TEAM_HOST is "${named.slice(0, 40)}"; it takes ${HOST_CHOICES.join(" or ")}`
    )
  })

/** Opens the team a command is about; says the file's warnings. Nothing of the host is touched yet. */
export const openFor = (
  command: string,
  options: TeamOptions,
  cwd?: string
): Effect.Effect<OpenedTeam, CommandExit, Invocation | Output> =>
  Effect.gen(function* () {
    const invocation = yield* Invocation
    const open = yield* openTeam({ command, cwd: cwd ?? invocation.cwd, file: options.file }).pipe(
      Effect.mapError((error) => fileExit(command, error)),
      Effect.provide(Layer.mergeAll(TeamFile.layerLive, settingsLayer, profilesLayer, approvalsLayer))
    )
    if (!invocation.json) yield* Effect.forEach(open.warnings, note, { discard: true })
    const choice = yield* chosenHost(command, options, open.host)
    const session = Option.getOrElse(options.session, () => open.file.session)
    const socket = invocation.env["TEAM_TMUX_SOCKET"]
    const herdrSocket = invocation.env["TEAM_HERDR_SOCKET"]
    const makeHost = yield* HostMaker
    const host = makeHost({
      choice,
      session,
      ...(socket === undefined ? {} : { socket: { path: socket } }),
      ...(herdrSocket === undefined ? {} : { herdrSocket })
    }).pipe(Layer.mapError((error) => exitWith(`${command}.host`, 2, `team ${command}: ${error.message}`)))
    const hooks = HookRecords.layerFor(invocation.env)
    const traces = TraceReader.layer.pipe(Layer.provide(Git.layer))
    const mailbox = Mailbox.layerFile({ root: open.place.root, configFolder: yield* configHere })
    const facts = Facts.layerLive(open.place).pipe(Layer.provide(traces), Layer.provideMerge(mailbox))
    const layer = Layer.mergeAll(host, Machine.layer, facts).pipe(
      Layer.provideMerge(
        Layer.mergeAll(SessionState.layerFile(open.place.root), Budgets.layerFile(open.place.root), hooks)
      ),
      Layer.provideMerge(basics)
    )
    return { command, open, session, layer }
  })

/** What one look at a team gives: a pass that is not saved and says nothing by itself. */
export interface Look {
  readonly snapshot: Snapshot
  readonly result: PassResult
  readonly watch: WatchRecord | null
}

/** The folder the team's own files lie in. */
export const agentsFolder = (open: OpenTeam): string => join(open.place.root, ".agents")

/**
 * Reads the team once, with what the watch remembers, and changes nothing (design §2). The file is as it was opened;
 * who looks again and again gives the way to read it anew.
 */
export const look = (
  { command, open, session }: OpenedTeam,
  reread: Effect.Effect<TeamNow> = Effect.succeed(open.now)
): Effect.Effect<Look, CommandExit, TeamServices> =>
  Effect.gen(function* () {
    const state = yield* SessionState
    const record = yield* state
      .session(session)
      .pipe(Effect.mapError((error) => exitWith(`${command}.state`, 2, `team ${command}: ${error.message}`)))
    const now = yield* reread
    const snapshot = yield* gather({
      ...now,
      session,
      folder: open.place.root,
      cause: "change"
    })
    const memory: PassMemory = { ...(record.memory ?? emptyMemory), monotonic: null }
    const result = pass(snapshot, memory, { read: now.read, profiles: now.profiles })
    const watch = record.watch ?? null
    // What the watch says of itself stands only where there is one.
    const standing = result.standing.filter((report) => report.check !== "watch" || watch !== null)
    return { snapshot, result: { ...result, standing }, watch }
  })
