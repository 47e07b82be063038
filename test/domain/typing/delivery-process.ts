import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { workDrop } from "../../../src/domain/typing/typed.ts"
import type { Listed } from "../../../src/services/Mailbox.ts"
import { HOUR } from "../../support/scenario.ts"

export const SEAT = "alpha"
export const SESSION = "harbour"
export const FOLDER = "/p/.agents/work"
export const NUDGE = `Read ${workDrop(FOLDER, SEAT)} and do that.`

/** The line of a message. */
export const lineOf = ({ drop }: Pick<Listed, "drop">): string => `Read ${drop} and do that.`

/** A process of the world. What it knows in memory dies with it. */
export class Process {
  /** It is the watch's. */
  readonly isWatch: boolean
  dead = false
  /** Calls until it is killed, and whether the last one still gets there. */
  calls = Number.POSITIVE_INFINITY
  arrives = false
  /** The lines it typed itself. */
  readonly typed = new Set<string>()
  constructor(isWatch: boolean) {
    this.isWatch = isWatch
  }
}

// A kill runs no finalizer that matters here; a defect is the nearest thing a test can do.
const killed = Effect.die("killed")

/** A call of a process: a killed one makes none. */
export const callOf = <A, E>(process: Process, body: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    if (process.dead) return killed
    process.calls -= 1
    if (process.calls >= 0) return body
    process.dead = true
    return process.arrives ? Effect.zipRight(body, killed) : killed
  })

/** The clocks of a world, in ms: the wall's, which may jump, and one that never does. */
export interface Times {
  readonly wall: () => number
  readonly steady: () => number
  readonly wait: (millis: number) => void
}

/** The clock of a process: sleeping is letting the world go on, so that everything is over when a call comes back. */
export const clockOf = (process: Process, { steady, wait, wall }: Times): Clock.Clock => {
  const nanos = () => BigInt(Math.round(steady() * 1_000)) * 1_000n
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: wall,
    currentTimeMillis: Effect.sync(wall),
    unsafeCurrentTimeNanos: nanos,
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration) =>
      Effect.suspend(() => {
        const millis = Duration.toMillis(duration)
        // The hourly clearing away is no part of this world.
        if (millis >= HOUR) return Effect.never
        if (process.dead) return killed
        wait(millis)
        return process.dead ? killed : Effect.void
      })
  }
}
