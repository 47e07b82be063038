import { describe, expect, it } from "vitest"
import {
  capture,
  claude,
  HOUR,
  MINUTE,
  plain,
  quietMachine,
  scene,
  seat,
  T0,
  team
} from "../../support/scenario.ts"
import { alone, by } from "../check/support.ts"

const asleep = { monotonic: 2_000 }

describe("a laptop that slept eight hours (case 101)", () => {
  it("starts no report on the first pass, asks to look again, and measures on observed time", () => {
    const made = scene(team([seat("alpha"), seat("beta"), seat("gamma")]))
    made.show("alpha", claude.working("On"))
    made.show("beta", claude.idle())
    made.show("gamma", plain("▒▒▒"))
    made.tick(0)
    made.tick()
    made.show("alpha", claude.idle())
    const woken = made.tick(8 * HOUR, asleep)
    expect(woken.again).toBe(true)
    expect(made.reports).toEqual([])
    expect(made.word("gamma")).toBe("unknown (none)")
    made.run(3 * MINUTE)
    expect(made.reports).toEqual([])
    made.run(3 * MINUTE)
    expect(by(made.reports, "idle")).toEqual([
      "beta has been idle since the watch started → operator",
      "alpha has been idle for 5 minutes → operator"
    ])
    expect(made.word("gamma")).toBe("unknown (none) blind")
  })

  it("lets the screen answer over a working hook that slept, too", () => {
    const made = alone(claude.idle())
    made.fact("alpha", { hook: { word: "working", at: T0 } })
    made.tick(0)
    expect(made.word("alpha")).toBe("working (cli-hook)")
    made.tick(8 * HOUR, asleep)
    expect(made.word("alpha")).toBe("idle (cli)")
    expect(made.reports).toEqual([])
  })

  it("says what is new on the pass after", () => {
    const made = alone(claude.working("On"))
    made.tick(0)
    made.show("alpha", claude.permission("ls"))
    made.tick(8 * HOUR, asleep)
    expect(made.reports).toEqual([])
    made.tick(1_000, { cause: "change" })
    expect(made.said).toEqual(["alpha waits at a permission prompt: its owner's to answer"])
  })

  it("repeats and clears nothing that was said before", () => {
    const made = scene(team([seat("alpha"), seat("beta")], { idleRepeat: HOUR }))
    made.show("alpha", claude.permission("ls"))
    made.show("beta", claude.idle())
    made.run(20 * MINUTE)
    const before = made.said.length
    made.tick(8 * HOUR, asleep)
    made.run(10 * MINUTE)
    expect(made.said.slice(before)).toEqual([])
  })
})

describe("a clock that steps back an hour (case 103)", () => {
  it.each([
    ["seen by its screen", {}],
    ["known by its hook", { hook: { word: "idle" as const, at: T0 - 2 * HOUR } }],
    ["known by a trace", { traces: { commit: T0 - 2 * HOUR } }]
  ])("repeats no idle period of a seat %s", (_, facts) => {
    const made = alone(claude.idle())
    made.fact("alpha", facts)
    made.tick(0)
    made.run(20 * MINUTE)
    const before = made.said.length
    expect(before).toBeGreaterThan(1)
    made.tick(-HOUR, { monotonic: 30_000 })
    made.run(30 * MINUTE)
    expect(made.said.slice(before)).toEqual([])
  })

  it("prints no instant ahead of now, and no negative minutes", () => {
    const made = alone(claude.working("On"))
    made.run(5 * MINUTE)
    made.show("alpha", claude.idle())
    made.tick(-HOUR, { monotonic: 30_000 })
    expect(made.seat("alpha").memory.lastActive).toBeLessThanOrEqual(made.at)
    made.run(16 * MINUTE)
    expect(by(made.reports, "idle").map((text) => /\d+/.exec(text)?.[0])).toEqual(["5", "15"])
  })

  it("logs the machine's figures on", () => {
    const made = alone(claude.idle())
    expect(made.tick(0).readings).not.toBeNull()
    expect(made.tick().readings).toBeNull()
    expect(made.tick(-HOUR, { monotonic: 30_000 }).readings).not.toBeNull()
    made.run(9 * MINUTE)
    expect(made.tick(MINUTE).readings).not.toBeNull()
  })
})

it("counts a trace from a clock a little ahead as now (case 104)", () => {
  const made = alone(claude.idle())
  made.fact("alpha", { traces: { commit: T0 + 50_000 } })
  made.tick(0)
  expect(made.word("alpha")).toBe("working (trace)")
  expect(made.seat("alpha").memory.lastActive).toBe(T0)
})

it("an edge of two intervals is no jump", () => {
  const made = alone(claude.idle())
  made.tick(0)
  expect(made.tick(60_000).again).toBe(false)
  expect(made.tick(60_001).again).toBe(true)
})

describe("a restart of the watch (case 100)", () => {
  it.each([30_000, 5 * MINUTE, 6 * HOUR])("after %d ms repeats nothing that still holds", (down) => {
    const made = scene(team([seat("alpha"), seat("beta"), seat("gamma"), seat("delta")]))
    made.show("alpha", claude.permission("ls"))
    made.show("beta", claude.idle())
    made.show("gamma", capture("claude-code/2.1.332/limit-weekly-80x24"))
    made.machine = { ...quietMachine, loadPerCore: 9 }
    made.run(20 * MINUTE)
    const before = made.said.length
    expect(before).toBe(7)
    made.restart()
    made.tick(down)
    made.run(5 * MINUTE)
    expect(made.said.slice(before)).toEqual([])
  })
})

describe("a watch that was down for more than a day", () => {
  const down = (ms: number) => {
    const made = scene(team([seat("alpha"), seat("beta")]))
    made.show("alpha", claude.permission("ls"))
    made.show("beta", claude.idle())
    made.run(20 * MINUTE)
    const before = made.said.length
    made.restart()
    made.tick(ms)
    made.run(20 * MINUTE)
    return made.said.slice(before)
  }

  it("remembers up to the day and not past it", () => {
    expect(down(24 * HOUR)).toEqual([])
    expect(down(24 * HOUR + 1)).toEqual([
      "alpha waits at a permission prompt: its owner's to answer",
      "beta has been idle since the watch started",
      "beta has been idle since the watch started — reported to the owner"
    ])
  })
})
