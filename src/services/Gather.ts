import * as Effect from "effect/Effect"
import type { ApprovalFacts } from "../domain/approval/check.ts"
import type { Listing } from "../domain/host/pane.ts"
import { paneOfRecorded } from "../domain/pass/seat-process.ts"
import type { HostAnswer, SeatFacts, Snapshot } from "../domain/pass/snapshot.ts"
import type { TeamView } from "../domain/pass/team-view.ts"
import type { TraceTeam } from "../domain/trace/team.ts"
import type { Typing } from "../domain/typing/typed.ts"
import { Facts } from "./Facts.ts"
import { Herdr, type HerdrShape, type HostError } from "./Herdr.ts"
import { Machine } from "./Machine.ts"
import { WallClock } from "./WallClock.ts"

/** What a snapshot is taken of. `folder` is the one whose disk counts. */
export interface GatherInput {
  readonly team: TeamView
  /** What tells the seats' traces apart; left out, none are looked for. */
  readonly trace?: TraceTeam | undefined
  /** The file against its approval, where somebody looked. */
  readonly approval?: ApprovalFacts | undefined
  /** Where lines may be typed; left out, the pass has none typed. */
  readonly typing?: Typing | undefined
  readonly session: string
  readonly fileProblem: string | null
  readonly remarks: ReadonlyArray<string>
  readonly folder: string
  readonly cause: Snapshot["cause"]
}

/** The panes a pass reads: those that carry a seat's name or are recorded as one's. */
const seatPanes = (
  listing: Listing,
  team: TeamView,
  facts: ReadonlyArray<SeatFacts>
): ReadonlyArray<string> => {
  const names = new Set(team.seats.map((seat) => seat.name))
  const recorded = new Set(facts.flatMap((fact) => (fact.launched === null ? [] : [fact.launched.pane])))
  return listing.panes
    .filter((pane) => (pane.name !== null && names.has(pane.name)) || recorded.has(pane.pane))
    .map((pane) => pane.pane)
}

const askHost = (
  host: HerdrShape,
  team: TeamView,
  facts: ReadonlyArray<SeatFacts>
): Effect.Effect<HostAnswer, HostError> =>
  Effect.gen(function* () {
    const listing = yield* host.list
    const panes = seatPanes(listing, team, facts)
    const ofSession = listing.panes.filter((pane) => pane.inSession && !pane.dead).map((pane) => pane.pane)
    // Both at once: a herdr call takes about a millisecond or about a hundred, whatever it asks.
    const [screens, processes] = yield* Effect.all(
      [host.read(panes), host.processes([...new Set([...panes, ...ofSession])])],
      { concurrency: "unbounded" }
    )
    // A seat whose pane was renumbered is found by its process, and then read after all.
    const moved = [
      ...new Set(
        facts.flatMap(({ launched }) => {
          const pane = launched === null ? null : paneOfRecorded(processes, launched)
          return pane === null || screens.has(pane) ? [] : [pane]
        })
      )
    ]
    const late = moved.length === 0 ? new Map() : yield* host.read(moved)
    return {
      _tag: "Answered",
      listing,
      screens: [...screens, ...late].map(([pane, read]) => ({ pane, read })),
      processes: [...processes].map(([pane, found]) => ({ pane, processes: found }))
    }
  })

/**
 * Reads everything one pass needs from the world into plain data (design §2). Never fails: a host that does not answer
 * is in the snapshot as silent.
 */
export const gather = (
  input: GatherInput
): Effect.Effect<Snapshot, never, Herdr | Machine | WallClock | Facts> =>
  Effect.gen(function* () {
    const host = yield* Herdr
    const machine = yield* Machine
    const clock = yield* WallClock
    const facts = yield* (yield* Facts).read({
      team: input.team,
      session: input.session,
      trace: input.trace ?? null
    })
    const [answer, figures] = yield* Effect.all(
      [
        askHost(host, input.team, facts.seats).pipe(
          Effect.catchAll((error) =>
            Effect.succeed<HostAnswer>({ _tag: "Silent", host: host.host, reason: error.reason })
          )
        ),
        machine.read(input.folder)
      ],
      { concurrency: "unbounded" }
    )
    // The instant is taken when the reading is complete: a slow host must not make fresh evidence look old.
    const now = yield* clock.now
    return {
      format: 1,
      at: now.at,
      monotonic: now.monotonic,
      cause: input.cause,
      session: input.session,
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      team: input.team,
      fileProblem: input.fileProblem,
      remarks: [...input.remarks, ...(facts.remarks ?? [])],
      hold: facts.hold,
      host: answer,
      facts: facts.seats,
      ...(facts.hooks === undefined ? {} : { hooks: facts.hooks }),
      ...(facts.budgets === undefined ? {} : { budgets: facts.budgets }),
      ...(facts.mail === undefined ? {} : { mail: facts.mail }),
      ...(input.typing === undefined ? {} : { typing: input.typing }),
      ...(input.approval === undefined ? {} : { approval: input.approval }),
      machine: figures
    }
  })
