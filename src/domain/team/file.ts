import * as Schema from "effect/Schema"
import { CheckName } from "../check/names.ts"
import { Duration } from "../threshold/duration.ts"
import type { Declared } from "../threshold/words.ts"
import { LivenessWord } from "../threshold/words.ts"
import { watchDeclared } from "./liveness.ts"
import { Seat } from "./seat.ts"
import { account } from "./sections/budgets.ts"
import { delegates } from "./sections/delegates.ts"
import { dialogs } from "./sections/dialogs.ts"
import { identity } from "./sections/identity.ts"
import { limits } from "./sections/limits.ts"
import { machine } from "./sections/machine.ts"
import { workspace } from "./sections/workspace.ts"

/** The `watch` section with its defaults. Durations as written, before `tempo`. */
export const Watch = Schema.Struct({
  interval: Duration,
  idle_first: LivenessWord,
  idle_owner: LivenessWord,
  blind_after: LivenessWord,
  trace_window_seconds: Schema.NullOr(LivenessWord),
  hook_working_seconds: Schema.NullOr(LivenessWord),
  /** Null: the operator's idle report is not repeated. */
  idle_repeat: Schema.NullOr(Duration),
  team_idle: Duration,
  unsent_after: Duration,
  nudge_wait: Duration,
  /** Null: the fixed nudge line. */
  nudge: Schema.NullOr(Schema.String),
  tempo: Schema.Number,
  /** The checks that are switched off. */
  checks: Schema.Array(CheckName),
  notify_command: Schema.NullOr(Schema.String)
})
export type Watch = typeof Watch.Type

/** A team file: valid, defaults filled in, seats expanded. Keys are the file's own (spec 000 §3.2, §3.3). */
export const TeamFile = Schema.Struct({
  format: Schema.Literal(1),
  project: Schema.String,
  session: Schema.String,
  operator: Schema.String,
  /** The seat that leads, whichever way the file says it. */
  lead: Schema.String,
  visibility: Schema.NullOr(Schema.Literal("public", "private")),
  trust: Schema.Array(Schema.String),
  /** `seats` null: see `seatCeiling`. */
  limits: limits.type,
  /** Load per core, percent, bytes. */
  machine: machine.type,
  rules: Schema.Array(Schema.String),
  identity: identity.type,
  workspace: workspace.type,
  dialogs: dialogs.type,
  delegates: delegates.type,
  budgets: Schema.Struct({
    stale_after: Duration,
    check_every: Duration,
    marks: Schema.Array(Schema.Number),
    accounts: Schema.Record({ key: Schema.String, value: account.type })
  }),
  watch: Watch,
  seats: Schema.Array(Seat)
})
export type TeamFile = typeof TeamFile.Type

/** Most seats that may run: as the file says, else the declared and the temporary ones together. */
export const seatCeiling = (file: TeamFile): number =>
  file.limits.seats ?? file.seats.length + file.limits.temporary

/** The seat that leads the team. A valid file has one. */
export const leadOf = (file: TeamFile): Seat | null =>
  file.seats.find((seat) => seat.name === file.lead) ?? null

/** The operator's seat. A valid file has one. */
export const operatorOf = (file: TeamFile): Seat | null =>
  file.seats.find((seat) => seat.name === file.operator) ?? null

/** What the file's `watch` section declares as the team's level of the chain (spec 000 §3.2). */
export const teamDeclared = (file: TeamFile): Declared => watchDeclared(file.watch)

/** The seats as the threshold chain takes them. */
export const seatsDeclared = (
  file: TeamFile
): ReadonlyArray<{ readonly name: string; readonly declared: Declared }> =>
  file.seats.map((seat) => ({ name: seat.name, declared: seat.liveness }))
