import { existsSync, readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import * as Schedule from "effect/Schedule"
import type { Who } from "../../src/domain/caller/caller.ts"
import { ancestors } from "../../src/domain/host/processes.ts"
import { Caller, type CallerOptions, whoCalls } from "../../src/services/Caller.ts"
import { Herdr, type HerdrShape } from "../../src/services/Herdr.ts"
import { layerMemory, makeMemoryHost } from "../../src/services/herdr/memory.ts"
import { layerTmux } from "../../src/services/herdr/tmux.ts"
import { Processes, ProcessesError } from "../../src/services/Processes.ts"
import { ProcessRunner } from "../../src/services/ProcessRunner.ts"
import { type ProjectState, type SessionRecord, SessionState } from "../../src/services/SessionState.ts"
import { recordOf, SEATS, tree } from "../domain/caller/trees.ts"
import { makeTestTmux, tmuxTitle, tmuxVersion } from "../support/tmux.ts"

const table = tree(
  [1, 0, "systemd"],
  [10, 1, "tmux: server"],
  [20, 10, "sh"],
  [30, 20, "claude"],
  [100, 30, "node"],
  [40, 10, "sh"],
  [200, 40, "node"]
)

const stateWith = (session: SessionRecord): Layer.Layer<SessionState> =>
  Layer.unwrapEffect(
    Effect.map(
      Ref.make<ProjectState>({ format: 1, sessions: { lantern: session } }),
      SessionState.layerMemory
    )
  )

const caller = (self: number, options: CallerOptions = {}) =>
  Caller.layer({ env: {}, stdinIsTerminal: true, ...options }).pipe(
    Layer.provide(Processes.layerFixed(table, self))
  )

const seats: SessionRecord = { seats: { wick: { launched: recordOf("wick", "%1", [30]).launched } } }

/** A host of two panes, the seat's and a person's, and what was asked of it. */
const host = Effect.gen(function* () {
  const control = yield* makeMemoryHost
  const root = (pid: number) => ({ root: { pid, start: `b:${pid}`, name: "sh" }, foreground: [] })
  yield* control.setPane({ pane: "%1", name: "wick", processes: root(20) })
  yield* control.setPane({ pane: "%2", processes: root(40) })
  const asked: Array<string> = []
  const watched: HerdrShape = {
    ...control.host,
    list: Effect.zipRight(
      Effect.sync(() => asked.push("list")),
      control.host.list
    ),
    processes: (panes) => {
      asked.push(panes.join(" "))
      return control.host.processes(panes)
    }
  }
  return { control, asked, layer: Layer.succeed(Herdr, watched) }
})

describe("Caller", () => {
  it.effect("finds the seat and the owner from one listing", () =>
    Effect.gen(function* () {
      const { asked, layer } = yield* host
      const who = (self: number) =>
        whoCalls("lantern", SEATS).pipe(Effect.provide(Layer.mergeAll(caller(self), layer, stateWith(seats))))
      expect(yield* who(100)).toEqual({ _tag: "Seat", name: "wick", pane: "%1", role: "orchestrator" })
      expect(yield* who(200)).toEqual({ _tag: "Owner" })
      expect(asked).toEqual(["list", "%1 %2", "list", "%1 %2"])
    })
  )

  it.effect("lets the environment say which pane to ask first, and nothing more", () =>
    Effect.gen(function* () {
      const { asked, layer } = yield* host
      const who = (self: number, env: CallerOptions["env"]) =>
        whoCalls("lantern", SEATS).pipe(
          Effect.provide(Layer.mergeAll(caller(self, { env: env ?? {} }), layer, stateWith(seats)))
        )
      for (const self of [100, 200]) {
        const plain = yield* who(self, {})
        for (const env of [
          { TMUX_PANE: "%1" },
          { TMUX_PANE: "%2" },
          { HERDR_PANE_ID: "%1" },
          { TMUX_PANE: "%99" }
        ]) {
          expect(yield* who(self, env)).toEqual(plain)
        }
      }
      asked.length = 0
      yield* who(100, { TMUX_PANE: "%1" })
      expect(asked).toEqual(["list", "%1"])
    })
  )

  it.effect(
    "goes by records where the host is silent, and by names of programs where there is no record",
    () =>
      Effect.gen(function* () {
        const { control } = yield* host
        yield* control.fail("NotRunning")
        const who = (record: SessionRecord) =>
          whoCalls("lantern", SEATS).pipe(
            Effect.provide(Layer.mergeAll(caller(100), layerMemory(control), stateWith(record)))
          )
        expect(yield* who(seats)).toEqual({ _tag: "Seat", name: "wick", pane: "%1", role: "orchestrator" })
        expect(yield* who({})).toEqual({ _tag: "Unplaced", why: { _tag: "Agent", program: "claude" } })
      })
  )

  it.effect("without a host at all", () =>
    Effect.gen(function* () {
      const who = whoCalls("lantern", SEATS).pipe(
        Effect.provide(Layer.mergeAll(caller(200), stateWith(seats)))
      )
      expect(yield* who).toEqual({ _tag: "Owner" })
    })
  )

  it.effect("alone, by processes and environment", () =>
    Effect.gen(function* () {
      const alone = (self: number, options: CallerOptions = {}) =>
        Effect.flatMap(Caller, (one) => one.alone).pipe(Effect.provide(caller(self, options)))
      expect(yield* alone(100)).toEqual({ _tag: "Unplaced", why: { _tag: "Agent", program: "claude" } })
      expect(yield* alone(200)).toEqual({ _tag: "Owner" })
      expect(yield* alone(200, { stdinIsTerminal: false })).toEqual({ _tag: "OwnerNoTty" })
      expect(yield* alone(200, { env: { AGENT_UNATTENDED: "" } })).toEqual({ _tag: "Owner" })
      expect(yield* alone(200, { env: { AGENT_UNATTENDED: "1" } })).toEqual({
        _tag: "Unplaced",
        why: { _tag: "Unattended" }
      })
    })
  )

  it.effect(
    "reads the processes again where a parent ended meanwhile, and gives up where they cannot be read",
    () =>
      Effect.gen(function* () {
        let reads = 0
        const moving = Effect.sync(() => (++reads === 1 ? tree([200, 40, "node"]) : table))
        const alone = (processes: Processes["Type"]) =>
          Effect.flatMap(Caller, (one) => one.alone).pipe(
            Effect.provide(
              Caller.layer({ env: {}, stdinIsTerminal: true }).pipe(
                Layer.provide(Layer.succeed(Processes, processes))
              )
            )
          )
        const self = Effect.succeed({ pid: 200, start: null })
        expect(yield* alone({ self, table: moving })).toEqual({ _tag: "Owner" })
        expect(reads).toBe(2)
        const none = Effect.fail(new ProcessesError({ message: "no" }))
        expect(yield* alone({ self, table: none })).toEqual({
          _tag: "Unplaced",
          why: { _tag: "Unreadable" }
        })
      })
  )

  it.effect("is who it is told to be", () =>
    Effect.gen(function* () {
      const seat: Who = { _tag: "Seat", name: "glass", pane: "%3", role: "seat" }
      const alone = Effect.flatMap(Caller, (one) => one.alone)
      expect(yield* alone.pipe(Effect.provide(Caller.layerFixed(seat)))).toEqual(seat)
      expect(yield* alone.pipe(Effect.provide(Caller.layerOwner))).toEqual({ _tag: "Owner" })
    })
  )
})

const live = Processes.layer.pipe(Layer.provideMerge(ProcessRunner.layer))
const SLEEPER = "echo $$ > $1; exec sleep 600"

describe.runIf(tmuxVersion !== null)(tmuxTitle("Caller in tmux"), () => {
  it.scopedLive("tells a pane's agent, a seat, the operator's record and a person's shell", () =>
    Effect.gen(function* () {
      const tmux = yield* makeTestTmux
      tmux.start("lantern")
      // A program whose own name is claude, as the kernel has it: it runs a shell that runs "the command".
      const claude = join(tmux.dir, "claude")
      symlinkSync("/bin/sh", claude)
      const asAgent = (file: string) =>
        `${claude} -c "sh -c '${SLEEPER.replace(/\$/g, "\\$")}' sh ${file}; true"; true`
      const open = (name: string, ...command: ReadonlyArray<string>) =>
        tmux.run("new-window", "-d", "-t", "=lantern:", "-n", name, "-P", "-F", "#{pane_id}", ...command)
      const pidIn = (file: string) =>
        Effect.suspend(() => {
          const pid = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0
          return pid > 0 ? Effect.succeed(pid) : Effect.fail(`no pid in ${file}`)
        }).pipe(Effect.retry(Schedule.intersect(Schedule.spaced(20), Schedule.recurs(500))))
      const files = {
        glass: join(tmux.dir, "glass"),
        loose: join(tmux.dir, "loose"),
        person: join(tmux.dir, "person")
      }
      const seatPane = open("glass", "sh", "-c", asAgent(files.glass))
      const loosePane = open("loose", "sh", "-c", asAgent(files.loose))
      open("person", "sh", "-c", `sh -c '${SLEEPER}' sh ${files.person}; true`)
      const pids = {
        glass: yield* pidIn(files.glass),
        loose: yield* pidIn(files.loose),
        person: yield* pidIn(files.person)
      }
      const all = yield* Effect.flatMap(Processes, (one) => one.table)
      const recorded = ancestors(all, pids.glass).find(({ name }) => name === "claude")
      expect(recorded).toBeDefined()
      if (recorded === undefined) return
      const { launched } = recordOf("glass", seatPane, [[recorded.pid, recorded.start]])
      const leads = [{ name: "glass", operator: true, leads: false }]
      const from = (pid: number, record: SessionRecord, unset: CallerOptions["env"] = {}) => {
        // The real table of this machine, seen from the process in the pane.
        const asPid = Layer.effect(
          Processes,
          Effect.map(Processes, ({ table: real }) => ({
            table: real,
            self: Effect.succeed({ pid, start: null })
          }))
        ).pipe(Layer.provide(live))
        return whoCalls("lantern", leads).pipe(
          Effect.provide(
            Layer.mergeAll(
              Caller.layer({ env: unset ?? {}, stdinIsTerminal: true }).pipe(Layer.provide(asPid)),
              layerTmux({ session: "lantern", socket: { path: tmux.socket } }).pipe(Layer.provide(live)),
              stateWith(record)
            )
          )
        )
      }
      expect(yield* from(pids.glass, {})).toEqual({
        _tag: "Seat",
        name: "glass",
        pane: seatPane,
        role: "seat"
      })
      expect(yield* from(pids.glass, { seats: { glass: { launched } } })).toEqual({
        _tag: "Seat",
        name: "glass",
        pane: seatPane,
        role: "operator"
      })
      expect(yield* from(pids.loose, {}, { TMUX_PANE: seatPane })).toEqual({
        _tag: "Unplaced",
        why: { _tag: "NamelessPane", pane: loosePane, program: "claude" }
      })
      expect(yield* from(pids.person, {})).toEqual({ _tag: "Owner" })
    }).pipe(Effect.provide(live))
  )
})
