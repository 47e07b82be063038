import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { ApprovedCommand } from "../../domain/approval/record.ts"
import { seatCeiling, type TeamFile } from "../../domain/team/file.ts"
import { absolute, type Places } from "../../domain/team/places.ts"
import { cleanText } from "../../domain/text/clean.ts"
import type { ApproveInput } from "../../services/Approvals.ts"
import { fingerprintsOfFile } from "../../services/approvals/present.ts"
import { BudgetChecks } from "../../services/BudgetChecks.ts"
import { ProcessRunner } from "../../services/ProcessRunner.ts"
import type { LoadedTeam } from "../../services/TeamFile.ts"
import { type CommandExit, exitWith } from "../exit.ts"
import { Invocation } from "../Invocation.ts"
import { checkSetting, type FixedCommand, NOTIFY_SETTING } from "../render/approve.ts"

/** The folder worktrees are made in: `workspace.path` without its `{task}`. */
const worktrees = (path: string): string => path.replace(/\/*\{task\}\/*$/, "")

/** A trust entry's folder; an old pattern's last `*` stands for any folder in it. */
const trusted = (entry: string): string => (entry === "*" ? "." : entry.replace(/\/\*$/, ""))

/** Every folder seats work in beside the project itself, absolute: the store and the key may lie in none of them. */
export const workFoldersOf = (file: TeamFile, places: Places): ReadonlyArray<string> => {
  const named = [
    ...file.seats.map(({ cwd }) => cwd),
    ...(file.workspace.path === null ? [] : [worktrees(file.workspace.path)]),
    ...file.trust.map(trusted)
  ]
  return [...new Set(named.map((path) => absolute(path, places)))]
}

interface NamedCommand {
  readonly setting: string
  /** The budget account; null for the notice command. */
  readonly account: string | null
  readonly command: string
}

const namedCommands = (file: TeamFile): ReadonlyArray<NamedCommand> => [
  ...Object.entries(file.budgets.accounts).flatMap(([account, { check }]) =>
    check === null ? [] : [{ setting: checkSetting(account), account, command: check }]
  ),
  ...(file.watch.notify_command === null
    ? []
    : [{ setting: NOTIFY_SETTING, account: null, command: file.watch.notify_command }])
]

const missingLine = ({ account, command, setting }: NamedCommand): string => {
  const named = cleanText(command, 80)
  const where = command.startsWith("/") ? "is no program" : "is no program on the PATH"
  return account === null
    ? `team approve: ${setting} names ${named}, which ${where}; nothing was recorded`
    : `team approve: the check of the account ${cleanText(account, 60)} is ${named}, which ${where}; nothing was recorded`
}

/** The programs the file's commands stand for now, with their hashes; one that is not there ends with `approve.check`, 1. */
export const resolveCommands = (
  file: TeamFile,
  home: string
): Effect.Effect<
  ReadonlyArray<FixedCommand & { readonly account: string | null }>,
  CommandExit,
  Invocation
> =>
  Effect.gen(function* () {
    const { env } = yield* Invocation
    const named = namedCommands(file)
    const layer = BudgetChecks.layerWith({ path: env["PATH"] ?? "/usr/bin:/bin", home }).pipe(
      Layer.provide(ProcessRunner.layer)
    )
    const found = yield* Effect.flatMap(BudgetChecks, ({ resolve }) =>
      Effect.forEach(named, (one) => Effect.map(resolve(one.command), (program) => ({ one, program })))
    ).pipe(Effect.provide(layer))
    const missing = found.filter(({ program }) => Option.isNone(program))
    if (missing.length > 0) {
      return yield* exitWith("approve.check", 1, ...missing.map(({ one }) => missingLine(one)))
    }
    return found.flatMap(({ one, program }) => (Option.isSome(program) ? [{ ...one, ...program.value }] : []))
  })

/** What is handed to the approvals: the text exactly as it was read, and what it fixes. */
export const inputOf = (
  loaded: LoadedTeam,
  commands: Effect.Effect.Success<ReturnType<typeof resolveCommands>>,
  workFolders: ReadonlyArray<string>
): ApproveInput => {
  const { file, root, text } = loaded
  const plain = ({ path, sha256 }: ApprovedCommand): ApprovedCommand => ({ path, sha256 })
  const notify = commands.find(({ account }) => account === null)
  return {
    root,
    project: file.project,
    text,
    fingerprints: fingerprintsOfFile(file),
    ceilings: {
      seats: seatCeiling(file),
      temporary: file.limits.temporary,
      vendors: file.limits.vendors
    },
    checks: Object.fromEntries(
      commands.flatMap((one) => (one.account === null ? [] : [[one.account, plain(one)] as const]))
    ),
    ...(notify === undefined ? {} : { notify: plain(notify) }),
    workFolders
  }
}
