import * as Schema from "effect/Schema"
import { MarkMemory } from "../budget/marks.ts"
import { emptyReportMemory, ReportMemory } from "../report/memory.ts"
import { Source, StateWord } from "../seat/words.ts"
import { TypingMemory } from "../typing/typed.ts"

/** What the watch remembers of a seat between passes. Instants are epoch ms; anchors are moved over unobserved time. */
export const SeatMemory = Schema.Struct({
  name: Schema.String,
  fingerprint: Schema.String,
  word: StateWord,
  source: Source,
  /** Whether a running agent was ever seen in its pane. */
  seenRunning: Schema.Boolean,
  /** When it disappeared, while it is gone. */
  goneSince: Schema.NullOr(Schema.Number),
  /** Anchor of the idle clock: the last sign of work. */
  lastWorking: Schema.NullOr(Schema.Number),
  /** Anchor of the owner's idle clock: like `lastWorking`, but for the turns our own lines began (design §4.14). */
  ownWorking: Schema.optional(Schema.NullOr(Schema.Number)),
  /** Anchor of the idle clock of a seat never seen working. */
  idleSince: Schema.NullOr(Schema.Number),
  unknownSince: Schema.NullOr(Schema.Number),
  unsentSince: Schema.NullOr(Schema.Number),
  /** The usage limit that stands, and the instant it ends by the words first seen; both while the screen shows it. */
  limit: Schema.optional(
    Schema.NullOr(Schema.Struct({ words: Schema.String, reset: Schema.NullOr(Schema.Number) }))
  ),
  /** The effort word a screen showed last (spec 000 §3.9). */
  effort: Schema.optional(Schema.NullOr(Schema.String)),
  /** What the watch typed to it. */
  typing: Schema.optional(TypingMemory),
  /** Unknown past the blind threshold: said once a period. */
  blind: Schema.optional(Schema.Boolean),
  /** The newest sign of life as it is printed: real time, never moved (design §4.13). */
  lastActive: Schema.NullOr(Schema.Number)
})
export type SeatMemory = typeof SeatMemory.Type

/** What is remembered of a seat that was never seen. */
export const freshMemory = ({ fingerprint, name }: Pick<SeatMemory, "name" | "fingerprint">): SeatMemory => ({
  name,
  fingerprint,
  word: "unknown",
  source: "none",
  seenRunning: false,
  goneSince: null,
  lastWorking: null,
  idleSince: null,
  unknownSince: null,
  unsentSince: null,
  lastActive: null
})

const SwapSample = Schema.Struct({ at: Schema.Number, used: Schema.Number })

/** Everything a pass hands to the next one; persisted with the session state so that a restart repeats nothing (design §6). */
export const PassMemory = Schema.Struct({
  at: Schema.NullOr(Schema.Number),
  /** Null after a restart: monotonic clocks of two processes are not comparable. */
  monotonic: Schema.NullOr(Schema.Number),
  server: Schema.NullOr(Schema.String),
  seats: Schema.Array(SeatMemory),
  reports: ReportMemory,
  teamIdleSince: Schema.NullOr(Schema.Number),
  swap: Schema.Array(SwapSample),
  /** The windows in which an account's marks are said. */
  marks: Schema.optional(MarkMemory),
  /** Remarks already said. */
  said: Schema.Array(Schema.String),
  readingsAt: Schema.NullOr(Schema.Number)
})
export type PassMemory = typeof PassMemory.Type

export const emptyMemory: PassMemory = {
  at: null,
  monotonic: null,
  server: null,
  seats: [],
  reports: emptyReportMemory,
  teamIdleSince: null,
  swap: [],
  said: [],
  readingsAt: null
}

/** What was not looked at for so long is not remembered, in milliseconds (design §6). */
export const MEMORY_KEPT = 86_400_000

/**
 * The memory as a pass at `at` may use it: of a team nobody looked at for a day only what has a date of its own is kept (the
 * windows of the accounts, the last instants of life), and every report may be said again.
 */
export const recent = (memory: PassMemory, at: number): PassMemory =>
  memory.at === null || at - memory.at <= MEMORY_KEPT
    ? memory
    : {
        ...emptyMemory,
        at: memory.at,
        monotonic: memory.monotonic,
        server: memory.server,
        said: memory.said,
        ...(memory.marks === undefined ? {} : { marks: memory.marks }),
        seats: memory.seats.map((seat) => ({
          ...freshMemory(seat),
          word: seat.word,
          source: seat.source,
          lastActive: seat.lastActive,
          ...(seat.effort === undefined ? {} : { effort: seat.effort })
        }))
      }
