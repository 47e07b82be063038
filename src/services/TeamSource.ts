import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import { teamViewOf } from "../domain/pass/team-view-of.ts"
import type { TeamFile as TeamFileData } from "../domain/team/file.ts"
import { traceTeamOf } from "../domain/trace/team.ts"
import { Approvals } from "./Approvals.ts"
import { type ApprovedTeam, approvedTeam } from "./approvals/present.ts"
import { Profiles, type ProfilesShape } from "./Profiles.ts"
import { Settings, type SettingsRead } from "./Settings.ts"
import {
  formatWarning,
  type LoadedTeam,
  TeamFile,
  type TeamFileError,
  type TeamFilePlace
} from "./TeamFile.ts"
import type { TeamNow } from "./Watch.ts"

/** An editor that truncates and then writes gets this long before its file counts as broken, in milliseconds. */
const HALF_WRITTEN = 100

export interface OpenTeam {
  readonly place: TeamFilePlace
  /** The file that takes effect: owner sections as they were approved. */
  readonly file: TeamFileData
  /** The file as it stands, and its text. */
  readonly written: TeamFileData
  readonly text: string
  readonly now: TeamNow
  /** The machine's choice of host, as its settings had it when the team was opened. */
  readonly host: SettingsRead["host"]
  /** The file's warnings, as a command prints them. */
  readonly warnings: ReadonlyArray<string>
  /** The team as it is now; a file that broke gives the last valid team and says why. Never fails. */
  readonly refresh: Effect.Effect<TeamNow>
}

type Reader = Effect.Effect.Success<ProfilesShape["reader"]>

const nowOf = (
  { facts, file, heldBack }: ApprovedTeam,
  root: string,
  settings: SettingsRead,
  reader: Reader
): TeamNow => {
  const { remarks, team } = teamViewOf(file, settings)
  return {
    team,
    remarks: [
      ...settings.problems,
      ...reader.problems,
      ...heldBack.map((setting) => `${setting} takes no effect until the file is approved`),
      ...remarks
    ],
    fileProblem: null,
    trace: traceTeamOf(file, root),
    approval: facts,
    read: reader.read,
    profiles: reader.lookup,
    nudge: file.watch.nudge
  }
}

/** What is wrong with the file in few words: the first problem, and how many more there are. */
export const shortProblem = (error: TeamFileError): string => {
  if (error._tag !== "TeamFileInvalid") return error.message
  const [first] = error.problems
  if (first === undefined) return error.message
  const more = error.problems.length - 1
  return `line ${first.line}: ${first.message}${more === 0 ? "" : `, and ${more} more`}`
}

/** Finds, reads and decides the team file, and hands out the way to look at it again in each pass. */
export const openTeam = (where: {
  readonly command: string
  readonly cwd: string
  readonly file: Option.Option<string>
}): Effect.Effect<OpenTeam, TeamFileError, TeamFile | Settings | Profiles | Approvals> =>
  Effect.gen(function* () {
    const teamFile = yield* TeamFile
    const settings = yield* Settings
    const profiles = yield* Profiles
    const loaded = yield* teamFile.load(where)
    const levels = yield* settings.load(loaded.file.project)
    const approvals = yield* Approvals
    const taking = ({ file, root, text }: LoadedTeam) =>
      Effect.map(approvals.read(root), (read) => approvedTeam(file, read, text))
    const first = yield* taking(loaded)
    const now = nowOf(first, loaded.root, levels, yield* profiles.reader)
    const last = yield* Ref.make(loaded)
    const refresh = Effect.gen(function* () {
      const again = Effect.zipRight(Effect.sleep(HALF_WRITTEN), teamFile.reload(loaded))
      const attempt = yield* Effect.either(Effect.orElse(teamFile.reload(loaded), () => again))
      if (attempt._tag === "Right") yield* Ref.set(last, attempt.right)
      const latest = yield* Ref.get(last)
      const fresh = nowOf(
        yield* taking(latest),
        loaded.root,
        yield* settings.load(latest.file.project),
        yield* profiles.reader
      )
      return attempt._tag === "Right" ? fresh : { ...fresh, fileProblem: shortProblem(attempt.left) }
    })
    return {
      place: loaded,
      file: first.file,
      text: loaded.text,
      written: loaded.file,
      now,
      host: levels.host,
      warnings: loaded.warnings.map((warning) => formatWarning(where.command, warning)),
      refresh
    }
  })
