import * as fs from "node:fs/promises"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { PaneProcesses, ProcessId } from "../../domain/host/pane.ts"
import type { ProcessEntry, ProcessTable } from "../../domain/host/processes.ts"
import { parseProcStat } from "../../domain/host/processes-parse.ts"
import { runsScript } from "../../domain/host/shell.ts"
import type { HostError } from "../Herdr.ts"
import { isPaneId } from "./socket-ids.ts"
import { ProcessInfoResult } from "./socket-protocol.ts"
import { isServerDown, SIDE_BY_SIDE } from "./socket-read.ts"
import type { Server } from "./socket-server.ts"

/** What the system says of a process beside its pid; null where it cannot be read. */
export interface ProcessFacts {
  readonly start: string | null
  readonly name: string | null
}

/** Start stamps and names of processes of this machine; a pid that is gone has no entry. */
export type StartTimes = (pids: ReadonlyArray<number>) => Effect.Effect<ReadonlyMap<number, ProcessFacts>>

const facts = (entry: ProcessEntry): ProcessFacts => ({ start: entry.start, name: entry.name })

const contents = (path: string): Effect.Effect<string | null> =>
  Effect.orElseSucceed(
    Effect.tryPromise(() => fs.readFile(path, "utf8")),
    () => null
  )

/** Start stamps by `/proc/PID/stat`, equal to those of the `Processes` table; elsewhere than on Linux nothing is known. */
export const procStartTimes: StartTimes = (pids) =>
  Effect.gen(function* () {
    const boot = (yield* contents("/proc/sys/kernel/random/boot_id"))?.trim() ?? ""
    const stats = yield* Effect.forEach(pids, (pid) => contents(`/proc/${pid}/stat`), {
      concurrency: SIDE_BY_SIDE
    })
    const found = new Map<number, ProcessFacts>()
    for (const stat of stats) {
      const entry = stat === null ? null : parseProcStat(stat, boot)
      if (entry !== null) found.set(entry.pid, facts(entry))
    }
    return found
  })

/** Start stamps out of a listing of all processes, for systems without `/proc`; a listing that fails tells nothing. */
export const startTimesFrom =
  <E>(table: Effect.Effect<ProcessTable, E>): StartTimes =>
  (pids) =>
    table.pipe(
      Effect.map((all) => {
        const found = new Map<number, ProcessFacts>()
        for (const pid of pids) {
          const entry = all.get(pid)
          if (entry !== undefined) found.set(pid, facts(entry))
        }
        return found
      }),
      Effect.orElseSucceed(() => new Map<number, ProcessFacts>())
    )

type Info = (typeof ProcessInfoResult.Type)["process_info"]

const isPid = (pid: number | null): pid is number => pid !== null && Number.isSafeInteger(pid) && pid > 0

const pidsOf = (info: Info): ReadonlyArray<number> =>
  [info.shell_pid, ...info.foreground_processes.map((process) => process.pid)].filter(isPid)

const processesOf = (info: Info, known: ReadonlyMap<number, ProcessFacts>): PaneProcesses | null => {
  // Without a foreground group (a container that hides it) an empty list would read as "nothing runs".
  if (info.foreground_process_group_id === null) return null
  const identity = (pid: number, name: string): ProcessId => ({
    pid,
    start: known.get(pid)?.start ?? null,
    name: name === "" ? (known.get(pid)?.name ?? "") : name
  })
  const foreground = info.foreground_processes
    .filter((process) => isPid(process.pid))
    .map(({ argv, name, pid }) =>
      argv.length === 0 ? identity(pid, name) : { ...identity(pid, name), script: runsScript(argv) }
    )
  const shell = info.shell_pid
  return {
    root: isPid(shell) ? (foreground.find((process) => process.pid === shell) ?? identity(shell, "")) : null,
    foreground
  }
}

/**
 * What runs in each pane, every pane asked at once; null for a pane that is gone, that has no foreground group, or whose
 * answer could not be had. Fails only when the server did not answer at all.
 */
export const processesOfPanes = (
  server: Server,
  startTimes: StartTimes,
  panes: ReadonlyArray<string>
): Effect.Effect<ReadonlyMap<string, PaneProcesses | null>, HostError> =>
  Effect.gen(function* () {
    const found = new Map<string, PaneProcesses | null>(panes.map((pane) => [pane, null]))
    const known = [...found.keys()].filter(isPaneId)
    const answers = yield* Effect.forEach(
      known,
      (pane) => Effect.either(server.ask("pane.process_info", { pane_id: pane }, ProcessInfoResult)),
      { concurrency: SIDE_BY_SIDE }
    )
    const down = answers.find((answer) => Either.isLeft(answer) && isServerDown(answer.left))
    if (down !== undefined && Either.isLeft(down)) return yield* down.left
    const first = answers[0]
    const noAnswer = (answer: (typeof answers)[number]) =>
      Either.isLeft(answer) && (answer.left.reason === "Lost" || answer.left.reason === "Timeout")
    if (first !== undefined && Either.isLeft(first) && answers.every(noAnswer)) return yield* first.left
    const infos = answers.map((answer) => (Either.isRight(answer) ? answer.right.process_info : null))
    const times = yield* startTimes([
      ...new Set(infos.flatMap((info) => (info === null ? [] : pidsOf(info))))
    ])
    for (const [index, pane] of known.entries()) {
      const info = infos[index] ?? null
      found.set(pane, info === null ? null : processesOf(info, times))
    }
    return found
  })
