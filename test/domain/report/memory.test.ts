import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { type Finding, keep, memory, once } from "../../../src/domain/report/finding.ts"
import {
  emptyReportMemory,
  type Folded,
  foldFindings,
  forget,
  keepActive,
  type PassMode,
  PERIOD_KEPT,
  ReportMemory,
  shiftPeriods
} from "../../../src/domain/report/memory.ts"

const found = (...findings: ReadonlyArray<Finding>) =>
  findings.map((finding) => ({ check: "attention" as const, finding }))

/** Folds passes a minute apart and gives what each one said. */
const fold = (
  passes: ReadonlyArray<readonly [ReadonlyArray<Finding>, PassMode?]>,
  start: ReportMemory = emptyReportMemory
): { readonly said: ReadonlyArray<ReadonlyArray<string>>; readonly last: Folded } => {
  let last: Folded = { memory: start, say: [], standing: [] }
  const said = passes.map(([findings, mode], index) => {
    last = foldFindings(last.memory, index * 60_000, found(...findings), mode)
    return last.say.map((report) => report.text)
  })
  return { said, last }
}

const prompt = once("permission:alpha", "alpha waits", "owner")
const idle = (start: number, repeat: number | null = null): Finding =>
  memory("idle:alpha", start, { text: `idle since ${start}`, to: "operator", repeat })

describe("once", () => {
  it("is said when it starts, stands, and is not said again", () => {
    const { last, said } = fold([[[prompt]], [[prompt]], [[prompt]]])
    expect(said).toEqual([["alpha waits"], [], []])
    expect(last.standing).toEqual([
      { key: "permission:alpha", text: "alpha waits", to: "owner", check: "attention", since: 0 }
    ])
  })

  it("is not said again after one pass that cleared, and is after two (rule 8)", () => {
    expect(fold([[[prompt]], [[]], [[prompt]]]).said).toEqual([["alpha waits"], [], []])
    expect(fold([[[prompt]], [[]], [[]], [[prompt]]]).said).toEqual([
      ["alpha waits"],
      [],
      [],
      ["alpha waits"]
    ])
  })

  it("needs the two in a row: a pass that finds it starts the count over", () =>
    expect(fold([[[prompt]], [[]], [[prompt]], [[]], [[prompt]]]).said.flat()).toEqual(["alpha waits"]))

  it("does not stand in a pass that did not find it", () =>
    expect(fold([[[prompt]], [[]]]).last.standing).toEqual([]))

  it("stands with its newest text, and is said as one when a pass finds it twice", () => {
    const later = once("permission:alpha", "alpha still waits", "owner")
    const { last, said } = fold([[[prompt, prompt]], [[later]]])
    expect(said).toEqual([["alpha waits"], []])
    expect(last.standing.map((report) => [report.text, report.since])).toEqual([["alpha still waits", 0]])
  })

  it("tells keys apart, in the order of the checks", () =>
    expect(fold([[[once("b", "two", "owner"), once("a", "one", "owner")]]]).said).toEqual([["two", "one"]]))
})

describe("keep", () => {
  const unread = keep("permission:alpha")

  it("starts nothing", () => {
    const { last, said } = fold([[[unread]]])
    expect(said).toEqual([[]])
    expect(last).toEqual({ memory: emptyReportMemory, say: [], standing: [] })
  })

  it("carries a report through any number of passes that could not read", () => {
    const { last, said } = fold([[[prompt]], [[unread]], [[unread]], [[unread]], [[prompt]]])
    expect(said.flat()).toEqual(["alpha waits"])
    expect(last.standing).toHaveLength(1)
  })

  it("stands while it is kept, since the pass that said it", () =>
    expect(fold([[[]], [[prompt]], [[unread]]]).last.standing).toEqual([
      { key: "permission:alpha", text: "alpha waits", to: "owner", check: "attention", since: 60_000 }
    ]))

  it("is no clearing pass", () =>
    expect(fold([[[prompt]], [[]], [[unread]], [[prompt]]]).said.flat()).toEqual(["alpha waits"]))

  it("is made for whatever stands, by check and key", () => {
    const { last } = fold([[[prompt, once("question:beta", "beta asks", "operator")]]])
    const kept = keepActive(last.memory, (check, key) => check === "attention" && key.endsWith(":beta"))
    expect(kept).toEqual([{ check: "attention", finding: { _tag: "Keep", key: "question:beta" } }])
  })
})

describe("a period", () => {
  it("is said once per start, and again for a new one", () =>
    expect(fold([[[idle(1)]], [[idle(1)]], [[idle(2)]], [[idle(2)]]]).said).toEqual([
      ["idle since 1"],
      [],
      ["idle since 2"],
      []
    ]))

  it("is not said again after passes that did not find it, with the same start (case 88)", () =>
    expect(fold([[[idle(1)]], [[]], [[]], [[]], [[idle(1)]]]).said.flat()).toEqual(["idle since 1"]))

  it("repeats once `repeat` has gone by since it was said: elapsed = repeat counts", () => {
    const passes = Array.from({ length: 8 }, () => [[idle(1, 180_000)]] as const)
    expect(fold(passes).said.map((texts) => texts.length)).toEqual([1, 0, 0, 1, 0, 0, 1, 0])
  })

  it("counts the repeat from the last time it was said, whatever the pass found between", () =>
    expect(
      fold([[[idle(1, 120_000)]], [[]], [[]], [[]], [[idle(1, 120_000)]], [[idle(1, 120_000)]]]).said
    ).toEqual([["idle since 1"], [], [], [], ["idle since 1"], []]))

  it("stands since the pass that first said it, also after a repeat", () =>
    expect(fold([[[idle(1, 60_000)]], [[idle(1, 60_000)]]]).last.standing).toMatchObject([{ since: 0 }]))

  it("is forgotten a day after it was last found", () => {
    const { last } = fold([[[idle(1)]]])
    const kept = foldFindings(last.memory, PERIOD_KEPT, [])
    expect(kept.memory.periods).toHaveLength(1)
    expect(foldFindings(kept.memory, PERIOD_KEPT + 1, []).memory.periods).toEqual([])
  })

  it("is remembered for as long as it is found", () => {
    const { last } = fold([[[idle(1)]]])
    const later = foldFindings(last.memory, 3 * PERIOD_KEPT, found(idle(1)))
    expect(later.say).toEqual([])
    expect(later.memory.periods).toHaveLength(1)
  })
})

describe("an early pass", () => {
  it("says what is new", () => expect(fold([[[]], [[prompt], "early"]]).said.flat()).toEqual(["alpha waits"]))

  it("clears nothing, however many there are", () => {
    const early = Array.from({ length: 20 }, () => [[], "early"] as const)
    expect(fold([[[prompt]], ...early, [[prompt]]]).said.flat()).toEqual(["alpha waits"])
  })

  it("does not count between two regular passes that clear", () =>
    expect(fold([[[prompt]], [[]], [[], "early"], [[]], [[prompt]]]).said.flat()).toHaveLength(2))

  it("finds again what one regular pass cleared", () =>
    expect(fold([[[prompt]], [[]], [[prompt], "early"], [[]], [[prompt]]]).said.flat()).toHaveLength(1))
})

describe("a pass that settles", () => {
  it("says nothing new and remembers nothing new", () => {
    const { last, said } = fold([[[prompt, idle(1)], "settle"]])
    expect(said).toEqual([[]])
    expect(last.memory).toEqual(emptyReportMemory)
    expect(last.standing).toEqual([])
  })

  it("lets the next pass say it", () =>
    expect(
      fold([
        [[prompt, idle(1)], "settle"],
        [[prompt, idle(1)], "early"]
      ]).said
    ).toEqual([[], ["alpha waits", "idle since 1"]]))

  it("repeats nothing and clears nothing", () => {
    const before = [[[prompt, idle(1, 60_000)]]] as const
    expect(fold([...before, [[prompt, idle(1, 60_000)], "settle"]]).said).toEqual([
      ["alpha waits", "idle since 1"],
      []
    ])
    expect(fold([...before, [[], "settle"], [[], "settle"], [[prompt]]]).said.flat()).toHaveLength(2)
  })

  it("goes on holding what held", () =>
    expect(fold([[[prompt, idle(1)]], [[prompt, idle(1)], "settle"]]).last.standing).toHaveLength(2))
})

describe("unobserved time and changed seats", () => {
  it("moves periods and their last word, not the instant they are shown with", () => {
    const { last } = fold([[[prompt, idle(1)]]])
    expect(shiftPeriods(last.memory, 500)).toEqual({
      active: last.memory.active,
      periods: [{ kind: "idle:alpha", start: 501, saidAt: 500, since: 0, check: "attention" }]
    })
  })

  it("forgets what is picked, and only that", () => {
    const { last } = fold([[[prompt, idle(1), once("permission:beta", "beta waits", "owner")]]])
    const left = forget(last.memory, (key) => key.endsWith(":alpha"))
    expect(left.active.map((entry) => entry.key)).toEqual(["permission:beta"])
    expect(left.periods).toEqual([])
  })
})

describe("properties", () => {
  type Step = { readonly act: "find" | "clear" | "keep"; readonly mode: PassMode }
  const KEYS = ["permission:alpha", "error:beta", "load"] as const
  const step: FastCheck.Arbitrary<Step> = FastCheck.record({
    act: FastCheck.constantFrom("find", "clear", "keep"),
    mode: FastCheck.oneof(
      { weight: 3, arbitrary: FastCheck.constant<PassMode>("regular") },
      FastCheck.constantFrom<PassMode>("early", "settle")
    )
  })
  const findingOf = (key: string, act: Step["act"]): ReadonlyArray<Finding> =>
    act === "clear" ? [] : [act === "keep" ? keep(key) : once(key, key, "owner")]

  it("says a key at most once between two runs of clearing passes", () =>
    FastCheck.assert(
      FastCheck.property(FastCheck.array(step, { maxLength: 60 }), (steps) => {
        let memoryNow = emptyReportMemory
        // Regular clearing passes since it was last found; a kept, early or settling pass neither counts nor resets.
        let clears = 0
        let armed = true
        for (const [index, { act, mode }] of steps.entries()) {
          const folded = foldFindings(memoryNow, index, found(...findingOf("k", act)), mode)
          memoryNow = folded.memory
          const expected = act === "find" && armed && mode !== "settle"
          expect(folded.say.length).toBe(expected ? 1 : 0)
          if (act === "find" && mode !== "settle") armed = false
          if (act === "find") clears = 0
          if (act === "clear" && mode === "regular") clears++
          if (clears >= 2) armed = true
        }
      }),
      { numRuns: 1_000 }
    ))

  it("treats every key on its own", () =>
    FastCheck.assert(
      FastCheck.property(FastCheck.array(FastCheck.tuple(step, step, step), { maxLength: 30 }), (passes) => {
        const run = (keys: ReadonlyArray<(typeof KEYS)[number]>) => {
          let memoryNow = emptyReportMemory
          return passes.map((steps, index) => {
            const mode = steps[0].mode
            const findings = keys.flatMap((key) => findingOf(key, steps[KEYS.indexOf(key)]?.act ?? "clear"))
            const folded = foldFindings(memoryNow, index, found(...findings), mode)
            memoryNow = folded.memory
            return folded.say.map((report) => report.key)
          })
        }
        const together = run(KEYS)
        for (const key of KEYS)
          expect(together.map((said) => said.filter((known) => known === key))).toEqual(run([key]))
      })
    ))

  it("says the start of a period at most once when it has no repeat", () =>
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(
          FastCheck.record({ find: FastCheck.boolean(), newStart: FastCheck.boolean(), step }),
          { maxLength: 60 }
        ),
        (passes) => {
          let memoryNow = emptyReportMemory
          let start = 0
          const said: Array<string> = []
          for (const [index, { find, newStart, step: one }] of passes.entries()) {
            if (newStart) start++
            const folded = foldFindings(memoryNow, index, found(...(find ? [idle(start)] : [])), one.mode)
            memoryNow = folded.memory
            said.push(...folded.say.map((report) => report.text))
          }
          expect(new Set(said).size).toBe(said.length)
        }
      )
    ))

  it("gives the same for the same, also through JSON", () =>
    FastCheck.assert(
      FastCheck.property(FastCheck.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
        const codec = Schema.parseJson(ReportMemory)
        const through = (value: ReportMemory) => Schema.decodeSync(codec)(Schema.encodeSync(codec)(value))
        let plain = emptyReportMemory
        let stored = emptyReportMemory
        for (const [index, { act, mode }] of steps.entries()) {
          const findings = found(...findingOf("k", act), ...(act === "find" ? [idle(index % 3, 5)] : []))
          const direct = foldFindings(plain, index, findings, mode)
          const again = foldFindings(through(stored), index, findings, mode)
          expect(again).toEqual(direct)
          plain = direct.memory
          stored = again.memory
        }
      })
    ))

  it("stays bounded over 10,000 passes of reports that come and go", () => {
    let memoryNow = emptyReportMemory
    for (let pass = 0; pass < 10_000; pass++) {
      const seats = Array.from({ length: 5 }, (_, seat) => `s${seat}`)
      const findings = seats.flatMap((name, seat) => [
        ...((pass + seat) % 7 < 3 ? [once(`permission:${name}`, `${name} ${pass}`, "owner")] : []),
        ...((pass + seat) % 5 < 2
          ? [memory(`idle:${name}`, pass, { text: `${name} idle`, to: "operator" })]
          : []),
        // A key that never comes back, as of a pane that was open for one pass.
        once(`extra:%${pass * 5 + seat}`, "extra", "operator")
      ])
      memoryNow = foldFindings(memoryNow, pass * 30_000, found(...findings)).memory
    }
    expect(memoryNow.active.length).toBeLessThanOrEqual(20)
    expect(memoryNow.periods.length).toBeLessThanOrEqual(5)
  })
})
