import * as Schema from "effect/Schema"

/** What a pane's screen can be read as. `unknown` is the default and never permits typing (design §5). */
export const ScreenKind = Schema.Literal(
  "idle",
  "working",
  "permission",
  "trust",
  "question",
  "plan",
  "notice",
  "error",
  "limit",
  "unsent",
  "overlay",
  "shell",
  "unknown"
)
export type ScreenKind = typeof ScreenKind.Type

/** The kinds that read `blocked (cli)`, whatever any clock says (spec 000 §3.1 rank 4, design §4.11). */
export const BLOCKING_KINDS = [
  "permission",
  "trust",
  "question",
  "plan",
  "notice",
  "error",
  "limit",
  "unsent"
] as const satisfies ReadonlyArray<ScreenKind>

const blocking: ReadonlySet<string> = new Set(BLOCKING_KINDS)

/** True for a kind that reads `blocked (cli)`. */
export const isBlockingKind = (kind: string): boolean => blocking.has(kind)
