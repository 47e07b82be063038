import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { parseLoadavg, parseSwapUsage, parseSysctl, parseVmStat } from "../../../src/domain/machine/darwin.ts"

const vmStat = (extra: ReadonlyArray<string> = [], size = 16_384) =>
  [
    `Mach Virtual Memory Statistics: (page size of ${size} bytes)`,
    "Pages free:                                5000.",
    "Pages active:                            300000.",
    "Pages inactive:                          400000.",
    "Pages speculative:                        40000.",
    "Pages throttled:                              0.",
    "Pages wired down:                        120000.",
    "Pages purgeable:                          30000.",
    '"Translation faults":                 123456789.',
    "Pages occupied by compressor:            200000.",
    ...extra,
    ""
  ].join("\n")

const TOTAL = 17_179_869_184

describe("vm_stat", () => {
  it("counts what can be had, in pages of the size the header names (case 143)", () => {
    assert.deepStrictEqual(parseVmStat(vmStat(), TOTAL), {
      total: TOTAL,
      available: (5_000 + 400_000 + 40_000 + 30_000) * 16_384
    })
    assert.strictEqual(parseVmStat(vmStat([], 4_096), TOTAL)?.available, 475_000 * 4_096)
  })

  it("counts inactive pages only as far as they are file-backed and not speculative", () => {
    const known = vmStat(["File-backed pages:                       140000."])
    assert.strictEqual(parseVmStat(known, TOTAL)?.available, (5_000 + 40_000 + 30_000 + 100_000) * 16_384)
    const all = vmStat(["File-backed pages:                       900000."])
    assert.strictEqual(parseVmStat(all, TOTAL)?.available, 475_000 * 16_384)
    const none = vmStat(["File-backed pages:                       10."])
    assert.strictEqual(parseVmStat(none, TOTAL)?.available, 75_000 * 16_384)
  })

  it("leaves the compressor's pages in use", () => {
    const more = vmStat().replace("200000.", "400000.")
    assert.deepStrictEqual(parseVmStat(more, TOTAL), parseVmStat(vmStat(), TOTAL))
  })

  it("never answers more than the machine has", () => {
    assert.strictEqual(parseVmStat(vmStat(), 1_000_000)?.available, 1_000_000)
  })

  it("is unread without page size, free or inactive pages, or size", () => {
    assert.isNull(parseVmStat("", TOTAL))
    assert.isNull(parseVmStat(vmStat().replace("page size of", "pages of"), TOTAL))
    assert.isNull(parseVmStat(vmStat().replace("Pages free", "Pages fre"), TOTAL))
    assert.isNull(parseVmStat(vmStat().replace("Pages inactive", "Pages inactiv"), TOTAL))
    assert.isNull(parseVmStat(vmStat(), 0))
  })
})

describe("sysctl", () => {
  const swap = "total = 2048.00M  used = 1024.50M  free = 1023.50M  (encrypted)"

  it("reads the four lines", () => {
    assert.deepStrictEqual(parseSysctl(`{ 2.10 1.95 1.80 }\n8\n17179869184\n${swap}\n`), {
      load: 2.1,
      processors: 8,
      memoryBytes: TOTAL,
      swap: { total: 2_147_483_648, used: 1_074_266_112, free: 1_073_217_536 }
    })
  })

  it("takes no line for another one when some are missing", () => {
    assert.deepStrictEqual(parseSysctl("17179869184\n"), {
      load: null,
      processors: null,
      memoryBytes: TOTAL,
      swap: null
    })
    assert.deepStrictEqual(parseSysctl("8\n").memoryBytes, null)
    assert.deepStrictEqual(parseSysctl("").load, null)
  })

  it("reads a comma for the point and a machine without swap", () => {
    assert.strictEqual(parseLoadavg("{ 2,10 1,95 1,80 }"), 2.1)
    assert.deepStrictEqual(parseSwapUsage("total = 0.00M  used = 0.00M  free = 0.00M"), {
      total: 0,
      used: 0,
      free: 0
    })
    assert.strictEqual(parseSwapUsage("total = 1,50G  used = 512.00M  free = 1.00G")?.total, 1.5 * 1024 ** 3)
    assert.isNull(parseSwapUsage("total = 1.50X  used = 512.00M  free = 1.00G"))
    assert.isNull(parseSwapUsage("total = 1.50G  used = 512.00M"))
  })

  it("never throws", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.string(), (text) => {
        const figures = parseSysctl(text)
        assert.isTrue(figures.processors === null || figures.processors >= 1)
      })
    )
  })
})
