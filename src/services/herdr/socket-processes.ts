import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { PaneProcesses, ProcessId } from "../../domain/host/pane.ts"
import { behindOf, identityOf, type ProcessTable } from "../../domain/host/processes.ts"
import { runsScript } from "../../domain/host/shell.ts"
import type { HostError } from "../Herdr.ts"
import { isPaneId } from "./socket-ids.ts"
import { ProcessInfoResult } from "./socket-protocol.ts"
import { isServerDown, SIDE_BY_SIDE } from "./socket-read.ts"
import type { Server } from "./socket-server.ts"

/** The machine's processes of this moment, for what herdr does not say: start stamps, and who stands behind. */
export type MachineTable = Effect.Effect<ProcessTable, unknown>

const noProcesses: ProcessTable = new Map()

type Info = (typeof ProcessInfoResult.Type)["process_info"]

const isPid = (pid: number | null): pid is number => pid !== null && Number.isSafeInteger(pid) && pid > 0

const processesOf = (info: Info, table: ProcessTable): PaneProcesses | null => {
  // Without a foreground group (a container that hides it) an empty list would read as "nothing runs".
  if (info.foreground_process_group_id === null) return null
  const identity = (pid: number, name: string): ProcessId => ({
    pid,
    start: table.get(pid)?.start ?? null,
    name: name === "" ? (table.get(pid)?.name ?? "") : name
  })
  const foreground = info.foreground_processes
    .filter((process) => isPid(process.pid))
    .map(({ argv, name, pid }) =>
      argv.length === 0 ? identity(pid, name) : { ...identity(pid, name), script: runsScript(argv) }
    )
  const shell = info.shell_pid
  if (!isPid(shell)) return { root: null, foreground }
  const front = new Set(foreground.map((process) => process.pid))
  const behind = behindOf(table, shell).filter((entry) => !front.has(entry.pid))
  return {
    root: foreground.find((process) => process.pid === shell) ?? identity(shell, ""),
    foreground,
    ...(behind.length === 0 ? {} : { behind: behind.map(identityOf) })
  }
}

/**
 * What runs in each pane, every pane asked at once; null for a pane that is gone, that has no foreground group, or whose
 * answer could not be had. Fails only when the server did not answer at all.
 */
export const processesOfPanes = (
  server: Server,
  machine: MachineTable,
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
    // Taken after the answers: a process that herdr names is in it unless it has ended since.
    const table = infos.every((info) => info === null)
      ? noProcesses
      : yield* Effect.orElseSucceed(machine, () => noProcesses)
    for (const [index, pane] of known.entries()) {
      const info = infos[index] ?? null
      found.set(pane, info === null ? null : processesOf(info, table))
    }
    return found
  })
