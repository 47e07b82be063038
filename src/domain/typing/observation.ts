import type { SeatReading } from "../seat/reading.ts"
import type { Front } from "./front.ts"
import type { Sight } from "./sight.ts"

/** Who says whether the seat is free: its host, its own fresh reading on a host without such a word, or nobody. */
export type Word =
  | { readonly _tag: "Host"; readonly status: string }
  | { readonly _tag: "Own"; readonly reading: Pick<SeatReading, "word" | "source" | "blind"> }
  | { readonly _tag: "None" }

/**
 * Why a pane could not be seen. `host` the host failed, `screen` it had no screen for this pane; `withdrawn` what the line
 * names is no longer what it was, so that nobody looks any further.
 */
export type Unseen = "host" | "gone" | "dead" | "scrolled" | "screen" | "withdrawn"

/** One fresh look at one pane. `began` and `at` are ms of a clock that never jumps: when it was asked for, and answered. */
export interface Observation {
  readonly began: number
  readonly at: number
  readonly seen:
    | { readonly _tag: "Unseen"; readonly why: Unseen }
    | {
        readonly _tag: "Seen"
        /** The host's server: another one gives pane ids out anew. */
        readonly server: string
        readonly front: Front
        readonly word: Word
        readonly sight: Sight
      }
}

/** A look that succeeded. */
export type Seen = Extract<Observation["seen"], { readonly _tag: "Seen" }>

/**
 * True when the seat is free to be typed to (spec 000 §3.6, design §6): the host says idle or done, or, without a host's
 * word, its own reading is idle by hook or screen. Unknown and blind are never free.
 */
export const isFree = (word: Word): boolean =>
  word._tag === "Host"
    ? word.status === "idle" || word.status === "done"
    : word._tag === "Own" &&
      word.reading.word === "idle" &&
      (word.reading.source === "cli-hook" || word.reading.source === "cli") &&
      !word.reading.blind
