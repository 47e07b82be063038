import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { type PassResult, pass } from "../../../src/domain/pass/pass.ts"
import * as text from "../../../src/domain/report/catalogue.ts"
import { REASONS, reasonText } from "../../../src/domain/typing/outcome.ts"
import type { TypedFact } from "../../../src/domain/typing/typed.ts"
import { claude, HOUR, MINUTE, type Scene, SECOND, scene, seat, T0, team } from "../../support/scenario.ts"
import { by } from "../check/support.ts"
import { fact, held, message, messageId, typingOf, typist } from "../typing/given.ts"

const intents = ({ intents: all }: PassResult) => all.map(({ _tag, seat: name }) => `${_tag} ${name}`)
const tell = (made: Scene, ...typed: ReadonlyArray<TypedFact>) => {
  made.typing = typingOf({ typed })
}
const mailOf = (...messages: ReadonlyArray<ReturnType<typeof message>>) => [{ seat: "alpha", messages }]
/** A seat that is never nudged, for what is said of messages. */
const lead = () => typist(claude.idle(), { spec: { leads: true } })

describe("the lines of the log", () => {
  it("are one for each delivery, in these words", () => {
    const made = lead()
    tell(
      made,
      fact({ line: "nudge", message: null }),
      fact({ line: "ring", outcome: "not-typed", reason: reasonText("dialog") }),
      fact({ line: "retry", outcome: "not-sent", reason: reasonText("holds") }),
      fact({ line: "ring", outcome: "unconfirmed", reason: reasonText("unclear") }),
      fact({ seat: "gone", line: "retry", message: null })
    )
    expect(made.tick(0).lines.filter((line) => !line.startsWith("alpha: idle"))).toEqual([
      "alpha: the nudge was typed and sent",
      "alpha: the ring was not typed: a dialog is open",
      `alpha: the line of the held message ${messageId(1)} was typed and not sent: its box still holds the line after Enter`,
      "alpha: the ring was typed, and nothing shows whether it was sent: no screen after Enter shows whether it was taken",
      "gone: the line of the held message was typed and sent"
    ])
    // A pass says of a delivery what it was told, once.
    expect(made.tick().lines).toEqual([])
  })

  it("are as many as the facts, whatever they are", () => {
    const facts = FastCheck.array(
      FastCheck.record({
        seat: FastCheck.constantFrom("alpha", "beta", "gone"),
        line: FastCheck.constantFrom("nudge" as const, "ring" as const, "retry" as const),
        message: FastCheck.constantFrom(null, messageId(1)),
        at: FastCheck.integer({ min: T0 - MINUTE, max: T0 }),
        outcome: FastCheck.constantFrom(
          "submitted" as const,
          "not-typed" as const,
          "not-sent" as const,
          "unconfirmed" as const
        ),
        reason: FastCheck.constantFrom(null, ...Object.values(REASONS))
      }),
      { maxLength: 6 }
    )
    FastCheck.assert(
      FastCheck.property(facts, FastCheck.boolean(), (typed, silent) => {
        const made = scene(team([seat("alpha"), seat("beta")]))
        for (const name of ["alpha", "beta"]) made.show(name, claude.working("On"))
        made.tick(0)
        made.silent = silent
        tell(made, ...typed)
        const lines = made.tick().lines.filter((line) => /the (nudge|ring|line) /.test(line))
        expect(lines).toHaveLength(typed.length)
        for (const [index, one] of typed.entries())
          expect(lines[index]?.startsWith(`${one.seat}: the `)).toBe(true)
      }),
      { numRuns: 200 }
    )
  })

  it("name each line", () => {
    expect(text.typedLineName("nudge", null)).toBe("the nudge")
    expect(text.typedLineName("ring", "01K8")).toBe("the ring")
    expect(text.typedLineName("retry", "01K8")).toBe("the line of the held message 01K8")
    expect(text.messageWaiting("01K8", "alpha", 10 * MINUTE + 59 * SECOND)).toBe(
      "message 01K8 for alpha has been waiting 10 minutes"
    )
  })
})

describe("a message that waits", () => {
  const WAITS = `message ${messageId(1)} for alpha has been waiting 10 minutes → owner`
  const busy = (screen = claude.working("On")) => typist(screen, { spec: { leads: true } })

  it("is the owner's from nudge_wait on, said once while the box is not free", () => {
    const made = busy()
    made.mail = mailOf(message(1))
    made.tick(0)
    made.run(10 * MINUTE - 30 * SECOND)
    expect(by(made.reports, "watch")).toEqual([])
    made.tick()
    expect(by(made.reports, "watch")).toEqual([WAITS])
    for (const screen of [claude.idle(), claude.working("On"), claude.idle(), claude.permission("ls")]) {
      made.show("alpha", screen)
      made.run(5 * MINUTE)
    }
    expect(by(made.reports, "watch")).toEqual([WAITS])
  })

  it("is no news where its line is typed in this very pass, and is where that told nothing", () => {
    const made = lead()
    made.mail = mailOf(message(1, { at: T0 - HOUR }))
    expect(intents(made.tick(0))).toEqual(["Ring alpha"])
    tell(made, fact({ at: made.at + 500 }))
    made.run(10 * MINUTE - 30 * SECOND)
    expect(by(made.reports, "watch")).toEqual([])
    // Rung for and not read: the next ring is due, and once the seat is busy the owner is told.
    made.show("alpha", claude.working("On"))
    made.tick()
    expect(by(made.reports, "watch")).toEqual([WAITS.replace("10", "70")])
  })

  it("was not told of by a ring that was not sent: the owner's line comes at its time", () => {
    const made = lead()
    made.mail = mailOf(message(1))
    for (let passed = 0; passed <= 10 * MINUTE; passed += 30 * SECOND) {
      const rung = made.tick(passed === 0 ? 0 : 30 * SECOND).intents.length > 0
      if (rung) tell(made, fact({ at: made.at + 500, outcome: "not-typed", reason: reasonText("busy") }))
    }
    expect(by(made.reports, "watch")).toEqual([WAITS])
  })

  it("is none once it is read, and with --no-nudge and on a silent host it is told of all the same", () => {
    const made = busy()
    made.typing = null
    made.mail = mailOf(message(1), message(2))
    made.tick(0)
    made.silent = true
    made.run(10 * MINUTE)
    expect(by(made.reports, "watch").filter((line) => line.startsWith("message"))).toHaveLength(2)
    made.mail = mailOf(message(1, { receipt: { at: made.at, how: "shown" }, pending: held(1) }))
    expect(made.tick().standing.filter(({ key }) => key.startsWith("waiting:"))).toEqual([])
  })

  it("whose line is given up names its drop, to the owner, once", () => {
    const made = busy()
    made.mail = mailOf(
      message(1, { pending: held(1, { tries: 5, lastAt: T0 }) }),
      message(2, { pending: held(2, { tries: 2, enters: 2, lastAt: T0 }) }),
      message(3, { receipt: { at: T0, how: "typed" }, pending: held(3, { tries: 5 }) })
    )
    made.tick(0)
    made.run(2 * MINUTE)
    const drop = (nth: number) => `/project/.agents/messages/alpha/${messageId(nth)}.md`
    expect(by(made.reports, "watch")).toEqual([
      `message ${messageId(1)} for alpha could not be typed in 5 tries; it lies in ${drop(1)} → owner`,
      `message ${messageId(2)} for alpha was typed, and Enter did not send it; it lies in ${drop(2)} → owner`
    ])
  })

  it("is not given up while its last try is under way: the try is counted before it is made", () => {
    const made = lead()
    made.mail = mailOf(message(1, { pending: held(1, { tries: 4, enters: 1, lastAt: T0 - HOUR }) }))
    expect(intents(made.tick(0))).toEqual(["Retry alpha"])
    made.mail = mailOf(message(1, { pending: held(1, { tries: 5, enters: 2, lastAt: made.at }) }))
    made.tick(SECOND, { cause: "change" })
    expect(by(made.reports, "watch")).toEqual([])
    made.mail = []
    tell(made, fact({ line: "retry", at: made.at }))
    made.run(HOUR)
    expect(by(made.reports, "watch")).toEqual([])
  })
})

describe("our line in a box", () => {
  it("is the owner's, once", () => {
    const made = lead()
    made.mail = mailOf(message(1))
    made.tick(0)
    made.show("alpha", claude.permission("ls"))
    tell(made, fact({ at: made.at + 500, outcome: "not-sent", reason: reasonText("dialog") }))
    made.tick()
    made.run(2 * MINUTE)
    expect(by(made.reports, "watch")).toEqual([
      "alpha: the ring was typed and not sent: a dialog is open → owner"
    ])
  })
})

describe("nothing is typed", () => {
  const due = () => {
    const made = lead()
    made.mail = mailOf(message(1))
    return made
  }

  it("under a hold, on a silent host, by a watch that may not type", () => {
    const free = due()
    expect(intents(free.tick(0))).toEqual(["Ring alpha"])
    const onHold = due()
    onHold.hold = { since: T0 }
    expect(onHold.tick(0).intents).toEqual([])
    onHold.hold = null
    expect(intents(onHold.tick())).toEqual(["Ring alpha"])
    const silent = due()
    silent.silent = true
    expect(silent.tick(0).intents).toEqual([])
    const quiet = due()
    quiet.typing = null
    expect(quiet.tick(0).intents).toEqual([])
    expect(quiet.seat("alpha").memory.typing).toBeUndefined()
  })

  it("in the pass after a clock jump, and in the next one it is", () => {
    for (const jump of [8 * HOUR, -HOUR]) {
      const made = lead()
      made.tick(0)
      made.mail = mailOf(message(1))
      expect(made.tick(jump, { monotonic: SECOND }).intents).toEqual([])
      expect(intents(made.tick(SECOND))).toEqual(["Ring alpha"])
    }
  })

  it("no longer than it should after a clock that stepped back before the pass was told of a line", () => {
    const made = due()
    made.tick(0)
    tell(made, fact({ at: made.at + 500 }))
    made.tick(-HOUR, { monotonic: 30 * SECOND })
    made.mail = mailOf(message(1), message(2))
    expect(intents(made.tick())).toEqual(["Ring alpha"])
  })

  it("twice by a watch that was killed after it marked what it asked for (case 180)", () => {
    const made = due()
    made.tick(0)
    made.restart()
    made.run(10 * MINUTE - 30 * SECOND, () =>
      expect(made.memory.seats[0]?.typing?.ring).toMatchObject({ at: T0, tries: 1 })
    )
    expect(intents(made.tick())).toEqual(["Ring alpha"])
  })

  it("to more than one seat's box at a time each, one line a pass", () => {
    const made = scene(team([seat("alpha", { leads: true }), seat("beta"), seat("gamma")]))
    made.typing = typingOf({ pane: "%gamma" })
    for (const name of ["alpha", "beta", "gamma"]) made.show(name, claude.idle())
    made.tick(0)
    made.run(5 * MINUTE - 30 * SECOND)
    made.mail = ["alpha", "beta", "gamma"].map((name) => ({ seat: name, messages: [message(1), message(2)] }))
    expect(intents(made.tick())).toEqual(["Ring alpha", "Ring beta"])
  })
})

it("a pass decides the same for the same snapshot and memory", () => {
  const made = lead()
  made.tick(0)
  made.mail = mailOf(message(1))
  const [snapshot, memory] = [made.snapshot(), made.memory]
  expect(pass(snapshot, memory).intents).toEqual(pass(snapshot, memory).intents)
  expect(pass(snapshot, memory).intents).toHaveLength(1)
})
