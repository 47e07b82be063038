import { join } from "node:path"
import * as Effect from "effect/Effect"
import {
  cgroupLevels,
  effectiveCores,
  parseCgroupMemory,
  parseCgroupPath,
  parseCpuQuota,
  parseLoad,
  parseMemory,
  parseSwap
} from "../../domain/machine/linux.ts"
import type { SystemFigures } from "./figures.ts"
import { readKernelText } from "./text.ts"

/** Where the kernel shows its figures; a test puts a folder of its own here. */
export interface LinuxRoots {
  readonly proc: string
  readonly cgroup: string
}

export const linuxRoots: LinuxRoots = { proc: "/proc", cgroup: "/sys/fs/cgroup" }

const level = (folder: string) =>
  Effect.all(
    {
      memoryMax: readKernelText(join(folder, "memory.max")),
      memoryCurrent: readKernelText(join(folder, "memory.current")),
      memoryStat: readKernelText(join(folder, "memory.stat")),
      cpuMax: readKernelText(join(folder, "cpu.max"))
    },
    { concurrency: "unbounded" }
  )

/** The figures from /proc and from the process's own cgroup and those above it. Never fails: null is unread. */
export const readLinux = (processors: number, roots: LinuxRoots = linuxRoots): Effect.Effect<SystemFigures> =>
  Effect.gen(function* () {
    const [meminfo, loadavg, own] = yield* Effect.all(
      [
        readKernelText(join(roots.proc, "meminfo")),
        readKernelText(join(roots.proc, "loadavg")),
        readKernelText(join(roots.proc, "self/cgroup"))
      ],
      { concurrency: "unbounded" }
    )
    const path = parseCgroupPath(own ?? "")
    const levels = yield* Effect.forEach(
      path === null ? [] : cgroupLevels(path),
      (name) => level(join(roots.cgroup, name)),
      { concurrency: 4 }
    )
    return {
      load: parseLoad(loadavg ?? ""),
      cores: effectiveCores(
        processors,
        levels.map((texts) => parseCpuQuota(texts.cpuMax))
      ),
      memory: [parseMemory(meminfo ?? ""), ...levels.map(parseCgroupMemory)],
      swap: parseSwap(meminfo ?? "")
    }
  })
