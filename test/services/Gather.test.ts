import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"
import { seatsTable } from "../../src/cli/render/seats.ts"
import { emptyMemory } from "../../src/domain/pass/memory.ts"
import { pass } from "../../src/domain/pass/pass.ts"
import { type SeatFacts, Snapshot } from "../../src/domain/pass/snapshot.ts"
import { teamViewOf } from "../../src/domain/pass/team-view-of.ts"
import { NOTHING } from "../../src/domain/threshold/words.ts"
import { Facts } from "../../src/services/Facts.ts"
import { gather } from "../../src/services/Gather.ts"
import { Herdr } from "../../src/services/Herdr.ts"
import { makeMemoryHostFor } from "../../src/services/herdr/memory.ts"
import { Machine } from "../../src/services/Machine.ts"
import { decodeText } from "../../src/services/TeamFile.ts"
import { WallClock } from "../../src/services/WallClock.ts"
import { quietMachine } from "../../src/testing/layers.ts"
import { paneShowing, SCREENS, seatPanes, TEAM } from "../support/cli.ts"

const START = Date.UTC(2026, 9, 18, 9, 14, 30)
const teamOf = (text: string) =>
  teamViewOf(Either.getOrThrow(decodeText(text)).file, {
    machine: NOTHING,
    entity: NOTHING,
    project: NOTHING
  }).team
const noFacts = (seat: string): SeatFacts => ({ seat, launched: null, hook: null, traces: {} })

const setup = Effect.gen(function* () {
  yield* TestClock.setTime(START)
  const control = yield* makeMemoryHostFor("lantern")
  const panes = yield* seatPanes(control)
  const calls: Array<string> = []
  const counted = Layer.succeed(Herdr, {
    ...control.host,
    list: Effect.zipRight(
      Effect.sync(() => void calls.push("list")),
      control.host.list
    ),
    read: (ids) =>
      Effect.zipRight(
        Effect.sync(() => void calls.push(`read ${ids.join()}`)),
        control.host.read(ids)
      ),
    processes: (ids) =>
      Effect.zipRight(
        Effect.sync(() => void calls.push(`processes ${ids.join()}`)),
        control.host.processes(ids)
      )
  })
  const take = (
    facts: ReadonlyArray<SeatFacts> = [],
    text: string = TEAM,
    host: Layer.Layer<Herdr> = counted
  ) =>
    gather({
      team: teamOf(text),
      session: "lantern",
      fileProblem: null,
      remarks: [],
      folder: "/",
      cause: "interval"
    }).pipe(
      Effect.provide(
        Layer.mergeAll(
          host,
          Machine.layerFixed(quietMachine),
          WallClock.layer,
          Facts.layerFrom(Effect.succeed({ hold: null, seats: facts }))
        )
      )
    )
  return { control, panes, calls, take }
})

describe("a snapshot", () => {
  it.effect("takes one listing, one read and one look at the processes, whatever the number of seats", () =>
    Effect.gen(function* () {
      const { control, calls, take, panes } = yield* setup
      const other = yield* control.setPane({ name: "stranger" })
      const away = yield* control.setPane({ inSession: false })
      yield* take()
      const ids = Object.values(panes).join()
      // Strangers are not read; what runs in them is asked, in the session alone.
      expect(calls.toSorted()).toEqual(["list", `processes ${ids},${other}`, `read ${ids}`])
      expect(calls.join()).not.toContain(away)
    })
  )

  it.effect("reads a seat by the pane its launch recorded, whatever it is called", () =>
    Effect.gen(function* () {
      const { control, calls, take, panes } = yield* setup
      yield* control.setPane({ pane: panes.glass, name: null })
      yield* take([
        { ...noFacts("glass"), launched: { pane: panes.glass, processes: [], session: null, at: START } }
      ])
      expect(calls.find((call) => call.startsWith("read"))).toContain(panes.glass)
    })
  )

  it.effect("is plain data: it survives JSON and gives the same pass", () =>
    Effect.gen(function* () {
      const { control, take, panes } = yield* setup
      yield* control.setPane({ pane: panes.glass, ...paneShowing("glass", SCREENS.claudePermission) })
      yield* control.setUnreadable(panes.brass, true)
      const snapshot = yield* take()
      const codec = Schema.parseJson(Snapshot)
      const again = yield* Schema.decode(codec)(yield* Schema.encode(codec)(snapshot))
      expect(again).toEqual(snapshot)
      expect(pass(again, emptyMemory)).toEqual(pass(snapshot, emptyMemory))
    })
  )

  it.effect("has a host that fails in any call as silent, and its reason", () =>
    Effect.gen(function* () {
      const { control, take } = yield* setup
      for (const method of ["list", "read", "processes"]) {
        yield* control.fail("Timeout", method)
        expect((yield* take()).host).toEqual({ _tag: "Silent", host: "memory", reason: "Timeout" })
        yield* control.fail(null, method)
      }
      expect((yield* take()).host._tag).toBe("Answered")
    })
  )

  it.effect("is as old as the moment it was complete", () =>
    Effect.gen(function* () {
      const { control, take } = yield* setup
      // The host takes a minute of the clock.
      const slow = Layer.succeed(Herdr, {
        ...control.host,
        list: Effect.zipRight(TestClock.adjust(60_000), control.host.list)
      })
      const snapshot = yield* take([], TEAM, slow)
      expect(snapshot.at).toBe(START + 60_000)
      expect(snapshot.at).toBe(yield* Clock.currentTimeMillis)
    })
  )

  it.effect("gives the table of the specification's example", () =>
    Effect.gen(function* () {
      const { control, take, panes } = yield* setup
      yield* control.setPane({ pane: panes.glass, ...paneShowing("worker-alpha", SCREENS.claudeIdle) })
      const hook = { word: "working" as const, at: Date.UTC(2026, 9, 18, 9, 14, 2) }
      const snapshot = yield* take(
        [{ ...noFacts("worker-alpha"), hook }],
        TEAM.replace("name: glass", "name: worker-alpha")
      )
      const seats = pass(snapshot, emptyMemory).seats.filter(({ spec }) => spec.name === "worker-alpha")
      expect(seatsTable(seats)).toEqual([
        "SEAT          STATE    SOURCE    LAST ACTIVE",
        "worker-alpha  working  cli-hook  2026-10-18T09:14:02.000Z"
      ])
    })
  )
})
