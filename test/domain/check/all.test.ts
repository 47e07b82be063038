import { describe, expect, it } from "vitest"
import { CHECKS } from "../../../src/domain/check/all.ts"
import { ALWAYS_ON, CHECK_NAMES } from "../../../src/domain/check/names.ts"
import { claude, quietMachine, scene, seat, team } from "../../support/scenario.ts"

describe("the sixteen checks", () => {
  it("are listed in the order of §3.3", () =>
    expect(CHECKS.map((check) => check.name)).toEqual([...CHECK_NAMES]))

  it("run on what §3.3 says they run on", () =>
    expect(CHECKS.filter((check) => check.runsOn === "seat").map((check) => check.name)).toEqual([
      "missing",
      "restored",
      "model-drift",
      "attention",
      "provider-error",
      "unsent",
      "idle"
    ]))

  it("speak seat by seat in the file's order, then of the team, then of the machine", () => {
    const made = scene(team([seat("alpha"), seat("beta")]))
    made.show("beta", claude.permission("ls"))
    made.show("stray", claude.idle(), { cli: "claude" })
    made.machine = { ...quietMachine, loadPerCore: 9, memoryFreePercent: 2 }
    made.tick(0)
    expect(made.reports.map((report) => report.check)).toEqual([
      "missing",
      "attention",
      "extra",
      "load",
      "memory"
    ])
  })

  it.each(CHECK_NAMES)("%s can be switched off unless it is one of the four", (name) => {
    let asked = 0
    const made = scene(team([seat("alpha")], { checksOff: [name] }))
    made.show("alpha", claude.idle())
    made.checks = [
      {
        name,
        runsOn: "seat",
        run: () => {
          asked++
          return []
        }
      }
    ]
    made.tick(0)
    expect(asked).toBe(ALWAYS_ON.includes(name) ? 1 : 0)
  })
})
