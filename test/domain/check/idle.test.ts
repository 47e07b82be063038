import { describe, expect, it } from "vitest"
import type { SeatSpec } from "../../../src/domain/pass/team-view.ts"
import { absent, capture, claude, MINUTE, SECOND, T0 } from "../../support/scenario.ts"
import { alone, by, told } from "./support.ts"

const SINCE_START = "alpha has been idle since the watch started"
const OWNER = " — reported to the owner"

/** A seat that worked at T0 and stands at its prompt from then on. */
const finished = (spec: Partial<SeatSpec> = {}, view = {}) => {
  const made = alone(claude.working("Building"), {}, spec, view)
  made.tick(0)
  made.show("alpha", claude.idle())
  return made
}

describe("a seat never seen working", () => {
  it.each([
    [299_999, []],
    [300_000, [`${SINCE_START} → operator`]]
  ])("quiet for %d ms", (ms, said) => {
    const made = alone(claude.idle())
    made.tick(0)
    made.tick(50_000)
    for (let left = ms - 50_000; left > 0; left -= 50_000) made.tick(Math.min(left, 50_000))
    expect(told(made.reports)).toEqual(said)
  })

  it("is told to the operator and then, once, to the owner", () => {
    const made = alone(claude.idle())
    made.tick(0)
    made.run(3 * 60 * MINUTE)
    expect(by(made.reports, "idle")).toEqual([`${SINCE_START} → operator`, `${SINCE_START}${OWNER} → owner`])
  })
})

describe("a seat that worked", () => {
  it("is idle for whole minutes since its last turn", () => {
    const made = finished()
    made.run(60 * MINUTE)
    expect(by(made.reports, "idle")).toEqual([
      "alpha has been idle for 5 minutes → operator",
      `alpha has been idle for 15 minutes${OWNER} → owner`
    ])
  })

  it("counts from the turn, not from when a stale hook lets the screen answer (case 14)", () => {
    const made = alone(claude.idle())
    made.fact("alpha", { hook: { word: "working", at: T0 } })
    made.tick(0)
    expect(made.word("alpha")).toBe("working (cli-hook)")
    made.run(5 * MINUTE)
    expect(by(made.reports, "idle")).toEqual(["alpha has been idle for 5 minutes → operator"])
  })

  it("counts from an idle hook's instant, also on a first pass", () => {
    const made = alone(claude.idle())
    made.fact("alpha", { hook: { word: "idle", at: T0 - 7 * MINUTE } })
    made.tick(0)
    expect(by(made.reports, "idle")).toEqual(["alpha has been idle for 7 minutes → operator"])
  })

  it("counts from the last pass that a trace made working", () => {
    const made = finished()
    made.run(4 * MINUTE)
    made.fact("alpha", { traces: { commit: T0 + 4 * MINUTE } })
    made.run(7 * MINUTE - 30 * SECOND)
    expect(made.reports).toEqual([])
    made.tick()
    expect(by(made.reports, "idle")).toEqual(["alpha has been idle for 5 minutes → operator"])
  })

  it("starts a new period with a new turn", () => {
    const made = finished()
    made.run(6 * MINUTE)
    made.show("alpha", claude.working("Again"))
    made.tick()
    made.show("alpha", claude.idle())
    made.run(6 * MINUTE)
    expect(by(made.reports, "idle")).toEqual([
      "alpha has been idle for 5 minutes → operator",
      "alpha has been idle for 5 minutes → operator"
    ])
  })
})

describe("idle_repeat", () => {
  it("repeats the operator's line while the period goes on, never the owner's (rule 8)", () => {
    const made = finished({}, { idleRepeat: 10 * MINUTE })
    made.run(36 * MINUTE)
    expect(by(made.reports, "idle")).toEqual([
      "alpha has been idle for 5 minutes → operator",
      "alpha has been idle for 15 minutes → operator",
      `alpha has been idle for 15 minutes${OWNER} → owner`,
      "alpha has been idle for 25 minutes → operator",
      "alpha has been idle for 35 minutes → operator"
    ])
  })
})

describe("who is not told of", () => {
  it.each([
    ["a lead", { leads: true }],
    ["a parked seat", { parked: true }],
    ["a stopped seat", { stopped: true }]
  ])("%s", (_, spec) => {
    const made = finished(spec)
    made.run(60 * MINUTE)
    expect(by(made.reports, "idle")).toEqual([])
  })

  it.each([
    ["at a dialog", claude.permission("ls"), {}],
    ["with text in its box", claude.unsent("and"), {}],
    ["at a rate limit", capture("claude-code/2.1.332/limit-weekly-80x24"), {}],
    ["nobody can read", absent("failed"), {}],
    ["that works", claude.working("On"), {}],
    ["whose host says it works (design §4.1)", claude.idle(), { status: "working", cli: "claude" }],
    ["with tasks behind its prompt", capture("codex/0.171.0/idle-background-task-80x24"), {}]
  ])("a seat %s", (name, screen, more) => {
    const made = alone(screen, more, name.includes("tasks") ? { cli: "codex" } : {})
    made.tick(0)
    made.run(60 * MINUTE)
    expect(by(made.reports, "idle")).toEqual([])
  })

  it("any seat under a hold, and no period is lost or repeated by one", () => {
    const made = finished()
    made.hold = { since: made.at }
    made.run(20 * MINUTE)
    expect(by(made.reports, "idle")).toEqual([])
    made.hold = null
    made.tick()
    made.hold = { since: made.at }
    made.tick()
    made.hold = null
    made.tick()
    expect(by(made.reports, "idle")).toHaveLength(2)
  })

  it("a seat whose file switched the check off", () => {
    const made = finished({}, { checksOff: ["idle"] })
    made.run(60 * MINUTE)
    expect(by(made.reports, "idle")).toEqual([])
  })
})

it("measures each seat by its own windows", () => {
  const made = finished({ idleWindow: 60 * SECOND, idleOwner: 120 * SECOND })
  made.run(5 * MINUTE)
  expect(by(made.reports, "idle")).toEqual([
    "alpha has been idle for 1 minutes → operator",
    `alpha has been idle for 2 minutes${OWNER} → owner`
  ])
})
