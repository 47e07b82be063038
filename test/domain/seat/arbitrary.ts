import * as Arbitrary from "effect/Arbitrary"
import * as FastCheck from "effect/FastCheck"
import { ScreenKind } from "../../../src/domain/screen/kinds.ts"
import { Evidence, ProcessVerdict } from "../../../src/domain/seat/evidence.ts"

/** The instant the evidence of these tests is judged by. */
export const AT = Date.UTC(2026, 9, 18, 9, 0, 0)

/** Ages around every edge of §3.1 and design §4.12, in milliseconds, and any other. */
const age = FastCheck.oneof(
  FastCheck.constantFrom(-61_000, -60_001, -60_000, -59_000, -1, 0, 1, 119_999, 120_000, 120_001),
  FastCheck.constantFrom(299_999, 300_000, 300_001, 86_399_999, 86_400_000, 86_400_001, 90_000_000),
  FastCheck.integer({ min: -200_000, max: 100_000_000 })
)
const instant = age.map((ms) => AT - ms)
const maybe = FastCheck.option(instant, { nil: null, freq: 3 })

/** Evidence as a pass can gather it: instants around `AT`, the shipped windows or short ones. */
export const evidence: FastCheck.Arbitrary<Evidence> = FastCheck.record({
  at: FastCheck.constant(AT),
  hold: FastCheck.option(FastCheck.record({ since: instant }), { nil: null, freq: 1 }),
  reachable: FastCheck.oneof({ weight: 5, arbitrary: FastCheck.constant(true) }, FastCheck.boolean()),
  process: Arbitrary.make(ProcessVerdict),
  screen: FastCheck.record({
    kind: FastCheck.oneof(Arbitrary.make(ScreenKind), FastCheck.constant("absent" as const))
  }),
  hook: FastCheck.option(
    FastCheck.record({ word: FastCheck.constantFrom("working" as const, "idle" as const), at: instant }),
    { nil: null }
  ),
  herdr: FastCheck.option(
    FastCheck.oneof(
      FastCheck.constantFrom("working", "idle", "done", "blocked", "unknown"),
      FastCheck.string()
    ),
    { nil: null }
  ),
  traces: FastCheck.record({ commit: maybe, ack: maybe, message: maybe }),
  unknownSince: maybe,
  windows: FastCheck.constantFrom(
    { traceSeconds: 120, hookWorkingSeconds: 120, blindAfterSeconds: 300 },
    { traceSeconds: 1, hookWorkingSeconds: 30, blindAfterSeconds: 1 }
  )
})

/** Evidence of any shape its Schema allows, sense or not. */
export const anyEvidence: FastCheck.Arbitrary<Evidence> = Arbitrary.make(Evidence)
