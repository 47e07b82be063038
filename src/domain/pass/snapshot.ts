import * as Schema from "effect/Schema"
import { ApprovalFacts } from "../approval/check.ts"
import { BudgetReading } from "../budget/reading.ts"
import { HookRecord } from "../hook/record.ts"
import { Listing, PaneProcesses, PaneRead, ProcessId } from "../host/pane.ts"
import { MachineReading } from "../machine/reading.ts"
import { SeatMail } from "../mailbox/seat-mail.ts"
import { HookFact, Traces } from "../seat/evidence.ts"
import { Typing } from "../typing/typed.ts"
import { Hold } from "./hold.ts"
import { TeamView } from "./team-view.ts"

/** What `team up` or `team register` recorded of a seat's process (spec 000 §3.1 rank 3, design §4.11). */
export const Launched = Schema.Struct({
  pane: Schema.String,
  /** The CLI's processes, never the pane's own shell: any of them still there is the seat. */
  processes: Schema.Array(ProcessId),
  /** The CLI's id of its conversation, where one was known. */
  session: Schema.NullOr(Schema.String),
  at: Schema.Number,
  /** The host's server that had the pane: another one restored it. */
  server: Schema.optional(Schema.NullOr(Schema.String)),
  by: Schema.optional(Schema.Literal("up", "register")),
  /** By `team up` alone: the workspace it made, the folder it started in, and the rules that were sent (12 digits). */
  workspace: Schema.optional(Schema.String),
  folder: Schema.optional(Schema.String),
  rules: Schema.optional(Schema.String)
})
export type Launched = typeof Launched.Type

/** What is known of a seat beside its pane: its launch record, its hook's last word, its traces, a hold of its own. */
export const SeatFacts = Schema.Struct({
  seat: Schema.String,
  launched: Schema.NullOr(Launched),
  /** A hook's word already known to be this process's; records yet to be judged stand in `Snapshot.hooks`. */
  hook: Schema.NullOr(HookFact),
  traces: Traces,
  hold: Schema.optional(Schema.NullOr(Hold)),
  /** It was stopped on purpose, by `team down` or `team remove --keep`. */
  stopped: Schema.optional(Schema.Boolean),
  /** The pane of a launch under way or cut short: the seat's own, though it is not named yet. */
  launching: Schema.optional(Schema.String)
})
export type SeatFacts = typeof SeatFacts.Type

/** What the host answered in this pass. A silent host is not an empty one. */
export const HostAnswer = Schema.Union(
  Schema.TaggedStruct("Answered", {
    listing: Listing,
    screens: Schema.Array(Schema.Struct({ pane: Schema.String, read: PaneRead })),
    processes: Schema.Array(Schema.Struct({ pane: Schema.String, processes: Schema.NullOr(PaneProcesses) }))
  }),
  Schema.TaggedStruct("Silent", { host: Schema.String, reason: Schema.String })
)
export type HostAnswer = typeof HostAnswer.Type

/**
 * Everything one pass read from the world, as plain data with the instant it was taken (design §2). `at` is the wall
 * clock in epoch ms, `monotonic` a clock that never jumps, in ms.
 */
export const Snapshot = Schema.Struct({
  format: Schema.Literal(1),
  at: Schema.Number,
  monotonic: Schema.Number,
  /** `interval` for a regular pass, `change` for one between two, made because the host told of a change. */
  cause: Schema.Literal("interval", "change"),
  /** The session watched; another one than the file's is read and reported, and nothing of it is saved (rule 12). */
  session: Schema.String,
  team: TeamView,
  /** Why the file could not be read in this pass; `team` is then the last valid one. */
  fileProblem: Schema.NullOr(Schema.String),
  /** Lines to be said once each and never as a report: set-aside thresholds, warnings of the file (spec 000 §3.2). */
  remarks: Schema.Array(Schema.String),
  /** The machine's own time zone, for a screen that names a time and no zone; UTC where it is left out. */
  zone: Schema.optional(Schema.String),
  /** The team's hold in force; one that has ended is none. */
  hold: Schema.NullOr(Hold),
  host: HostAnswer,
  facts: Schema.Array(SeatFacts),
  /** What the CLIs' hooks wrote, each by its pane and process; whose it is the pass decides. */
  hooks: Schema.optional(Schema.Array(HookRecord)),
  machine: MachineReading,
  /** The file against its approval; absent where nobody looked (a demo, a program that embeds the watch). */
  approval: Schema.optional(Schema.NullOr(ApprovalFacts)),
  /** The messages that still concern the watch. */
  mail: Schema.optional(Schema.Array(SeatMail)),
  /** Where lines may be typed, and what became of those typed since the last pass; absent where nothing is typed. */
  typing: Schema.optional(Schema.NullOr(Typing)),
  /** The stored readings of the file's accounts. */
  budgets: Schema.optional(Schema.Array(BudgetReading))
})
export type Snapshot = typeof Snapshot.Type
