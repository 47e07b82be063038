import * as fs from "node:fs"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { parseProcStat } from "../domain/host/processes-parse.ts"
import { reasonOf } from "./append-file.ts"
import type { Processes } from "./Processes.ts"

/** What the system says of a process now. `start` is null where it cannot be read: then the pid alone decides. */
export interface ProcessLife {
  readonly alive: boolean
  readonly start: string | null
}

/** False only when the system says that there is no such process. */
const answers = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return reasonOf(cause) !== "ESRCH"
  }
}

/** Linux: one process from its own `stat`; a zombie runs nothing any more, though its pid still answers. */
export const procLife = (pid: number): ProcessLife => {
  if (!answers(pid)) return { alive: false, start: null }
  try {
    const boot = fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()
    const entry = parseProcStat(fs.readFileSync(`/proc/${pid}/stat`, "utf8"), boot)
    return entry === null ? { alive: false, start: null } : { alive: true, start: entry.start }
  } catch {
    // It ended between the two looks, or hides itself: the signal's answer stands.
    return { alive: answers(pid), start: null }
  }
}

/** Elsewhere: from the table of processes, read only when somebody else holds a lock. */
export const tableLife =
  (processes: Context.Tag.Service<Processes>) =>
  (pid: number): Effect.Effect<ProcessLife> =>
    Effect.suspend(() => {
      if (!answers(pid)) return Effect.succeed({ alive: false, start: null })
      if (pid === process.pid) return Effect.map(processes.self, ({ start }) => ({ alive: true, start }))
      return processes.table.pipe(
        Effect.map((table) => ({ alive: answers(pid), start: table.get(pid)?.start ?? null })),
        Effect.orElseSucceed(() => ({ alive: true, start: null }))
      )
    })
