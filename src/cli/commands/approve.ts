import { join } from "node:path"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import { type ApprovalRead, Approvals, type ApproveInput } from "../../services/Approvals.ts"
import { approvedTeam } from "../../services/approvals/present.ts"
import { Processes } from "../../services/Processes.ts"
import { ProcessRunner } from "../../services/ProcessRunner.ts"
import { StateLock } from "../../services/StateLock.ts"
import { formatWarning, type LoadedTeam, TeamFile } from "../../services/TeamFile.ts"
import { TeamLog } from "../../services/TeamLog.ts"
import { requireCallerAlone } from "../caller.ts"
import { withHelp } from "../command.ts"
import { exitWith } from "../exit.ts"
import { Invocation } from "../Invocation.ts"
import { line, note, Output, json as printJson } from "../Output.ts"
import * as common from "../options.ts"
import {
  type ApproveDocument,
  type ApproveFixes,
  changedLines,
  commandDifferences,
  fixesLines,
  fixesOf,
  hiddenLine,
  numbered,
  recordedLine,
  shownLine,
  wholeFileLine
} from "../render/approve.ts"
import { coloured } from "../render/hooks.ts"
import { instant } from "../render/instant.ts"
import { approvalsLayer, fileExit } from "../team.ts"
import { requireQuietTerminal, StdinTerminal } from "../terminal-guard.ts"
import { userName } from "../user.ts"
import { inputOf, resolveCommands, workFoldersOf } from "./approve-input.ts"
import { approvalExit, approvalFolders, checkStore, keyPath } from "./approve-store.ts"

interface Asked {
  readonly show: boolean
  readonly confirm: boolean
  readonly json: boolean
}

/** Everything there is to know before a person decides. */
interface Shown {
  readonly loaded: LoadedTeam
  readonly read: ApprovalRead
  readonly input: ApproveInput
  readonly fixes: ApproveFixes
  /** Against the verified approval before; empty without one. */
  readonly differences: ReadonlyArray<string>
  /** The verified approval is of this very text and of these very programs. */
  readonly already: boolean
  /** The signing key's path, for the advice to keep a copy of one that was made. */
  readonly key: string
}

/** Reads the file and the store, in this order; prints the file's warnings. Makes and changes nothing. */
const lookUp = (named: Option.Option<string>, asked: Asked) =>
  Effect.gen(function* () {
    const { cwd } = yield* Invocation
    const teamFile = yield* TeamFile
    const loaded = yield* teamFile
      .load({ cwd, file: named })
      .pipe(Effect.mapError((error) => fileExit("approve", error)))
    if (!asked.json) {
      yield* Effect.forEach(loaded.warnings, (one) => note(formatWarning("approve", one)), { discard: true })
    }
    const { file, root, text } = loaded
    const { config, home } = yield* approvalFolders
    const workFolders = workFoldersOf(file, { root, home })
    yield* checkStore({ config, root, project: file.project, workFolders })
    const read = yield* (yield* Approvals).read(root)
    const { verdict } = read
    // Nothing was found wrong above, and the record or the count can't be opened all the same.
    if (verdict._tag === "Refused" && verdict.reason === "unreadable") {
      return yield* exitWith("approve.state", 2, `team approve: ${verdict.text}`)
    }
    const commands = yield* resolveCommands(file, home)
    const input = inputOf(loaded, commands, workFolders)
    const fixed = commands.map(({ account: _, ...command }) => command)
    const changed = verdict._tag === "Verified" ? commandDifferences(fixed, verdict.record) : []
    const shown: Shown = {
      loaded,
      read,
      input,
      fixes: fixesOf(file, input.ceilings, fixed),
      differences: [...approvedTeam(file, read).differences.map((one) => one.text), ...changed],
      already: verdict._tag === "Verified" && verdict.record.text === text && changed.length === 0,
      key: keyPath(config)
    }
    return shown
  })

/** The file or how it changed, then what an approval of it fixes. */
const print = ({ differences, fixes, loaded: { path, text }, read: { verdict } }: Shown) =>
  Effect.gen(function* () {
    const { colour } = yield* Output
    const lines: Array<string> = []
    const changed =
      verdict._tag === "Verified"
        ? changedLines(verdict.record.text, text, {
            approved: `approval #${verdict.record.generation}, ${instant(verdict.record.approvedAt)}`,
            present: path
          })
        : null
    if (verdict._tag === "Verified" && verdict.record.text === text) {
      lines.push("The file is as approved; a program it names is not.")
    } else if (changed === null) lines.push(wholeFileLine(path, verdict), ...numbered(text))
    else lines.push(...(colour ? coloured(changed) : changed))
    lines.push(...hiddenLine(text), "")
    if (differences.length > 0)
      lines.push("Changed since the last approval:", ...differences.map((one) => `  ${one}`))
    else if (verdict._tag === "Verified")
      lines.push("No section and no seat means anything else than before.")
    lines.push(...fixesLines(fixes))
    yield* line(lines.join("\n"))
  })

/** `--confirm`: the number of seats, typed by a person who has seen the list. */
const confirmed = (names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    yield* (yield* Output).err("Type the number of seats to record this approval: ")
    const answer = yield* (yield* StdinTerminal).readLine
    if (answer?.trim() === String(names.length)) return
    yield* exitWith(
      "approve.answer",
      1,
      "team approve: that is not the number of seats; nothing was recorded"
    )
  })

/** Signs what was shown, if the file still is that text. */
const record = ({ input, loaded }: Shown) =>
  Effect.gen(function* () {
    const again = yield* Effect.either((yield* TeamFile).reload(loaded))
    if (again._tag === "Left" || again.right.text !== loaded.text) {
      return yield* exitWith(
        "approve.changed",
        1,
        `team approve: ${loaded.path} was changed while it was shown; nothing was recorded, run it again`
      )
    }
    const made = yield* (yield* Approvals).approve(input).pipe(Effect.mapError(approvalExit))
    const problem = yield* (yield* TeamLog).write("approve", yield* userName, `approval #${made.generation}`)
    if (problem !== null) yield* note(problem)
    return made
  })

const documentOf = (shown: Shown, at: number, made: { generation: number; key: string } | null) => {
  const { verdict } = shown.read
  const verified = verdict._tag === "Verified" ? verdict.record : null
  const document: ApproveDocument = {
    format: 1,
    kind: "team.approve",
    at: instant(at),
    project: shown.input.project,
    root: shown.input.root,
    generation: (made ?? verified)?.generation ?? null,
    key: made?.key ?? shown.read.keyFingerprint,
    first: verified === null,
    recorded: made !== null,
    differences: shown.differences,
    fixes: shown.fixes
  }
  return document
}

const run = (shown: Shown, asked: Asked) =>
  Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    const { keyFingerprint, verdict } = shown.read
    if (shown.already && verdict._tag === "Verified") {
      const { approvedAt, generation } = verdict.record
      return yield* asked.json
        ? printJson(documentOf(shown, at, null))
        : line(`already approved (#${generation}, ${instant(approvedAt)}); nothing was recorded`)
    }
    if (!asked.json) yield* print(shown)
    if (asked.show) {
      return yield* asked.json
        ? printJson(documentOf(shown, at, null))
        : line(shownLine(verdict, keyFingerprint))
    }
    yield* requireQuietTerminal("approve")
    if (asked.confirm) yield* confirmed(shown.fixes.names)
    const made = yield* record(shown)
    if (asked.json) return yield* printJson(documentOf(shown, made.approvedAt, made))
    yield* line(recordedLine(made.generation, verdict, made.key))
    if (keyFingerprint === null) yield* line(`The signing key was made now: keep a copy of ${shown.key}.`)
  })

const locks = StateLock.layer.pipe(Layer.provide(Processes.layer.pipe(Layer.provide(ProcessRunner.layer))))

/** `team approve`: shows what the file fixes and records it, signed. The owner's, at a terminal. */
export const approve = Command.make(
  "approve",
  {
    show: Options.boolean("show").pipe(Options.withDescription("print it and record nothing")),
    confirm: Options.boolean("confirm").pipe(
      Options.withDescription("ask for the number of seats before anything is recorded")
    ),
    file: common.file,
    json: common.json
  },
  ({ file, ...asked }) =>
    Effect.gen(function* () {
      if (asked.show && asked.confirm) {
        return yield* exitWith(
          "approve.invocation",
          2,
          "team approve: --show and --confirm do not go together"
        )
      }
      yield* requireCallerAlone("approve", "approve")
      const shown = yield* lookUp(file, asked)
      const log = TeamLog.layerFile(join(shown.input.root, ".agents", "team.log")).pipe(Layer.provide(locks))
      yield* run(shown, asked).pipe(Effect.provide(log))
    }).pipe(Effect.provide(Layer.merge(TeamFile.layerLive, approvalsLayer)))
).pipe(
  withHelp(
    "Shows the team file, or what changed in it, says what it fixes, and records your approval, signed.",
    ["team approve", "team approve --show", "team approve --confirm"]
  )
)
