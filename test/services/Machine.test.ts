import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Machine } from "../../src/services/Machine.ts"
import { readDarwin } from "../../src/services/machine/darwin.ts"
import { readLinux } from "../../src/services/machine/linux.ts"
import { ProcessError, ProcessRunner, type RunOptions } from "../../src/services/ProcessRunner.ts"

const folder = mkdtempSync(join(tmpdir(), "machine-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const put = (root: string, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, name, ".."), { recursive: true })
    writeFileSync(join(root, name), text)
  }
}

const roots = (name: string) => ({ proc: join(folder, name, "proc"), cgroup: join(folder, name, "cgroup") })

describe("Machine on Linux", () => {
  it.live("reads a container's limits, its own and those above", () =>
    Effect.gen(function* () {
      const at = roots("container")
      put(at.proc, {
        meminfo: "MemTotal: 1000 kB\nMemAvailable: 900 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n",
        loadavg: "4.00 1.00 1.00 1/2 3\n",
        "self/cgroup": "0::/outer/inner\n"
      })
      put(at.cgroup, {
        "outer/memory.max": "102400\n",
        "outer/memory.current": "92160\n",
        "outer/memory.stat": "inactive_file 10240\n",
        "outer/inner/memory.max": "max\n",
        "outer/inner/cpu.max": "200000 100000\n"
      })
      const reading = yield* Machine.pipe(
        Effect.flatMap((machine) => machine.read(folder)),
        Effect.provide(Machine.layerFigures(readLinux(64, at)))
      )
      assert.strictEqual(reading.cores, 2)
      assert.strictEqual(reading.loadPerCore, 2)
      assert.strictEqual(reading.memoryFreePercent, 20)
      assert.strictEqual(reading.swapTotalBytes, 0)
      assert.strictEqual(reading.diskPath, folder)
      assert.isAbove(reading.diskFreeBytes ?? -1, 0)
    })
  )

  it.live("leaves every figure unread when nothing can be read, and does not fail", () =>
    Effect.gen(function* () {
      const machine = yield* Machine
      const reading = yield* machine.read("/proc/self/mem/nothing")
      assert.isNull(reading.loadPerCore)
      assert.isNull(reading.memoryFreePercent)
      assert.isNull(reading.swapFreeBytes)
      assert.isNull(reading.diskFreeBytes)
      assert.strictEqual(reading.diskPath, "/proc/self/mem/nothing")
    }).pipe(Effect.provide(Machine.layerFigures(readLinux(4, roots("absent")))))
  )

  it.live("measures the nearest folder there is for one that is not made yet, and names it (case 147)", () =>
    Effect.gen(function* () {
      const reading = yield* (yield* Machine).read(join(folder, "not", "made"))
      assert.strictEqual(reading.diskPath, folder)
      assert.isNotNull(reading.diskFreeBytes)
    }).pipe(Effect.provide(Machine.layerFigures(readLinux(4, roots("absent")))))
  )

  it.live("does not take a folder for a file", () =>
    Effect.gen(function* () {
      const at = roots("odd")
      mkdirSync(join(at.proc, "meminfo"), { recursive: true })
      const figures = yield* readLinux(4, at)
      assert.deepStrictEqual(figures.memory, [null])
    })
  )

  describe.runIf(process.platform === "linux")("for real (needs /proc)", () => {
    it.live("answers every figure of this machine", () =>
      Effect.gen(function* () {
        const reading = yield* (yield* Machine).read("/")
        assert.isAtLeast(reading.loadPerCore ?? -1, 0)
        assert.isAbove(reading.memoryFreePercent ?? -1, 0)
        assert.isAtLeast(reading.cores, 0.01)
        assert.isAbove(reading.diskFreeBytes ?? -1, 0)
      }).pipe(Effect.provide(Machine.layer.pipe(Layer.provide(ProcessRunner.layer))))
    )
  })
})

describe("Machine on macOS", () => {
  const answer =
    (outputs: Readonly<Record<string, string>>, asked: Array<RunOptions> = []) =>
    (options: RunOptions) => {
      asked.push(options)
      const stdout = outputs[options.program]
      return stdout === undefined
        ? Effect.fail(new ProcessError({ reason: "NotFound", program: options.program }))
        : Effect.succeed({ code: 1, signal: null, stdout, stderr: "" })
    }

  it.effect("reads sysctl and vm_stat by their full paths in the C locale", () =>
    Effect.gen(function* () {
      const asked: Array<RunOptions> = []
      const run = answer(
        {
          "/usr/sbin/sysctl": "{ 4.00 1.00 1.00 }\n8\n4096000\ntotal = 2.00M  used = 1.00M  free = 1.00M\n",
          "/usr/bin/vm_stat": "(page size of 4096 bytes)\nPages free: 200.\nPages inactive: 300.\n"
        },
        asked
      )
      const figures = yield* readDarwin(run, 2)
      assert.strictEqual(figures.cores, 8)
      assert.strictEqual(figures.load, 4)
      assert.deepStrictEqual(figures.memory, [{ total: 4_096_000, available: 500 * 4_096 }])
      assert.strictEqual(figures.swap?.used, 1_048_576)
      assert.isTrue(
        asked.every((options) => options.env?.["LC_ALL"] === "C" && options.timeout !== undefined)
      )
    })
  )

  it.effect("leaves unread what the programs do not say", () =>
    Effect.gen(function* () {
      const figures = yield* readDarwin(answer({}), 3)
      assert.deepStrictEqual(figures, { load: null, cores: 3, memory: [null], swap: null })
      const half = yield* readDarwin(answer({ "/usr/sbin/sysctl": "8\n17179869184\n" }), 3)
      assert.deepStrictEqual(half, { load: null, cores: 8, memory: [null], swap: null })
    })
  )
})

describe("Machine.layerFixed", () => {
  it.effect("answers its figures for the path asked", () =>
    Effect.gen(function* () {
      const reading = yield* (yield* Machine).read("/x")
      assert.deepStrictEqual([reading.at, reading.diskPath, reading.loadPerCore], [0, "/x", 1])
    }).pipe(
      Effect.provide(
        Machine.layerFixed({
          at: 99,
          loadPerCore: 1,
          cores: 1,
          memoryFreePercent: null,
          diskFreeBytes: null,
          diskPath: "/",
          swapTotalBytes: null,
          swapUsedBytes: null,
          swapFreeBytes: null
        })
      )
    )
  )
})
