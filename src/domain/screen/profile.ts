import * as Schema from "effect/Schema"
import { ScreenKind } from "./kinds.ts"
import { Pattern } from "./pattern.ts"
import { ErrorClass } from "./reading.ts"

const Patterns = Schema.Array(Pattern)
const optionalPatterns = Schema.optional(Patterns)

/** Where a rule's evidence comes from: seen in a capture, or only described somewhere; and on which versions. */
const provenance = {
  captured: Schema.Boolean,
  versions: Schema.optional(Schema.Array(Schema.String))
}

/** A prompt glyph; every mode but `prompt` makes what is typed something else than a message. */
export const Glyph = Schema.Struct({
  char: Schema.String,
  mode: Schema.Literal("prompt", "shell", "other")
})
export type Glyph = typeof Glyph.Type

/**
 * How the CLI draws text that nobody typed. `colours` are foregrounds (`rgb:r,g,b` or `palette:n`); `firstInverse`: the
 * first character sits reversed under the cursor. Without any of these styles a text is typed.
 */
export const Ghost = Schema.Struct({
  faint: Schema.Boolean,
  firstInverse: Schema.Boolean,
  /** Where the cursor is seen at the box's start, a placeholder's words are enough. */
  worded: Schema.optional(Schema.Boolean),
  colours: Schema.optional(Schema.Array(Schema.String))
})
export type Ghost = typeof Ghost.Type

/** The rows below the box that belong to the CLI. Idle needs one `anchors` row; rows after it must match `after`. */
export const Footer = Schema.Struct({
  indent: Schema.Int,
  anchors: Patterns,
  after: Patterns,
  /** Rows that never stand below a live box: with one of them this is an older one. */
  never: optionalPatterns,
  /** Without an anchor there is no box at all: a footer that is another thing's hint row makes no box of a choice. */
  required: Schema.optional(Schema.Boolean),
  /** A row after the anchor that `after` does not know is no footer: the box is not the live one. */
  exact: Schema.optional(Schema.Boolean),
  /** Rows that never stand below the live box: with one of them it is an older frame's. */
  newer: optionalPatterns,
  /** Seen only while the box is empty: tells a suggestion from typing where styles cannot. */
  emptyHint: optionalPatterns,
  /** Rows of an owner's status line: with one and an idle title a box without an anchor is idle, never touchable. */
  status: optionalPatterns,
  /** Anchors under which an empty box does not show a running turn: only the title does then. */
  hidesTurn: optionalPatterns,
  /** Anchors that only show while no turn runs: the title need not say so. */
  atRest: optionalPatterns
})
export type Footer = typeof Footer.Type

/**
 * One shape of the input box. `edges`: the rows between a `top` and a `bottom` edge, with or without side borders;
 * `blank`: from the glyph's row, below a blank row, down to the blank row above the footer; `column`: the rows with the
 * bar `left` above the `bottom` edge, wherever it stands (`textColumn` counts from the bar), with status rows at its end.
 */
export const Composer = Schema.Struct({
  id: Schema.String,
  ...provenance,
  shape: Schema.Literal("edges", "blank", "column"),
  top: Schema.optional(Pattern),
  /** A top edge that says the box's first rows are scrolled out of it. */
  topClipped: Schema.optional(Pattern),
  bottom: Schema.optional(Pattern),
  /** The edges are rules of one width, at the same column. */
  sameWidth: Schema.optional(Schema.Boolean),
  left: Schema.optional(Schema.String),
  right: Schema.optional(Schema.String),
  glyphs: Schema.Array(Glyph),
  glyphColumn: Schema.Int,
  textColumn: Schema.Int,
  glyphOptional: Schema.optional(Schema.Boolean),
  maxRows: Schema.optional(Schema.Int),
  /** Rows that no box holds: with one of them, what stands between the edges is a picker. */
  pickerRows: optionalPatterns,
  /** The cursor is shown while the box takes keys: a hidden one says that something else does. */
  cursorShown: Schema.optional(Schema.Boolean),
  /** The CLI hides the terminal's cursor or puts it into the box: one shown elsewhere belongs to what runs after it. */
  cursorHidden: Schema.optional(Schema.Boolean),
  /** The box draws its cursor as a reversed cell while it takes keys: an empty one without it is not the box. */
  cursorCell: Schema.optional(Schema.Boolean),
  ghost: Ghost,
  /**
   * A character that the status rows draw in the colour of all quiet words: text in that colour is a ghost. Asked only
   * where the status rows show another colour behind it.
   */
  quiet: Schema.optional(Schema.String),
  /** Status rows (without blanks) that say that what is typed is a command. */
  shellStatus: optionalPatterns,
  /**
   * The box's own rows above its top edge: they begin below the row `edge`, and each one matches `rows`. The conversation
   * ends above them. `required`: without them there is no box.
   */
  head: Schema.optional(
    Schema.Struct({ edge: Pattern, rows: Patterns, required: Schema.optional(Schema.Boolean) })
  ),
  /**
   * Where the CLI's hints show the colour of all its quiet words: at the end of the first match in a footer row. Text in
   * that colour behind a reversed first cell (the drawn cursor) is a ghost.
   */
  hints: optionalPatterns,
  /**
   * What an empty box always shows, without its blanks: a ghost behind a reversed blank in any colour, and in the hints'
   * colour also without that. A box that shows nothing at all then holds blanks that somebody typed.
   */
  emptyWords: optionalPatterns,
  /** An empty box always shows words of the CLI's own: one that shows nothing holds blanks that somebody typed. */
  neverBare: Schema.optional(Schema.Boolean),
  /** Columns at the right of the box that its text never reaches, and the part of the width that it may fill at all. */
  margin: Schema.optional(Schema.Int),
  share: Schema.optional(Schema.Number.pipe(Schema.between(0, 1))),
  /** Text breaks at blanks wherever a row has one: a full row with blanks was not cut inside a word. */
  wordWrap: Schema.optional(Schema.Boolean),
  /** Texts that the CLI itself puts into an empty box; asked only when a frame has no styling at all. */
  placeholders: optionalPatterns,
  /** Marks that stand for a folded paste. */
  folds: optionalPatterns,
  footer: Footer
})
export type Composer = typeof Composer.Type

/**
 * A dialog, picker or viewer: it stands in the live region while no box does. `says` are phrases (any case, wraps do
 * not matter) that must all occur, `any` at least one, `not` none; `rows` patterns must each match some row; `tail`
 * must match the joined last rows.
 */
export const Dialog = Schema.Struct({
  id: Schema.String,
  ...provenance,
  kind: ScreenKind,
  says: Schema.optional(Schema.Array(Schema.String)),
  any: Schema.optional(Schema.Array(Schema.String)),
  not: Schema.optional(Schema.Array(Schema.String)),
  rows: optionalPatterns,
  anyRow: optionalPatterns,
  tail: optionalPatterns,
  /** A choice stands open on a kind that does not say so. */
  dialog: Schema.optional(Schema.Boolean)
})
export type Dialog = typeof Dialog.Type

/**
 * How a dialog shows which of its options it stands on: one of the `markers` (characters) before it, or, with `styled`,
 * reverse video or a background that no other option has. `buttons`: rows of options, each a group of the pattern.
 */
export const Choices = Schema.Struct({
  ...provenance,
  markers: Schema.String,
  styled: Schema.optional(Schema.Boolean),
  buttons: optionalPatterns
})
export type Choices = typeof Choices.Type

/**
 * A row of the conversation above the box, matched on the row joined with those that continue it. Reading goes from the
 * box upward. `chrome` and `detail` rows are passed over, `queued` too (each counted); `end` closes a turn; `working`
 * holds unless an end was passed; `error`, `limit`, `interrupted` decide; `content`, `sent`, `start` stop the search.
 */
export const Mark = Schema.Struct({
  id: Schema.String,
  ...provenance,
  role: Schema.Literal(
    "chrome",
    "detail",
    "queued",
    "end",
    "working",
    "error",
    "limit",
    "interrupted",
    "content",
    "sent",
    "start"
  ),
  row: Pattern,
  /** Must match the row joined with its continuation rows. */
  block: Schema.optional(Pattern),
  /** Must match the row joined with all drawn rows around it. */
  whole: Schema.optional(Pattern),
  /** Behind a bar in a colour that no background has, in words of the box's quiet colour; never so without colours. */
  barred: Schema.optional(Schema.Boolean),
  /** In a styled frame the row's first drawn character must be faint. */
  faint: Schema.optional(Schema.Boolean),
  /** In a coloured frame the row's first drawn character must have a colour of its own on no background of its own. */
  coloured: Schema.optional(Schema.Boolean),
  error: Schema.optional(ErrorClass)
})
export type Mark = typeof Mark.Type

/**
 * A row that says what the CLI is doing: below the box, its `anchor`, passed over `above` it, one of the screen's first
 * (`head`), the box's own `ghost`, or any row above the box while the cursor is not known to be in it (`screen`). Kind
 * `idle` on a sign forbids typing into an otherwise idle box.
 */
export const Sign = Schema.Struct({
  id: Schema.String,
  ...provenance,
  kind: ScreenKind,
  at: Schema.Literal("footer", "anchor", "ghost", "above", "head", "screen"),
  row: Pattern,
  /** Must match all rows below the box, joined: a sentence there may wrap. */
  footer: Schema.optional(Pattern),
  /** Asked only while nothing is typed. */
  emptyOnly: Schema.optional(Schema.Boolean),
  error: Schema.optional(ErrorClass)
})
export type Sign = typeof Sign.Type

/** What the terminal's title says. An unmatched title is no evidence. */
export const Titles = Schema.Struct({
  working: Patterns,
  idle: Patterns,
  /** Another view than the conversation is open. */
  overlay: optionalPatterns,
  /** The screen alone cannot show a turn whose answer streams: an open turn without a title is unknown. */
  turnHidden: Schema.Boolean,
  /** Idle titles of a shape that only this CLI gives them; the others count for an open turn if they name the place. */
  own: optionalPatterns,
  /** The folder in the footer's joined rows (group 1), whose name ends an idle title. */
  place: optionalPatterns
})
export type Titles = typeof Titles.Type

/** Reads facts off the CLI's own rows. `{n}` in a template is group n, `{n:title}` the same with a capital first. */
export const Extractor = Schema.Struct({
  id: Schema.String,
  ...provenance,
  /** `status`: the status row in the box, with a tab where the colour changes between two words; `dialog`: an open one. */
  at: Schema.Literal("banner", "footer", "above", "status", "dialog"),
  row: Pattern,
  /** The drawn row right above must match: a result belongs to the command that asked for it. */
  under: Schema.optional(Pattern),
  /** Forgets model and version that earlier rules found, also where this row names none. */
  clears: Schema.optional(Schema.Boolean),
  model: Schema.optional(Schema.String),
  version: Schema.optional(Schema.String),
  effort: Schema.optional(Schema.String),
  contextLeft: Schema.optional(Schema.String),
  /** Context used, in percent: what is left is the rest of 100. */
  contextUsed: Schema.optional(Schema.String),
  quota: Schema.optional(Schema.String),
  quotaLeft: Schema.optional(Schema.String)
})
export type Extractor = typeof Extractor.Type

/** Everything the engine knows of one CLI, as data. A user's own file is validated by the same schema (design §5). */
export const Profile = Schema.Struct({
  id: Schema.String,
  aliases: Schema.Array(Schema.String),
  composers: Schema.Array(Composer),
  /** Characters of a scroll bar in the screen's last columns, and the one at both sides of dialogs: not read. */
  scrollbar: Schema.optional(Schema.String),
  sides: Schema.optional(Schema.String),
  /** A sent message without anything below it is a turn, whatever else the screen shows, unless the title denies it. */
  sentOpens: Schema.optional(Schema.Boolean),
  /** First rows of a dialog's frame, at the left edge. */
  openers: Patterns,
  /** First rows of a conversation entry, at the left edge: a dialog begins below the last one. */
  entries: Patterns,
  dialogs: Schema.Array(Dialog),
  choices: Schema.optional(Choices),
  marks: Schema.Array(Mark),
  signs: Schema.Array(Sign),
  titles: Schema.optional(Titles),
  /** Lines that the CLI prints when it has left. */
  exits: Patterns,
  extractors: Schema.Array(Extractor),
  background: Patterns,
  resets: Patterns
})
export type Profile = typeof Profile.Type
