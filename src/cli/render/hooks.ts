import { structuredPatch } from "diff"
import * as Schema from "effect/Schema"
import { credentialProblem, scanCredentials } from "../../domain/team/credentials.ts"
import { cleanText } from "../../domain/text/clean.ts"
import type { HookChange, HookLook } from "../../services/HookSettings.ts"
import { instant } from "./instant.ts"

/** One CLI's settings in `team hooks --json`. */
export const HooksEntry = Schema.Struct({
  cli: Schema.String,
  scope: Schema.Literal("user", "project"),
  /** The settings file; null where the CLI has none of this scope. */
  path: Schema.NullOr(Schema.String),
  /** `installed` as this version writes them · `absent` · `differs` · `unreadable`, with the problem said. */
  state: Schema.Literal("installed", "absent", "differs", "unreadable"),
  differences: Schema.Array(Schema.String),
  /** What switches every hook of the CLI off; null when nothing does. */
  switched_off: Schema.NullOr(Schema.String),
  /** The newest hook record of this CLI, ISO 8601; null when none was seen. */
  last_seen: Schema.NullOr(Schema.String),
  problem: Schema.NullOr(Schema.String)
})
export type HooksEntry = typeof HooksEntry.Type

/** `team hooks print|install|remove|status --json` (kind `team.hooks`). */
export const HooksDocument = Schema.Struct({
  format: Schema.Literal(1),
  kind: Schema.Literal("team.hooks"),
  action: Schema.Literal("print", "install", "remove", "status"),
  /** A file was written. */
  changed: Schema.Boolean,
  dry_run: Schema.Boolean,
  /** The settings as they are now: after an install or a removal, as it left them. */
  hooks: Schema.Array(HooksEntry),
  /** A unified diff of what was or would be changed, secrets left out; null when nothing was. */
  diff: Schema.NullOr(Schema.String),
  /** `print`: the JSON to paste. */
  snippet: Schema.NullOr(Schema.String),
  /** What a person must know or do next. */
  notes: Schema.Array(Schema.String)
})
export type HooksDocument = typeof HooksDocument.Type

/** One CLI's entry of the document. */
export const entryOf = (look: HookLook, seen: number | null): HooksEntry => ({
  cli: look.vendor.cli,
  scope: look.scope,
  path: look.path,
  state: look.state,
  differences: look.differences,
  switched_off: look.off,
  last_seen: seen === null ? null : instant(seen),
  problem: null
})

/** The entry of a CLI whose settings can't be read. */
export const unreadableEntry = (
  entry: Pick<HooksEntry, "cli" | "scope" | "path" | "problem">,
  seen: number | null
): HooksEntry => ({
  ...entry,
  state: "unreadable",
  differences: [],
  switched_off: null,
  last_seen: seen === null ? null : instant(seen)
})

/** The line of one CLI in `team hooks status`. */
export const statusLine = (entry: HooksEntry): string => {
  const path = entry.path === null ? "" : ` ${entry.path}`
  const state = {
    installed: `installed in${path}`,
    absent: `not installed${entry.path === null ? "" : ` in${path}`}`,
    differs: `differs in${path}: ${entry.differences.join(", ")}`,
    unreadable: entry.problem ?? "can't be read"
  }[entry.state]
  const off = entry.switched_off === null ? "" : `; hooks are switched off (${entry.switched_off})`
  const seen = entry.last_seen === null ? "none seen yet" : `last seen ${entry.last_seen}`
  return `${entry.cli}: ${state}${off}; ${seen}`
}

const NAMED_SECRET = /"[^"]*(?:key|token|secret|passw|credential|auth|cookie)[^"]*"\s*:\s*(?:"[^"]|$)/i
const OWN_COMMAND = /"(?:[^"\\]|\\.){0,4096} hook [a-z][a-z-]* [A-Za-z][A-Za-z-]*"/g
const WIDEST = 400

const looksRandom = (text: string): boolean => {
  let warned = false
  scanCredentials(
    { kind: "scalar", line: 1, text, quoted: true, value: text },
    {
      problem: () => {
        warned = true
      },
      warn: () => {
        warned = true
      }
    }
  )
  return warned
}

/** A line of somebody's settings that may be shown: settings hold tokens, so what looks like one is left out. */
const shown = (line: string): string => {
  const indent = /^[ \t]*/.exec(line)?.[0] ?? ""
  const text = line.slice(indent.length)
  const foreign = text.replaceAll(OWN_COMMAND, '""')
  const hidden = credentialProblem(foreign) !== null || NAMED_SECRET.test(foreign) || looksRandom(foreign)
  return indent + (hidden ? "…" : cleanText(text, WIDEST))
}

/** The unified diff of a change, three lines around it; lines that look like secrets are an ellipsis. */
export const diffLines = ({ after, before, look: { path } }: HookChange): ReadonlyArray<string> => {
  const plain = (text: string) => text.replace("\ufeff", "").replaceAll("\r\n", "\n")
  const { hunks } = structuredPatch(path, path, plain(before), plain(after), undefined, undefined, {
    context: 3
  })
  return [
    `--- ${cleanText(path, WIDEST)}`,
    `+++ ${cleanText(path, WIDEST)}`,
    ...hunks.flatMap(({ lines, newLines, newStart, oldLines, oldStart }) => [
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
      ...lines.map((line) =>
        line.startsWith("\\") ? line : `${line.slice(0, 1)}${shown(line.slice(1))}`.trimEnd()
      )
    ])
  ]
}

const COLOURS: Readonly<Record<string, string>> = { "+": "32", "-": "31", "@": "36" }

/** The same lines with the colours a terminal shows a diff in. */
export const coloured = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.map((line) => {
    const colour = /^(?:---|\+\+\+) /.test(line) ? "1" : COLOURS[line.slice(0, 1)]
    return colour === undefined ? line : `\u001b[${colour}m${line}\u001b[0m`
  })
