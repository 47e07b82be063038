import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { RING } from "../../../src/domain/typing/line.ts"
import { type Event, next, type Plan, type Step, start } from "../../../src/domain/typing/machine.ts"
import type { Observation } from "../../../src/domain/typing/observation.ts"
import type { Outcome } from "../../../src/domain/typing/outcome.ts"
import { MODEL_PROCESS, ModelPane, type Nature, type Scheduled } from "../../support/model-pane.ts"
import { CALM, faults, PANE, planOf, run } from "./model.ts"

interface Given {
  readonly nature?: Partial<Nature>
  readonly own?: "None" | "Marker" | "Record"
  readonly plan?: Plan
  readonly happens?: ReadonlyArray<Scheduled>
}

const delivered = ({ happens = [], nature = {}, own = "None", plan = planOf(RING, own) }: Given) => {
  const done = run(plan, { ...CALM, ...nature }, happens)
  expect(faults(done)).toEqual([])
  const { model, outcome } = done
  return {
    outcome,
    keys: model.keys.map(({ at, key }) => `${key}@${at}`),
    taken: model.submissions.map(({ text }) => text)
  }
}

const why = (outcome: Outcome): string =>
  outcome._tag === "Submitted" ? outcome._tag : `${outcome._tag} ${outcome.reason}`

const at = (instant: number, what: Scheduled["what"]): Scheduled => ({ at: instant, what })

describe("a delivery", () => {
  it("types once, presses once, 150 ms after the line was drawn, and sees it taken", () => {
    expect(delivered({})).toEqual({
      outcome: { _tag: "Submitted", typed: true },
      keys: ["Type@0", "Press@250"],
      taken: [RING]
    })
  })

  it("works the same without a status word, by the seat's own reading", () => {
    expect(delivered({ nature: { hasStatus: false } }).keys).toEqual(["Type@0", "Press@250"])
  })

  it("waits for a box that draws late or in parts, and in a narrow one", () => {
    for (const nature of [
      { typeDelay: 2_500 },
      { part: 1, gap: 40 },
      { drawDelay: 900, part: 5, gap: 100 },
      { width: 16 },
      { width: 16, wrap: "hard" as const }
    ]) {
      expect(delivered({ nature }).taken, JSON.stringify(nature)).toEqual([RING])
    }
  })

  it("gives a line up that is not drawn in three seconds, and types no second one", () => {
    const { keys, outcome } = delivered({ nature: { typeDelay: 3_500 } })
    expect(why(outcome)).toBe("TypedNotSent drawing")
    expect(keys).toEqual(["Type@0"])
  })
})

describe("nothing is typed", () => {
  const refused = (given: Given): string => {
    const { keys, outcome } = delivered(given)
    expect(keys).toEqual([])
    return why(outcome)
  }

  it("into a draft, a dialog, an overlay, a turn, a mode that takes no text, a plain screen", () => {
    expect(refused({ nature: { text: "also check the" } })).toBe("NotTyped unsent")
    expect(refused({ happens: [at(0, { _tag: "dialog", on: true })] })).toBe("NotTyped dialog")
    expect(
      refused({ happens: [at(0, { _tag: "dialog", on: true }), at(0, { _tag: "status", word: "idle" })] })
    ).toBe("NotTyped dialog")
    expect(refused({ happens: [at(0, { _tag: "overlay", on: true })] })).toBe("NotTyped overlay")
    expect(refused({ happens: [at(0, { _tag: "turn" })] })).toBe("NotTyped busy")
    expect(refused({ happens: [at(0, { _tag: "vim", on: true })] })).toBe("NotTyped unknown")
    expect(refused({ happens: [at(0, { _tag: "torn", on: true })] })).toBe("NotTyped unknown")
    expect(refused({ nature: { styled: false } })).toBe("NotTyped unknown")
  })

  it("into a shell, another agent, an editor over the CLI, though the screen shows an empty prompt (case 71)", () => {
    expect(refused({ happens: [at(0, { _tag: "exits" })] })).toBe("NotTyped shell")
    expect(refused({ happens: [at(0, { _tag: "replaced" })] })).toBe("NotTyped other")
    expect(refused({ happens: [at(0, { _tag: "editor" })] })).toBe("NotTyped other")
  })

  it("in copy mode, nor where the pane or the host cannot be read (case 74)", () => {
    expect(refused({ happens: [at(0, { _tag: "copy", on: true })] })).toBe("NotTyped scrolled")
    expect(refused({ happens: [at(0, { _tag: "unreadable", on: true })] })).toBe("NotTyped screen")
    expect(refused({ happens: [at(0, { _tag: "deaf", on: true })] })).toBe("NotTyped host")
    expect(refused({ happens: [at(0, { _tag: "closed" })] })).toBe("NotTyped gone")
  })

  it("while the host's word is another than idle or done", () => {
    for (const word of ["working", "blocked", "unknown", "", "Idle"]) {
      expect(refused({ happens: [at(0, { _tag: "status", word })] }), word).toBe("NotTyped busy")
    }
    expect(delivered({ happens: [at(0, { _tag: "status", word: "done" })] }).taken).toEqual([RING])
  })
})

describe("no Enter follows", () => {
  const typedOnly = (...happens: ReadonlyArray<Scheduled>): string => {
    const { keys, outcome, taken } = delivered({ happens })
    expect(keys).toEqual(["Type@0"])
    expect(taken).toEqual([])
    return why(outcome)
  }

  it("a dialog that opens between the text and Enter (case 70)", () => {
    expect(typedOnly(at(0, { _tag: "status", word: "idle" }), at(200, { _tag: "dialog", on: true }))).toBe(
      "TypedNotSent dialog"
    )
    expect(typedOnly(at(50, { _tag: "dialog", on: true }))).toBe("TypedNotSent dialog")
  })

  it("a turn that starts by itself, an exit, a restart, another server", () => {
    expect(typedOnly(at(200, { _tag: "turn" }))).toBe("TypedNotSent busy")
    expect(typedOnly(at(200, { _tag: "exits" }))).toBe("TypedNotSent shell")
    expect(typedOnly(at(200, { _tag: "restarts" }))).toBe("TypedNotSent replaced")
    expect(typedOnly(at(200, { _tag: "server" }))).toBe("TypedNotSent replaced")
    expect(typedOnly(at(200, { _tag: "copy", on: true }))).toBe("TypedNotSent scrolled")
  })

  it("anything a person or another sender adds to the line or takes from it", () => {
    expect(typedOnly(at(200, { _tag: "types", text: "x" }))).toBe("TypedNotSent changed")
    expect(typedOnly(at(200, { _tag: "prefixes", text: "! " }))).toBe("TypedNotSent changed")
    expect(typedOnly(at(200, { _tag: "backspace" }))).toBe("TypedNotSent changed")
    expect(typedOnly(at(200, { _tag: "breaks" }))).toBe("TypedNotSent changed")
    expect(typedOnly(at(200, { _tag: "pastes" }))).toBe("TypedNotSent changed")
    expect(typedOnly(at(200, { _tag: "clears" }))).toBe("TypedNotSent changed")
  })

  it("two senders in one box: neither line is sent by us (case 78)", () => {
    const { keys, outcome } = delivered({ happens: [at(50, { _tag: "sends", text: RING })] })
    expect(keys).toEqual(["Type@0"])
    expect(why(outcome)).toBe("TypedNotSent changed")
  })

  it("but a dialog that opened and closed while it settled takes nothing from it", () => {
    const happens = [at(120, { _tag: "dialog", on: true }), at(180, { _tag: "dialog", on: false })] as const
    expect(delivered({ happens }).taken).toEqual([RING])
  })
})

describe("after Enter", () => {
  it("a paste burst of 120 ms takes none that comes 150 ms after the line was drawn (case 75)", () => {
    for (const burstBreaks of [true, false]) {
      expect(delivered({ nature: { burst: 120, burstBreaks } }).taken).toEqual([RING])
    }
  })

  it("a line that is still there was not sent, whether the Enter was lost or became a line break", () => {
    for (const burstBreaks of [true, false]) {
      const { keys, outcome } = delivered({ nature: { burst: 400, burstBreaks } })
      expect(why(outcome)).toBe("TypedNotSent holds")
      expect(keys).toEqual(["Type@0", "Press@250"])
      expect(outcome).toMatchObject({ record: { pane: PANE, text: RING, enters: 1 } })
    }
  })

  it("a line in the box of a seat that was seen to work may be another's: it is not called unsent (found by the model)", () => {
    const nature = { burst: Number.POSITIVE_INFINITY, turn: 500 }
    const { outcome } = delivered({ nature, happens: [at(300, { _tag: "turn" })] })
    expect(why(outcome)).toBe("Unconfirmed unclear")
  })

  it("nothing that can be seen is said as such", () => {
    const happens = [at(260, { _tag: "unreadable", on: true })] as const
    expect(why(delivered({ happens }).outcome)).toBe("Unconfirmed unclear")
    expect(why(delivered({ happens: [at(260, { _tag: "closed" })] }).outcome)).toBe("Unconfirmed gone")
    expect(why(delivered({ happens: [at(260, { _tag: "restarts" })] }).outcome)).toBe("Unconfirmed replaced")
  })
})

describe("a line already in the box", () => {
  const nature = { text: RING as string }

  it("is nobody's without proof, a person's or another process's (case 61)", () => {
    expect(delivered({ nature })).toMatchObject({
      keys: [],
      outcome: { _tag: "NotTyped", reason: "foreign" }
    })
  })

  it("is sent without typing by the marker or the record of this process, after two looks", () => {
    for (const own of ["Marker", "Record"] as const) {
      expect(delivered({ nature, own })).toEqual({
        outcome: { _tag: "Submitted", typed: false },
        keys: ["Press@150"],
        taken: [RING]
      })
    }
  })

  it("is not sent by a record of another pane, process, server or text, nor after two Enters", () => {
    const record = { pane: PANE, server: "s1", process: MODEL_PROCESS, text: RING, enters: 0 }
    for (const change of [
      { pane: "%2" },
      { server: "s0" },
      { process: { ...MODEL_PROCESS, start: "0" } },
      { enters: 2 }
    ]) {
      const plan: Plan = {
        ...planOf(RING, "None"),
        own: { _tag: "Record", record: { ...record, ...change } }
      }
      expect(delivered({ nature, plan }).keys, JSON.stringify(change)).toEqual([])
    }
  })

  it("loses its record once a legible box does not hold it", () => {
    const { outcome } = delivered({ own: "Record", nature: { text: "mine" } })
    expect(outcome).toEqual({ _tag: "NotTyped", reason: "unsent", record: null })
    const dialog = [at(0, { _tag: "dialog", on: true })] as const
    expect(delivered({ own: "Record", nature, happens: dialog }).outcome).toMatchObject({
      _tag: "NotTyped",
      record: { text: RING }
    })
  })

  it("costs one line and two Enters in 25 passes on a CLI that takes none (case 77)", () => {
    let plan = planOf(RING, "None")
    let text = ""
    const keys: Array<string> = []
    for (let pass = 0; pass < 25; pass++) {
      const { model, outcome } = run(plan, { ...CALM, text, burst: Number.POSITIVE_INFINITY }, [])
      keys.push(...model.keys.map(({ key }) => key))
      text = model.shown.text
      const record = "record" in outcome ? outcome.record : null
      plan = { ...plan, own: record === null ? { _tag: "None" } : { _tag: "Record", record } }
    }
    expect(keys).toEqual(["Type", "Press", "Press"])
  })
})

describe("the age of a look", () => {
  const model = (text: string): Extract<Observation["seen"], { readonly _tag: "Seen" }> => {
    const { seen } = new ModelPane({ ...CALM, text }, []).observe()
    if (seen._tag === "Unseen") throw new Error("unseen")
    return seen
  }
  const look = (began: number, to: number, text: string): Event => ({
    _tag: "Observed",
    observation: { began, at: to, seen: model(text) }
  })
  const steps = (...events: ReadonlyArray<Event>): Step =>
    events.reduce<Step>((step, event) => next(planOf(RING, "None"), step.state, event), start)

  it("counts from when it was asked for: one that began before the line had settled allows no Enter", () => {
    const typed = [look(0, 0, ""), { _tag: "Sent", at: 0 }, look(100, 100, RING)] as const
    expect(steps(...typed, look(249, 400, RING)).act).toEqual({ _tag: "Look", after: 1 })
    expect(steps(...typed, look(250, 400, RING)).act).toEqual({ _tag: "Press" })
  })

  it("from before a key says nothing of what the key did (case 181)", () => {
    const entered = [
      look(0, 0, ""),
      { _tag: "Sent", at: 0 },
      look(100, 100, RING),
      look(250, 260, RING),
      { _tag: "Sent", at: 300 }
    ] as const
    expect(steps(...entered, look(299, 310, "")).act).toEqual({ _tag: "Look", after: 100 })
    expect(steps(...entered, look(300, 310, "")).act).toMatchObject({
      _tag: "End",
      outcome: { _tag: "Submitted" }
    })
    expect(steps(look(0, 0, ""), { _tag: "Sent", at: 50 }, look(40, 60, RING)).act).toMatchObject({
      outcome: { _tag: "TypedNotSent", reason: "stale" }
    })
    expect(steps(look(5, 4, "")).act).toMatchObject({ outcome: { _tag: "NotTyped", reason: "stale" } })
    expect(steps(look(Number.NaN, 4, "")).act).toMatchObject({ outcome: { reason: "stale" } })
    expect(steps(look(0, 2_001, "")).act).toMatchObject({ outcome: { reason: "slow" } })
  })

  it("ends a wait on a clock that stands still", () => {
    let step = steps(look(0, 0, ""), { _tag: "Sent", at: 0 }, look(0, 0, RING))
    let looks = 0
    while (step.act._tag === "Look" && looks++ < 200) {
      step = next(planOf(RING, "None"), step.state, look(0, 0, RING))
    }
    expect(step.act).toMatchObject({ outcome: { _tag: "TypedNotSent", reason: "stale" } })
  })
})

describe("any sequence of events", () => {
  const seen = (text: string, more: object = {}): object => ({
    kind: text === "" ? "idle" : "unsent",
    touchable: text === "",
    troubled: false,
    box: text === "" ? "empty" : "text",
    drawn: text === "" ? null : { rows: [text], text, folded: false },
    ...more
  })
  const front = { _tag: "Seat", process: MODEL_PROCESS } as const
  const sights = FastCheck.constantFrom(
    seen(""),
    seen(""),
    seen(RING),
    seen(RING),
    seen(RING),
    seen(RING),
    seen("Team:"),
    seen("x"),
    seen("", { touchable: false }),
    seen(RING, { troubled: true }),
    seen(RING, { kind: "working" }),
    seen(RING, { drawn: null }),
    seen("", { kind: "permission", touchable: false, box: "none" }),
    seen("", { kind: "unknown", touchable: false, box: "none" })
  )
  const instants = FastCheck.oneof(
    FastCheck.integer({ min: 0, max: 4_000 }),
    FastCheck.constantFrom(0, 1, Number.NaN, Number.POSITIVE_INFINITY, -1)
  )
  const arbitrarySeen = FastCheck.record({
    _tag: FastCheck.constant("Seen" as const),
    server: FastCheck.constantFrom("s1", "s1", "s1", "s1", "s1", "s1", "s2"),
    front: FastCheck.oneof(
      { weight: 30, arbitrary: FastCheck.constant(front) },
      FastCheck.constantFrom(
        { _tag: "Agent", process: MODEL_PROCESS } as const,
        { _tag: "Seat", process: { ...MODEL_PROCESS, pid: 7 } } as const,
        { _tag: "Shell" } as const,
        { _tag: "Other" } as const
      )
    ),
    word: FastCheck.oneof(
      { weight: 30, arbitrary: FastCheck.constant({ _tag: "Host", status: "idle" } as const) },
      FastCheck.constantFrom(
        { _tag: "Host", status: "working" } as const,
        { _tag: "None" } as const,
        { _tag: "Own", reading: { word: "idle", source: "cli", blind: false } } as const,
        { _tag: "Own", reading: { word: "idle", source: "herdr", blind: false } } as const,
        { _tag: "Own", reading: { word: "unknown", source: "none", blind: true } } as const
      )
    ),
    // Built from parts above, so the compiler does not know that they are whole sights.
    sight: sights as FastCheck.Arbitrary<Extract<Observation["seen"], { _tag: "Seen" }>["sight"]>
  })
  const look = FastCheck.record({
    _tag: FastCheck.constant("Observed" as const),
    observation: FastCheck.record({
      began: instants,
      at: instants,
      seen: FastCheck.oneof(
        { weight: 20, arbitrary: arbitrarySeen },
        FastCheck.constant({ _tag: "Unseen" as const, why: "host" as const })
      )
    })
  })
  const events: FastCheck.Arbitrary<Event> = FastCheck.oneof(
    { weight: 6, arbitrary: look },
    { weight: 3, arbitrary: FastCheck.record({ _tag: FastCheck.constant("Sent" as const), at: instants }) },
    FastCheck.record({
      _tag: FastCheck.constant("Failed" as const),
      at: instants,
      arrived: FastCheck.constantFrom("no" as const, "maybe" as const)
    })
  )

  it("gives one line and one Enter at most, each as the answer to the look that allows it, and ends for good", () => {
    const reached = { Type: 0, Press: 0 }
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(events, { maxLength: 40 }),
        FastCheck.constantFrom("None" as const, "Marker" as const, "Record" as const),
        // In order, as a driver gives them, or in none.
        FastCheck.boolean(),
        (all, own, ordered) => {
          let step: Step = start
          let last: Event | null = null
          let clock = 0
          const count = { Type: 0, Press: 0 }
          for (const one of all) {
            const { act } = step
            if (ordered && (act._tag === "Look") !== (one._tag === "Observed")) continue
            clock += act._tag === "Look" ? act.after : 0
            const event: Event = !ordered
              ? one
              : one._tag === "Observed"
                ? { _tag: "Observed", observation: { ...one.observation, began: clock, at: clock } }
                : { ...one, at: clock }
            step = next(planOf(RING, own), step.state, event)
            if (last !== null && act._tag === "End") expect(step.act._tag).toBe("End")
            last = event
            if (step.act._tag !== "Type" && step.act._tag !== "Press") continue
            count[step.act._tag]++
            reached[step.act._tag]++
            expect(event._tag).toBe("Observed")
            if (event._tag !== "Observed" || event.observation.seen._tag !== "Seen") throw new Error("unseen")
            const { sight, word } = event.observation.seen
            expect(["Seat", "Agent"]).toContain(event.observation.seen.front._tag)
            expect(word._tag === "Host" ? word.status : word._tag === "Own" && word.reading.source).toMatch(
              /^(?:idle|cli)$/
            )
            expect(sight.troubled).toBe(false)
            if (step.act._tag === "Type")
              expect(sight).toMatchObject({ kind: "idle", touchable: true, box: "empty" })
            else expect(sight).toMatchObject({ kind: "unsent", drawn: { rows: [RING], folded: false } })
          }
          expect(count.Type).toBeLessThanOrEqual(1)
          expect(count.Press).toBeLessThanOrEqual(1)
        }
      ),
      { numRuns: 20_000 }
    )
    expect(reached.Type).toBeGreaterThan(100)
    expect(reached.Press).toBeGreaterThan(100)
  })
})
