import process from "node:process"
import { isatty } from "node:tty"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import {
  type CallerFacts,
  type CallerPane,
  type CallerRecord,
  callerOf,
  processCaller,
  type Who
} from "../domain/caller/caller.ts"
import { walkUp } from "../domain/caller/walk.ts"
import type { ProcessTable } from "../domain/host/processes.ts"
import { Herdr, type HerdrShape } from "./Herdr.ts"
import { Processes } from "./Processes.ts"
import { type SessionRecord, SessionState } from "./SessionState.ts"
import type { StateUnreadable } from "./StateFile.ts"

/** The process's surroundings, where they are not this process's own. */
export interface CallerOptions {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly stdinIsTerminal?: boolean
}

/** The team a call is about: what its state keeps of the session, its seats, and its host when there is one. */
export interface CallerTeam {
  readonly session: SessionRecord
  readonly seats: CallerFacts["seats"]
  readonly host: HerdrShape | null
}

/** Who runs this command. Fails never: what cannot be read makes a caller unplaced. */
export interface CallerShape {
  /** By processes and environment alone; opens nothing and asks no host. */
  readonly alone: Effect.Effect<Who>
  /** With the team's records and its host's panes; one listing, and one table of processes (two where a parent ended). */
  readonly among: (team: CallerTeam) => Effect.Effect<Who>
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== ""

const recordsOf = ({ seats }: SessionRecord): ReadonlyArray<CallerRecord> =>
  Object.entries(seats ?? {}).flatMap(([seat, { launched }]) =>
    launched === undefined ? [] : [{ seat, launched }]
  )

/** The host's panes with their roots, or null when it is silent. The pane the environment names is asked first. */
const panesOf = (
  host: HerdrShape,
  above: ReadonlySet<number>,
  hints: ReadonlyArray<string | undefined>
): Effect.Effect<Pick<CallerFacts, "panes" | "server">> =>
  Effect.gen(function* () {
    const { panes, server } = yield* host.list
    const all = panes.map(({ pane }) => pane)
    const hinted = all.filter((pane) => hints.includes(pane))
    const others = all.filter((pane) => !hinted.includes(pane))
    const roots = new Map(hinted.length === 0 ? [] : yield* host.processes(hinted))
    const isOurs = [...roots.values()].some((found) => found?.root != null && above.has(found.root.pid))
    if (!isOurs && others.length > 0) {
      for (const [pane, found] of yield* host.processes(others)) roots.set(pane, found)
    }
    return {
      server,
      panes: panes.map(({ cli, name, pane }): CallerPane => {
        return { pane, name, cli, root: roots.get(pane)?.root ?? null }
      })
    }
  }).pipe(Effect.orElseSucceed(() => ({ panes: null, server: null })))

/** Who runs this command: the owner, a seat, or nobody who can be told. */
export class Caller extends Context.Tag("seatwatch/Caller")<Caller, CallerShape>() {
  /** By the machine's processes; `env` and stdin are this process's own unless given. */
  static readonly layer = (options: CallerOptions = {}): Layer.Layer<Caller, never, Processes> =>
    Layer.effect(
      Caller,
      Effect.map(Processes, (processes) => {
        const env = options.env ?? process.env
        const own = Effect.gen(function* () {
          const { pid } = yield* processes.self
          const read: Effect.Effect<ProcessTable | null> = Effect.orElseSucceed(processes.table, () => null)
          const first = yield* read
          // A parent may have ended while the table was read: its child then has another one.
          const whole = first !== null && walkUp(first, pid, () => false).whole
          const table = whole || first === null ? first : ((yield* read) ?? first)
          return {
            self: pid,
            table,
            unattended: isSet(env["AGENT_UNATTENDED"]),
            stdinIsTerminal: options.stdinIsTerminal ?? isatty(0)
          }
        })
        return {
          alone: Effect.map(own, processCaller),
          among: ({ host, seats, session }) =>
            Effect.gen(function* () {
              const facts = yield* own
              const { entries } =
                facts.table === null ? { entries: [] } : walkUp(facts.table, facts.self, () => false)
              const above = new Set(entries.map(({ pid }) => pid))
              const hints = [env["TMUX_PANE"], env["HERDR_PANE_ID"]]
              const listed =
                host === null ? { panes: null, server: null } : yield* panesOf(host, above, hints)
              return callerOf({ ...facts, ...listed, records: recordsOf(session), seats })
            })
        }
      })
    )

  /** Always the same caller, for tests and for programs that know who asks. */
  static readonly layerFixed = (who: Who): Layer.Layer<Caller> =>
    Layer.succeed(Caller, { alone: Effect.succeed(who), among: () => Effect.succeed(who) })

  /** The owner at a terminal. */
  static readonly layerOwner: Layer.Layer<Caller> = Caller.layerFixed({ _tag: "Owner" })
}

/** Who runs this command, for the team of this session; asks the host when one is there. Fails when the state is unreadable. */
export const whoCalls = (
  session: string,
  seats: CallerFacts["seats"]
): Effect.Effect<Who, StateUnreadable, Caller | SessionState> =>
  Effect.gen(function* () {
    const caller = yield* Caller
    const record = yield* (yield* SessionState).session(session)
    const host = Option.getOrNull(yield* Effect.serviceOption(Herdr))
    return yield* caller.among({ session: record, seats, host })
  })
