import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { freePercent, MachineReading, perCore, readingsLine } from "../../../src/domain/machine/reading.ts"

const reading: MachineReading = {
  at: 0,
  loadPerCore: 1,
  cores: 4,
  memoryFreePercent: 49.6,
  diskFreeBytes: 12_345,
  diskPath: "/somewhere",
  swapTotalBytes: 300,
  swapUsedBytes: 100,
  swapFreeBytes: 200
}

describe("the machine reading", () => {
  it("says its figures in one line, without the folder", () => {
    assert.strictEqual(
      readingsLine(reading),
      "readings: load 1.0/core, memory 50%, disk 12345 B free, swap used 100 B of 300 B (free 200 B)"
    )
  })

  it("says unread where a figure is missing, never zero", () => {
    const nothing = { ...reading, loadPerCore: null, memoryFreePercent: null, diskFreeBytes: null }
    assert.strictEqual(
      readingsLine({ ...nothing, swapTotalBytes: null, swapUsedBytes: null, swapFreeBytes: null }),
      "readings: load unread, memory unread, disk unread, swap unread"
    )
    assert.include(
      readingsLine({ ...reading, swapUsedBytes: null }),
      "swap used unread of 300 B (free 200 B)"
    )
    assert.include(
      readingsLine({ ...reading, swapTotalBytes: 0, swapUsedBytes: 0, swapFreeBytes: 0 }),
      "swap used 0 B of 0 B (free 0 B)"
    )
  })

  it("lets the tightest memory source count and leaves unread ones out", () => {
    assert.strictEqual(freePercent([{ total: 100, available: 50 }, null, { total: 10, available: 1 }]), 10)
    assert.isNull(freePercent([]))
    assert.isNull(freePercent([null, { total: 0, available: 0 }]))
    assert.strictEqual(freePercent([{ total: 10, available: 30 }]), 100)
  })

  it("divides the load by what there is to divide by", () => {
    assert.strictEqual(perCore(3, 2), 1.5)
    assert.isNull(perCore(null, 2))
    assert.isNull(perCore(3, 0))
  })

  it("goes through JSON unchanged and refuses a figure that is no number", () => {
    const back = Schema.decodeUnknownSync(Schema.parseJson(MachineReading))(JSON.stringify(reading))
    assert.deepStrictEqual(back, reading)
    assert.throws(() => Schema.decodeUnknownSync(MachineReading)({ ...reading, cores: Number.NaN }))
  })
})
