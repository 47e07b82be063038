import * as Option from "effect/Option"
import type { ScreenKind } from "../screen/kinds.ts"
import type { ScreenReading } from "../screen/reading.ts"
import { parseReset, resetInstant } from "../screen/reset.ts"
import type { Evidence, HookFact } from "../seat/evidence.ts"
import { isReadable, type SeatReading } from "../seat/reading.ts"
import { follows } from "../typing/follows.ts"
import { askedFor } from "../typing/typed.ts"
import type { SeatMemory } from "./memory.ts"

const PROMPTS: ReadonlySet<string> = new Set(["permission", "trust", "question", "plan"])

/** A screen that waits inside a turn for an answer. */
export const isPrompt = (kind: ScreenKind): boolean => PROMPTS.has(kind)

/** At a prompt: idle, or herdr's `done`, which is its idle that nobody has looked at yet. */
export const isQuiet = ({ source, word }: SeatReading): boolean =>
  word === "idle" || (word === "done" && source === "herdr")

const newest = (...instants: ReadonlyArray<number | null | undefined>): number | null => {
  let found: number | null = null
  for (const instant of instants) {
    if (instant !== null && instant !== undefined && (found === null || instant > found)) found = instant
  }
  return found
}

/** One pass's sight of a seat. */
export interface Seen {
  readonly at: number
  readonly running: boolean
  readonly screen: ScreenReading | null
  readonly evidence: Evidence
  readonly reading: SeatReading
  readonly active: boolean
  readonly blindable: boolean
  readonly ambiguous: ReadonlyArray<string>
  readonly zone: string
  /** When its process was launched or registered; null without a record, or while another process is there. */
  readonly launchedAt: number | null
}

const hookInstant = (at: number, hook: HookFact | null): number | null =>
  hook !== null && isReadable(at, hook.at) ? Math.min(hook.at, at) : null

const newestTraceEver = (at: number, evidence: Evidence): number | null => {
  const { commit, ack, message } = evidence.traces
  const readable = [commit, ack, message].filter(
    (instant) => instant !== null && instant !== undefined && isReadable(at, instant)
  )
  const instant = newest(...readable)
  return instant === null ? null : Math.min(instant, at)
}

/** What the next pass is handed of this one (design §4.13): the clocks, what was seen, the newest sign of life. */
export const remember = (before: SeatMemory, seen: Seen): SeatMemory => {
  const { at, evidence, reading, running } = seen
  const unknownSince = seen.blindable && reading.word === "unknown" ? (before.unknownSince ?? at) : null
  // Two panes of one name are evidence of nothing but themselves: no clock starts and none ends.
  if (seen.ambiguous.length > 0)
    return { ...before, word: reading.word, source: reading.source, unknownSince, blind: reading.blind }
  const hook = hookInstant(at, evidence.hook)
  const trace = newestTraceEver(at, evidence)
  const kind = evidence.screen.kind
  const hookOnly = reading.source === "cli-hook" && reading.word === "working" && kind !== "idle"
  const working = seen.active || hookOnly
  const prompting = seen.screen !== null && isPrompt(seen.screen.kind)
  // After a clock that stepped back nothing printed may lie ahead of now.
  const known = before.lastActive === null ? null : Math.min(before.lastActive, at)
  // A sign that was counted is in the anchor already, which may have been moved since: it starts no period again.
  const fresh = (instant: number | null): number | null =>
    before.lastWorking !== null && known !== null && instant !== null && instant <= known ? null : instant
  // A seat that was launched anew is not idle since what its last process did.
  const launch = seen.launchedAt === null ? null : Math.min(seen.launchedAt, at)
  const signs = [fresh(hook), fresh(trace), working || prompting ? at : null] as const
  const lastWorking = running
    ? newest(before.lastWorking, before.lastWorking === null ? null : launch, ...signs)
    : null
  const { last, ours } = follows(before.typing?.last ?? null, {
    at,
    asked: askedFor(before.typing ?? {}, at),
    busy: working || prompting,
    unsure: reading.word === "unknown",
    hook: signs[0],
    trace: signs[1]
  })
  const own = before.ownWorking ?? before.lastWorking
  // The turn that our line began is no work of its own: the owner's clock goes on (design §4.14).
  const ownWorking = !running
    ? null
    : ours
      ? newest(own ?? before.idleSince, signs[1])
      : newest(own, own === null ? null : launch, ...signs)
  const idleSince = before.idleSince ?? (isQuiet(reading) ? at : null)
  return {
    ...before,
    word: reading.word,
    source: reading.source,
    seenRunning: before.seenRunning || running,
    goneSince: running || !before.seenRunning ? null : (before.goneSince ?? at),
    lastWorking,
    ownWorking,
    ...(last === null && before.typing === undefined ? {} : { typing: { ...before.typing, last } }),
    idleSince: !running || lastWorking !== null || idleSince === null ? null : newest(idleSince, launch),
    unknownSince,
    unsentSince: unsentSince(before, seen),
    limit: limitOf(before, seen),
    effort: effortOf(before, seen),
    blind: reading.blind,
    lastActive: newest(known, hook, trace, working ? at : null)
  }
}

/** The reset is worked out once, when its words are first seen: read again after it, `7:20pm` would mean tomorrow's. */
const limitOf = (before: SeatMemory, { at, running, screen, zone }: Seen): SeatMemory["limit"] => {
  if (!running) return null
  if (screen === null || screen.kind === "unknown") return before.limit ?? null
  if (screen.kind !== "limit") return null
  const words = screen.limit?.reset ?? ""
  if (before.limit?.words === words) return before.limit
  const instant = Option.flatMap(parseReset(words), (parsed) => resetInstant(parsed, at, zone))
  return { words, reset: Option.getOrNull(instant) }
}

/** A pass that could not read the screen neither starts nor ends the unsent clock. */
const unsentSince = (before: SeatMemory, { at, running, screen }: Seen): number | null => {
  if (!running) return null
  if (screen === null || screen.kind === "unknown") return before.unsentSince
  return screen.kind === "unsent" ? (before.unsentSince ?? at) : null
}

/** The last effort a screen showed stands until a screen shows another (spec 000 rule 14). */
const effortOf = (before: SeatMemory, { screen }: Seen): string | null =>
  screen?.effort ?? before.effort ?? null
