import * as Effect from "effect/Effect"
import { parseSysctl, parseVmStat } from "../../domain/machine/darwin.ts"
import type { ProcessRunner } from "../ProcessRunner.ts"
import type { SystemFigures } from "./figures.ts"

type Run = ProcessRunner["Type"]["run"]

/** Output of a system program by its full path, so that nothing on the PATH answers in its place; null when it failed. */
const output = (run: Run, program: string, args: ReadonlyArray<string>) =>
  run({ program, args, env: { LC_ALL: "C" }, timeout: 3_000, maxBytes: 64 * 1024 }).pipe(
    // One unknown name makes sysctl end badly, yet the other lines are good: each parser judges for itself.
    Effect.map((result) => result.stdout),
    Effect.orElseSucceed(() => "")
  )

/** The figures from `sysctl` and `vm_stat`, both at once. Never fails: null is unread. */
export const readDarwin = (run: Run, processors: number): Effect.Effect<SystemFigures> =>
  Effect.gen(function* () {
    const [sysctl, vmStat] = yield* Effect.all(
      [
        output(run, "/usr/sbin/sysctl", ["-n", "vm.loadavg", "hw.ncpu", "hw.memsize", "vm.swapusage"]),
        output(run, "/usr/bin/vm_stat", [])
      ],
      { concurrency: "unbounded" }
    )
    const figures = parseSysctl(sysctl)
    return {
      load: figures.load,
      cores: figures.processors ?? processors,
      memory: [figures.memoryBytes === null ? null : parseVmStat(vmStat, figures.memoryBytes)],
      swap: figures.swap
    }
  })
