import { describe, expect, it } from "vitest"
import type { MachineReading } from "../../../src/domain/machine/reading.ts"
import type { MachineLimits } from "../../../src/domain/pass/team-view.ts"
import { MINUTE, quietMachine, scene, team } from "../../support/scenario.ts"
import { told } from "./support.ts"

const machine = (reading: Partial<MachineReading>, limits: Partial<MachineLimits> = {}, view = {}) => {
  const base = team([], view)
  const made = scene({ ...base, machine: { ...base.machine, ...limits } })
  made.machine = { ...quietMachine, ...reading }
  return made
}

const saidOf = (reading: Partial<MachineReading>, limits: Partial<MachineLimits> = {}) => {
  const made = machine(reading, limits)
  made.tick(0)
  made.run(10 * MINUTE)
  return told(made.reports)
}

describe("a limit passed", () => {
  const percent = (memoryFreePercent: number) => ({ memoryFreePercent })
  it.each([
    [{ loadPerCore: 7.25 }, {}, "the load is 7.3 per core, above 6 → owner"],
    [{ loadPerCore: 6.04 }, {}, "the load is 6.1 per core, above 6 → owner"],
    [{ loadPerCore: 6.0001 }, {}, "the load is 6.1 per core, above 6 → owner"],
    [{ loadPerCore: 12 }, {}, "the load is 12.0 per core, above 6 → owner"],
    [
      { loadPerCore: 2 },
      { loadMax: { value: 1.5, written: "1.5" } },
      "the load is 2.0 per core, above 1.5 → owner"
    ],
    [percent(8), {}, "free memory is 8%, below 15% → owner"],
    [percent(14.6), {}, "free memory is 14%, below 15% → owner"],
    [percent(14.999), {}, "free memory is 14%, below 15% → owner"],
    [percent(0.2), {}, "free memory is 0%, below 15% → owner"],
    [{ diskFreeBytes: 3_200_000_000 }, {}, "free disk is 3.2 GB, below 20.0 GB → owner"],
    [{ diskFreeBytes: 19_960_000_000 }, {}, "free disk is 19.9 GB, below 20.0 GB → owner"],
    [{ diskFreeBytes: 0 }, {}, "free disk is 0.0 GB, below 20.0 GB → owner"],
    [{ swapFreeBytes: 1_990_000_000 }, {}, "free swap is 1.9 GB, below 2.0 GB → owner"],
    [{ swapFreeBytes: 500_000_000 }, {}, "free swap is 0.5 GB, below 2.0 GB → owner"]
  ])("%j %j", (reading, limits, text) => expect(saidOf(reading, limits)).toEqual([text]))

  it.each([
    { loadPerCore: 6 },
    { memoryFreePercent: 15 },
    { diskFreeBytes: 20e9 },
    { swapFreeBytes: 2e9 },
    { loadPerCore: 5.99 },
    { memoryFreePercent: 15.4 }
  ])("is not %j: the limit itself is allowed", (reading) => expect(saidOf(reading)).toEqual([]))

  it.each([
    { loadPerCore: null },
    { memoryFreePercent: null },
    { diskFreeBytes: null },
    { swapFreeBytes: null, swapTotalBytes: null, swapUsedBytes: null }
  ])("is not %j: an unread figure is silent", (reading) => expect(saidOf(reading)).toEqual([]))

  it("is not swap where there is none (case 145)", () =>
    expect(saidOf({ swapTotalBytes: 0, swapUsedBytes: 0, swapFreeBytes: 0 })).toEqual([]))

  it("stands through unread passes and is not said again after them", () => {
    const made = machine({ memoryFreePercent: 8 })
    made.tick(0)
    made.machine = { ...quietMachine, memoryFreePercent: null }
    made.run(5 * MINUTE)
    expect(made.tick().standing.map((report) => report.text)).toEqual(["free memory is 8%, below 15%"])
    made.machine = { ...quietMachine, memoryFreePercent: 7 }
    made.tick()
    expect(made.said).toEqual(["free memory is 8%, below 15%"])
  })

  it("is said again after two passes that were fine", () => {
    const made = machine({ loadPerCore: 7 })
    made.tick(0)
    made.machine = quietMachine
    made.tick()
    made.tick()
    made.machine = { ...quietMachine, loadPerCore: 8 }
    made.tick()
    expect(made.said).toEqual(["the load is 7.0 per core, above 6", "the load is 8.0 per core, above 6"])
  })

  it("is said while the host is silent, too", () => {
    const made = machine({ loadPerCore: 7 })
    made.silent = true
    made.tick(0)
    expect(made.said).toContain("the load is 7.0 per core, above 6")
  })

  it("is silent where the file switched the check off", () => {
    const low = { loadPerCore: 9, memoryFreePercent: 1, diskFreeBytes: 1, swapFreeBytes: 1 }
    const made = machine(low, {}, { checksOff: ["load", "memory", "disk", "swap-free", "swap-growth"] })
    made.tick(0)
    expect(made.said).toEqual([])
  })
})

describe("swap growth", () => {
  const used = (gigabytes: number | null) => ({
    ...quietMachine,
    swapUsedBytes: gigabytes === null ? null : gigabytes * 1e9
  })

  it.each([
    [2.0, 4, []],
    [2.01, 4, ["swap grew by 1.1 GB in 4 minutes, above 1.0 GB → owner"]],
    [3.26, 4, ["swap grew by 2.3 GB in 4 minutes, above 1.0 GB → owner"]],
    [3.26, 10, ["swap grew by 2.3 GB in 10 minutes, above 1.0 GB → owner"]]
  ])("from 1 GB to %d GB in %d minutes", (to, minutes, said) => {
    const made = machine({ swapUsedBytes: 1e9 })
    made.tick(0)
    made.run((minutes - 0.5) * MINUTE)
    made.machine = used(to)
    made.tick()
    expect(told(made.reports)).toEqual(said)
  })

  it("past its window is not said", () => {
    const made = machine({ swapUsedBytes: 1e9 })
    made.tick(0)
    // A slow climb: never more than 0.9 GB inside ten minutes.
    made.run(60 * MINUTE, (elapsed) => {
      made.machine = used(1 + (0.9 * elapsed) / (10 * MINUTE))
    })
    expect(made.said).toEqual([])
  })

  it("is measured from the smallest figure of the window", () => {
    const made = machine({ swapUsedBytes: 3e9 })
    made.tick(0)
    made.machine = used(1)
    made.tick()
    made.machine = used(2.5)
    made.tick()
    expect(made.said).toEqual(["swap grew by 1.5 GB in 1 minutes, above 1.0 GB"])
  })

  it("says nothing over an unread figure, and reads on after it", () => {
    const made = machine({ swapUsedBytes: 1e9 })
    made.tick(0)
    made.machine = used(null)
    made.tick()
    made.machine = used(4)
    made.tick()
    expect(made.said).toEqual(["swap grew by 3.0 GB in 1 minutes, above 1.0 GB"])
  })

  it("is not measured across a gap (case 145)", () => {
    const made = machine({ swapUsedBytes: 1e9 })
    made.tick(0)
    made.machine = used(6)
    made.tick(8 * 60 * MINUTE, { monotonic: 2_000 })
    made.tick()
    expect(made.said).toEqual([])
  })
})
