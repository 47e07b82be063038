import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { HookRecord } from "../domain/hook/record.ts"
import type { Hold } from "../domain/pass/hold.ts"
import type { SeatFacts } from "../domain/pass/snapshot.ts"
import type { TeamView } from "../domain/pass/team-view.ts"

/** What is known beside the panes in one pass: launch records, hooks, traces, and the team's hold (spec 000 §3.1). */
export interface FactsAnswer {
  readonly hold: Hold | null
  readonly seats: ReadonlyArray<SeatFacts>
  /** What the hooks of every CLI on this machine wrote in the last day. */
  readonly hooks?: ReadonlyArray<HookRecord>
  /** What could not be read, a line each; said once. */
  readonly remarks?: ReadonlyArray<string>
}

/**
 * Where a pass takes the evidence that stands in no pane. Never fails: a source that cannot be read is no evidence, and
 * says so in the log by itself.
 */
export class Facts extends Context.Tag("seatwatch/Facts")<
  Facts,
  { readonly read: (team: TeamView, session: string) => Effect.Effect<FactsAnswer> }
>() {
  /** No record, no hook, no trace: the panes alone speak. */
  static readonly layerNone: Layer.Layer<Facts> = Layer.succeed(Facts, {
    read: () => Effect.succeed({ hold: null, seats: [] })
  })

  /** The answer is whatever the effect gives: for tests, the demo and embedding. */
  static readonly layerFrom = (answer: Effect.Effect<FactsAnswer>): Layer.Layer<Facts> =>
    Layer.succeed(Facts, { read: () => answer })
}
