import * as Effect from "effect/Effect"
import { holdText } from "../domain/hold/text.ts"
import { holdInForce } from "../domain/pass/hold.ts"
import { type Difference, differencesOf } from "../domain/report/differences.ts"
import { hookDifferences, hookNotes } from "../domain/report/hooks.ts"
import { hooksInstalled } from "./hooks-installed.ts"
import type { Invocation } from "./Invocation.ts"
import type { Look, OpenedTeam } from "./team.ts"

/** What `team status` and `team check` say beside the words: differences with their repairs, and notes that are none. */
export interface Findings {
  readonly differences: ReadonlyArray<Difference>
  readonly notes: ReadonlyArray<string>
}

/** The holds that stand, with who set them, since when and why. */
const holdNotes = ({ at, facts, hold }: Look["snapshot"]): ReadonlyArray<string> => [
  ...(hold === null ? [] : [`held: the team, ${holdText(hold, at)}`]),
  ...facts.flatMap((fact) => {
    const own = holdInForce(fact.hold, at)
    return own === null ? [] : [`held: ${fact.seat}, ${holdText(own, at)}`]
  })
]

/** The running team against its file, and its hooks against this version (spec 000 §3.7, §4). */
export const findingsOf = (
  { open }: OpenedTeam,
  { result, snapshot, watch }: Look
): Effect.Effect<Findings, never, Invocation> =>
  Effect.map(hooksInstalled(open), (hooks) => ({
    differences: [
      ...differencesOf(snapshot, result, watch),
      ...hookDifferences(result.seats, hooks, snapshot.at)
    ],
    notes: [...holdNotes(snapshot), ...hookNotes(result.seats, hooks)]
  }))
