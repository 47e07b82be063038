import * as Schema from "effect/Schema"
import { isBlockingKind } from "../screen/kinds.ts"
import { cleanText } from "../text/clean.ts"
import type { Evidence, HookFact, Traces } from "./evidence.ts"
import { Source, StateWord } from "./words.ts"

/** A hook reading stands for a day (spec 000 §3.1), in milliseconds. */
export const CLI_HOOK_FRESH = 86_400_000
/** An instant up to this far ahead of now counts as now; beyond it is no reading (spec 000 §3.1, design §4.12), in milliseconds. */
export const FUTURE_SKEW = 60_000

/** One source's part in a reading: what it said, when (epoch ms) and how long ago (ms), and why it did not answer. */
export const Why = Schema.Struct({
  source: Source,
  said: Schema.String,
  at: Schema.NullOr(Schema.Number),
  age: Schema.NullOr(Schema.Number),
  note: Schema.String
})
export type Why = typeof Why.Type

/**
 * A seat's state word with the source it was read from (spec 000 §3.1, rule 1). `at` is the instant the word stands on
 * in epoch milliseconds, `blind` marks an unknown seat past the blind threshold (rule 4), and `why` lists every source.
 */
export const SeatReading = Schema.Struct({
  word: StateWord,
  source: Source,
  at: Schema.NullOr(Schema.Number),
  blind: Schema.Boolean,
  why: Schema.Array(Why)
})
export type SeatReading = typeof SeatReading.Type

/** Age in milliseconds of an instant; what lies in the allowed future counts as now, so an age is never negative. */
export const ageOf = (at: number, instant: number): number => Math.max(0, at - instant)

/** False for an instant too far ahead of now to be a reading. */
export const isReadable = (at: number, instant: number): boolean => instant - at <= FUTURE_SKEW

/** The newest trace inside the window (a window still holds at age = window), or null. */
export const newestTrace = (at: number, traces: Traces, windowMs: number): number | null => {
  let newest: number | null = null
  for (const instant of [traces.commit, traces.ack, traces.message]) {
    if (instant === undefined || instant === null) continue
    if (!isReadable(at, instant) || at - instant > windowMs) continue
    if (newest === null || instant > newest) newest = instant
  }
  return newest
}

const freshHook = (at: number, hook: HookFact | null): HookFact | null =>
  hook !== null && isReadable(at, hook.at) && at - hook.at <= CLI_HOOK_FRESH ? hook : null

const HERDR_WORDS: ReadonlySet<string> = new Set(["working", "idle", "done"])
/** Screens that leave a past-window working hook its word; a shell is readable, so it does not (design §4.5). */
const UNREADABLE: ReadonlySet<string> = new Set(["unknown", "absent", "overlay"])

/** A screen that leaves a working hook past its window its word (spec 000 §3.1). */
export const isUnreadable = (kind: Evidence["screen"]["kind"]): boolean => UNREADABLE.has(kind)

interface Answer {
  readonly word: typeof StateWord.Type
  readonly source: typeof Source.Type
  readonly at: number | null
}

const herdrAnswer = (word: string, at: number): Answer | null =>
  word === "working" || word === "idle" || word === "done" ? { word, source: "herdr", at } : null

/** The first certain source in the order of spec 000 §3.1 with its two exceptions. */
const answer = (e: Evidence): Answer | null => {
  if (e.hold !== null) return { word: "held", source: "hold", at: e.hold.since }
  if (!e.reachable) return { word: "unreachable", source: "herdr", at: e.at }
  if (e.process === "gone" || e.process === "replaced") return { word: "done", source: "process", at: e.at }
  const kind = e.screen.kind
  if (isBlockingKind(kind)) return { word: "blocked", source: "cli", at: e.at }

  const traceAt = newestTrace(e.at, e.traces, e.windows.traceSeconds * 1000)
  const trace: Answer | null = traceAt === null ? null : { word: "working", source: "trace", at: traceAt }
  const said = hookAnswer(e) ?? screenAnswer(e) ?? (e.herdr === null ? null : herdrAnswer(e.herdr, e.at))
  if (said === null) return trace
  // A trace inside the window outranks an idle word, even when it is the older of the two (design §4.12).
  return said.word === "idle" && trace !== null ? trace : said
}

const hookAnswer = (e: Evidence): Answer | null => {
  const hook = freshHook(e.at, e.hook)
  if (hook === null) return null
  const inWindow = ageOf(e.at, hook.at) <= e.windows.hookWorkingSeconds * 1000
  if (hook.word === "working" && !inWindow && !isUnreadable(e.screen.kind)) return null
  return { word: hook.word, source: "cli-hook", at: hook.at }
}

const screenAnswer = (e: Evidence): Answer | null =>
  e.screen.kind === "working" || e.screen.kind === "idle"
    ? { word: e.screen.kind, source: "cli", at: e.at }
    : null

const explain = (e: Evidence, chosen: Answer | null): ReadonlyArray<Why> => {
  const why: Array<Why> = []
  const say = (source: typeof Source.Type, said: string, instant: number | null, note: string) => {
    const answers = chosen !== null && chosen.source === source
    why.push({
      source,
      said,
      at: instant,
      age: instant === null ? null : ageOf(e.at, instant),
      note: answers ? "answers" : note
    })
  }
  say("hold", e.hold === null ? "none" : "held", e.hold?.since ?? null, "no hold stands")
  if (!e.reachable) say("herdr", "unreachable", null, "outranked by the hold")
  say(
    "process",
    e.process,
    null,
    e.process === "gone" || e.process === "replaced"
      ? "outranked"
      : e.process === "same"
        ? "still in its pane"
        : "nothing to compare"
  )
  const kind = e.screen.kind
  const readable = kind === "idle" || kind === "working" || isBlockingKind(kind)
  say("cli", kind, readable ? e.at : null, readable ? "outranked" : "gives no word")
  say("cli-hook", e.hook?.word ?? "none", e.hook?.at ?? null, hookNote(e))
  if (e.reachable) {
    say(
      "herdr",
      // A host can send any text as its word.
      e.herdr === null ? "none" : cleanText(e.herdr, 40),
      null,
      e.herdr !== null && HERDR_WORDS.has(e.herdr) ? "outranked" : "no word"
    )
  }
  const trace = newestTrace(e.at, e.traces, e.windows.traceSeconds * 1000)
  say(
    "trace",
    trace === null ? "none in the window" : "activity",
    trace,
    trace === null ? "none" : "outranked"
  )
  return why
}

const hookNote = (e: Evidence): string => {
  if (e.hook === null) return "no hook has written"
  if (!isReadable(e.at, e.hook.at)) return "its instant is in the future"
  if (e.at - e.hook.at > CLI_HOOK_FRESH) return "older than a day"
  return hookAnswer(e) === null ? "past its window, the screen answers" : "outranked"
}

/**
 * Reads one seat from its evidence (spec 000 §3.1). Total and pure: the same evidence gives the same reading.
 * `blind` is true for `unknown` once the blind threshold is reached (elapsed = threshold counts).
 */
export const readSeat = (e: Evidence): SeatReading => {
  const chosen = answer(e)
  const why = explain(e, chosen)
  if (chosen !== null) return { ...chosen, blind: false, why }
  const blind = e.unknownSince !== null && e.at - e.unknownSince >= e.windows.blindAfterSeconds * 1000
  return { word: "unknown", source: "none", at: null, blind, why }
}

/**
 * True when any source shows work right now, whatever the word (design §4.1): a working screen, the host's own
 * working, a trace inside the window. The idle check and team-idle count such a seat as active.
 */
export const showsWork = (e: Evidence): boolean =>
  e.screen.kind === "working" ||
  e.herdr === "working" ||
  newestTrace(e.at, e.traces, e.windows.traceSeconds * 1000) !== null
