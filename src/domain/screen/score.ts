import * as Schema from "effect/Schema"
import type { Frame } from "./frame.ts"

/** The states a labelled capture can be in: the kinds of a reading, and the two views a reading calls `overlay`. */
export const LabelKind = Schema.Literal(
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
  "menu",
  "shell",
  "shell-cmd"
)
export type LabelKind = typeof LabelKind.Type

const Kinds = Schema.Union(Schema.String, Schema.Array(Schema.String))

/** The truth beside a capture: `NAME.json` for `NAME.ansi`. What a host knows has the names a capture tool gives it. */
export const CaptureLabel = Schema.Struct({
  cli: Schema.String,
  kind: LabelKind,
  /** Other kinds that are true too. */
  also: Schema.optional(Schema.NullOr(Kinds)),
  /** A choice stands open on a screen whose kind does not say so: an idle answer is then unsafe. */
  dialog: Schema.optional(Schema.NullOr(Schema.Boolean)),
  /** What was typed and not sent. */
  text: Schema.optional(Schema.NullOr(Schema.String)),
  /** The first rows of the text are scrolled out, or the terminal shows it wrong: the text is then not compared. */
  clipped: Schema.optional(Schema.NullOr(Schema.Boolean)),
  garbled: Schema.optional(Schema.NullOr(Schema.Boolean)),
  cols: Schema.optional(Schema.NullOr(Schema.Int)),
  rows: Schema.optional(Schema.NullOr(Schema.Int)),
  cursor_x: Schema.optional(Schema.NullOr(Schema.Int)),
  cursor_y: Schema.optional(Schema.NullOr(Schema.Int)),
  cursor_visible: Schema.optional(Schema.NullOr(Schema.Boolean)),
  pane_title: Schema.optional(Schema.NullOr(Schema.String)),
  alt_screen: Schema.optional(Schema.NullOr(Schema.Boolean))
})
export type CaptureLabel = typeof CaptureLabel.Type

/** A labelled capture and what a reader answered to it. */
export interface Scored {
  readonly name: string
  readonly label: CaptureLabel
  readonly ansi: string
  readonly answer: { readonly kind: string; readonly text?: string | undefined }
}

/** The frame a reader gets for a capture: what a host knows, never the label. */
export const frameOf = (label: CaptureLabel, ansi: string): Frame => ({
  cli: label.cli,
  ansi,
  cols: label.cols ?? null,
  rows: label.rows ?? null,
  cursor:
    typeof label.cursor_x === "number" && typeof label.cursor_y === "number"
      ? { x: label.cursor_x, y: label.cursor_y, visible: label.cursor_visible ?? true }
      : null,
  title: label.pane_title ?? null,
  altScreen: label.alt_screen ?? null
})

// Menus and pickers are overlays; about them, the CLI's own shell mode and a bare shell, caution is right as well.
const ALSO_RIGHT: Readonly<Partial<Record<LabelKind, ReadonlyArray<string>>>> = {
  menu: ["overlay", "unknown"],
  "shell-cmd": ["overlay", "unsent", "unknown"],
  shell: ["shell", "unknown"]
}
/** States in which a line and an Enter do harm: an idle answer to one of them is unsafe. */
const UNTOUCHABLE: ReadonlySet<LabelKind> = new Set<LabelKind>([
  "working",
  "permission",
  "trust",
  "question",
  "plan",
  "notice",
  "unsent",
  "menu",
  "shell",
  "shell-cmd"
])

const asList = (kinds: string | ReadonlyArray<string> | null | undefined): ReadonlyArray<string> =>
  kinds === null || kinds === undefined ? [] : typeof kinds === "string" ? [kinds] : kinds

/** Every kind that is a right answer to a label. */
export const rightKinds = (label: CaptureLabel): ReadonlyArray<string> => [
  ...(ALSO_RIGHT[label.kind] ?? [label.kind]),
  ...asList(label.also)
]

/** True for an answer that would let somebody type where it does harm (design §5). */
export const isUnsafe = (label: CaptureLabel, kind: string): boolean =>
  kind === "idle" &&
  !rightKinds(label).includes("idle") &&
  (UNTOUCHABLE.has(label.kind) || label.dialog === true)

const FOLDED = /\[Paste(?:d|\s#)/i
const squeezed = (text: string): string => text.replace(/\s+/gu, "")

/** Whether the text in the box was read right; null where it is not to be compared (folded, clipped, garbled, none). */
export const textRight = ({ ansi, answer, label }: Scored): boolean | null => {
  if (label.kind !== "unsent" || !label.text || label.clipped === true || label.garbled === true) return null
  if (FOLDED.test(ansi)) return null
  return squeezed(answer.text ?? "") === squeezed(label.text)
}

/** One CLI's figures. */
export interface Tally {
  readonly screens: number
  readonly right: number
  readonly unsafe: number
  readonly texts: number
  readonly textsRight: number
}

export interface Score {
  readonly byCli: ReadonlyMap<string, Tally>
  readonly all: Tally
  /** Label by answer, counted: how one kind is taken for another. */
  readonly confusion: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** The captures that were read wrong, unsafe ones first. */
  readonly misses: ReadonlyArray<{ readonly scored: Scored; readonly unsafe: boolean }>
}

const NOTHING: Tally = { screens: 0, right: 0, unsafe: 0, texts: 0, textsRight: 0 }

const count = (tally: Tally, scored: Scored): Tally => {
  const text = textRight(scored)
  return {
    screens: tally.screens + 1,
    right: tally.right + (rightKinds(scored.label).includes(scored.answer.kind) ? 1 : 0),
    unsafe: tally.unsafe + (isUnsafe(scored.label, scored.answer.kind) ? 1 : 0),
    texts: tally.texts + (text === null ? 0 : 1),
    textsRight: tally.textsRight + (text === true ? 1 : 0)
  }
}

/** Scores a reader's answers: kinds, unsafe ones, texts, and what was taken for what. */
export const scoreOf = (all: ReadonlyArray<Scored>): Score => {
  const byCli = new Map<string, Tally>()
  const confusion = new Map<string, Map<string, number>>()
  for (const scored of all) {
    const { answer, label } = scored
    byCli.set(label.cli, count(byCli.get(label.cli) ?? NOTHING, scored))
    const row = confusion.get(label.kind) ?? new Map<string, number>()
    row.set(answer.kind, (row.get(answer.kind) ?? 0) + 1)
    confusion.set(label.kind, row)
  }
  const misses = all
    .filter(({ answer, label }) => !rightKinds(label).includes(answer.kind))
    .map((scored) => ({ scored, unsafe: isUnsafe(scored.label, scored.answer.kind) }))
    .sort((a, b) => Number(b.unsafe) - Number(a.unsafe))
  return { byCli, all: all.reduce(count, NOTHING), confusion, misses }
}
