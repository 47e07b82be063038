import { CHECKS } from "../check/all.ts"
import type { Check, CheckContext } from "../check/check.ts"
import { ALWAYS_ON } from "../check/names.ts"
import { everyWorkerIdle } from "../check/team-idle.ts"
import { displayLine } from "../display/line.ts"
import { readingsLine } from "../machine/reading.ts"
import * as text from "../report/catalogue.ts"
import { once } from "../report/finding.ts"
import { type Found, foldFindings, forget, keepActive } from "../report/memory.ts"
import type { Report, StandingReport } from "../report/report.ts"
import type { Frame } from "../screen/frame.ts"
import { readScreen } from "../screen/read.ts"
import type { ScreenReading } from "../screen/reading.ts"
import type { Profiles } from "../screen/user-profile.ts"
import type { Intent } from "../typing/typed.ts"
import { type BudgetPass, budgetPass } from "./budget-pass.ts"
import { elapsedSince, shiftMemory } from "./jump.ts"
import { type PassMemory, recent, type SeatMemory } from "./memory.ts"
import { type SeatView, viewSeat } from "./seat-view.ts"
import type { Snapshot } from "./snapshot.ts"
import { typingPass } from "./typing-pass.ts"

/** The machine's readings are logged every ten minutes (spec 000 §3.3), in milliseconds. */
export const READINGS_EVERY = 600_000

/** How many remarks that no longer hold are remembered. */
const SAID_KEPT = 200

/** What one pass makes of a snapshot (design §2). */
export interface PassResult {
  readonly at: number
  readonly seats: ReadonlyArray<SeatView>
  /** Reports to be said now. */
  readonly say: ReadonlyArray<Report>
  /** Reports that hold, said now or earlier. */
  readonly standing: ReadonlyArray<StandingReport>
  /** Lines for the log and the terminal that are no reports: remarks and changes of a seat's word. */
  readonly lines: ReadonlyArray<string>
  /** The sidebar lines of every seat that runs (spec 000 §3.9). */
  readonly display: ReadonlyArray<SeatDisplay>
  /** The accounts as they count, and what the screens showed of them. */
  readonly budgets: BudgetPass
  /** The lines to be typed now, one a seat at most (spec 000 §3.6). */
  readonly intents: ReadonlyArray<Intent>
  /** The machine's figures for the log, when they are due. */
  readonly readings: string | null
  /** Look again soon: the clock jumped and nothing new was said. */
  readonly again: boolean
  readonly memory: PassMemory
}

/** The two lines of one seat's pane, painted by the host and never written to the file. */
export interface SeatDisplay {
  readonly seat: string
  readonly pane: string
  readonly label: string
  readonly display: string
}

/** What an embedding program, or a person's own profiles, put in the place of what ships. */
export interface PassOptions {
  /** The checks to run, in their order; the sixteen of spec 000 §3.3 when left out. */
  readonly checks?: ReadonlyArray<Check> | undefined
  /** The reader of screens; the shipped profiles when left out. */
  readonly read?: ((frame: Frame) => ScreenReading) | undefined
  /** A person's own profiles, for what stands in a box; `read` is of the same. */
  readonly profiles?: Profiles | undefined
}

/**
 * One pass of the watch: pure, the same snapshot and memory give the same result, so a recorded watch can be replayed.
 */
export const pass = (snapshot: Snapshot, remembered: PassMemory, options: PassOptions = {}): PassResult => {
  const { at, team } = snapshot
  const before = recent(remembered, at)
  const { checks = CHECKS, read = readScreen } = options
  const listing = snapshot.host._tag === "Answered" ? snapshot.host.listing : null
  const elapsed = elapsedSince(before, at, snapshot.monotonic, team.interval, listing !== null)
  const { settle } = elapsed
  const changed = changedSeats(snapshot, before)
  const shifted = shiftMemory(before, elapsed)
  const known = new Map(
    shifted.seats.filter((seat) => !changed.has(seat.name)).map((seat) => [seat.name, seat])
  )
  const newServer = listing !== null && before.server !== null && listing.server !== before.server
  const seats = team.seats.map((spec) =>
    viewSeat(snapshot, spec, known.get(spec.name) ?? null, newServer, read)
  )

  const idleNow = listing === null ? null : everyWorkerIdle(seats)
  const budgets = budgetPass(snapshot, seats, shifted)
  const typing = typingPass(snapshot, seats, shifted.reports, settle, options.profiles)
  const memory: PassMemory = {
    at,
    monotonic: snapshot.monotonic,
    server: listing?.server ?? before.server,
    seats: typing.seats,
    reports: shifted.reports,
    teamIdleSince: idleNow === null ? shifted.teamIdleSince : idleNow ? (shifted.teamIdleSince ?? at) : null,
    swap: swapSamples(snapshot, shifted),
    marks: budgets.marks,
    said: before.said,
    readingsAt: before.readingsAt
  }
  const context: CheckContext = {
    at,
    team,
    machine: snapshot.machine,
    seats,
    snapshot,
    budgets,
    listing,
    memory
  }
  // Only the keys of seat checks end in a seat's name; a pane's id or a notice of the watch may look like one.
  const ofSeats = new Set<string>(checks.filter((check) => check.runsOn === "seat").map(({ name }) => name))
  const reports = forget(
    shifted.reports,
    (key, check) => ofSeats.has(check) && [...changed].some((name) => key.endsWith(`:${name}`))
  )
  const found = [
    ...watchFindings(snapshot),
    ...typing.found,
    ...runChecks(checks, context),
    ...keptWhileSilent(checks, context)
  ]
  const folded = foldFindings(
    reports,
    at,
    found,
    settle ? "settle" : snapshot.cause === "change" ? "early" : "regular"
  )

  const current = [...new Set(remarksOf(snapshot, seats))]
  const remarks = current.filter((line) => !before.said.includes(line))
  const due = before.readingsAt === null || at - before.readingsAt >= READINGS_EVERY || at < before.readingsAt
  return {
    at,
    seats,
    say: folded.say,
    standing: folded.standing,
    lines: [...remarks, ...wordChanges(before, seats), ...typing.lines],
    intents: typing.intents,
    display: seats.flatMap(displayOf),
    budgets,
    readings: due ? readingsLine(snapshot.machine) : null,
    again: settle,
    memory: {
      ...memory,
      reports: folded.memory,
      // What still holds is never forgotten, else a long list of remarks would be said over and over.
      said: [...before.said.filter((line) => !current.includes(line)).slice(-SAID_KEPT), ...current],
      readingsAt: due ? at : before.readingsAt
    }
  }
}

const displayOf = ({ memory, pane, running, screen, spec }: SeatView): ReadonlyArray<SeatDisplay> =>
  running && pane !== null
    ? [
        {
          seat: spec.name,
          pane: pane.pane,
          label: spec.label,
          display: displayLine({ ...spec, effort: spec.effort ?? null }, screen, memory.effort ?? null)
        }
      ]
    : []

const changedSeats = (snapshot: Snapshot, before: PassMemory): ReadonlySet<string> => {
  const fingerprints = new Map(snapshot.team.seats.map((seat) => [seat.name, seat.fingerprint]))
  return new Set(
    before.seats.filter((seat) => fingerprints.get(seat.name) !== seat.fingerprint).map((seat) => seat.name)
  )
}

const swapSamples = ({ at, machine, team }: Snapshot, memory: PassMemory): PassMemory["swap"] => {
  const inside = memory.swap.filter(
    (sample) => at - sample.at <= team.machine.swapGrowthWindow && sample.at <= at
  )
  return machine.swapUsedBytes === null ? inside : [...inside, { at, used: machine.swapUsedBytes }]
}

/** The watch's own notices follow the report rule too (spec 000 §3.4). */
const watchFindings = (snapshot: Snapshot): ReadonlyArray<Found> => [
  ...(snapshot.fileProblem === null
    ? []
    : [
        {
          check: "watch" as const,
          finding: once("watch:file", text.fileUnreadable(snapshot.fileProblem), "owner")
        }
      ]),
  ...(snapshot.host._tag === "Answered"
    ? []
    : [
        { check: "watch" as const, finding: once("watch:host", text.hostSilent(snapshot.host.host), "owner") }
      ])
]

/** A file switches a check off, but never one of the four (spec 000 §3.3). */
const isOn = (check: Check, context: CheckContext): boolean =>
  ALWAYS_ON.includes(check.name) || !context.team.checksOff.includes(check.name)

const asksHost = (check: Check): boolean => check.runsOn === "seat" || check.needsHost

const runChecks = (checks: ReadonlyArray<Check>, context: CheckContext): ReadonlyArray<Found> => {
  const enabled = checks.filter(
    (check) => isOn(check, context) && (context.listing !== null || !asksHost(check))
  )
  const ofSeats = context.seats.flatMap((seat) =>
    enabled.flatMap((check) =>
      check.runsOn === "seat"
        ? check.run(seat, context).map((finding) => ({ check: check.name, finding }))
        : []
    )
  )
  const ofTeam = enabled.flatMap((check) =>
    check.runsOn === "team" ? check.run(context).map((finding) => ({ check: check.name, finding })) : []
  )
  return [...ofSeats, ...ofTeam]
}

/** A failed read clears nothing: while the host is silent, what its checks said goes on standing. */
const keptWhileSilent = (checks: ReadonlyArray<Check>, context: CheckContext): ReadonlyArray<Found> => {
  if (context.listing !== null) return []
  const silent = new Set<string>(
    checks.filter((check) => asksHost(check) && isOn(check, context)).map((c) => c.name)
  )
  return keepActive(context.memory.reports, (check) => silent.has(check))
}

const remarksOf = (snapshot: Snapshot, seats: ReadonlyArray<SeatView>): ReadonlyArray<string> => [
  ...(snapshot.session === snapshot.team.session
    ? []
    : [text.foreignSession(snapshot.session, snapshot.team.session)]),
  ...snapshot.remarks,
  ...(snapshot.host._tag === "Answered" ? snapshot.host.listing.warnings : []),
  ...seats
    .filter((seat) => seat.ambiguous.length > 0)
    .map((seat) => text.ambiguous(seat.spec.name, seat.ambiguous)),
  ...seats.flatMap(({ hooks, spec }) =>
    hooks.unknownEvents.map((event) => text.unknownEvent(spec.name, spec.cli, event))
  )
]

/** What a person follows in the log: each change of a word, and a seat that went blind, once a period. */
const wordChanges = (before: PassMemory, seats: ReadonlyArray<SeatView>): ReadonlyArray<string> => {
  const last = new Map<string, SeatMemory>(before.seats.map((seat) => [seat.name, seat]))
  return seats.flatMap(({ reading, spec }) => {
    const was = last.get(spec.name)
    const now = `${reading.word} (${reading.source})`
    const blind = reading.blind && was?.blind !== true ? [text.blind(spec.name)] : []
    if (was === undefined) return [`${spec.name}: ${now}`, ...blind]
    return was.word === reading.word && was.source === reading.source
      ? blind
      : [`${spec.name}: ${was.word} (${was.source}) → ${now}`, ...blind]
  })
}
