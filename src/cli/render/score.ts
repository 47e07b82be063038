import * as Schema from "effect/Schema"
import { LabelKind, type Score } from "../../domain/screen/score.ts"

const Tally = Schema.Struct({
  screens: Schema.Int,
  right: Schema.Int,
  unsafe: Schema.Int,
  texts: Schema.Int,
  textsRight: Schema.Int
})

/** `team screen test --json` (kind `team.screen-score`). */
export const ScoreDocument = Schema.Struct({
  format: Schema.Literal(1),
  kind: Schema.Literal("team.screen-score"),
  folder: Schema.String,
  all: Tally,
  by_cli: Schema.Record({ key: Schema.String, value: Tally }),
  /** The truth, then what was answered, counted. */
  confusion: Schema.Record({
    key: Schema.String,
    value: Schema.Record({ key: Schema.String, value: Schema.Int })
  }),
  misses: Schema.Array(
    Schema.Struct({ name: Schema.String, truth: LabelKind, read: Schema.String, unsafe: Schema.Boolean })
  )
})
export type ScoreDocument = typeof ScoreDocument.Type

export const scoreDocument = (folder: string, score: Score): ScoreDocument => ({
  format: 1,
  kind: "team.screen-score",
  folder,
  all: score.all,
  by_cli: Object.fromEntries(score.byCli),
  confusion: Object.fromEntries([...score.confusion].map(([truth, row]) => [truth, Object.fromEntries(row)])),
  misses: score.misses.map(({ scored, unsafe }) => ({
    name: scored.name,
    truth: scored.label.kind,
    read: scored.answer.kind,
    unsafe
  }))
})
