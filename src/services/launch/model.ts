import type * as Effect from "effect/Effect"
import type { Launching } from "../../domain/launch/launching.ts"
import type { SeatPlan } from "../../domain/launch/plan.ts"
import type { PassMemory } from "../../domain/pass/memory.ts"
import type { SeatSpec, TeamView } from "../../domain/pass/team-view.ts"
import type { Profiles } from "../../domain/screen/user-profile.ts"
import type { TeamFile } from "../../domain/team/file.ts"
import type { Seat } from "../../domain/team/seat.ts"
import type { Reader } from "./look.ts"

/** Where a seat is on its way, as a terminal shows it. */
export type Stage = "launching" | "waiting for its prompt" | "naming" | "sending its rules"

/** What the owner answers at the pause: open, skip, stop; `ended` when there is nobody to answer any more. */
export type Answer = "open" | "skip" | "stop" | "ended"

/** One run of `team up` or `team add`, for all its seats. */
export interface LaunchRun {
  readonly session: string
  readonly root: string
  readonly configFolder: string
  readonly file: TeamFile
  readonly team: TeamView
  readonly memory: Pick<PassMemory, "swap">
  readonly profiles: Profiles | undefined
  readonly read: Reader | undefined
  readonly onStage: (seat: string, stage: Stage) => Effect.Effect<void>
  /** Asks the owner about a seat that waits at a dialog; null where nobody sits at a terminal. */
  readonly ask: ((seat: string, kind: string, pane: string) => Effect.Effect<Answer>) | null
}

/** One seat that is launched in a run. */
export interface SeatLaunch {
  readonly plan: Extract<SeatPlan, { readonly _tag: "Launch" }>
  readonly seat: Seat
  readonly spec: SeatSpec
  readonly specs: ReadonlyArray<SeatSpec>
  /** Where it starts, absolute. */
  readonly folder: string
}

/** A launch whose pane is there. */
export interface Opened {
  readonly at: Launching
  /** Whether its command was run by this run. */
  readonly fresh: boolean
}
