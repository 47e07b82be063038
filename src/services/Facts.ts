import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { BudgetReading } from "../domain/budget/reading.ts"
import type { HookRecord } from "../domain/hook/record.ts"
import { type Hold, holdInForce } from "../domain/pass/hold.ts"
import type { SeatFacts } from "../domain/pass/snapshot.ts"
import type { TeamView } from "../domain/pass/team-view.ts"
import type { TraceTeam } from "../domain/trace/team.ts"
import { Budgets } from "./Budgets.ts"
import type { GitPlace } from "./Git.ts"
import { HookRecords } from "./HookRecords.ts"
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
  /** What could not be read, a line each; said once. */
  readonly remarks?: ReadonlyArray<string>
}

/** Whose facts are asked for. */
export interface FactsQuestion {
  readonly team: TeamView
  readonly session: string
  /** What tells a commit or a message of one seat from another's; none are looked for without it. */
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
  ): Layer.Layer<Facts, never, SessionState | HookRecords | TraceReader | Budgets> =>
    Layer.effect(
      Facts,
      Effect.gen(function* () {
        const context = yield* Effect.context<SessionState | HookRecords | TraceReader | Budgets>()
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
): Effect.Effect<FactsAnswer, never, SessionState | HookRecords | TraceReader | Budgets> =>
  Effect.gen(function* () {
    const state = yield* SessionState
    const hooks = yield* HookRecords
    const traces = yield* TraceReader
    const stored = yield* Budgets
    const at = yield* Clock.currentTimeMillis
    const [record, written, left, budgets] = yield* Effect.all(
      [
        Effect.either(state.session(session)),
        hooks.read,
        trace === null ? Effect.succeed({ bySeat: new Map(), remarks: [] }) : traces.read(place, trace, at),
        Effect.either(stored.read)
      ],
      { concurrency: "unbounded" }
    )
    const known = record._tag === "Right" ? record.right : {}
    return {
      hold: holdInForce(known.hold, at),
      seats: team.seats.map(({ name }): SeatFacts => {
        const { hold, launched } = seatRecordOf(known, name)
        return {
          seat: name,
          launched: launched ?? null,
          hook: null,
          traces: left.bySeat.get(name) ?? {},
          ...(hold === undefined ? {} : { hold })
        }
      }),
      hooks: written.records,
      budgets: budgets._tag === "Right" ? budgets.right : [],
      remarks: [
        ...(record._tag === "Left" ? [record.left.message] : []),
        // The same file: said once is enough.
        ...(budgets._tag === "Left" && record._tag === "Right" ? [budgets.left.message] : []),
        ...written.problems,
        ...left.remarks
      ]
    }
  })
