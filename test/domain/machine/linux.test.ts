import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import {
  cgroupLevels,
  effectiveCores,
  parseCgroupMemory,
  parseCgroupPath,
  parseCpuQuota,
  parseLoad,
  parseMemory,
  parseSwap
} from "../../../src/domain/machine/linux.ts"

const KB = 1024
const meminfo = [
  "MemTotal:       16000000 kB",
  "MemFree:          200000 kB",
  "MemAvailable:    8000000 kB",
  "Buffers:          100000 kB",
  "Cached:          7000000 kB",
  "Active(anon):     500000 kB",
  "Shmem:            300000 kB",
  "SReclaimable:     400000 kB",
  "HugePages_Total:       0",
  "SwapTotal:       2000000 kB",
  "SwapFree:        1500000 kB",
  ""
].join("\n")

describe("/proc/meminfo", () => {
  it("takes what is available, not what is free (case 143)", () => {
    assert.deepStrictEqual(parseMemory(meminfo), { total: 16_000_000 * KB, available: 8_000_000 * KB })
  })

  it("adds up what can be dropped where the kernel has no MemAvailable, without shared memory", () => {
    const old = meminfo.replace(/MemAvailable.*\n/, "")
    assert.deepStrictEqual(
      parseMemory(old)?.available,
      (200_000 + 7_000_000 + 100_000 + 400_000 - 300_000) * KB
    )
  })

  it("is unread, not zero, when the figures are missing or no numbers", () => {
    assert.isNull(parseMemory(""))
    assert.isNull(parseMemory("MemTotal: lots kB\nMemAvailable: 5 kB\n"))
    assert.isNull(parseMemory("MemTotal: 0 kB\nMemAvailable: 5 kB\n"))
    assert.isNull(parseMemory("MemTotal: 100 kB\nMemFree: 5 kB\n"))
    assert.isNull(parseMemory("MemTotal: -100 kB\nMemAvailable: 5 kB\n"))
  })

  it("reads swap, zero swap and no answer apart (case 145)", () => {
    assert.deepStrictEqual(parseSwap(meminfo), {
      total: 2_000_000 * KB,
      used: 500_000 * KB,
      free: 1_500_000 * KB
    })
    assert.deepStrictEqual(parseSwap("SwapTotal: 0 kB\nSwapFree: 0 kB\n"), { total: 0, used: 0, free: 0 })
    assert.isNull(parseSwap("SwapTotal: 10 kB\n"))
    assert.isNull(parseSwap("SwapTotal: 10 kB\nSwapFree: 20 kB\n"))
  })

  it("never throws and never answers more than the whole", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.string(), FastCheck.nat(), FastCheck.nat(), (noise, total, available) => {
        const memory = parseMemory(`${noise}\nMemTotal: ${total} kB\nMemAvailable: ${available} kB\n`)
        assert.isTrue(memory === null || (memory.available >= 0 && memory.available <= memory.total))
        parseSwap(noise)
        parseLoad(noise)
      })
    )
  })
})

describe("/proc/loadavg", () => {
  it("takes the one-minute figure", () => {
    assert.strictEqual(parseLoad("3.25 2.00 1.00 2/345 6789\n"), 3.25)
  })
  it("is unread otherwise", () => {
    for (const text of ["", "nan 1 2", "3,25 2,00", "-1.00 2.00", "3.25"]) assert.isNull(parseLoad(text))
  })
})

describe("cgroups", () => {
  it("finds its own group of version 2 and every level above it", () => {
    assert.strictEqual(parseCgroupPath("5:memory:/old\n0::/a/b.scope\n"), "/a/b.scope")
    assert.strictEqual(parseCgroupPath("0::/\n"), "/")
    assert.isNull(parseCgroupPath("5:memory:/old\n"))
    assert.isNull(parseCgroupPath("0::/../other\n"))
    assert.deepStrictEqual(cgroupLevels("/a/b.scope"), ["a/b.scope", "a", ""])
    assert.deepStrictEqual(cgroupLevels("/"), [""])
  })

  it("counts the inactive file pages of a limited group as available", () => {
    const texts = {
      memoryMax: "1000000\n",
      memoryCurrent: "900000\n",
      memoryStat: "anon 100\nfile 500000\ninactive_file 400000\n",
      cpuMax: null
    }
    assert.deepStrictEqual(parseCgroupMemory(texts), { total: 1_000_000, available: 500_000 })
    assert.deepStrictEqual(parseCgroupMemory({ ...texts, memoryStat: null })?.available, 100_000)
    assert.deepStrictEqual(parseCgroupMemory({ ...texts, memoryCurrent: "2000000" })?.available, 0)
    assert.isNull(parseCgroupMemory({ ...texts, memoryMax: "max\n" }))
    assert.isNull(parseCgroupMemory({ ...texts, memoryMax: null }))
    assert.isNull(parseCgroupMemory({ ...texts, memoryCurrent: "?" }))
  })

  it("lets the tightest quota be the divisor (case 144)", () => {
    assert.strictEqual(parseCpuQuota("200000 100000\n"), 2)
    assert.strictEqual(parseCpuQuota("50000 100000"), 0.5)
    for (const text of ["max 100000\n", "", "0 100000", "1 0", null]) assert.isNull(parseCpuQuota(text))
    assert.strictEqual(effectiveCores(64, [null, 2, 8]), 2)
    assert.strictEqual(effectiveCores(4, [null, 8]), 4)
  })
})
