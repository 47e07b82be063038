import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type { Signal } from "./exit.ts"

/**
 * SIGINT, SIGTERM and SIGHUP. A command that ends in its own way takes them over with `next`; any other is
 * interrupted, and ends with the signal's code.
 */
export interface SignalsShape {
  readonly next: Effect.Effect<Signal>
}

export class Signals extends Context.Tag("seatwatch/Signals")<Signals, SignalsShape>() {}

export interface SignalSource extends SignalsShape {
  /** True when somebody waits for the signal; false hands it back to the caller. */
  readonly deliver: (signal: Signal) => boolean
}

/** One source for the whole process: main delivers, a command may wait. */
export const makeSignals = (): SignalSource => {
  const deferred = Deferred.unsafeMake<Signal>(FiberId.none)
  let awaited = false
  return {
    next: Effect.suspend(() => {
      awaited = true
      return Deferred.await(deferred)
    }),
    deliver: (signal) => {
      Deferred.unsafeDone(deferred, Effect.succeed(signal))
      return awaited
    }
  }
}
