import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"
import { emptyMemory, type PassMemory } from "../../src/domain/pass/memory.ts"
import { teamViewOf } from "../../src/domain/pass/team-view-of.ts"
import { NOTHING } from "../../src/domain/threshold/words.ts"
import { Facts } from "../../src/services/Facts.ts"
import { layerMemory, makeMemoryHostFor } from "../../src/services/herdr/memory.ts"
import { Machine } from "../../src/services/Machine.ts"
import { type Notice, Notifier } from "../../src/services/Notifier.ts"
import { Processes } from "../../src/services/Processes.ts"
import { Recorder } from "../../src/services/Recorder.ts"
import { type ProjectState, SessionState } from "../../src/services/SessionState.ts"
import { StateUnwritten } from "../../src/services/StateFile.ts"
import { StateLock } from "../../src/services/StateLock.ts"
import { decodeText } from "../../src/services/TeamFile.ts"
import { TeamLog } from "../../src/services/TeamLog.ts"
import { type Instant, WallClock } from "../../src/services/WallClock.ts"
import {
  DRAWING,
  runWatch,
  type TeamNow,
  type WatchOptions,
  type WatchServices
} from "../../src/services/Watch.ts"
import { quietMachine } from "../../src/testing/layers.ts"
import { breathe, paneShowing, SCREENS, seatPanes, TEAM, teamEvery } from "../support/cli.ts"

const START = Date.UTC(2026, 9, 18, 9, 0, 0)
const MINUTE = 60_000
const INTERVAL = 2 * MINUTE

const teamNow = (text: string): TeamNow => {
  const { file } = Either.getOrThrow(decodeText(text))
  const { remarks, team } = teamViewOf(file, { machine: NOTHING, entity: NOTHING, project: NOTHING })
  return { team, remarks, fileProblem: null }
}

const isSnapshot = Schema.is(
  Schema.Struct({ snapshot: Schema.Struct({ at: Schema.Number, cause: Schema.String }) })
)

const ignored = "has been idle"
/** What was said beside the word changes, which other tests hold. */
const reportsOf = (said: ReadonlyArray<string>): ReadonlyArray<string> =>
  said.filter((line) => !/^\w+: /.test(line) && !line.startsWith("watching ") && !line.includes(ignored))

/** A team of three idle seats on a memory host, with every service in memory. */
const makeStage = (text: string = TEAM) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(START)
    const host = yield* makeMemoryHostFor("lantern")
    const panes = yield* seatPanes(host)
    const state = yield* Ref.make<ProjectState>({ format: 1, sessions: {} })
    const log = yield* Ref.make<ReadonlyArray<string>>([])
    const notices = yield* Ref.make<ReadonlyArray<Notice>>([])
    const recorded = yield* Ref.make<ReadonlyArray<unknown>>([])
    const now = yield* Ref.make(teamNow(text))
    const said: Array<string> = []
    const busy = { now: false }
    const passes = Effect.map(Ref.get(recorded), (all) =>
      all.flatMap((line) => (isSnapshot(line) ? [line.snapshot] : []))
    )
    const layer: Layer.Layer<WatchServices> = Layer.mergeAll(
      layerMemory(host),
      SessionState.layerMemory(state),
      TeamLog.layerMemory(log),
      Notifier.layerMemory(notices),
      Recorder.layerMemory(recorded),
      Facts.layerNone,
      Machine.layerFixed(quietMachine),
      WallClock.layer
    )
    return { host, panes, state, log, notices, recorded, passes, now, said, busy, layer }
  })

type Stage = Effect.Effect.Success<ReturnType<typeof makeStage>>

/** Moves the clock in steps of an interval at most and lets each pass come to its end. */
const go = (stage: Stage, millis: number) =>
  Effect.gen(function* () {
    let left = millis
    do {
      const step = Math.min(left, INTERVAL)
      left -= step
      yield* TestClock.adjust(step)
      yield* breathe
      while (stage.busy.now) yield* breathe
    } while (left > 0)
  })

/** Starts the watch and lets its first pass end. */
const start = (
  stage: Stage,
  options: Partial<WatchOptions> = {},
  also: Layer.Layer<never> | Layer.Layer<WatchServices> = Layer.empty,
  memory: PassMemory = emptyMemory
) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(
      Effect.scoped(
        runWatch(
          {
            session: "lantern",
            source: Effect.zipRight(
              Effect.sync(() => {
                stage.busy.now = true
              }),
              Ref.get(stage.now)
            ),
            folder: "/",
            notifyOperator: true,
            nudges: true,
            record: { pid: 4711, start: "s", machine: "here", interval: INTERVAL },
            emit: (_at, line) => Effect.sync(() => void stage.said.push(line)),
            ...options,
            onPass: (result) =>
              Effect.zipRight(
                options.onPass?.(result) ?? Effect.void,
                Effect.sync(() => {
                  stage.busy.now = false
                })
              )
          },
          memory
        )
      ).pipe(Effect.provide(Layer.merge(stage.layer, also)))
    )
    yield* go(stage, 0)
    return fiber
  })

const logged = (stage: Stage, text: string) =>
  Effect.map(Ref.get(stage.log), (lines) => lines.filter((line) => line.includes(text)).length)
const times = (stage: Stage, text: string) => stage.said.filter((line) => line === text).length

const PERMISSION = "glass waits at a permission prompt: its owner's to answer"
const UNSENT = "wick holds text in its input box that was never sent"
const MISSING = "brass is in the file and is not running"
const GONE = "brass was running and is gone (its pane closed, or its CLI ended)"
const SILENT = "memory doesn't answer; the watch keeps trying"

describe("the watch's rhythm", () => {
  it.effect("says its first line and every seat's word, and passes every interval", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage()
      const fiber = yield* start(stage)
      expect(stage.said).toEqual([
        'watching the session "lantern" every 2m',
        "wick: idle (cli)",
        "glass: idle (cli)",
        "brass: idle (cli)"
      ])
      expect((yield* stage.passes).length).toBe(1)
      yield* go(stage, INTERVAL - 1)
      expect((yield* stage.passes).length).toBe(1)
      yield* go(stage, 1)
      expect((yield* stage.passes).length).toBe(2)
      yield* go(stage, 4 * INTERVAL)
      expect((yield* stage.passes).length).toBe(6)
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("says when it types nothing", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage()
      const fiber = yield* start(stage, { nudges: false })
      expect(stage.said[0]).toBe('watching the session "lantern" every 2m, without nudges')
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("passes early when the host tells of a change, a second apart, and keeps its interval", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage()
      const fiber = yield* start(stage)
      yield* stage.host.setPane({
        pane: stage.panes.glass,
        ...paneShowing("glass", SCREENS.claudePermission)
      })
      for (let hint = 0; hint < 50; hint++) yield* stage.host.change(stage.panes.glass)
      yield* go(stage, 999)
      expect((yield* stage.passes).length).toBe(1)
      yield* go(stage, 1)
      expect((yield* stage.passes).length).toBe(2)
      expect(yield* stage.passes).toMatchObject([{ cause: "interval" }, { cause: "change" }])
      expect(times(stage, PERMISSION)).toBe(1)
      // Fifty hints were one.
      yield* go(stage, 10_000)
      expect((yield* stage.passes).length).toBe(2)
      // While a host never stops telling, passes stay a second apart: a busy seat must not make the others wait.
      for (let half = 0; half < 12; half++) {
        yield* stage.host.change(null)
        yield* go(stage, 500)
      }
      const gaps = Effect.map(stage.passes, (all) =>
        all.slice(3).map((one, index) => one.at - (all[index + 2]?.at ?? 0))
      )
      expect(new Set(yield* gaps)).toEqual(new Set([1_000]))
      // After a quiet time the next one comes as soon as the screen can be whole.
      yield* go(stage, 10_000)
      const before = (yield* stage.passes).length
      yield* stage.host.setPane({ pane: stage.panes.glass, ...paneShowing("glass", SCREENS.claudeIdle) })
      yield* stage.host.change(null)
      yield* go(stage, DRAWING - 1)
      expect((yield* stage.passes).length).toBe(before)
      yield* go(stage, 1)
      expect((yield* stage.passes).length).toBe(before + 1)
      // And the regular pass comes at its time.
      yield* go(stage, START + INTERVAL - (yield* Clock.currentTimeMillis))
      expect((yield* stage.passes).at(-1)).toMatchObject({ cause: "interval", at: START + INTERVAL })
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("follows the interval of the file, and its heartbeat says which one is in force", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage()
      const fiber = yield* start(stage)
      yield* Ref.set(stage.now, teamNow(teamEvery("10s")))
      yield* go(stage, INTERVAL)
      expect((yield* stage.passes).length).toBe(2)
      expect((yield* Ref.get(stage.state)).sessions["lantern"]?.watch?.interval).toBe(10_000)
      yield* go(stage, 30_000)
      expect((yield* stage.passes).length).toBe(5)
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("calls back after each pass with what it made of it", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage()
      const seen: Array<string> = []
      const fiber = yield* start(stage, {
        onPass: (result) =>
          Effect.sync(() => void seen.push(result.seats.map(({ reading }) => reading.word).join()))
      })
      yield* go(stage, INTERVAL)
      expect(seen).toEqual(["idle,idle,idle", "idle,idle,idle"])
      yield* Fiber.interrupt(fiber)
    })
  )
})

describe("reports", () => {
  it.effect("are said, logged and notified once, one notification a pass listing them", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage()
      const fiber = yield* start(stage)
      expect(yield* Ref.get(stage.notices)).toEqual([])
      yield* stage.host.setPane({
        pane: stage.panes.glass,
        ...paneShowing("glass", SCREENS.claudePermission)
      })
      yield* stage.host.removePane(stage.panes.brass)
      yield* go(stage, INTERVAL)
      expect(reportsOf(stage.said)).toEqual([PERMISSION, GONE])
      expect(yield* Ref.get(stage.notices)).toEqual([
        { title: "Team watch", body: `${PERMISSION}\n${GONE}`, addressed: "owner" }
      ])
      yield* go(stage, 3 * INTERVAL)
      expect([times(stage, GONE), times(stage, PERMISSION)]).toEqual([1, 1])
      expect(yield* logged(stage, PERMISSION)).toBe(1)
      expect((yield* Ref.get(stage.log)).find((line) => line.includes(GONE))).toBe(
        `2026-10-18T09:02:00.000Z watch [watch] ${GONE}`
      )
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("are said again only after two passes that cleared", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage()
      const fiber = yield* start(stage)
      const show = (shown: typeof SCREENS.claudeIdle) =>
        Effect.zipRight(
          stage.host.setPane({ pane: stage.panes.glass, ...paneShowing("glass", shown) }),
          go(stage, INTERVAL)
        )
      yield* show(SCREENS.claudePermission)
      yield* show(SCREENS.claudeWorking)
      yield* show(SCREENS.claudePermission)
      expect(times(stage, PERMISSION)).toBe(1)
      yield* show(SCREENS.claudeWorking)
      yield* show(SCREENS.claudeWorking)
      yield* show(SCREENS.claudePermission)
      expect(times(stage, PERMISSION)).toBe(2)
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect(
    "to the operator alone are dropped from the notifications by --no-notify, the owner's never",
    () =>
      Effect.gen(function* () {
        const stage = yield* makeStage()
        const fiber = yield* start(stage, { notifyOperator: false })
        yield* stage.host.setPane({ pane: stage.panes.wick, ...paneShowing("wick", SCREENS.claudeUnsent) })
        yield* go(stage, INTERVAL)
        yield* go(stage, INTERVAL)
        expect(times(stage, UNSENT)).toBe(1)
        expect(yield* Ref.get(stage.notices)).toEqual([])
        // One pass with both: the notification lists the owner's only, terminal and log keep both.
        yield* stage.host.removePane(stage.panes.brass)
        yield* stage.host.setPane({
          pane: stage.panes.glass,
          ...paneShowing("glass", SCREENS.claudePermission)
        })
        yield* go(stage, INTERVAL)
        expect(yield* Ref.get(stage.notices)).toEqual([
          { title: "Team watch", body: PERMISSION, addressed: "owner" }
        ])
        expect(reportsOf(stage.said)).toEqual([UNSENT, PERMISSION, GONE])
        for (const text of [UNSENT, GONE, PERMISSION]) expect(yield* logged(stage, text)).toBe(1)
        yield* Fiber.interrupt(fiber)
      })
  )

  it.effect("never carry a word of a screen", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage()
      const fiber = yield* start(stage)
      for (const shown of [SCREENS.claudeUnsent, SCREENS.claudePermission, SCREENS.claudeWorking]) {
        yield* stage.host.setPane({ pane: stage.panes.glass, ...paneShowing("glass", shown) })
        yield* go(stage, 2 * INTERVAL)
      }
      const all = [...stage.said, ...(yield* Ref.get(stage.log))].join("\n")
      expect(all).toContain("never sent")
      expect(all).not.toMatch(/login bug|❯|Bash command|\u001b/)
      yield* Fiber.interrupt(fiber)
    })
  )
})

describe("what the watch remembers", () => {
  it.effect("is its heartbeat after each pass, and nothing of it once it has stopped", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage()
      const watch = Effect.map(Ref.get(stage.state), (all) => all.sessions["lantern"]?.watch)
      const fiber = yield* start(stage)
      const own = { pid: 4711, start: "s", machine: "here", interval: INTERVAL }
      expect(yield* watch).toEqual({ ...own, heartbeat: "2026-10-18T09:00:00.000Z" })
      yield* go(stage, INTERVAL)
      expect(yield* watch).toEqual({ ...own, heartbeat: "2026-10-18T09:02:00.000Z" })
      yield* Fiber.interrupt(fiber)
      expect(yield* watch).toBeUndefined()
      expect((yield* Ref.get(stage.state)).sessions["lantern"]?.memory?.seats.length).toBe(3)
      expect(stage.said.at(-1)).toBe('the watch of "lantern" stopped')
      expect(yield* logged(stage, 'the watch of "lantern" stopped')).toBe(1)
      expect((yield* Ref.get(stage.notices)).at(-1)).toMatchObject({
        body: 'the watch of "lantern" stopped',
        addressed: "owner"
      })
    })
  )

  it.effect("is left alone when the record is another watch's by then", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage()
      const fiber = yield* start(stage)
      const other = { pid: 9, heartbeat: "2026-10-18T09:00:30.000Z" }
      yield* Ref.update(stage.state, (all) => ({ ...all, sessions: { lantern: { watch: other } } }))
      yield* Fiber.interrupt(fiber)
      expect((yield* Ref.get(stage.state)).sessions["lantern"]?.watch).toEqual(other)
    })
  )

  it.effect("survives a restart, which repeats nothing", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage()
      yield* stage.host.setPane({
        pane: stage.panes.glass,
        ...paneShowing("glass", SCREENS.claudePermission)
      })
      yield* stage.host.removePane(stage.panes.brass)
      const first = yield* start(stage)
      expect(reportsOf(stage.said)).toEqual([PERMISSION, MISSING])
      yield* go(stage, INTERVAL)
      yield* Fiber.interrupt(first)
      const kept = (yield* Ref.get(stage.state)).sessions["lantern"]?.memory
      yield* go(stage, 30_000)
      stage.said.length = 0
      const again = yield* start(stage, {}, Layer.empty, kept ?? emptyMemory)
      yield* go(stage, 2 * INTERVAL)
      expect(reportsOf(stage.said)).toEqual([])
      // No word changed either, and the new watch says that it watches.
      expect(stage.said.slice(0, 1)).toEqual(['watching the session "lantern" every 2m'])
      expect(stage.said.filter((line) => /^\w+: /.test(line))).toEqual([])
      yield* Fiber.interrupt(again)
    })
  )

  it.effect("of an idle period counts on after a restart, and the owner's line comes once", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage()
      yield* stage.host.setPane({ pane: stage.panes.glass, ...paneShowing("glass", SCREENS.claudeWorking) })
      const first = yield* start(stage)
      yield* stage.host.setPane({ pane: stage.panes.glass, ...paneShowing("glass", SCREENS.claudeIdle) })
      yield* go(stage, 4 * INTERVAL)
      const OWNER = /^glass has been idle for \d+ minutes — reported to the owner$/
      const LEAD = /^glass has been idle for \d+ minutes$/
      expect(stage.said.filter((line) => LEAD.test(line))).toEqual(["glass has been idle for 6 minutes"])
      yield* Fiber.interrupt(first)
      const kept = (yield* Ref.get(stage.state)).sessions["lantern"]?.memory
      yield* go(stage, 30_000)
      const again = yield* start(stage, {}, Layer.empty, kept ?? emptyMemory)
      yield* go(stage, 20 * INTERVAL)
      expect(stage.said.filter((line) => LEAD.test(line)).length).toBe(1)
      expect(stage.said.filter((line) => OWNER.test(line)).length).toBe(1)
      yield* Fiber.interrupt(again)
    })
  )

  it.effect("is saved by no watch of a foreign session", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage()
      const before = yield* Ref.get(stage.state)
      const fiber = yield* start(stage, { session: "other", record: null })
      yield* go(stage, 3 * INTERVAL)
      expect(stage.said).toContain(
        'the session "other" is not this file\'s "lantern": its readings are not saved'
      )
      yield* Fiber.interrupt(fiber)
      expect(yield* Ref.get(stage.state)).toBe(before)
      expect(stage.said.at(-1)).toBe('the watch of "other" stopped')
    })
  )
})

describe("a host that does not answer", () => {
  it.effect("is said once from the start, and the seats are told when it is back", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage()
      yield* stage.host.fail("NotRunning")
      const fiber = yield* start(stage)
      expect(stage.said).toEqual([
        'watching the session "lantern" every 2m',
        "wick: unreachable (herdr)",
        "glass: unreachable (herdr)",
        "brass: unreachable (herdr)",
        SILENT
      ])
      yield* go(stage, 10 * INTERVAL)
      expect(stage.said.slice(5)).toEqual([])
      yield* stage.host.fail(null)
      yield* go(stage, INTERVAL)
      expect(stage.said.slice(5)).toEqual([
        "wick: unreachable (herdr) → idle (cli)",
        "glass: unreachable (herdr) → idle (cli)",
        "brass: unreachable (herdr) → idle (cli)"
      ])
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("takes no seat for gone, repeats nothing when it is back, and is said again the next time", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage()
      yield* stage.host.setPane({
        pane: stage.panes.glass,
        ...paneShowing("glass", SCREENS.claudePermission)
      })
      const fiber = yield* start(stage)
      yield* stage.host.fail("Lost")
      yield* go(stage, 5 * INTERVAL)
      yield* stage.host.fail(null)
      yield* go(stage, 2 * INTERVAL)
      expect(reportsOf(stage.said)).toEqual([PERMISSION, SILENT])
      yield* stage.host.fail("Timeout")
      yield* go(stage, INTERVAL)
      expect(reportsOf(stage.said)).toEqual([PERMISSION, SILENT, SILENT])
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("that answers with no pane at all is not an idle team", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage()
      for (const pane of Object.values(stage.panes)) yield* stage.host.removePane(pane)
      const fiber = yield* start(stage)
      yield* go(stage, 10 * INTERVAL)
      expect(reportsOf(stage.said)).toEqual([
        "wick is in the file and is not running",
        "glass is in the file and is not running",
        MISSING
      ])
      yield* Fiber.interrupt(fiber)
    })
  )
})

describe("trouble of the watch's own", () => {
  it.effect(
    "a broken team file is said once, the team of before is watched, a later break is said again",
    () =>
      Effect.gen(function* () {
        const stage = yield* makeStage()
        const good = yield* Ref.get(stage.now)
        const broken = { ...good, fileProblem: "line 3: a seat needs a name" }
        const BROKEN =
          "team.yaml can't be read (line 3: a seat needs a name); watching with the team as it was"
        const fiber = yield* start(stage)
        yield* Ref.set(stage.now, broken)
        yield* stage.host.setPane({
          pane: stage.panes.glass,
          ...paneShowing("glass", SCREENS.claudePermission)
        })
        yield* go(stage, 3 * INTERVAL)
        expect(reportsOf(stage.said)).toEqual([BROKEN, PERMISSION])
        yield* Ref.set(stage.now, good)
        yield* go(stage, INTERVAL)
        yield* Ref.set(stage.now, broken)
        yield* go(stage, INTERVAL)
        expect(times(stage, BROKEN)).toBe(1)
        yield* Ref.set(stage.now, good)
        yield* go(stage, 2 * INTERVAL)
        yield* Ref.set(stage.now, broken)
        yield* go(stage, INTERVAL)
        expect(times(stage, BROKEN)).toBe(2)
        yield* Fiber.interrupt(fiber)
      })
  )

  it.effect("a state that cannot be saved is said and logged once, and again after it could", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage()
      const full = yield* Ref.make(true)
      const problem = new StateUnwritten({ path: "/s", message: "/s cannot be written: the disk is full" })
      const SAID = "the state could not be saved: /s cannot be written: the disk is full"
      const flaky = Layer.map(SessionState.layerMemory(stage.state), (context) => context).pipe((real) =>
        Layer.effect(
          SessionState,
          Effect.map(SessionState, (inner) => ({
            ...inner,
            savePass: (...args: Parameters<typeof inner.savePass>) =>
              Effect.flatMap(Ref.get(full), (is) => (is ? problem : inner.savePass(...args)))
          }))
        ).pipe(Layer.provide(real))
      )
      const fiber = yield* start({ ...stage, layer: Layer.merge(stage.layer, flaky) })
      yield* go(stage, 5 * INTERVAL)
      expect(times(stage, SAID)).toBe(1)
      expect(yield* logged(stage, SAID)).toBe(1)
      expect((yield* stage.passes).length).toBe(6)
      yield* Ref.set(full, false)
      yield* go(stage, INTERVAL)
      yield* Ref.set(full, true)
      yield* go(stage, 2 * INTERVAL)
      expect(times(stage, SAID)).toBe(2)
      yield* Fiber.interrupt(fiber)
    })
  )

  it.scoped("a log that cannot be written is said once and costs nothing else", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "sw-log-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true })))
      const stage = yield* makeStage()
      // A folder where the log should be.
      const log = TeamLog.layerFile(folder).pipe(
        Layer.provide(StateLock.layer),
        Layer.provide(Processes.layerFixed(new Map()))
      )
      const fiber = yield* start({ ...stage, layer: Layer.merge(stage.layer, log) })
      yield* stage.host.setPane({
        pane: stage.panes.glass,
        ...paneShowing("glass", SCREENS.claudePermission)
      })
      yield* go(stage, 4 * INTERVAL)
      expect(stage.said.filter((line) => line.includes("cannot be written"))).toEqual([
        `the log ${folder} cannot be written (EISDIR); the command carries on`
      ])
      expect(times(stage, PERMISSION)).toBe(1)
      expect((yield* Ref.get(stage.notices)).filter(({ body }) => body.includes(PERMISSION)).length).toBe(1)
      expect((yield* stage.passes).length).toBe(5)
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("a notification that fails is said and logged once, and again after one came through", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage()
      const works = yield* Ref.make(false)
      const asked = yield* Ref.make(0)
      const notifier = Layer.succeed(Notifier, {
        notify: () =>
          Effect.zipRight(
            Ref.update(asked, (count) => count + 1),
            Effect.map(Ref.get(works), (fine) =>
              fine
                ? ({ _tag: "Delivered", channel: "test" } as const)
                : ({ _tag: "Failed", reason: "notify-send ended with 1" } as const)
            )
          )
      })
      const SAID = "a notification could not be delivered (notify-send ended with 1)"
      const fiber = yield* start({ ...stage, layer: Layer.merge(stage.layer, notifier) })
      const flap = Effect.gen(function* () {
        yield* stage.host.setPane({
          pane: stage.panes.glass,
          ...paneShowing("glass", SCREENS.claudePermission)
        })
        yield* go(stage, INTERVAL)
        yield* stage.host.setPane({ pane: stage.panes.glass, ...paneShowing("glass", SCREENS.claudeWorking) })
        yield* go(stage, 2 * INTERVAL)
      })
      yield* flap
      yield* flap
      expect(times(stage, PERMISSION)).toBe(2)
      expect(yield* Ref.get(asked)).toBeGreaterThanOrEqual(2)
      expect(times(stage, SAID)).toBe(1)
      expect(yield* logged(stage, SAID)).toBe(1)
      yield* Ref.set(works, true)
      yield* flap
      yield* Ref.set(works, false)
      yield* flap
      expect(times(stage, SAID)).toBe(2)
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect(
    "a recording that fails is said as often as the recorder tells of it, and the watch goes on",
    () =>
      Effect.gen(function* () {
        const stage = yield* makeStage()
        const asked = yield* Ref.make(0)
        const recorder = Layer.succeed(Recorder, {
          record: () =>
            Effect.map(
              Ref.getAndUpdate(asked, (count) => count + 1),
              // The begin of the recording and the first pass are written, the second pass is not.
              (count) => (count === 2 ? "a pass was not recorded to /r (ENOSPC); the watch carries on" : null)
            )
        })
        const fiber = yield* start({ ...stage, layer: Layer.merge(stage.layer, recorder) })
        yield* go(stage, 4 * INTERVAL)
        expect(yield* Ref.get(asked)).toBe(6)
        expect(stage.said.filter((line) => line.includes("not recorded")).length).toBe(1)
        expect(yield* logged(stage, "a pass was not recorded to /r (ENOSPC)")).toBe(1)
        yield* Fiber.interrupt(fiber)
      })
  )
})

describe("a clock that jumps", () => {
  it.effect("starts no report by itself: the machine slept eight hours", () =>
    Effect.gen(function* () {
      const stage = yield* makeStage()
      const clock = yield* Ref.make<Instant>({ at: START, monotonic: 0 })
      const tick = (wall: number, monotonic: number) =>
        Effect.zipRight(
          Ref.update(clock, (now) => ({ at: now.at + wall, monotonic: now.monotonic + monotonic })),
          go(stage, monotonic)
        )
      yield* stage.host.setPane({ pane: stage.panes.glass, ...paneShowing("glass", SCREENS.claudeWorking) })
      yield* stage.host.setPane({ pane: stage.panes.wick, ...paneShowing("wick", SCREENS.claudeUnsent) })
      const fiber = yield* start({ ...stage, layer: Layer.merge(stage.layer, WallClock.layerRef(clock)) })
      yield* stage.host.setPane({ pane: stage.panes.glass, ...paneShowing("glass", SCREENS.claudeIdle) })
      const quiet = stage.said.length
      const before = (yield* stage.passes).length
      yield* tick(8 * 60 * MINUTE, INTERVAL)
      expect(stage.said.slice(quiet)).toEqual(["glass: working (cli) → idle (cli)"])
      // It looks again within a second or so before it accuses.
      yield* tick(1_000, 1_000)
      expect((yield* stage.passes).length).toBe(before + 2)
      yield* tick(INTERVAL, INTERVAL)
      yield* tick(INTERVAL, INTERVAL)
      const idle = stage.said.filter((line) => line.includes("glass has been idle"))
      // Six observed minutes at most, never eight hours.
      expect(idle.every((line) => /^glass has been idle for [56] minutes$/.test(line))).toBe(true)
      expect(stage.said.filter((line) => line.includes("reported to the owner"))).toEqual([])
      yield* Fiber.interrupt(fiber)
    })
  )
})
