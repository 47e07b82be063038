import * as Schema from "effect/Schema"

/** The seven state words (spec 000 §3.1). A seat has exactly one at a time. */
export const StateWord = Schema.Literal(
  "working",
  "idle",
  "done",
  "blocked",
  "held",
  "unreachable",
  "unknown"
)
export type StateWord = typeof StateWord.Type

/** Where a word was read; printed beside it, always (spec 000 §3.1, rule 1). */
export const Source = Schema.Literal("cli", "cli-hook", "herdr", "trace", "process", "hold", "none")
export type Source = typeof Source.Type
