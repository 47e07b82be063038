import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import { WallClock } from "../../src/services/WallClock.ts"

const now = Effect.flatMap(WallClock, (clock) => clock.now)

describe("WallClock", () => {
  it.effect("moves both with the test clock", () =>
    Effect.gen(function* () {
      const before = yield* now
      yield* TestClock.adjust("90 seconds")
      const after = yield* now
      assert.deepStrictEqual([after.at - before.at, after.monotonic - before.monotonic], [90_000, 90_000])
    }).pipe(Effect.provide(WallClock.layer))
  )

  it.live("stays monotonic when the wall is set back", () =>
    Effect.gen(function* () {
      const before = yield* now
      const real = Date.now
      Date.now = () => real() - 3_600_000
      const after = yield* Effect.ensuring(
        now,
        Effect.sync(() => {
          Date.now = real
        })
      )
      assert.isBelow(after.at, before.at - 3_000_000)
      assert.isAtLeast(after.monotonic, before.monotonic)
      assert.isBelow(after.monotonic, before.monotonic + 3_000_000)
    }).pipe(Effect.provide(WallClock.layer))
  )

  it.effect("lets a test move each by itself", () =>
    Effect.gen(function* () {
      const ref = yield* Ref.make({ at: 1_000, monotonic: 5 })
      const clock = WallClock.layerRef(ref)
      yield* Ref.set(ref, { at: 28_801_000, monotonic: 2_005 })
      assert.deepStrictEqual(yield* Effect.provide(now, clock), { at: 28_801_000, monotonic: 2_005 })
    })
  )
})
