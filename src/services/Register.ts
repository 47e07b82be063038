import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { displayLine } from "../domain/display/line.ts"
import { hookOf } from "../domain/hook/belongs.ts"
import { agentName } from "../domain/host/agents.ts"
import { launchedProcesses } from "../domain/host/launched.ts"
import type { Pane, ProcessId } from "../domain/host/pane.ts"
import { isShellName } from "../domain/host/shell.ts"
import { holdsRecorded } from "../domain/pass/seat-process.ts"
import type { Launched } from "../domain/pass/snapshot.ts"
import type { SeatSpec } from "../domain/pass/team-view.ts"
import { cleanText } from "../domain/text/clean.ts"
import { Herdr, type HostError } from "./Herdr.ts"
import { HookRecords } from "./HookRecords.ts"
import { Processes } from "./Processes.ts"
import { SessionState } from "./SessionState.ts"
import type { StateError } from "./StateFile.ts"
import { WallClock } from "./WallClock.ts"

/**
 * Why a seat could not be recorded. `NoPane` none is its own, or the named one is not there · `Ambiguous` several carry its
 * name · `Taken` the pane is another seat's · `NoCli` a shell at its prompt or an ended program is in front · `Unread`
 * the host cannot say what runs there.
 */
export type RegisterReason = "NoPane" | "Ambiguous" | "Taken" | "NoCli" | "Unread"

/** Names the seat and panes only, never what a pane shows. */
export class RegisterRefused extends Data.TaggedError("RegisterRefused")<{
  readonly reason: RegisterReason
  readonly message: string
}> {}

export interface RegisterOptions {
  readonly session: string
  readonly seat: SeatSpec
  /** Every seat of the file, for whose pane it may already be. */
  readonly seats: ReadonlyArray<SeatSpec>
  /** The pane to record; null takes the one that carries the seat's name. */
  readonly pane: string | null
  readonly by: "up" | "register"
  /** False tells what would be recorded and changes nothing. */
  readonly write: boolean
}

/** What was recorded, and the two lines the pane now carries. */
export interface Registered {
  readonly launched: Launched
  readonly label: string
  readonly display: string
}

/** Display lines without a watch to repaint them stand this long, in milliseconds. */
const DISPLAY_TTL = 3_600_000

const refuse = (reason: RegisterReason, message: string) => new RegisterRefused({ reason, message })

const choose = (
  { pane, seat }: RegisterOptions,
  panes: ReadonlyArray<Pane>
): Effect.Effect<Pane, RegisterRefused> => {
  const live = panes.filter((one) => one.inSession && !one.dead)
  if (pane !== null) {
    const found = live.find((one) => one.pane === pane)
    if (found !== undefined) return Effect.succeed(found)
    return refuse("NoPane", `the session has no pane ${cleanText(pane, 40)} with a running program`)
  }
  const named = live.filter((one) => one.name === seat.name)
  const [first, ...others] = named
  if (first !== undefined && others.length === 0) return Effect.succeed(first)
  return first === undefined
    ? refuse("NoPane", `no pane carries the name ${seat.name}; name one with --pane`)
    : refuse(
        "Ambiguous",
        `${named.length} panes carry its name (${named.map((p) => p.pane).join(", ")}); name one with --pane`
      )
}

/** Where the machine's own listing does not have the pane: the agents by name, else whatever is first in front. */
const byName = (front: ReadonlyArray<ProcessId>): ReadonlyArray<ProcessId> => {
  const agents = front.filter((one) => agentName([one]) !== null)
  return agents.length > 0 ? agents : front.slice(0, 1)
}

/**
 * Records the CLI that runs in a seat's pane: pane, process identity, conversation and instant, names the pane after the
 * seat and sets its two sidebar lines from the file (spec 000 §3.1 rank 3, §3.9). Nothing is typed. Every refusal comes before
 * anything is changed; a state that cannot be written leaves the pane named and nothing recorded.
 */
export const registerSeat = (
  options: RegisterOptions
): Effect.Effect<
  Registered,
  RegisterRefused | HostError | StateError,
  Herdr | Processes | SessionState | HookRecords | WallClock
> =>
  Effect.gen(function* () {
    const { by, seat, session } = options
    const host = yield* Herdr
    const state = yield* SessionState
    const listing = yield* host.list
    const pane = yield* choose(options, listing.panes)
    const found = (yield* host.processes([pane.pane])).get(pane.pane) ?? null
    if (found === null || (found.root === null && found.foreground.length === 0)) {
      return yield* refuse("Unread", `the host cannot say what runs in pane ${pane.pane}`)
    }
    const record = yield* state.session(session)
    const owner = options.seats.find((other) => {
      if (other.name === seat.name) return false
      const launched = record.seats?.[other.name]?.launched
      return pane.name === other.name || (launched !== undefined && holdsRecorded(found, launched))
    })
    if (owner !== undefined) return yield* refuse("Taken", `pane ${pane.pane} is ${owner.name}'s`)
    const namesake = listing.panes.find(
      (one) => one.pane !== pane.pane && one.name === seat.name && one.inSession && !one.dead
    )
    if (namesake !== undefined) {
      return yield* refuse(
        "Ambiguous",
        `pane ${namesake.pane} carries the name ${seat.name} too; close or rename it first`
      )
    }
    const table = yield* Effect.orElseSucceed((yield* Processes).table, () => null)
    const root = found.root?.pid ?? null
    const front = found.foreground.filter((one) => !isShellName(one.name) || one.script === true)
    const processes =
      table === null || root === null || !table.has(root) ? byName(front) : launchedProcesses(table, root)
    if (front.length === 0 || processes.length === 0) {
      return yield* refuse(
        "NoCli",
        `pane ${pane.pane} has a shell at its prompt in front; start the seat's CLI first`
      )
    }
    const { at } = yield* (yield* WallClock).now
    const { records } = yield* (yield* HookRecords).read
    const hooks = hookOf(records, {
      cli: seat.cli,
      pane: pane.pane,
      host: listing.host,
      server: listing.server,
      processes: found,
      launched: null,
      at
    })
    const launched: Launched = {
      pane: pane.pane,
      processes,
      session: hooks.session ?? (pane.cli === null ? null : pane.session),
      at,
      server: listing.server,
      by
    }
    const display = displayLine({ ...seat, effort: seat.effort ?? null }, null, null)
    if (!options.write) return { launched, label: seat.label, display }
    if (pane.name !== seat.name) yield* host.nameSeat(pane.pane, seat.name)
    yield* state.changeSeat(session, seat.name, (before) => ({ ...before, launched }))
    // The record stands whether a sidebar takes the lines or not.
    yield* Effect.ignore(host.setDisplay(pane.pane, { label: seat.label, display, ttl: DISPLAY_TTL }))
    return { launched, label: seat.label, display }
  })
