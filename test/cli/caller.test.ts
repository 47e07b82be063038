import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import {
  type CalledTeam,
  CallerMaker,
  OWNERS_FLAGS,
  requireCaller,
  requireCallerAlone,
  requireForFlags,
  requireForFlagsIn
} from "../../src/cli/caller.ts"
import { Invocation } from "../../src/cli/Invocation.ts"
import type { Who } from "../../src/domain/caller/caller.ts"
import { Caller, type CallerOptions } from "../../src/services/Caller.ts"
import { layerMemory, makeMemoryHost } from "../../src/services/herdr/memory.ts"
import { Processes } from "../../src/services/Processes.ts"
import { type ProjectState, SessionState } from "../../src/services/SessionState.ts"
import { recordOf, SEATS, tree } from "../domain/caller/trees.ts"

const invocation = (env: Readonly<Record<string, string>> = {}) =>
  Layer.succeed(Invocation, {
    command: "watch",
    cwd: "/nonexistent",
    env,
    platform: "none",
    pid: 100,
    json: false,
    self: []
  })

/** Runs as `who`; `asked` counts how often anybody looked. */
const as = (who: Who, asked: { times: number } = { times: 0 }) =>
  Effect.provideService(CallerMaker, () => {
    asked.times++
    return Caller.layerFixed(who)
  })

const SEAT: Who = { _tag: "Seat", name: "glass", pane: "%3", role: "seat" }
const LEAD: Who = { _tag: "Seat", name: "wick", pane: "%1", role: "orchestrator" }
const AGENT: Who = { _tag: "Unplaced", why: { _tag: "Agent", program: "claude" } }
const { file, noNotify, noNudge } = OWNERS_FLAGS

describe("the owner's flags", () => {
  it.effect("are refused to seats, leads and agents, each with its own exit", () =>
    Effect.gen(function* () {
      for (const who of [SEAT, LEAD, AGENT]) {
        for (const flag of [noNotify, noNudge, file]) {
          const exit = yield* requireForFlags("watch", [flag]).pipe(as(who), Effect.flip)
          expect([exit.id, exit.code]).toEqual([`watch.${flag.id}`, 1])
        }
      }
      const { lines } = yield* requireForFlags("watch", [noNudge]).pipe(as(AGENT), Effect.flip)
      expect(lines).toEqual([
        "team watch: --no-nudge is only for the owner; this call is run by an agent (claude)"
      ])
    }).pipe(Effect.provide(invocation()))
  )

  it.effect("are open to the owner, with a terminal or without; --abandon is said in person", () =>
    Effect.gen(function* () {
      yield* requireForFlags("watch", [noNotify, noNudge, file]).pipe(as({ _tag: "Owner" }))
      yield* requireForFlags("watch", [noNotify, noNudge, file]).pipe(as({ _tag: "OwnerNoTty" }))
      const exit = yield* requireForFlags("down", [OWNERS_FLAGS.abandon]).pipe(
        as({ _tag: "OwnerNoTty" }),
        Effect.flip
      )
      expect([exit.id, ...exit.lines]).toEqual([
        "down.abandon",
        "team down: --abandon is only for the owner at a terminal; this call is the owner's, without a terminal"
      ])
    }).pipe(Effect.provide(invocation()))
  )

  it.effect("cost nothing where none is given", () =>
    Effect.gen(function* () {
      const asked = { times: 0 }
      yield* requireForFlags("watch", []).pipe(as(AGENT, asked))
      expect(asked.times).toBe(0)
    }).pipe(Effect.provide(invocation()))
  )
})

describe("a command without a team", () => {
  it.effect("ends with its caller exit, or answers who called", () =>
    Effect.gen(function* () {
      const exit = yield* requireCallerAlone("init", "init").pipe(as(SEAT), Effect.flip)
      expect([exit.id, exit.code, ...exit.lines]).toEqual([
        "init.caller",
        1,
        "team init: this is only for the owner; this call comes from the seat glass in pane %3"
      ])
      expect(yield* requireCallerAlone("init", "init").pipe(as({ _tag: "Owner" }))).toEqual({ _tag: "Owner" })
    }).pipe(Effect.provide(invocation()))
  )

  it.effect("goes by the invocation's environment", () =>
    Effect.gen(function* () {
      const processes = Processes.layerFixed(tree([1, 0, "systemd"], [100, 1, "node"]), 100)
      const exit = yield* requireCallerAlone("init", "init").pipe(
        Effect.provideService(CallerMaker, (options: CallerOptions) =>
          Caller.layer({ stdinIsTerminal: true, ...options }).pipe(Layer.provide(processes))
        ),
        Effect.flip
      )
      expect(exit.lines).toEqual([
        "team init: this is only for the owner; this call has AGENT_UNATTENDED set"
      ])
    }).pipe(Effect.provide(invocation({ AGENT_UNATTENDED: "1" })))
  )
})

describe("a command with a team", () => {
  const TEAM: CalledTeam = { command: "hold", session: "lantern", open: { now: { team: { seats: SEATS } } } }
  /** The wrapped CLI of a seat: nothing but its pane tells it from a person's program. */
  const processes = Processes.layerFixed(
    tree([1, 0, "systemd"], [10, 1, "tmux: server"], [20, 10, "sh"], [30, 20, "node"], [100, 30, "sh"]),
    100
  )
  const world = (pane: string) =>
    Layer.unwrapEffect(
      Effect.gen(function* () {
        const control = yield* makeMemoryHost
        const state = yield* Ref.make<ProjectState>({
          format: 1,
          sessions: { lantern: { seats: { wick: { launched: recordOf("wick", "%1", [30]).launched } } } }
        })
        yield* control.setPane({
          pane,
          processes: { root: { pid: 20, start: "b:20", name: "sh" }, foreground: [] }
        })
        return Layer.mergeAll(layerMemory(control), SessionState.layerMemory(state), invocation())
      })
    )
  const real = Effect.provideService(CallerMaker, (options: CallerOptions) =>
    Caller.layer({ stdinIsTerminal: true, ...options }).pipe(Layer.provide(processes))
  )

  it.effect("goes by the session's records and the host's panes", () =>
    Effect.gen(function* () {
      expect(yield* requireCaller(TEAM, "hold").pipe(real)).toEqual({ ...LEAD, pane: "%1" })
      const exit = yield* requireCaller({ ...TEAM, command: "up" }, "up").pipe(real, Effect.flip)
      expect([exit.id, exit.code, ...exit.lines]).toEqual([
        "up.caller",
        1,
        "team up: this is only for the owner; this call comes from the seat wick, the orchestrator, in pane %1"
      ])
      // By its processes alone it would pass for the owner.
      yield* requireForFlags("watch", [noNudge]).pipe(real)
      const flag = yield* requireForFlagsIn({ ...TEAM, command: "watch" }, [noNudge]).pipe(real, Effect.flip)
      expect([flag.id, flag.code]).toEqual(["watch.no-nudge", 1])
    }).pipe(Effect.provide(world("%1")))
  )

  it.effect("takes the record's word for no other pane", () =>
    Effect.gen(function* () {
      const exit = yield* requireCaller(TEAM, "hold").pipe(real, Effect.flip)
      expect(exit.lines).toEqual([
        "team hold: this is only for the owner, the orchestrator or the operator; this call comes from the seat wick in pane %5"
      ])
    }).pipe(Effect.provide(world("%5")))
  )
})
