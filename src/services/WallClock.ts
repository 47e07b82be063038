import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"

/** One look at both clocks, in milliseconds. */
export interface Instant {
  /** The wall: epoch milliseconds. It jumps with a sleep, a correction or a hand on the clock. */
  readonly at: number
  /** Runs forward only and never jumps with the wall; its zero means nothing, only differences count. */
  readonly monotonic: number
}

/** Both clocks at once, so that a jump of the wall between two passes is seen (design §4.17). */
export class WallClock extends Context.Tag("seatwatch/WallClock")<
  WallClock,
  { readonly now: Effect.Effect<Instant> }
>() {
  /**
   * Reads Effect's clock for both. Its nanoseconds come from the process's high-resolution timer against an origin
   * fixed once, so they are monotonic; under `TestClock` both move together.
   */
  static readonly layer: Layer.Layer<WallClock> = Layer.succeed(WallClock, {
    now: Effect.gen(function* () {
      const at = yield* Clock.currentTimeMillis
      const nanos = yield* Clock.currentTimeNanos
      return { at, monotonic: Number(nanos / 1_000_000n) }
    })
  })

  /** Both clocks are what the test put into the ref, each moved by itself. */
  static readonly layerRef = (ref: Ref.Ref<Instant>): Layer.Layer<WallClock> =>
    Layer.succeed(WallClock, { now: Ref.get(ref) })
}
