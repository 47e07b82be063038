import * as Schema from "effect/Schema"
import { BudgetSpec } from "../budget/account.ts"
import { CheckName } from "../check/names.ts"

/** A seat as a pass needs it: what the file declares and the windows in force for it, in milliseconds. */
export const SeatSpec = Schema.Struct({
  name: Schema.String,
  role: Schema.String,
  cli: Schema.String,
  account: Schema.String,
  model: Schema.String,
  version: Schema.String,
  modelFrom: Schema.NullOr(Schema.Literal("launcher")),
  label: Schema.String,
  display: Schema.String,
  /** The effort the launch line asks for. */
  effort: Schema.optional(Schema.NullOr(Schema.String)),
  leads: Schema.Boolean,
  operator: Schema.Boolean,
  parked: Schema.Boolean,
  stopped: Schema.Boolean,
  /** Changes when the seat's entry in the file changes: what was remembered of it is then dropped (design §6). */
  fingerprint: Schema.String,
  /** Idle to the lead, after `tempo`. */
  idleWindow: Schema.Number,
  /** Idle to the owner; `tempo` never scales it. */
  idleOwner: Schema.Number,
  blindAfter: Schema.Number,
  traceWindow: Schema.Number,
  hookWorking: Schema.Number
})
export type SeatSpec = typeof SeatSpec.Type

const Measure = Schema.Struct({ value: Schema.Number, written: Schema.String })

/** The machine's limit contract (spec 000 §3.3): load per core, percent, bytes and milliseconds. */
export const MachineLimits = Schema.Struct({
  loadMax: Measure,
  memoryMin: Schema.Number,
  diskMin: Schema.Number,
  swapFreeMin: Schema.Number,
  swapGrowthMax: Schema.Number,
  swapGrowthWindow: Schema.Number
})
export type MachineLimits = typeof MachineLimits.Type

/** The team as the watch has it in this pass: the file, resolved. Durations in milliseconds, after `tempo`. */
export const TeamView = Schema.Struct({
  project: Schema.String,
  /** The session the file names. */
  session: Schema.String,
  seats: Schema.Array(SeatSpec),
  interval: Schema.Number,
  intervalWritten: Schema.String,
  idleRepeat: Schema.NullOr(Schema.Number),
  teamIdle: Schema.Number,
  unsentAfter: Schema.Number,
  nudgeWait: Schema.Number,
  checksOff: Schema.Array(CheckName),
  machine: MachineLimits,
  /** The accounts that are counted; none when left out. */
  budgets: Schema.optional(BudgetSpec)
})
export type TeamView = typeof TeamView.Type
