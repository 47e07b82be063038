import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import { BEAT, STALE_AFTER, TIERS } from "../../src/domain/supervision/tiers.ts"
import { Beats } from "../../src/services/Beats.ts"
import type { MemoryFile } from "../../src/services/beat/memory.ts"
import { armed, HARBOUR, stateOf, wordOf } from "./beat/watchers.ts"

const START = Date.UTC(2026, 10, 3)

const inMemory = <A, E>(
  title: string,
  test: (files: Map<string, MemoryFile>) => Effect.Effect<A, E, Beats | Scope.Scope>
) =>
  it.scoped(title, () => {
    const files = new Map<string, MemoryFile>()
    return TestClock.setTime(START).pipe(
      Effect.zipRight(test(files)),
      Effect.provide(Beats.layerMemory(new Map([["harbour", files]])))
    )
  })

describe("a watcher", () => {
  inMemory("is armed from its first beat, beats on, and stands down with its scope", (files) =>
    Effect.gen(function* () {
      expect(yield* wordOf("overseer")).toBe("ABSENT")
      const one = yield* armed("overseer", HARBOUR)
      expect(yield* stateOf("overseer")).toEqual({ tier: "overseer", state: "ARMED", age: 0, seat: "w3:p2" })
      for (let beat = 1; beat <= 20; beat += 1) {
        yield* TestClock.adjust(BEAT)
        expect(files.get("overseer.beat")?.mtime).toBe(START + beat * BEAT)
        expect(files.get(`overseer.live.${one.id}`)?.mtime).toBe(START + beat * BEAT)
      }
      yield* TestClock.adjust(BEAT - 1)
      expect(files.get("overseer.beat")?.mtime).toBe(START + 20 * BEAT)
      yield* one.end
      expect([...files.keys()].sort()).toEqual(["overseer.beat", "overseer.standdown"])
      expect(yield* stateOf("overseer")).toEqual({
        tier: "overseer",
        state: "DISARMED",
        age: null,
        seat: "w3:p2"
      })
      yield* TestClock.adjust(10 * BEAT)
      expect(yield* wordOf("overseer")).toBe("DISARMED")
      expect(files.get("overseer.beat")?.mtime).toBe(START + 20 * BEAT)
    })
  )

  inMemory("has an id that names its process and nobody else", () =>
    Effect.gen(function* () {
      const ids = [(yield* armed("watch", HARBOUR)).id, (yield* armed("watch", HARBOUR)).id]
      for (const id of ids) expect(id).toMatch(new RegExp(`^${process.pid}\\.[0-9a-f-]{36}$`))
      expect(new Set(ids).size).toBe(2)
    })
  )

  inMemory("disarms once: the instant is the first one's", (files) =>
    Effect.gen(function* () {
      const one = yield* armed("watch", HARBOUR)
      yield* one.disarm
      const first = files.get("watch.standdown")
      yield* TestClock.adjust(3 * BEAT)
      yield* one.disarm
      yield* one.end
      expect(files.get("watch.standdown")).toEqual(first)
    })
  )

  inMemory("is refused without a seat on a seat's tier, before anything is written", (files) =>
    Effect.gen(function* () {
      const beats = yield* Beats
      for (const tier of TIERS.filter((one) => one !== "watch")) {
        for (const options of [{ session: "harbour" }, { session: "harbour", seat: " \u200b" }]) {
          const arm = Effect.asVoid(beats.arm(tier, options))
          for (const call of [arm, beats.beat(tier, options), beats.standDown(tier, options)]) {
            const refused = yield* Effect.flip(Effect.scoped(call))
            expect(refused).toMatchObject({ _tag: "BeatRefused", tier })
          }
        }
      }
      expect(files.size).toBe(0)
      yield* Effect.scoped(beats.arm("watch", { session: "harbour" }))
      expect(yield* wordOf("watch")).toBe("DISARMED")
    })
  )

  inMemory("that comes back clears the stand-down, whatever the clock does then", (files) =>
    Effect.gen(function* () {
      const beats = yield* Beats
      yield* beats.standDown("watch", HARBOUR)
      expect(yield* wordOf("watch")).toBe("DISARMED")
      yield* TestClock.setTime(START - 3_600_000)
      yield* beats.beat("watch", HARBOUR)
      expect(files.has("watch.standdown")).toBe(false)
      expect(yield* wordOf("watch")).toBe("ARMED")
    })
  )

  inMemory("stands down after a clock that was set back, its beat in the future or not", () =>
    Effect.gen(function* () {
      const one = yield* armed("watch", HARBOUR)
      yield* TestClock.setTime(START - 3_600_000)
      expect(yield* wordOf("watch")).toBe("UNREADABLE")
      yield* one.end
      expect(yield* wordOf("watch")).toBe("DISARMED")
    })
  )
})

describe("two boards", () => {
  inMemory("one of them goes: the other's tier stays armed, and the last one out stands it down", (files) =>
    Effect.gen(function* () {
      const one = yield* armed("watch", HARBOUR)
      const other = yield* armed("watch", HARBOUR)
      yield* TestClock.adjust(BEAT)
      yield* one.end
      expect(files.has("watch.standdown")).toBe(false)
      expect(yield* wordOf("watch")).toBe("ARMED")
      yield* TestClock.adjust(9 * BEAT)
      expect(yield* wordOf("watch")).toBe("ARMED")
      yield* other.end
      expect(yield* wordOf("watch")).toBe("DISARMED")
    })
  )

  inMemory("the last beater goes first: its beat is the other's no more when it is stale", (files) =>
    Effect.gen(function* () {
      const one = yield* armed("watch", HARBOUR)
      yield* TestClock.adjust(1)
      const last = yield* armed("watch", HARBOUR)
      expect(files.get("watch.beat")?.text).toContain(last.id)
      yield* last.end
      yield* one.end
      // The beat of another arm still counts while it is fresh, and never makes the hand-off a death.
      expect(yield* wordOf("watch")).toBe("ARMED")
      yield* TestClock.adjust(STALE_AFTER)
      expect(yield* wordOf("watch")).toBe("ARMED")
      yield* TestClock.adjust(1)
      expect(yield* wordOf("watch")).toBe("DISARMED")
    })
  )

  inMemory("one is killed: the other, last out, stands down and sweeps what it saw", (files) =>
    Effect.gen(function* () {
      files.set("watch.live.9.dead", { mtime: START - STALE_AFTER - 1, text: "" })
      files.set("overseer.live.9.dead", { mtime: START - STALE_AFTER - 1, text: "" })
      const one = yield* armed("watch", HARBOUR)
      yield* one.end
      expect([...files.keys()].sort()).toEqual(["overseer.live.9.dead", "watch.beat", "watch.standdown"])
      expect(yield* wordOf("watch")).toBe("DISARMED")
    })
  )

  inMemory("one is killed just now: the other leaves the tier to age", (files) =>
    Effect.gen(function* () {
      files.set("watch.live.9.dead", { mtime: START - STALE_AFTER, text: "" })
      const one = yield* armed("watch", HARBOUR)
      yield* one.end
      expect(files.has("watch.standdown")).toBe(false)
      expect(files.has("watch.live.9.dead")).toBe(true)
      yield* TestClock.adjust(STALE_AFTER + 1)
      expect(yield* wordOf("watch")).toBe("STALE")
    })
  )

  inMemory("of two sessions know nothing of each other", () =>
    Effect.gen(function* () {
      const one = yield* armed("watch", HARBOUR)
      yield* (yield* Beats).beat("watch", { session: "quay" })
      yield* one.end
      expect([yield* wordOf("watch"), yield* wordOf("watch", "quay")]).toEqual(["DISARMED", "ARMED"])
    })
  )
})
