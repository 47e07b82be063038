import * as Option from "effect/Option"
import type { AbsentReason, Pane, PaneProcesses } from "../host/pane.ts"
import { isBareShell } from "../host/shell.ts"
import type { Frame } from "../screen/frame.ts"
import type { ScreenKind } from "../screen/kinds.ts"
import type { ScreenReading } from "../screen/reading.ts"
import { parseReset, resetInstant } from "../screen/reset.ts"
import type { Evidence, HookFact, ProcessVerdict } from "../seat/evidence.ts"
import { isReadable, newestTrace, readSeat, type SeatReading, showsWork } from "../seat/reading.ts"
import type { SeatMemory } from "./memory.ts"
import type { Launched, SeatFacts, Snapshot } from "./snapshot.ts"
import type { SeatSpec } from "./team-view.ts"

/** One seat of the team as a pass sees it: what the checks read. */
export interface SeatView {
  readonly spec: SeatSpec
  /** The pane the seat is read by, or null when none is its own. */
  readonly pane: Pane | null
  /** More than one live pane carries the seat's name: none is read. */
  readonly ambiguous: ReadonlyArray<string>
  /** An agent of the seat runs in its pane, as far as anyone can tell. */
  readonly running: boolean
  readonly screen: ScreenReading | null
  readonly absent: AbsentReason | null
  readonly processes: PaneProcesses | null
  readonly evidence: Evidence
  readonly reading: SeatReading
  /** Any source shows work, whatever the word (design §4.1). */
  readonly active: boolean
  /** A trace inside the window: it just committed, acked or was messaged. */
  readonly traced: boolean
  /** At an empty prompt with nothing behind it. */
  readonly quiet: boolean
  readonly memory: SeatMemory
}

const PROMPTS: ReadonlySet<string> = new Set(["permission", "trust", "question", "plan"])

/** At a prompt: idle, or herdr's `done`, which is its idle that nobody has looked at yet. */
const isQuiet = ({ source, word }: SeatReading): boolean =>
  word === "idle" || (word === "done" && source === "herdr")

/** A screen that waits inside a turn for an answer. */
export const isPrompt = (kind: ScreenKind): boolean => PROMPTS.has(kind)

const findPane = (
  spec: SeatSpec,
  panes: ReadonlyArray<Pane>,
  launched: Launched | null
): { readonly pane: Pane | null; readonly ambiguous: ReadonlyArray<string> } => {
  const named = panes.filter((pane) => pane.name === spec.name)
  const recorded = launched === null ? undefined : panes.find((pane) => pane.pane === launched.pane)
  if (recorded !== undefined && (recorded.name === null || recorded.name === spec.name)) {
    return { pane: recorded, ambiguous: [] }
  }
  const live = named.filter((pane) => !pane.dead)
  if (live.length > 1) return { pane: null, ambiguous: live.map((pane) => pane.pane) }
  return { pane: live[0] ?? named[0] ?? null, ambiguous: [] }
}

const sameProcess = (processes: PaneProcesses, launched: Launched): boolean =>
  [...(processes.root === null ? [] : [processes.root]), ...processes.foreground].some((one) =>
    launched.processes.some((known) => known.pid === one.pid && known.start === one.start)
  )

const verdictOf = (
  pane: Pane | null,
  processes: PaneProcesses | null,
  launched: Launched | null
): ProcessVerdict => {
  if (launched === null) return "unrecorded"
  if (pane === null || pane.dead) return "gone"
  if (processes === null) return "unread"
  if (sameProcess(processes, launched)) return "same"
  return isBareShell(processes) === true ? "gone" : "replaced"
}

/** A screen drawn by a CLI that has left its pane to the shell proves nothing of a prompt or a turn (design §4.16). */
const kindInPane = (screen: ScreenReading | null, bareShell: boolean): Evidence["screen"]["kind"] => {
  if (screen === null) return "absent"
  return bareShell && (screen.kind === "idle" || screen.kind === "working") ? "shell" : screen.kind
}

/** The host's word counts only with an agent in the pane and a process the seat can have (design §4.16). */
const statusOf = (pane: Pane | null, bareShell: boolean, newServer: boolean): string | null => {
  if (pane === null || pane.dead || pane.status === null) return null
  if (bareShell) return null
  const quiet = pane.status === "idle" || pane.status === "done"
  return quiet && (newServer || pane.cli === null) ? null : pane.status
}

const ended = (kind: Evidence["screen"]["kind"], bareShell: boolean): boolean =>
  bareShell && (kind === "shell" || kind === "unknown" || kind === "absent")

const newest = (...instants: ReadonlyArray<number | null | undefined>): number | null => {
  let found: number | null = null
  for (const instant of instants) {
    if (instant !== null && instant !== undefined && (found === null || instant > found)) found = instant
  }
  return found
}

const freshMemory = (spec: SeatSpec): SeatMemory => ({
  name: spec.name,
  fingerprint: spec.fingerprint,
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

const noFacts = (seat: string): SeatFacts => ({ seat, launched: null, hook: null, traces: {} })

/** What the seat looked like in this pass against what is remembered of it. */
export const viewSeat = (
  snapshot: Snapshot,
  spec: SeatSpec,
  before: SeatMemory | null,
  newServer: boolean,
  readScreen: (frame: Frame) => ScreenReading
): SeatView => {
  const { at, host } = snapshot
  const answered = host._tag === "Answered"
  const facts = snapshot.facts.find((known) => known.seat === spec.name) ?? noFacts(spec.name)
  const { pane, ambiguous } = answered
    ? findPane(spec, host.listing.panes, facts.launched)
    : { pane: null, ambiguous: [] }
  const read =
    answered && pane !== null ? host.screens.find((entry) => entry.pane === pane.pane)?.read : undefined
  const processes =
    answered && pane !== null
      ? (host.processes.find((entry) => entry.pane === pane.pane)?.processes ?? null)
      : null
  const screen =
    read?._tag === "Screen" && pane !== null && !pane.dead
      ? readScreen({
          cli: spec.cli,
          ansi: read.ansi,
          cols: read.cols ?? pane.cols,
          rows: read.rows ?? pane.rows,
          cursor: read.cursor,
          title: read.title ?? pane.title,
          altScreen: read.altScreen
        })
      : null
  const bareShell = isBareShell(processes) === true
  const kind = kindInPane(screen, bareShell)
  const verdict = answered ? verdictOf(pane, processes, facts.launched) : "unread"
  const evidence: Evidence = {
    at,
    hold: snapshot.hold,
    reachable: answered,
    process: verdict,
    screen: { kind },
    hook: facts.hook,
    herdr: statusOf(pane, bareShell, newServer),
    traces: facts.traces,
    unknownSince: before?.unknownSince ?? null,
    windows: {
      traceSeconds: spec.traceWindow / 1000,
      hookWorkingSeconds: spec.hookWorking / 1000,
      blindAfterSeconds: spec.blindAfter / 1000
    }
  }
  const running =
    pane !== null &&
    !pane.dead &&
    !(read?._tag === "Absent" && read.reason === "gone") &&
    !ended(kind, bareShell) &&
    verdict !== "gone" &&
    !lostAgent(pane, processes)
  // Nothing but a listed, running agent can be blind: a seat without a pane is missing, which has its own report.
  const blindable = running || !answered || ambiguous.length > 0
  const reading = readSeat(blindable ? evidence : { ...evidence, unknownSince: null })
  const active = showsWork(evidence) || (screen?.background ?? 0) > 0
  const base = before ?? freshMemory(spec)
  return {
    spec,
    pane,
    ambiguous,
    running,
    screen,
    absent: read?._tag === "Absent" ? read.reason : null,
    processes,
    evidence,
    reading,
    active,
    traced: newestTrace(at, facts.traces, spec.traceWindow) !== null,
    quiet: running && isQuiet(reading) && !active,
    memory: answered
      ? remember(base, {
          at,
          running,
          screen,
          evidence,
          reading,
          active,
          blindable,
          ambiguous,
          zone: snapshot.zone ?? "UTC"
        })
      : { ...base, word: reading.word, source: reading.source }
  }
}

/** herdr keeps a restored seat's name over a bare shell: a name without an agent and without a process is no seat. */
const lostAgent = (pane: Pane, processes: PaneProcesses | null): boolean =>
  pane.status !== null && pane.cli === null && processes !== null && processes.foreground.length === 0

interface Seen {
  readonly at: number
  readonly running: boolean
  readonly screen: ScreenReading | null
  readonly evidence: Evidence
  readonly reading: SeatReading
  readonly active: boolean
  readonly blindable: boolean
  readonly ambiguous: ReadonlyArray<string>
  readonly zone: string
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

const remember = (before: SeatMemory, seen: Seen): SeatMemory => {
  const { at, evidence, reading, running } = seen
  const unknownSince = seen.blindable && reading.word === "unknown" ? (before.unknownSince ?? at) : null
  // Two panes of one name are evidence of nothing but themselves: no clock starts and none ends.
  if (seen.ambiguous.length > 0)
    return { ...before, word: reading.word, source: reading.source, unknownSince }
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
  const lastWorking = running
    ? newest(before.lastWorking, fresh(hook), fresh(trace), working || prompting ? at : null)
    : null
  return {
    ...before,
    word: reading.word,
    source: reading.source,
    seenRunning: before.seenRunning || running,
    goneSince: running || !before.seenRunning ? null : (before.goneSince ?? at),
    lastWorking,
    idleSince: !running || lastWorking !== null ? null : (before.idleSince ?? (isQuiet(reading) ? at : null)),
    unknownSince,
    unsentSince: unsentSince(before, seen),
    limit: limitOf(before, seen),
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
