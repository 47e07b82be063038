import * as FastCheck from "effect/FastCheck"
import { RING } from "../../../src/domain/typing/line.ts"
import type { Happening, Nature } from "../../support/model-pane.ts"
import { MINUTE } from "../../support/scenario.ts"
import { happening, nature } from "./model.ts"

/** What may happen in the world at an instant, beside what happens to the pane itself. */
export type WorldEvent =
  | { readonly _tag: "Pass"; readonly cause: "interval" | "change" }
  | { readonly _tag: "Pane"; readonly what: Happening }
  /** Another process leaves a message; `tries` its own try at the line comes at once. */
  | { readonly _tag: "Send"; readonly held: boolean; readonly tries: boolean; readonly lives: number | null }
  | { readonly _tag: "Reads" }
  | { readonly _tag: "Hold"; readonly on: boolean }
  /** The watch is killed after so many more calls; the last one still gets there, or does not. */
  | { readonly _tag: "Kill"; readonly calls: number; readonly arrives: boolean }
  /** The watch is told to end, and brings what is under way to its end. */
  | { readonly _tag: "Stop" }
  | { readonly _tag: "Jump"; readonly by: number }

export interface Story {
  readonly nature: Nature
  readonly leads: boolean
  readonly idleRepeat: number | null
  /** The watch runs in the seat's own pane. */
  readonly ownPane: boolean
  readonly events: ReadonlyArray<{ readonly after: number; readonly what: WorldEvent }>
  /** A long quiet end, in which whatever waits has to be said. */
  readonly tail: boolean
}

const bool = FastCheck.boolean()
const passes: FastCheck.Arbitrary<WorldEvent> = FastCheck.record({
  _tag: FastCheck.constant("Pass" as const),
  cause: FastCheck.constantFrom("interval" as const, "interval" as const, "change" as const)
})
const sends: FastCheck.Arbitrary<WorldEvent> = FastCheck.record({
  _tag: FastCheck.constant("Send" as const),
  held: bool,
  tries: bool,
  lives: FastCheck.constantFrom(null, null, 2 * MINUTE)
})
const panes: FastCheck.Arbitrary<WorldEvent> = FastCheck.record({
  _tag: FastCheck.constant("Pane" as const),
  what: happening
})
const others: FastCheck.Arbitrary<WorldEvent> = FastCheck.oneof(
  FastCheck.record({ _tag: FastCheck.constantFrom("Reads" as const, "Stop" as const) }),
  FastCheck.record({ _tag: FastCheck.constant("Hold" as const), on: bool }),
  FastCheck.record({
    _tag: FastCheck.constant("Kill" as const),
    calls: FastCheck.integer({ min: 0, max: 25 }),
    arrives: bool
  }),
  FastCheck.record({
    _tag: FastCheck.constant("Jump" as const),
    by: FastCheck.constantFrom(8 * 60 * MINUTE, -60 * MINUTE)
  })
)

/** Stories of a watch, its seat and everybody else. */
export const story: FastCheck.Arbitrary<Story> = FastCheck.record({
  nature: nature(RING).map((one) => ({ ...one, width: 80, wrap: "word" as const })),
  leads: bool,
  idleRepeat: FastCheck.constantFrom(null, 5 * MINUTE),
  ownPane: FastCheck.integer({ min: 0, max: 19 }).map((one) => one === 0),
  tail: FastCheck.integer({ min: 0, max: 9 }).map((one) => one === 0),
  events: FastCheck.array(
    FastCheck.record({
      after: FastCheck.constantFrom(0, 0, 50, 100, 260, 400, 1_000, 4_000, 30_000, MINUTE, 2 * MINUTE),
      what: FastCheck.oneof(
        { weight: 6, arbitrary: passes },
        { weight: 2, arbitrary: sends },
        { weight: 2, arbitrary: panes },
        { weight: 1, arbitrary: others }
      )
    }),
    { minLength: 4, maxLength: 18 }
  )
})
