import type { Listing } from "../host/pane.ts"
import type { MachineReading } from "../machine/reading.ts"
import type { BudgetPass } from "../pass/budget-pass.ts"
import type { PassMemory } from "../pass/memory.ts"
import type { SeatView } from "../pass/seat-view.ts"
import type { Snapshot } from "../pass/snapshot.ts"
import type { TeamView } from "../pass/team-view.ts"
import type { Finding } from "../report/finding.ts"
import type { CheckName } from "./names.ts"

/** What every check may read: this pass's world, seen once. */
export interface CheckContext {
  readonly at: number
  readonly team: TeamView
  readonly machine: MachineReading
  readonly seats: ReadonlyArray<SeatView>
  readonly snapshot: Snapshot
  /** The accounts as they count in this pass. */
  readonly budgets: BudgetPass
  /** Null while the host does not answer. */
  readonly listing: Listing | null
  /** The memory as this pass leaves it, but for the reports. */
  readonly memory: PassMemory
}

/** A check that looks at one seat at a time. It is not asked while the host is silent: what stands goes on standing. */
export interface SeatCheck {
  readonly name: CheckName
  readonly runsOn: "seat"
  readonly run: (seat: SeatView, context: CheckContext) => ReadonlyArray<Finding>
}

/** A check that looks at the whole team or the machine. `needsHost` ones are not asked while the host is silent. */
export interface TeamCheck {
  readonly name: CheckName
  readonly runsOn: "team"
  readonly needsHost: boolean
  readonly run: (context: CheckContext) => ReadonlyArray<Finding>
}

export type Check = SeatCheck | TeamCheck
