import { availableParallelism, loadavg } from "node:os"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { freePercent, type MachineReading, perCore } from "../domain/machine/reading.ts"
import { readDarwin } from "./machine/darwin.ts"
import { readDisk } from "./machine/disk.ts"
import type { SystemFigures } from "./machine/figures.ts"
import { readLinux } from "./machine/linux.ts"
import { ProcessRunner } from "./ProcessRunner.ts"

/** A system we have no reader for: its load where it has one, nothing else. */
const readOther = (processors: number): Effect.Effect<SystemFigures> =>
  Effect.sync(() => ({
    // Windows has no load and answers zero, which would read as an idle machine.
    load: process.platform === "win32" ? null : (loadavg()[0] ?? null),
    cores: processors,
    memory: [],
    swap: null
  }))

const make = (figures: Effect.Effect<SystemFigures>) =>
  Machine.of({
    read: (path) =>
      Effect.gen(function* () {
        const [system, disk] = yield* Effect.all([figures, readDisk(path)], { concurrency: "unbounded" })
        return {
          at: yield* Clock.currentTimeMillis,
          loadPerCore: perCore(system.load, system.cores),
          cores: system.cores,
          memoryFreePercent: freePercent(system.memory),
          diskFreeBytes: disk.free,
          diskPath: disk.path,
          swapTotalBytes: system.swap?.total ?? null,
          swapUsedBytes: system.swap?.used ?? null,
          swapFreeBytes: system.swap?.free ?? null
        }
      })
  })

/** The machine's own figures, for checks 11 to 15 and the launch gate (spec 000 §3.3). */
export class Machine extends Context.Tag("seatwatch/Machine")<
  Machine,
  {
    /** Reads all figures now; `path` is the folder whose disk counts. Never fails: what cannot be read is null. */
    readonly read: (path: string) => Effect.Effect<MachineReading>
  }
>() {
  /** Linux from /proc, cgroups and statfs; macOS from its own programs; elsewhere what Node knows. */
  static readonly layer: Layer.Layer<Machine, never, ProcessRunner> = Layer.effect(
    Machine,
    Effect.map(ProcessRunner, ({ run }) => {
      const processors = Math.max(1, availableParallelism())
      if (process.platform === "linux") return make(readLinux(processors))
      if (process.platform === "darwin") return make(readDarwin(run, processors))
      return make(readOther(processors))
    })
  )

  /** Always the same figures, with the clock's instant and the asked path: for tests and the demo. */
  static readonly layerFixed = (reading: MachineReading): Layer.Layer<Machine> =>
    Layer.succeed(Machine, {
      read: (path) => Effect.map(Clock.currentTimeMillis, (at) => ({ ...reading, at, diskPath: path }))
    })

  /** Figures from a reader of the caller's own, with the real disk. */
  static readonly layerFigures = (figures: Effect.Effect<SystemFigures>): Layer.Layer<Machine> =>
    Layer.sync(Machine, () => make(figures))
}
