import type { TypingRecord } from "./record.ts"

/** Why a delivery stopped, each with the words a log line can say it in. */
export const REASONS = {
  held: "the seat's lock is not held",
  host: "the host does not answer",
  gone: "its pane is gone",
  dead: "the program in its pane has ended",
  scrolled: "its pane is in copy mode or scrolled back",
  screen: "its screen cannot be read",
  withdrawn: "what the line names was changed",
  slow: "its pane was read too slowly",
  stale: "the clock of the reading went backwards",
  shell: "a shell stands in its pane",
  other: "another program stands in its pane",
  unread: "the host cannot say what runs in its pane",
  replaced: "its process changed meanwhile",
  busy: "it is not idle",
  dialog: "a dialog is open",
  overlay: "its box is covered",
  unsent: "its box holds unsent text",
  foreign: "its box holds the line, and nothing proves whose it is",
  unknown: "its screen is not an empty idle prompt",
  taken: "its box no longer holds the line that Enter was pressed on",
  drawing: "its box never showed the line",
  changed: "its box does not hold the line alone",
  refused: "the host refused the key",
  unsure: "the host did not say whether the key arrived",
  holds: "its box still holds the line after Enter",
  unclear: "no screen after Enter shows whether it was taken"
} as const
export type Reason = keyof typeof REASONS

/** The reason in words, without anything from a pane. */
export const reasonText = (reason: Reason): string => REASONS[reason]

/**
 * How one delivery ended (design §6). `Submitted` the box emptied after our Enter; `typed` false when the line already
 * stood there. `NotTyped` no key was pressed by it. `TypedNotSent` the line was typed, or found, and was not sent.
 * `Unconfirmed` Enter was pressed and nothing shows what became of it: never to be repeated by itself. `record` is what
 * the caller keeps of its own text in that box.
 */
export type Outcome =
  | { readonly _tag: "Submitted"; readonly typed: boolean }
  | { readonly _tag: "NotTyped"; readonly reason: Reason; readonly record: TypingRecord | null }
  | { readonly _tag: "TypedNotSent"; readonly reason: Reason; readonly record: TypingRecord | null }
  | { readonly _tag: "Unconfirmed"; readonly reason: Reason }

/** Enter was pressed by this delivery, whatever came of it. */
export const wasEntered = (outcome: Outcome): boolean =>
  outcome._tag === "Submitted" ||
  outcome._tag === "Unconfirmed" ||
  (outcome._tag === "TypedNotSent" && outcome.reason === "holds")
