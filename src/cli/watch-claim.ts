import { hostname } from "node:os"
import * as Effect from "effect/Effect"
import { watchLabel } from "../domain/check/extra.ts"
import { ancestors, isAlive } from "../domain/host/processes.ts"
import { isBareShell } from "../domain/host/shell.ts"
import { type WatchRecord, watchAlive } from "../domain/pass/watch-record.ts"
import { Herdr } from "../services/Herdr.ts"
import { Processes } from "../services/Processes.ts"
import type { Judge } from "../services/SessionState.ts"
import { WallClock } from "../services/WallClock.ts"
import { Invocation } from "./Invocation.ts"

/** Our own record, but for the heartbeat: process with its start stamp, machine, and the pane we run in (spec 000 §3.7). */
export const ownRecord = (
  project: string,
  interval: number
): Effect.Effect<Omit<WatchRecord, "heartbeat">, never, Invocation | Herdr | Processes> =>
  Effect.gen(function* () {
    const { env, pid } = yield* Invocation
    const host = yield* Herdr
    const table = yield* Effect.option((yield* Processes).table)
    const start = table._tag === "Some" ? (table.value.get(pid)?.start ?? null) : null
    const pane = host.host === "tmux" ? env["TMUX_PANE"] : env["HERDR_PANE_ID"]
    const listing = pane === undefined ? null : yield* Effect.orElseSucceed(host.list, () => null)
    const named = listing?.panes.find((known) => known.pane === pane)
    // The variable may come from another server that uses the same ids: the pane is ours when we run under its program.
    const runs =
      named === undefined ? null : yield* Effect.orElseSucceed(host.processes([named.pane]), () => null)
    const root = named === undefined ? null : (runs?.get(named.pane)?.root ?? null)
    const above = table._tag === "Some" ? [pid, ...ancestors(table.value, pid).map((entry) => entry.pid)] : []
    const mine = root !== null && above.includes(root.pid) ? named : undefined
    const own = mine?.workspaceLabel === watchLabel(project) ? mine.workspace : null
    return {
      pid,
      start,
      machine: hostname(),
      interval,
      ...(mine === undefined ? {} : { pane: mine.pane }),
      ...(own === null || own === undefined ? {} : { workspace: own })
    }
  })

/**
 * Judges a recorded watch by its process, its pane and its heartbeat (spec 000 rule 10). A pid of another machine cannot
 * be looked up, and a pane that holds nothing but a shell is nobody's watch.
 */
export const judgeWatch = (
  interval: number
): Effect.Effect<Judge, never, Invocation | Herdr | Processes | WallClock> =>
  Effect.gen(function* () {
    const { pid } = yield* Invocation
    const host = yield* Herdr
    const processes = yield* Processes
    const clock = yield* WallClock
    return (record) =>
      Effect.gen(function* () {
        const { at } = yield* clock.now
        const elsewhere = record.machine !== undefined && record.machine !== hostname()
        const table = yield* Effect.option(processes.table)
        const process =
          record.pid === undefined || elsewhere || table._tag === "None"
            ? ("unread" as const)
            : record.pid === pid
              ? ("self" as const)
              : isAlive(table.value, { pid: record.pid, start: record.start ?? null }) === "same"
                ? ("alive" as const)
                : ("gone" as const)
        const { pane } = record
        const runs =
          pane === undefined || elsewhere
            ? null
            : yield* Effect.orElseSucceed(host.processes([pane]), () => null)
        const found = pane === undefined ? null : (runs?.get(pane) ?? null)
        return watchAlive(
          record,
          { process, pane: found !== null && found.foreground.length > 0 && isBareShell(found) === false },
          at,
          interval
        )
      })
  })
