import { describe, expect, it } from "vitest"
import { absent, claude, MINUTE, plain, scene, seat, T0, team } from "../../support/scenario.ts"
import { by } from "./support.ts"

const TEXT = "every agent is idle → operator"
const lead = seat("lead", { leads: true })

/** A lead that works, and two workers at their prompts. */
const crew = (view = {}, ...more: ReadonlyArray<ReturnType<typeof seat>>) => {
  const made = scene(team([lead, seat("alpha"), seat("beta"), ...more], view))
  made.show("lead", claude.working("Planning"))
  made.show("alpha", claude.idle())
  made.show("beta", claude.idle())
  return made
}

describe("every agent is idle", () => {
  it.each([
    [570_000, []],
    [600_000, [TEXT]]
  ])("after %d ms in which every worker was quiet", (ms, said) => {
    const made = crew()
    made.tick(0)
    made.run(ms)
    expect(by(made.reports, "team-idle")).toEqual(said)
  })

  it("is said once while it holds, and again after a turn and a new wait", () => {
    const made = crew()
    made.tick(0)
    made.run(60 * MINUTE)
    made.show("beta", claude.working("On"))
    made.run(MINUTE)
    made.show("beta", claude.idle())
    made.run(10 * MINUTE)
    expect(by(made.reports, "team-idle")).toHaveLength(1)
    made.tick()
    expect(by(made.reports, "team-idle")).toHaveLength(2)
  })

  it("starts its clock over with any worker's turn", () => {
    const made = crew()
    made.run(9 * MINUTE)
    made.show("alpha", claude.working("On"))
    made.tick()
    made.show("alpha", claude.idle())
    made.run(9 * MINUTE)
    expect(by(made.reports, "team-idle")).toEqual([])
  })

  it.each([
    ["works", claude.working("On"), {}],
    ["waits at a dialog", claude.permission("ls"), {}],
    ["cannot be read", plain("▒▒▒"), {}],
    ["is scrolled back", absent("scrolled"), {}],
    ["works by its host's word", claude.idle(), { status: "working", cli: "claude" }]
  ])("is never said while one %s (design §4.9)", (_, screen, more) => {
    const made = crew()
    made.show("beta", screen, more)
    made.tick(0)
    made.run(60 * MINUTE)
    expect(by(made.reports, "team-idle")).toEqual([])
  })

  it("is not said when one turns blind after the others have been quiet for long", () => {
    const made = crew()
    made.show("beta", claude.working("On"))
    made.tick(0)
    made.run(9 * MINUTE)
    made.show("beta", plain("▒▒▒"))
    made.run(20 * MINUTE)
    expect(made.word("beta")).toBe("unknown (none) blind")
    expect(by(made.reports, "team-idle")).toEqual([])
  })

  it("is not said while two panes carry a worker's name", () => {
    const made = crew()
    made.show("beta", claude.idle(), { pane: "%twin" })
    made.tick(0)
    made.run(30 * MINUTE)
    expect(by(made.reports, "team-idle")).toEqual([])
  })

  it("stands through passes in which one could not be read", () => {
    const made = crew()
    made.tick(0)
    made.run(11 * MINUTE)
    made.show("beta", plain("▒▒▒"))
    made.run(3 * MINUTE)
    made.show("beta", claude.idle())
    made.run(3 * MINUTE)
    expect(by(made.reports, "team-idle")).toHaveLength(1)
  })

  it("is not said while a trace shows work", () => {
    const made = crew()
    made.tick(0)
    made.run(20 * MINUTE, (elapsed) => made.fact("alpha", { traces: { message: T0 + elapsed } }))
    expect(by(made.reports, "team-idle")).toEqual([])
  })

  it.each([
    ["parked", seat("gamma", { parked: true })],
    ["stopped", seat("gamma", { stopped: true })]
  ])("does not ask a %s seat", (_, gamma) => {
    const made = crew({}, gamma)
    made.show("gamma", claude.working("Aside"))
    made.tick(0)
    made.run(11 * MINUTE)
    expect(by(made.reports, "team-idle")).toEqual([TEXT])
  })

  it("is not said of a team of leads, of an empty listing, or of nobody (case 97)", () => {
    const leads = scene(team([lead]))
    leads.show("lead", claude.idle())
    const nobody = scene(team([]))
    const empty = crew()
    for (const name of ["lead", "alpha", "beta"]) empty.close(`%${name}`)
    for (const made of [leads, nobody, empty]) {
      made.run(60 * MINUTE)
      expect(by(made.reports, "team-idle")).toEqual([])
    }
  })

  it("can be switched off", () => {
    const made = crew({ checksOff: ["team-idle"] })
    made.run(60 * MINUTE)
    expect(by(made.reports, "team-idle")).toEqual([])
  })
})
