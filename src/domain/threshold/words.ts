import * as Schema from "effect/Schema"

/**
 * A liveness word as a level wrote it: a number of seconds, valid or not, and its text when it had a unit or is no
 * number. Kept raw, because an invalid word is set aside by the resolution and never refuses a file (spec 000 rule 6).
 */
export const LivenessWord = Schema.Struct({
  /** Seconds as written (any finite number), or null when the word is no number at all. */
  seconds: Schema.NullOr(Schema.Number.pipe(Schema.finite())),
  /** The text to print; null prints the seconds in the largest whole unit. */
  written: Schema.NullOr(Schema.String)
})
export type LivenessWord = typeof LivenessWord.Type

/** What one level of the chain declares; null where it says nothing (spec 000 §3.2). */
export const Declared = Schema.Struct({
  idle_lead_seconds: Schema.NullOr(LivenessWord),
  idle_owner_seconds: Schema.NullOr(LivenessWord),
  blind_after_seconds: Schema.NullOr(LivenessWord),
  trace_window_seconds: Schema.NullOr(LivenessWord),
  hook_working_seconds: Schema.NullOr(LivenessWord)
})
export type Declared = typeof Declared.Type
export type SettingKey = keyof Declared

/** A level that declares nothing. */
export const NOTHING: Declared = {
  idle_lead_seconds: null,
  idle_owner_seconds: null,
  blind_after_seconds: null,
  trace_window_seconds: null,
  hook_working_seconds: null
}

/** The levels of the chain, outermost first. */
export const Level = Schema.Literal("machine", "entity", "project", "team", "seat")
export type Level = typeof Level.Type

/** One threshold: where it is declared, the name a line calls it by, its shipped value, and who may loosen it. */
export interface Setting {
  readonly key: SettingKey
  readonly name: string
  readonly shippedMs: number
  readonly loosenedBy: Level | null
}

/** The five thresholds of spec 000 §3.2, in its order. */
export const SETTINGS: ReadonlyArray<Setting> = [
  { key: "idle_lead_seconds", name: "liveness_idle_lead_seconds", shippedMs: 300_000, loosenedBy: null },
  { key: "idle_owner_seconds", name: "liveness_idle_owner_seconds", shippedMs: 900_000, loosenedBy: null },
  {
    key: "blind_after_seconds",
    name: "state_blind_after_seconds",
    shippedMs: 300_000,
    loosenedBy: "project"
  },
  {
    key: "trace_window_seconds",
    name: "state_trace_window_seconds",
    shippedMs: 120_000,
    loosenedBy: "project"
  },
  {
    key: "hook_working_seconds",
    name: "state_hook_working_seconds",
    shippedMs: 120_000,
    loosenedBy: "project"
  }
]

/** The three words every level may declare. */
export const LIVENESS_KEYS = ["idle_lead_seconds", "idle_owner_seconds", "blind_after_seconds"] as const

/** The two words the project's record and the levels inside it may declare as well. */
export const WINDOW_KEYS = ["trace_window_seconds", "hook_working_seconds"] as const
