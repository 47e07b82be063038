import * as Schema from "effect/Schema"

/** The lines the watch types: the nudge, the ring, and the trigger of a held send (spec 000 §3.6). */
export const LineName = Schema.Literal("nudge", "ring", "retry")
export type LineName = typeof LineName.Type

/** What became of one delivery, as the next pass is told it. `at` epoch ms; `reason` our own words. */
export const TypedFact = Schema.Struct({
  seat: Schema.String,
  line: LineName,
  /** The message a ring or a retry was for. */
  message: Schema.NullOr(Schema.String),
  at: Schema.Number,
  /** `unconfirmed`: Enter was pressed and nothing shows what came of it. */
  outcome: Schema.Literal("submitted", "not-typed", "not-sent", "unconfirmed"),
  reason: Schema.NullOr(Schema.String)
})
export type TypedFact = typeof TypedFact.Type

/** What a pass that may have lines typed needs to know. A snapshot without it has nothing typed. */
export const Typing = Schema.Struct({
  /** The pane the watch runs in, which is never typed into; null when it runs in none of the host's. */
  pane: Schema.NullOr(Schema.String),
  /** The folder of the nudges' work drops. */
  work: Schema.String,
  /** The deliveries since the last pass. */
  typed: Schema.Array(TypedFact)
})
export type Typing = typeof Typing.Type

/** A line to be typed, decided by a pass and carried out after it; each starts anew from a fresh look at the pane. */
export type Intent =
  | { readonly _tag: "Nudge"; readonly seat: string; readonly pane: string }
  | {
      readonly _tag: "Ring" | "Retry"
      readonly seat: string
      readonly pane: string
      readonly message: string
    }

/** The path of a seat's work drop, which its nudge names. */
export const workDrop = (folder: string, seat: string): string => `${folder}/${seat}.md`

const Line = { at: Schema.Number, tries: Schema.Number, again: Schema.Boolean }

/** What the watch remembers of what it typed to a seat. Instants are epoch ms, moved over unobserved time like every anchor. */
export const TypingMemory = Schema.Struct({
  /** When a delivery was last asked for whose end is not known yet. */
  asked: Schema.optional(Schema.NullOr(Schema.Number)),
  /** When a delivery last ended without a key. */
  refused: Schema.optional(Schema.NullOr(Schema.Number)),
  /** Our last line whose turn may still be running; `turn` once the turn was seen. */
  last: Schema.optional(Schema.NullOr(Schema.Struct({ at: Schema.Number, turn: Schema.Boolean }))),
  /** The newest nudge: of the idle period that goes on while the seat does no work of its own. */
  nudge: Schema.optional(Schema.NullOr(Schema.Struct(Line))),
  /** The ring for every message up to this id. */
  ring: Schema.optional(Schema.NullOr(Schema.Struct({ ...Line, upTo: Schema.String }))),
  /** A line of ours that was not sent, or that nobody saw being taken. */
  left: Schema.optional(
    Schema.NullOr(
      Schema.Struct({ line: LineName, at: Schema.Number, sure: Schema.Boolean, reason: Schema.String })
    )
  )
})
export type TypingMemory = typeof TypingMemory.Type

/** A delivery whose end nobody told us of is over after this, in milliseconds: it takes a few seconds. */
export const ASKED_STANDS = 60_000

/** When the delivery that may be under way was asked for; null when none is. */
export const askedFor = ({ asked }: TypingMemory, at: number): number | null =>
  asked != null && at >= asked && at - asked < ASKED_STANDS ? asked : null

/** The memory with every instant moved by `by` ms. */
export const shiftTyping = (memory: TypingMemory, by: number): TypingMemory => ({
  ...memory,
  ...(memory.asked == null ? {} : { asked: memory.asked + by }),
  ...(memory.refused == null ? {} : { refused: memory.refused + by }),
  ...(memory.last == null ? {} : { last: { ...memory.last, at: memory.last.at + by } }),
  ...(memory.nudge == null ? {} : { nudge: { ...memory.nudge, at: memory.nudge.at + by } }),
  ...(memory.ring == null ? {} : { ring: { ...memory.ring, at: memory.ring.at + by } }),
  ...(memory.left == null ? {} : { left: { ...memory.left, at: memory.left.at + by } })
})
