import { readdirSync, readFileSync } from "node:fs"
import process from "node:process"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ProcessEntry, ProcessTable } from "../domain/host/processes.ts"
import { parseArgv0, parseProcStat, parsePs } from "../domain/host/processes-parse.ts"
import { runsScript } from "../domain/host/shell.ts"
import { ProcessRunner } from "./ProcessRunner.ts"

/** The machine's processes could not be listed. Never holds a command line. */
export class ProcessesError extends Data.TaggedError("ProcessesError")<{ readonly message: string }> {}

/** The machine's processes: one listing for a whole pass, and who we are in it. */
export class Processes extends Context.Tag("seatwatch/Processes")<
  Processes,
  {
    /** Every process of this moment. A new listing each time it is run. */
    readonly table: Effect.Effect<ProcessTable, ProcessesError>
    /** This process: its pid and start stamp (null where it cannot be read), read once. */
    readonly self: Effect.Effect<{ readonly pid: number; readonly start: string | null }>
  }
>() {
  static readonly layer: Layer.Layer<Processes, never, ProcessRunner> = Layer.effect(
    Processes,
    Effect.gen(function* () {
      const runner = yield* ProcessRunner
      const table = process.platform === "linux" ? procTable : psTable(runner)
      const self = yield* Effect.cached(
        table.pipe(
          Effect.map((all) => all.get(process.pid)?.start ?? null),
          Effect.orElseSucceed(() => null),
          Effect.map((start) => ({ pid: process.pid, start }))
        )
      )
      return { table, self }
    })
  )

  /** A fixed table, for tests and embedding; `self` is the entry of `pid`. */
  static readonly layerFixed = (table: ProcessTable, pid = 1): Layer.Layer<Processes> =>
    Layer.succeed(Processes, {
      table: Effect.succeed(table),
      self: Effect.succeed({ pid, start: table.get(pid)?.start ?? null })
    })
}

const unlisted = new ProcessesError({ message: "the processes of this machine cannot be listed" })

const contents = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    // The process ended between the listing and this read, or belongs to somebody who hides it.
    return null
  }
}

const procEntry = (pid: string, boot: string): ProcessEntry | null => {
  const stat = contents(`/proc/${pid}/stat`)
  const entry = stat === null ? null : parseProcStat(stat, boot)
  // Only what runs on a terminal can stand in a pane: the others' arguments are not worth a second read.
  if (entry === null || entry.tpgid === null) return entry
  const cmdline = contents(`/proc/${pid}/cmdline`)
  return cmdline === null
    ? entry
    : { ...entry, argv0: parseArgv0(cmdline), script: runsScript(cmdline.split("\0")) }
}

const procTable: Effect.Effect<ProcessTable, ProcessesError> = Effect.try({
  try: () => {
    const boot = contents("/proc/sys/kernel/random/boot_id")?.trim() ?? ""
    const table = new Map<number, ProcessEntry>()
    for (const name of readdirSync("/proc")) {
      if (!/^\d+$/.test(name)) continue
      const entry = procEntry(name, boot)
      if (entry !== null) table.set(entry.pid, entry)
    }
    if (table.size === 0) throw unlisted
    return table
  },
  catch: () => unlisted
})

const PS_COLUMNS = "pid=,ppid=,pgid=,tpgid=,stat=,lstart=,comm="

const psTable = (runner: Context.Tag.Service<ProcessRunner>): Effect.Effect<ProcessTable, ProcessesError> =>
  runner.run({ program: "ps", args: ["-axo", PS_COLUMNS], env: { LC_ALL: "C" } }).pipe(
    Effect.mapError(() => unlisted),
    Effect.flatMap(({ code, stdout }) => {
      const entries = parsePs(stdout)
      return code === 0 && entries.length > 0
        ? Effect.succeed(new Map(entries.map((entry) => [entry.pid, entry])))
        : Effect.fail(unlisted)
    })
  )
