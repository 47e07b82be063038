import * as Schema from "effect/Schema"
import { ScreenKind } from "../screen/kinds.ts"

/** The pane's process against the one recorded at launch (spec 000 §3.1 rank 3, design §4.11). */
export const ProcessVerdict = Schema.Literal("same", "unrecorded", "unread", "gone", "replaced")
export type ProcessVerdict = typeof ProcessVerdict.Type

/** A turn hook's word and the instant it wrote, already known to be this seat's process. */
export const HookFact = Schema.Struct({ word: Schema.Literal("working", "idle"), at: Schema.Number })
export type HookFact = typeof HookFact.Type

const instant = Schema.optional(Schema.NullOr(Schema.Number))

/** The newest instant of each kind of trace (spec 000 §2); an absent key is none. */
export const Traces = Schema.Struct({ commit: instant, ack: instant, message: instant })
export type Traces = typeof Traces.Type

/** The windows a reading is judged by, in seconds (spec 000 §3.2). */
export const ReadingWindows = Schema.Struct({
  traceSeconds: Schema.Number,
  hookWorkingSeconds: Schema.Number,
  blindAfterSeconds: Schema.Number
})
export type ReadingWindows = typeof ReadingWindows.Type

/**
 * Everything one seat's reading is judged from, as plain data. Instants are epoch milliseconds and `at` is the instant
 * to judge by; "none" is null, never left out (design §4).
 */
export const Evidence = Schema.Struct({
  at: Schema.Number,
  hold: Schema.NullOr(Schema.Struct({ since: Schema.Number })),
  reachable: Schema.Boolean,
  process: ProcessVerdict,
  screen: Schema.Struct({ kind: Schema.Union(ScreenKind, Schema.Literal("absent")) }),
  hook: Schema.NullOr(HookFact),
  herdr: Schema.NullOr(Schema.String),
  traces: Traces,
  unknownSince: Schema.NullOr(Schema.Number),
  windows: ReadingWindows
})
export type Evidence = typeof Evidence.Type
