import { hookOf } from "../hook/belongs.ts"
import { frameOf } from "../host/frame.ts"
import type { AbsentReason, Pane, PaneProcesses } from "../host/pane.ts"
import { isBareShell } from "../host/shell.ts"
import type { Frame } from "../screen/frame.ts"
import type { ScreenReading } from "../screen/reading.ts"
import type { Evidence, ProcessVerdict } from "../seat/evidence.ts"
import { newestTrace, readSeat, type SeatReading, showsWork } from "../seat/reading.ts"
import { told } from "../typing/told.ts"
import { holdInForce } from "./hold.ts"
import { freshMemory, type SeatMemory } from "./memory.ts"
import { isQuiet, remember } from "./seat-memory.ts"
import { findPane, verdictOf } from "./seat-process.ts"
import type { Launched, SeatFacts, Snapshot } from "./snapshot.ts"
import type { SeatSpec } from "./team-view.ts"

/** What the hooks of a seat's CLI process have shown. */
export interface HooksSeen {
  /** Any hook of this very process has written. */
  readonly seen: boolean
  /** Events this version does not know; cleaned. */
  readonly unknownEvents: ReadonlyArray<string>
}

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
  /** What the screen was read from; `styled` that it came with its styling. */
  readonly frame: Frame | null
  readonly styled: boolean
  readonly absent: AbsentReason | null
  readonly processes: PaneProcesses | null
  /** What `team up` or `team register` recorded of it. */
  readonly launched: Launched | null
  /** The conversation its CLI has open now, by the host or its hooks. */
  readonly session: string | null
  /** Another process than the launched one stands in its pane, or a restored pane without any. */
  readonly restored: boolean
  /** The launched process is gone and the conversation it had came back: restored, not launched by team. */
  readonly returned: boolean
  readonly hooks: HooksSeen
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

const NO_HOOKS: ReturnType<typeof hookOf> = { fact: null, session: null, seen: false, unknownEvents: [] }

/**
 * Something else than the launched process stands in the pane, or nothing does though the host still shows the seat there
 * (a restart of its server restores panes without their programs). A CLI that simply ended is missing, not restored.
 */
const isRestored = (
  verdict: ProcessVerdict,
  pane: Pane | null,
  launched: Launched | null,
  server: string
): boolean => {
  if (launched === null || pane === null || pane.dead) return false
  if (verdict !== "gone") return verdict === "replaced"
  const known = launched.server ?? null
  return (known !== null && known !== server) || pane.cli !== null
}

const noFacts = (seat: string): SeatFacts => ({ seat, launched: null, hook: null, traces: {} })

/** What the seat looked like in this pass against what is remembered of it. */
export const viewSeat = (
  snapshot: Snapshot,
  declared: SeatSpec,
  before: SeatMemory | null,
  newServer: boolean,
  readScreen: (frame: Frame) => ScreenReading
): SeatView => {
  const { at, host } = snapshot
  const answered = host._tag === "Answered"
  const facts = snapshot.facts.find((known) => known.seat === declared.name) ?? noFacts(declared.name)
  const spec = facts.stopped === true ? { ...declared, stopped: true } : declared
  const { pane, ambiguous } = answered ? findPane(spec, host, facts.launched) : { pane: null, ambiguous: [] }
  const read =
    answered && pane !== null ? host.screens.find((entry) => entry.pane === pane.pane)?.read : undefined
  const processes =
    answered && pane !== null
      ? (host.processes.find((entry) => entry.pane === pane.pane)?.processes ?? null)
      : null
  const frame = read?._tag === "Screen" && pane !== null && !pane.dead ? frameOf(spec.cli, pane, read) : null
  const screen = frame === null ? null : readScreen(frame)
  const bareShell = isBareShell(processes) === true
  const kind = kindInPane(screen, bareShell)
  const verdict = answered ? verdictOf(pane, processes, facts.launched) : "unread"
  const hooks =
    answered && pane !== null
      ? hookOf(snapshot.hooks ?? [], {
          cli: spec.cli,
          pane: pane.pane,
          host: host.listing.host,
          server: host.listing.server,
          processes,
          launched: facts.launched,
          at
        })
      : NO_HOOKS
  const hold = snapshot.hold ?? holdInForce(facts.hold, at)
  const evidence: Evidence = {
    at,
    hold: hold === null ? null : { since: hold.since },
    reachable: answered,
    process: verdict,
    screen: { kind },
    // What a CLI said before it left its pane to the shell, for good or suspended, says nothing of now.
    hook: bareShell ? null : (facts.hook ?? hooks.fact),
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
    !(ended(kind, bareShell) && verdict !== "same") &&
    verdict !== "gone" &&
    !lostAgent(pane, processes)
  // Nothing but a listed, running agent can be blind: a seat without a pane is missing, which has its own report.
  const blindable = running || !answered || ambiguous.length > 0
  const reading = readSeat(blindable ? evidence : { ...evidence, unknownSince: null })
  const active = showsWork(evidence) || (screen?.background ?? 0) > 0
  // After a clock that stepped back nothing that was done may lie ahead of now.
  const typed = (snapshot.typing?.typed ?? []).flatMap((fact) =>
    fact.seat === spec.name ? [{ ...fact, at: Math.min(fact.at, at) }] : []
  )
  const known = before ?? freshMemory(spec)
  const typing = told(known.typing ?? {}, typed, screen?.kind ?? null)
  const base = known.typing === undefined && typed.length === 0 ? known : { ...known, typing }
  const session = hooks.session ?? (pane === null || pane.cli === null ? null : pane.session)
  const returned =
    verdict === "replaced" &&
    session !== null &&
    facts.launched !== null &&
    session === facts.launched.session
  return {
    spec,
    pane,
    ambiguous,
    running,
    screen,
    frame,
    styled: read?._tag === "Screen" && read.styled,
    absent: read?._tag === "Absent" ? read.reason : null,
    processes,
    launched: facts.launched,
    session,
    restored: !returned && answered && isRestored(verdict, pane, facts.launched, host.listing.server),
    returned,
    hooks: { seen: hooks.seen, unknownEvents: hooks.unknownEvents },
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
          zone: snapshot.zone ?? "UTC",
          launchedAt: verdict === "same" ? (facts.launched?.at ?? null) : null
        })
      : { ...base, word: reading.word, source: reading.source }
  }
}

/** herdr keeps a restored seat's name over a bare shell: a name without an agent and without a process is no seat. */
const lostAgent = (pane: Pane, processes: PaneProcesses | null): boolean =>
  pane.status !== null && pane.cli === null && processes !== null && processes.foreground.length === 0
