import { structuredPatch } from "diff"
import * as Schema from "effect/Schema"
import type { ApprovedCommand, Ceilings } from "../../domain/approval/record.ts"
import type { Verdict } from "../../domain/approval/verdict.ts"
import type { TeamFile } from "../../domain/team/file.ts"
import { cleanText } from "../../domain/text/clean.ts"
import { instant } from "./instant.ts"

/** A command the file names, as the approval fixes it: the setting, the word in the file, and what that stands for. */
export const FixedCommand = Schema.Struct({
  setting: Schema.String,
  command: Schema.String,
  /** The real path, links followed. */
  path: Schema.String,
  sha256: Schema.String
})
export type FixedCommand = typeof FixedCommand.Type

/** What an approval fixes beside the sections themselves. */
export const ApproveFixes = Schema.Struct({
  /** The ceilings: most seats, most temporary ones, most of each vendor. */
  seats: Schema.Int,
  temporary: Schema.Int,
  vendors: Schema.Record({ key: Schema.String, value: Schema.Int }),
  /** The file's seats. */
  names: Schema.Array(Schema.String),
  delegates: Schema.Array(Schema.Struct({ pane: Schema.String, commands: Schema.Array(Schema.String) })),
  commands: Schema.Array(FixedCommand)
})
export type ApproveFixes = typeof ApproveFixes.Type

/** `team approve --json` (kind `team.approve`). */
export const ApproveDocument = Schema.Struct({
  format: Schema.Literal(1),
  kind: Schema.Literal("team.approve"),
  at: Schema.String,
  project: Schema.String,
  root: Schema.String,
  /** The number of the approval that stands after the command; null when none does. */
  generation: Schema.NullOr(Schema.Int),
  /** The signing key: 12 hex digits of the sha256 of its public half; null when there is none. */
  key: Schema.NullOr(Schema.String),
  /** True when no approval that counts was there before: then nothing is compared. */
  first: Schema.Boolean,
  /** False with `--show`, and when the file was approved already. */
  recorded: Schema.Boolean,
  /** What the file has otherwise than the approval before, a plain line each. */
  differences: Schema.Array(Schema.String),
  fixes: ApproveFixes
})
export type ApproveDocument = typeof ApproveDocument.Type

/** `team init --restore --json` (kind `team.restore`). */
export const RestoreDocument = Schema.Struct({
  format: Schema.Literal(1),
  kind: Schema.Literal("team.restore"),
  path: Schema.String,
  /** The number of the approval the text is from. */
  generation: Schema.Int,
  /** False when the file was as approved already. */
  restored: Schema.Boolean,
  /** Where the file that stood there is now; null when there was none. */
  moved_to: Schema.NullOr(Schema.String)
})
export type RestoreDocument = typeof RestoreDocument.Type

/** The setting of an account's check, as it is named in the file. */
export const checkSetting = (account: string): string => `budgets.accounts.${account}.check`
export const NOTIFY_SETTING = "watch.notify_command"

/** What approving this file fixes. */
export const fixesOf = (
  file: TeamFile,
  ceilings: Ceilings,
  commands: ReadonlyArray<FixedCommand>
): ApproveFixes => ({
  ...ceilings,
  names: file.seats.map(({ name }) => name),
  delegates: file.delegates,
  commands
})

/** Commands that are another program now than the approved one, although the file may name them as before. */
export const commandDifferences = (
  commands: ReadonlyArray<FixedCommand>,
  approved: {
    readonly checks: Readonly<Record<string, ApprovedCommand>>
    readonly notify?: ApprovedCommand
  }
): ReadonlyArray<string> => {
  const then = new Map(Object.entries(approved.checks).map(([name, one]) => [checkSetting(name), one]))
  if (approved.notify !== undefined) then.set(NOTIFY_SETTING, approved.notify)
  return commands.flatMap(({ path, setting, sha256 }) => {
    const old = then.get(setting)
    if (old === undefined) return []
    if (old.path !== path) return [`${setting} is another program: ${shown(old.path)} → ${shown(path)}`]
    return old.sha256 === sha256 ? [] : [`${setting} was changed: ${shown(path)}`]
  })
}

/** Lines as the file counts them, without a byte order mark; only a line feed ends one, as in the file's own reading. */
const linesOf = (text: string): ReadonlyArray<string> => {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/)
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines
}

const INDENT = /^[ \t]*/

/** A line fit for a terminal: nothing is cut, the indentation stays. */
const shown = (text: string): string => {
  const indent = INDENT.exec(text)?.[0] ?? ""
  const rest = text.slice(indent.length)
  return `${indent}${cleanText(rest, rest.length + 1)}`.trimEnd()
}

const isHidden = (text: string): boolean =>
  shown(text).replaceAll(/\s+/g, " ") !== text.trimEnd().replaceAll(/\s+/g, " ")

/** Says which lines hold characters that no terminal shows: an approval must not pass over them in silence. */
export const hiddenLine = (text: string): ReadonlyArray<string> => {
  const found = linesOf(text).flatMap((line, index) => (isHidden(line) ? [index + 1] : []))
  if (found.length === 0) return []
  const named = found.slice(0, 8).join(", ")
  const more = found.length > 8 ? ` and ${found.length - 8} more` : ""
  return [
    `Not shown: characters that a terminal does not print, in line${found.length === 1 ? "" : "s"} ${named}${more}.`
  ]
}

/** The whole file, numbered. */
export const numbered = (text: string): ReadonlyArray<string> => {
  const lines = linesOf(text)
  const width = String(lines.length).length
  return lines.map((line, index) => `${String(index + 1).padStart(width)}  ${shown(line)}`.trimEnd())
}

/** Two texts further apart than this are not compared line by line: it would take minutes and help nobody. */
const MOST_EDITS = 2_000

/** The unified diff from the approved text to the present one, three lines around it; null when they are too far apart. */
export const changedLines = (
  approved: string,
  present: string,
  names: { readonly approved: string; readonly present: string }
): ReadonlyArray<string> | null => {
  const plain = (text: string) => text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n")
  const patch = structuredPatch("", "", plain(approved), plain(present), undefined, undefined, {
    context: 3,
    maxEditLength: MOST_EDITS
  })
  if (patch === undefined) return null
  if (patch.hunks.length === 0) return ["(only line ends differ)"]
  return [
    `--- ${shown(names.approved)}`,
    `+++ ${shown(names.present)}`,
    ...patch.hunks.flatMap(({ lines, newLines, newStart, oldLines, oldStart }) => [
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
      ...lines.map((line) =>
        line.startsWith("\\") ? line : `${line.slice(0, 1)}${shown(line.slice(1))}`.trimEnd()
      )
    ])
  ]
}

const many = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`

/** What is fixed, in plain lines. */
export const fixesLines = (fixes: ApproveFixes): ReadonlyArray<string> => {
  const vendors = Object.entries(fixes.vendors).map(([vendor, most]) => `${shown(vendor)} ${most}`)
  return [
    `Ceilings this approval fixes: ${many(fixes.seats, "seat")} at most, ${fixes.temporary} temporary${
      vendors.length === 0 ? "" : `; of each vendor: ${vendors.join(", ")}`
    }.`,
    `Seats: ${fixes.names.length} (${fixes.names.map(shown).join(", ")}).`,
    ...fixes.delegates.map(
      ({ commands, pane }) => `Delegate: pane ${shown(pane)} may run ${commands.join(", ")}.`
    ),
    ...fixes.commands.map(
      ({ path, setting, sha256 }) =>
        `Command: ${shown(setting)} runs ${shown(path)} (sha256 ${sha256.slice(0, 12)}).`
    )
  ]
}

/** Why the whole file is printed: there is no approval to compare with. */
export const wholeFileLine = (path: string, verdict: Verdict): string => {
  switch (verdict._tag) {
    case "None":
      return `${shown(path)} was never approved on this machine. All of it:`
    case "Legacy":
      return `${shown(path)} was approved before records were signed, which does not count. All of it:`
    case "Refused":
      return `The last approval does not count: ${verdict.text.replace(/: (?:use the newer team, or |restore the key from a copy, or )?run team approve$/, "")}. All of ${shown(path)}:`
    case "Verified":
      return `${shown(path)} is too far from what was approved to compare. All of it:`
  }
}

/** The approval before number `generation`, as the closing line names it. */
const before = (generation: number, verdict: Verdict): string => {
  if (verdict._tag === "Verified") return `the last one was on ${instant(verdict.record.approvedAt)}`
  if (verdict._tag !== "None") return "the one before does not count"
  return generation === 1 ? "it is the first one" : "the record of the one before is gone"
}

/** The closing line of an approval that was recorded; `verdict` is of the one before it. */
export const recordedLine = (generation: number, verdict: Verdict, key: string): string =>
  `approval #${generation} for this project; ${before(generation, verdict)}; key ${key}.`

/** The closing line of `--show`. */
export const shownLine = (verdict: Verdict, key: string | null): string =>
  `nothing was recorded (--show); ${
    verdict._tag === "Verified"
      ? `the last approval, #${verdict.record.generation}, was on ${instant(verdict.record.approvedAt)}`
      : verdict._tag === "None"
        ? "there is no approval yet"
        : "there is no approval that counts"
  }; ${key === null ? "no key yet" : `key ${key}`}.`
