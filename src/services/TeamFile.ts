import { basename, dirname, join, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type Decoded, decodeTeamFile } from "../domain/team/decode.ts"
import type { TeamFile as TeamFileData } from "../domain/team/file.ts"
import type { Problem } from "../domain/team/node.ts"
import { type NotARepo, Project, type ProjectPlace, teamFilePath } from "./Project.ts"
import { FileError, type FileReason, inspect, readOwned } from "./SafeFile.ts"
import { parseYaml } from "./team-file/parse.ts"

/** The most bytes a team file may have. */
export const MAX_TEAM_FILE = 1_048_576

/** The project has no team file. */
export class TeamFileMissing extends Data.TaggedError("TeamFileMissing")<{ readonly path: string }> {
  override get message(): string {
    return `${this.path} does not exist: \`team init\` writes one`
  }
}

/** The file is there and can't be opened or read; the message names the path and why. */
export class TeamFileUnreadable extends Data.TaggedError("TeamFileUnreadable")<{
  readonly path: string
  readonly reason: FileReason
  readonly message: string
}> {}

/** The file was read and is not valid: every problem, sorted by line. */
export class TeamFileInvalid extends Data.TaggedError("TeamFileInvalid")<{
  readonly path: string
  readonly text: string
  readonly problems: ReadonlyArray<Problem>
}> {
  override get message(): string {
    return this.problems.map(problemText).join("\n")
  }
}

export type TeamFileError = TeamFileMissing | TeamFileUnreadable | TeamFileInvalid | NotARepo

/** Where a team file is: its path and the project it belongs to. */
export interface TeamFilePlace extends ProjectPlace {
  readonly path: string
}

/** A valid team file with its text as read. */
export interface LoadedTeam extends TeamFilePlace {
  readonly text: string
  readonly file: TeamFileData
  readonly warnings: ReadonlyArray<Problem>
}

export interface Where {
  readonly cwd: string
  /** `--file`, relative to `cwd`. */
  readonly file: Option.Option<string>
}

export interface TeamFileShape {
  /** Finds the file without opening it. */
  readonly locate: (where: Where) => Effect.Effect<TeamFilePlace, TeamFileError>
  /** Finds, reads and decides. One read and no retry: a half-written file is an error the watch may try again. */
  readonly load: (where: Where) => Effect.Effect<LoadedTeam, TeamFileError>
  /** Reads and decides a file whose place is known: what a pass calls. */
  readonly reload: (place: TeamFilePlace) => Effect.Effect<LoadedTeam, TeamFileError>
}

/** `team.yaml line <n>: <message>`. */
const problemText = (problem: Problem): string => `team.yaml line ${problem.line}: ${problem.message}`

/** One problem as a command prints it: `team <command>: team.yaml line <n>: <message>`. */
export const formatProblem = (command: string, problem: Problem): string =>
  `team ${command}: ${problemText(problem)}`

/** One warning as a command prints it: `team <command>: warning, line <n>: <message>`. */
export const formatWarning = (command: string, problem: Problem): string =>
  `team ${command}: warning, line ${problem.line}: ${problem.message}`

/** A text decided without touching the disk: for an approved copy, the last valid text, or a recording. */
export const decodeText = (text: string): Either.Either<Decoded, ReadonlyArray<Problem>> =>
  Either.flatMap(parseYaml(text), decodeTeamFile)

const unreadable = (error: FileError): TeamFileUnreadable | TeamFileMissing =>
  error.reason === "Missing"
    ? new TeamFileMissing({ path: error.path })
    : new TeamFileUnreadable({ path: error.path, reason: error.reason, message: error.message })

const isFileError = (error: unknown): error is FileError => error instanceof FileError

const make = Effect.gen(function* () {
  const project = yield* Project

  const locate = ({ cwd, file }: Where): Effect.Effect<TeamFilePlace, TeamFileError> =>
    Effect.gen(function* () {
      if (Option.isNone(file)) {
        const place = yield* project.find(cwd)
        return { ...place, path: teamFilePath(place.root) }
      }
      const path = resolve(cwd, file.value)
      // A file in some `.agents` belongs to the project that folder lies in; any other one to where the caller stands.
      const folder = basename(dirname(path)) === ".agents" ? dirname(dirname(path)) : cwd
      const place = yield* project.locate(folder)
      return { ...place, path }
    }).pipe(Effect.mapError((error) => (isFileError(error) ? unreadable(error) : error)))

  const reload = (place: TeamFilePlace): Effect.Effect<LoadedTeam, TeamFileError> =>
    Effect.gen(function* () {
      const folder = dirname(place.path)
      if (basename(folder) === ".agents" && (yield* inspect(folder)) === "link") {
        return yield* new FileError({ reason: "Link", path: folder, code: null })
      }
      const text = yield* readOwned(place.path, { maxBytes: MAX_TEAM_FILE })
      const decoded = decodeText(text)
      if (Either.isLeft(decoded)) {
        return yield* new TeamFileInvalid({ path: place.path, text, problems: decoded.left })
      }
      return { ...place, text, ...decoded.right }
    }).pipe(Effect.mapError((error) => (isFileError(error) ? unreadable(error) : error)))

  return TeamFile.of({ locate, reload, load: (where) => Effect.flatMap(locate(where), reload) })
})

/** The team file of a project: found, read and decided. */
export class TeamFile extends Context.Tag("seatwatch/TeamFile")<TeamFile, TeamFileShape>() {
  static readonly layer: Layer.Layer<TeamFile, never, Project> = Layer.effect(TeamFile, make)
  /** With the project finder inside. */
  static readonly layerLive: Layer.Layer<TeamFile> = Layer.provide(TeamFile.layer, Project.layer)
}

/**
 * The `file:` URL of the JSON Schema this installation carries, for the skeleton's first line; null when it lies
 * nowhere above the running program. The team file is private to the clone, so an address of this machine is enough.
 */
export const schemaUrl = (from: string): Effect.Effect<string | null> =>
  Effect.gen(function* () {
    for (let folder = dirname(fileURLToPath(from)); ; folder = dirname(folder)) {
      const path = join(folder, "contract", "team-file.schema.json")
      const kind = yield* Effect.orElseSucceed(inspect(path), () => null)
      if (kind === "file") return pathToFileURL(path).href
      if (dirname(folder) === folder) return null
    }
  })
