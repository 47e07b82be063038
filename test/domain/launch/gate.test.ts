import { describe, expect, it } from "vitest"
import { MACHINE_CHECKS } from "../../../src/domain/check/machine.ts"
import { ceilingRefusal, machineRefusal } from "../../../src/domain/launch/gate.ts"
import { quietMachine, T0, team } from "../../support/scenario.ts"
import { file, seat, valid } from "../team/support.ts"

const given = (more: Partial<typeof quietMachine>) => ({
  at: T0,
  team: team([]),
  machine: { ...quietMachine, ...more },
  memory: { swap: [] }
})

describe("the launch gate is checks 11 to 15 (spec 000 §3.3)", () => {
  it("passes a quiet machine, and figures nobody read", () => {
    expect(machineRefusal(given({}))).toBe(null)
    expect(machineRefusal(given({ loadPerCore: null, memoryFreePercent: null, diskFreeBytes: null }))).toBe(
      null
    )
  })
  it("refuses in a check's own words, the first limit first", () => {
    const past = given({ loadPerCore: 7.25, memoryFreePercent: 8 })
    expect(machineRefusal(past)).toBe("the load is 7.3 per core, above 6")
    expect(machineRefusal(given({ memoryFreePercent: 8 }))).toBe("free memory is 8%, below 15%")
    const words = MACHINE_CHECKS.flatMap((check) => check(past)).map((found) =>
      "text" in found ? found.text : ""
    )
    expect(words[0]).toBe(machineRefusal(past))
  })
})

describe("the ceilings", () => {
  const made = valid(file("limits: { seats: 1 }", [seat()]))
  it("are of all that would run", () => {
    expect(ceilingRefusal(made, new Set(["one"]))).toBe(null)
    expect(ceilingRefusal(made, new Set(["one", "two"]))).toBe(
      "the approval allows 1 seat; 2 would be running"
    )
  })
})
