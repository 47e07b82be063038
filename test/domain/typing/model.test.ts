import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { RING, triggerLine } from "../../../src/domain/typing/line.ts"
import { faults, nature, planOf, run, schedule } from "./model.ts"

const RUNS = Number(process.env["TYPING_RUNS"] ?? 40_000)
const SEED = Number(process.env["TYPING_SEED"] ?? Date.now() % 2 ** 31)
const LINES = [RING, Either.getOrThrow(triggerLine("/home/dev/proj/.agents/drops/worker-alpha/4f2c.md"))]

describe("deliveries into a simulated pane", () => {
  it(
    "press no key but on an empty idle prompt and on the line itself, and say what became of it",
    () => {
      console.log(`typing model: ${RUNS} runs, TYPING_SEED=${SEED}`)
      const ends = new Map<string, number>()
      FastCheck.assert(
        FastCheck.property(
          FastCheck.constantFrom(...LINES).chain((line) =>
            FastCheck.record({
              line: FastCheck.constant(line),
              own: FastCheck.constantFrom(
                "None" as const,
                "None" as const,
                "Marker" as const,
                "Record" as const
              ),
              nature: nature(line),
              schedule
            })
          ),
          (one) => {
            const done = run(planOf(one.line, one.own), one.nature, one.schedule)
            const word =
              "reason" in done.outcome ? `${done.outcome._tag} ${done.outcome.reason}` : done.outcome._tag
            ends.set(word, (ends.get(word) ?? 0) + 1)
            expect(faults(done)).toEqual([])
          }
        ),
        { numRuns: RUNS, seed: SEED }
      )
      // A model that never gets so far proves nothing.
      if (process.env["TYPING_ENDS"] !== undefined) console.log(Object.fromEntries(ends))
      expect(ends.get("Submitted") ?? 0).toBeGreaterThan(RUNS / 20)
      expect(ends.size).toBeGreaterThan(12)
    },
    Math.max(60_000, RUNS)
  )
})
