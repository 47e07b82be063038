import { cleanText } from "../text/clean.ts"
import * as Durations from "../threshold/duration.ts"
import type { Declared, LivenessWord } from "../threshold/words.ts"
import { NOTHING } from "../threshold/words.ts"
import { secondsWord } from "./measures.ts"
import { maybe, struct } from "./struct.ts"

const THREE = {
  idle_lead_seconds: maybe(secondsWord, "Quiet this many seconds: the lead is told. May only tighten."),
  idle_owner_seconds: maybe(secondsWord, "Quiet this many seconds: the owner is told. May only tighten."),
  blind_after_seconds: maybe(secondsWord, "Unknown this many seconds: the seat counts as blind.")
}

const TWO = {
  trace_window_seconds: maybe(secondsWord, "How many seconds a commit, an ack or a message counts as work."),
  hook_working_seconds: maybe(secondsWord, "How many seconds a working hook outranks a readable screen.")
}

/** The fields of the machine's and an entity's level. */
export const OUTER_FIELDS = THREE
/** The fields of the project's record and of every level inside it. */
export const INNER_FIELDS = { ...THREE, ...TWO }

/** The same words under one `liveness:` key. */
export const outerMap = struct(OUTER_FIELDS)
export const innerMap = struct(INNER_FIELDS)

type Words = { readonly [K in keyof Declared]?: LivenessWord | null | undefined }

const tidy = (word: LivenessWord | null | undefined): LivenessWord | null =>
  word === null || word === undefined
    ? null
    : { seconds: word.seconds, written: word.written === null ? null : cleanText(word.written, 40) }

/** What a level declares, from its own keys and its `liveness:` map; a key of its own comes first. */
export const declaredOf = (own: Words, map: Words | null): Declared => {
  const pick = (key: keyof Declared) => tidy(own[key] ?? map?.[key])
  return {
    idle_lead_seconds: pick("idle_lead_seconds"),
    idle_owner_seconds: pick("idle_owner_seconds"),
    blind_after_seconds: pick("blind_after_seconds"),
    trace_window_seconds: pick("trace_window_seconds"),
    hook_working_seconds: pick("hook_working_seconds")
  }
}

/** The liveness words of the `watch` section. */
export interface WatchWords {
  readonly idle_first: LivenessWord
  readonly idle_owner: LivenessWord
  readonly blind_after: LivenessWord
  readonly trace_window_seconds: LivenessWord | null
  readonly hook_working_seconds: LivenessWord | null
}

/** The watch's shipped words (spec 000 §3.2): a file that writes them declares nothing. */
export const SHIPPED_WATCH = { idle_first: 300, idle_owner: 900, blind_after: 300, window: 120 } as const

const unless = (word: LivenessWord | null, shipped: number): LivenessWord | null =>
  word === null || word.seconds === shipped ? null : tidy(word)

/** What the `watch` section declares as the team's level: only words that differ from the shipped ones. */
export const watchDeclared = (watch: WatchWords): Declared => ({
  ...NOTHING,
  idle_lead_seconds: unless(watch.idle_first, SHIPPED_WATCH.idle_first),
  idle_owner_seconds: unless(watch.idle_owner, SHIPPED_WATCH.idle_owner),
  blind_after_seconds: unless(watch.blind_after, SHIPPED_WATCH.blind_after),
  trace_window_seconds: unless(watch.trace_window_seconds, SHIPPED_WATCH.window),
  hook_working_seconds: unless(watch.hook_working_seconds, SHIPPED_WATCH.window)
})

/** A shipped word: seconds without a text of their own. */
export const shippedWord = (seconds: number): LivenessWord => ({
  seconds,
  written: Durations.print(Durations.ofSeconds(seconds))
})
