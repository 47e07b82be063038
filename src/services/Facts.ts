import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { BudgetReading } from "../domain/budget/reading.ts"
import type { HookRecord } from "../domain/hook/record.ts"
import { type SeatMail, seatMailOf } from "../domain/mailbox/seat-mail.ts"
import { type Hold, holdInForce } from "../domain/pass/hold.ts"
import type { SeatFacts } from "../domain/pass/snapshot.ts"
import type { TeamView } from "../domain/pass/team-view.ts"
import type { Traces } from "../domain/seat/evidence.ts"
import type { TraceTeam } from "../domain/trace/team.ts"
import { Budgets } from "./Budgets.ts"
import type { GitPlace } from "./Git.ts"
import { HookRecords } from "./HookRecords.ts"
import { Mailbox, type SeatLook } from "./Mailbox.ts"
import { SessionState, seatRecordOf } from "./SessionState.ts"
import { TraceReader } from "./TraceReader.ts"

/** What is known beside the panes in one pass: launch records, hooks, traces, and the team's hold (spec 000 §3.1). */
export interface FactsAnswer {
  readonly hold: Hold | null
  readonly seats: ReadonlyArray<SeatFacts>
  /** What the hooks of every CLI on this machine wrote in the last day. */
  readonly hooks?: ReadonlyArray<HookRecord>
  /** The stored readings of the accounts. */
  readonly budgets?: ReadonlyArray<BudgetReading>
  /** The messages that still concern the watch, of each seat that has any. */
  readonly mail?: ReadonlyArray<SeatMail>
  /** What could not be read, a line each; said once. */
  readonly remarks?: ReadonlyArray<string>
}

/** Whose facts are asked for. */
export interface FactsQuestion {
  readonly team: TeamView
  readonly session: string
  /** What tells a commit of one seat from another's; none are looked for without it. */
  readonly trace: TraceTeam | null
}

/**
 * Where a pass takes the evidence that stands in no pane. Never fails: a source that cannot be read is no evidence and a
 * remark.
 */
export class Facts extends Context.Tag("seatwatch/Facts")<
  Facts,
  { readonly read: (question: FactsQuestion) => Effect.Effect<FactsAnswer> }
>() {
  /** The project's state, the hooks' records, and what the project's repository and mailbox hold. */
  static readonly layerLive = (
    place: GitPlace
  ): Layer.Layer<Facts, never, SessionState | HookRecords | TraceReader | Mailbox | Budgets> =>
    Layer.effect(
      Facts,
      Effect.gen(function* () {
        const context = yield* Effect.context<SessionState | HookRecords | TraceReader | Mailbox | Budgets>()
        return { read: (question) => Effect.provide(gatherFacts(place, question), context) }
      })
    )

  /** No record, no hook, no trace: the panes alone speak. */
  static readonly layerNone: Layer.Layer<Facts> = Layer.succeed(Facts, {
    read: () => Effect.succeed({ hold: null, seats: [] })
  })

  /** The answer is whatever the effect gives: for tests, the demo and embedding. */
  static readonly layerFrom = (answer: Effect.Effect<FactsAnswer>): Layer.Layer<Facts> =>
    Layer.succeed(Facts, { read: () => answer })
}

const gatherFacts = (
  place: GitPlace,
  { session, team, trace }: FactsQuestion
): Effect.Effect<FactsAnswer, never, SessionState | HookRecords | TraceReader | Mailbox | Budgets> =>
  Effect.gen(function* () {
    const state = yield* SessionState
    const hooks = yield* HookRecords
    const traces = yield* TraceReader
    const mailbox = yield* Mailbox
    const stored = yield* Budgets
    const at = yield* Clock.currentTimeMillis
    const [record, written, left, mail, budgets] = yield* Effect.all(
      [
        Effect.either(state.session(session)),
        hooks.read,
        trace === null ? Effect.succeed({ bySeat: new Map(), remarks: [] }) : traces.read(place, trace, at),
        mailbox.look(
          session,
          team.seats.map(({ name }) => name)
        ),
        Effect.either(stored.read)
      ],
      { concurrency: "unbounded" }
    )
    const known = record._tag === "Right" ? record.right : {}
    const boxes = new Map(mail.seats.map((one) => [one.seat, one]))
    return {
      hold: holdInForce(known.hold, at),
      seats: team.seats.map(({ name }): SeatFacts => {
        const { hold, launched, launching, stopped } = seatRecordOf(known, name)
        return {
          seat: name,
          launched: launched ?? null,
          hook: null,
          traces: { ...left.bySeat.get(name), ...spoken(boxes.get(name)) },
          ...(hold === undefined ? {} : { hold }),
          ...(stopped === undefined ? {} : { stopped: true }),
          ...(launching === undefined ? {} : { launching: launching.pane })
        }
      }),
      hooks: written.records,
      budgets: budgets._tag === "Right" ? budgets.right : [],
      mail: mail.seats.map(({ messages, seat }) => seatMailOf(seat, messages)).filter(hasMail),
      remarks: [
        ...(record._tag === "Left" ? [record.left.message] : []),
        // The same file: said once is enough.
        ...(budgets._tag === "Left" && record._tag === "Right" ? [budgets.left.message] : []),
        ...written.problems,
        ...left.remarks,
        ...mail.remarks
      ]
    }
  })

const hasMail = ({ messages }: SeatMail): boolean => messages.length > 0

/** The traces that stand in a mailbox: the newest message to the seat, and its newest ack. */
const spoken = (box: SeatLook | undefined): Traces => ({
  ...(box === undefined || box.newestAck === null ? {} : { ack: box.newestAck }),
  ...(box === undefined || box.newestMessage === null ? {} : { message: box.newestMessage })
})
