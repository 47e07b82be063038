import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { isBareShell } from "../../domain/host/shell.ts"
import type { DownPlan } from "../../domain/launch/down.ts"
import type { SeatOutcome } from "../../domain/launch/records.ts"
import { holdsRecorded } from "../../domain/pass/seat-process.ts"
import type { SeatView } from "../../domain/pass/seat-view.ts"
import type { Profiles } from "../../domain/screen/user-profile.ts"
import { exitLine } from "../../domain/typing/line.ts"
import { reasonText } from "../../domain/typing/outcome.ts"
import { Herdr } from "../Herdr.ts"
import { SeatLock } from "../SeatLock.ts"
import { SessionState, seatRecordOf } from "../SessionState.ts"
import { deliver } from "../Typist.ts"
import { targetOf } from "../typing-target.ts"

/** How long a CLI may take to end, in ms, and between two looks at it. */
const PATIENCE = 30_000
const EVERY = 500

/** Nothing of the seat runs any more. */
export const stopped = (seat: string, details: ReadonlyArray<string> = []): SeatOutcome => ({
  seat,
  ready: true,
  record: `${seat}: stopped`,
  details,
  rows: []
})

/** The seat is left as it is, and why. */
export const stays = (seat: string, why: string): SeatOutcome => ({
  seat,
  ready: false,
  record: `${seat}: ${why}`,
  details: [],
  rows: []
})

/** Whether the CLI has left its pane: the pane is gone, or only its shell is left. Null when the host cannot say. */
const hasEnded = (view: SeatView, pane: string) =>
  Effect.gen(function* () {
    const host = yield* Herdr
    const listing = yield* host.list
    const found = listing.panes.find((one) => one.pane === pane)
    if (found === undefined || found.dead) return true
    const processes = (yield* host.processes([pane])).get(pane) ?? null
    if (processes === null) return null
    if (view.launched !== null && holdsRecorded(processes, view.launched)) return false
    return isBareShell(processes) === true ? true : null
  }).pipe(
    // A host whose last pane ended ends too, and answers no more.
    Effect.catchAll((error) => Effect.succeed(error.reason === "NotRunning" ? true : null))
  )

/**
 * What a launch that was cut short left behind: its workspace is closed while nothing but a shell is in it. A CLI there is left to
 * the run that goes on with it. Null when nothing stands in the way.
 */
const closeCutShort = (session: string, seat: string) =>
  Effect.gen(function* () {
    const host = yield* Herdr
    const state = yield* SessionState
    const launching = seatRecordOf(yield* state.session(session), seat).launching
    if (launching === undefined) return null
    const { pane, server, workspace } = launching
    const listing = yield* host.list
    const inside = listing.panes.filter((one) => one.workspace === workspace)
    if (listing.server !== server || !inside.some((one) => one.pane === pane)) return null
    const processes = (yield* host.processes([pane])).get(pane) ?? null
    if (inside.length === 1 && isBareShell(processes) === true) {
      yield* host.closeWorkspace(workspace)
      return null
    }
    return `its launch was cut short, and pane ${pane} is not at its shell; left running (team up goes on with it)`
  })

/** Who stops a seat, and in which session. */
export interface Stop {
  readonly session: string
  readonly by: "down" | "remove"
}

const forget = ({ by, session }: Stop, seat: string) =>
  Effect.gen(function* () {
    const state = yield* SessionState
    const at = yield* Clock.currentTimeMillis
    yield* state.changeSeat(session, seat, ({ launched: _, launching: __, ...record }) => ({
      ...record,
      stopped: { by, at }
    }))
  })

/**
 * Closes the workspace that `team up` made for the seat, when the seat's pane alone is in it; null when it did, else why not.
 * `anything` also with a program in front; else nothing but a shell at its prompt, or an ended program, is closed.
 */
const closeOwn = ({ launched, pane, spec }: SeatView, anything: boolean) =>
  Effect.gen(function* () {
    const host = yield* Herdr
    const workspace = launched?.workspace
    if (workspace === undefined || pane === null)
      return "it has no workspace that team up made; none was closed"
    const listing = yield* Effect.option(host.list)
    if (listing._tag === "None") return "the host does not answer; its workspace was not closed"
    const inside = listing.value.panes.filter((one) => one.workspace === workspace)
    const own = inside.find((one) => one.pane === pane.pane)
    if (own === undefined) return null
    // Another server gives the same ids to other windows; so does a name that somebody else has now.
    if (launched?.server !== listing.value.server || (own.name !== null && own.name !== spec.name))
      return "its workspace is not the one that was made for it; not closed"
    if (inside.length > 1) return "its workspace holds other panes; not closed"
    const processes = (yield* Effect.orElseSucceed(host.processes([own.pane]), () => new Map())).get(own.pane)
    if (!anything && !own.dead && isBareShell(processes ?? null) !== true)
      return "another program stands in its pane; its workspace was not closed"
    const closed = yield* Effect.either(host.closeWorkspace(workspace))
    return Either.isLeft(closed) ? "its workspace did not close" : null
  })

const ended = (stop: Stop, view: SeatView) =>
  Effect.gen(function* () {
    const seat = view.spec.name
    const why = yield* closeCutShort(stop.session, seat)
    if (why !== null) return stays(seat, why)
    // A seat that nobody launched here has nothing to close, and a pane that went with its CLI neither.
    const left = view.launched?.workspace === undefined ? null : yield* closeOwn(view, false)
    yield* forget(stop, seat)
    return stopped(seat, left === null || view.pane === null ? [] : [left])
  })

const exits = (stop: Stop, view: SeatView, exit: "/exit" | "/quit", profiles: Profiles | undefined) =>
  Effect.gen(function* () {
    const seat = view.spec.name
    const pane = view.pane?.pane
    if (pane === undefined) return stays(seat, "it has no pane")
    const locks = yield* SeatLock
    const target = yield* targetOf(view, pane, profiles)
    const typed = yield* Effect.either(
      locks.withSeat(
        stop.session,
        seat
      )((held) => deliver({ ...target, held, line: exitLine(exit), own: { _tag: "None" } }))
    )
    if (Either.isLeft(typed))
      return stays(seat, `its exit was not typed: ${typed.left.message}; left running`)
    const outcome = typed.right
    if (outcome._tag === "NotTyped")
      return stays(seat, `its exit was not typed: ${reasonText(outcome.reason)}; left running`)
    if (outcome._tag === "TypedNotSent")
      return stays(
        seat,
        `its exit was typed, not sent: ${reasonText(outcome.reason)}; the text stands in its box: clear it (Ctrl-C), then run down again`
      )
    for (let waited = 0; waited < PATIENCE; waited += EVERY) {
      if ((yield* hasEnded(view, pane)) === true) return yield* ended(stop, view)
      yield* Effect.sleep(EVERY)
    }
    return stays(seat, `its CLI did not end within ${PATIENCE / 1_000} s of its exit; left running`)
  })

/** Writes down that the seat is being stopped while it is: a watch's pass in between has nothing to report. */
const announced = <E, R>(stop: Stop, view: SeatView, effect: Effect.Effect<SeatOutcome, E, R>) =>
  Effect.gen(function* () {
    const state = yield* SessionState
    const { by, session } = stop
    const seat = view.spec.name
    const before = seatRecordOf(yield* state.session(session), seat).stopped
    const at = yield* Clock.currentTimeMillis
    yield* state.changeSeat(session, seat, (record) => ({ ...record, stopped: { by, at } }))
    const takeBack = state.changeSeat(session, seat, ({ stopped: _, ...record }) => ({
      ...record,
      ...(before === undefined ? {} : { stopped: before })
    }))
    const outcome = yield* Effect.onError(effect, () => Effect.ignore(takeBack))
    if (!outcome.ready) yield* takeBack
    return outcome
  })

/**
 * Stops one seat (spec 000 §3.6, issue of `team down`): the CLI's own exit text into an empty idle prompt, and its end proven by
 * the pane's processes; a workspace that `team up` made is closed then. Whatever is not free is left with its reason.
 */
export const downSeat = (stop: Stop, view: SeatView, plan: DownPlan, profiles: Profiles | undefined) => {
  switch (plan._tag) {
    case "Gone":
      return ended(stop, view)
    case "Exit":
      return announced(stop, view, exits(stop, view, plan.exit, profiles))
    case "Busy":
    case "Left":
      return Effect.succeed(stays(plan.seat, plan.reason))
  }
}

/** Closes what is left of a seat without a key, when its owner says so in person; only a workspace made for it alone. */
export const abandonSeat = (stop: Stop, view: SeatView) =>
  Effect.gen(function* () {
    const seat = view.spec.name
    if (view.launched?.workspace === undefined || view.pane?.workspace !== view.launched.workspace) {
      return stays(seat, "its workspace is not one that team up made; left running (close its pane by hand)")
    }
    const left = yield* closeOwn(view, true)
    if (left !== null) return stays(seat, `${left}; left running`)
    yield* forget(stop, seat)
    return stopped(seat, ["closed without input"])
  })
