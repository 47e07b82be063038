import { join } from "node:path"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import type { SeatHeld } from "../domain/typing/held.ts"
import { ensureFolder } from "./SafeFile.ts"
import { StateLock } from "./StateLock.ts"
import { sessionFolder } from "./session-folder.ts"

export { sessionFolder } from "./session-folder.ts"

/** `Held` a running command has it · `Name` no seat's name · `Refused` the lock cannot be made, so nothing goes on. */
export class SeatLockError extends Data.TaggedError("SeatLockError")<{
  readonly reason: "Held" | "Name" | "Refused"
  /** The seat; null for the session's run lock. */
  readonly seat: string | null
  readonly pid: number | null
  readonly message: string
}> {}

export interface SeatLockWait {
  /** The longest wait for a holder, in ms of Effect's clock; 0 asks once. Default 5,000. */
  readonly waitMillis?: number
}

// A seat's name never begins with a dot, so the run lock is never a seat's.
const RUN = ".run"
const SEAT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** What this fiber holds, so that a wrong order is found the first time it runs and not when two processes meet. */
const holding = FiberRef.unsafeMake<"nothing" | "run" | "seat">("nothing")

type Guard = (
  session: string,
  seat: string | null,
  waitMillis: number
) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SeatLockError, R>

const over = (guard: Guard) =>
  SeatLock.of({
    withSeat:
      (session, seat, wait = {}) =>
      (use) =>
        Effect.flatMap(FiberRef.get(holding), (now) => {
          if (now === "seat") return Effect.dieMessage("a seat lock is taken inside a seat lock")
          if (!SEAT.test(seat))
            return Effect.fail(
              new SeatLockError({ reason: "Name", seat, pid: null, message: "this is no seat's name" })
            )
          const held: SeatHeld = { _tag: "SeatHeld", seat }
          return guard(
            session,
            seat,
            wait.waitMillis ?? 5_000
          )(
            Effect.locally(
              Effect.suspend(() => use(held)),
              holding,
              "seat"
            )
          )
        }),
    withRun:
      (session, wait = {}) =>
      (effect) =>
        Effect.flatMap(FiberRef.get(holding), (now) =>
          now === "nothing"
            ? guard(session, null, wait.waitMillis ?? 5_000)(Effect.locally(effect, holding, "run"))
            : Effect.dieMessage(`a run lock is taken inside a ${now} lock`)
        )
  })

const heldBy = (session: string, seat: string | null, pid: number | null) => {
  const who = pid === null ? "unknown" : String(pid)
  return new SeatLockError({
    reason: "Held",
    seat,
    pid,
    message:
      seat === null
        ? `another team command (pid ${who}) is changing the session ${JSON.stringify(session)}; try again when it is done`
        : `another team command (pid ${who}) is typing into seat ${seat}; try again when it is done`
  })
}

/** One typist to a seat, one changing run to a session, across processes. Run before seat, always. */
export class SeatLock extends Context.Tag("seatwatch/SeatLock")<
  SeatLock,
  {
    /** Runs `use` with the proof while the seat is ours; released on every exit. A seat inside a seat is a defect. */
    readonly withSeat: (
      session: string,
      seat: string,
      wait?: SeatLockWait
    ) => <A, E, R>(use: (held: SeatHeld) => Effect.Effect<A, E, R>) => Effect.Effect<A, E | SeatLockError, R>
    /** Runs the effect while the session's run lock is ours. Inside a seat or run lock it is a defect. */
    readonly withRun: (
      session: string,
      wait?: SeatLockWait
    ) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SeatLockError, R>
  }
>() {
  /** Lock files under `<root>/.agents/seat-locks`. */
  static readonly layerFile = (root: string): Layer.Layer<SeatLock, never, StateLock> =>
    Layer.effect(
      SeatLock,
      Effect.map(StateLock, (locks) =>
        over(
          (session, seat, waitMillis) => (effect) =>
            Effect.gen(function* () {
              const folder = yield* ensureFolder(root, ".agents", "seat-locks", sessionFolder(session)).pipe(
                Effect.mapError(
                  (error) => new SeatLockError({ reason: "Refused", seat, pid: null, message: error.message })
                )
              )
              // The effect's own failure is kept apart: it may be a lock's too.
              const done = yield* locks
                .withLock(join(folder, seat ?? RUN), { waitMillis })(Effect.either(effect))
                .pipe(
                  Effect.mapError((error) =>
                    error.reason === "Held"
                      ? heldBy(session, seat, error.pid)
                      : new SeatLockError({ reason: "Refused", seat, pid: error.pid, message: error.message })
                  )
                )
              return yield* done
            })
        )
      )
    )

  /** Locks of this process alone. */
  static readonly layerMemory: Layer.Layer<SeatLock> = Layer.sync(SeatLock, () => {
    const taken = new Set<string>()
    return over(
      (session, seat, waitMillis) => (effect) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function* () {
            const key = JSON.stringify([session, seat])
            const started = yield* Clock.currentTimeMillis
            while (taken.has(key)) {
              const now = yield* Clock.currentTimeMillis
              if (now - started >= waitMillis) return yield* heldBy(session, seat, null)
              yield* restore(Effect.sleep(50))
            }
            taken.add(key)
            return yield* Effect.ensuring(
              restore(effect),
              Effect.sync(() => taken.delete(key))
            )
          })
        )
    )
  })
}
