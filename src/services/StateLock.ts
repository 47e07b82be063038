import { randomUUID } from "node:crypto"
import * as fs from "node:fs"
import { hostname } from "node:os"
import { dirname } from "node:path"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { reasonOf } from "./append-file.ts"
import { create, type Holder, removeOwn } from "./lock-file.ts"
import { Processes } from "./Processes.ts"
import { type ProcessLife, procLife, tableLife } from "./process-life.ts"

/**
 * Why a lock was not taken.
 * `Held` a running command has it · `OtherHost` a command on another machine has it, as far as can be known from here ·
 * `Unreadable` what stands at the path is no lock · `Refused` the file system would not make it (`code` says why).
 */
export type StateLockReason = "Held" | "OtherHost" | "Unreadable" | "Refused"

export class StateLockError extends Data.TaggedError("StateLockError")<{
  readonly reason: StateLockReason
  readonly path: string
  /** The holder's process, where the lock names one. */
  readonly pid: number | null
  /** The system's error word (`ENOSPC`, `ENOLCK`, …) for `Refused`. */
  readonly code: string | null
  readonly message: string
}> {}

/** The parts of the outside that a test or another system replaces. */
export interface StateLockOptions {
  readonly pid: number
  readonly host: string
  readonly life: (pid: number) => Effect.Effect<ProcessLife>
}

export interface LockWait {
  /** How long to wait for a holder, in milliseconds of Effect's clock; 0 asks once. Default 5,000. */
  readonly waitMillis?: number
}

const STEP_MILLIS = 50
const WAIT_MILLIS = 5_000
const GRACE_MILLIS = 1_000
/** A claim can itself be left behind by a killed taker, and so on; nobody is killed that often by accident. */
const MAX_CLAIM_DEPTH = 3

const make = (options: StateLockOptions) => {
  const dead = (holder: Holder) =>
    holder.host !== options.host
      ? Effect.succeed(false)
      : Effect.map(
          options.life(holder.pid),
          (life) =>
            !life.alive || (holder.start !== null && life.start !== null && holder.start !== life.start)
        )

  const mine = Effect.map(
    options.life(options.pid),
    (life): Holder => ({
      format: 1,
      pid: options.pid,
      start: life.start,
      host: options.host,
      token: randomUUID()
    })
  )

  /**
   * Removes a dead holder's lock. The claim's name is made of the dead lock's token, so of all takers one has it; only
   * the claimant removes that very lock, after looking again. A lock that turned out to be another's stays untouched.
   */
  const removeDead = (path: string, token: string, me: Holder, depth: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      const claim = `${path}.${token}`
      const found = create(claim, me)
      if (found._tag === "Taken") {
        removeOwn(path, token)
        removeOwn(claim, me.token)
        return Effect.void
      }
      if (found._tag !== "Holder" || depth >= MAX_CLAIM_DEPTH) return Effect.void
      return Effect.flatMap(dead(found.holder), (isDead) =>
        isDead ? removeDead(claim, found.holder.token, me, depth + 1) : Effect.void
      )
    })

  const take = (
    path: string,
    waitMillis: number,
    restore: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  ) =>
    Effect.gen(function* () {
      const started = yield* Clock.currentTimeMillis
      const me = yield* mine
      let madeFolder = false
      let broken = { sign: "", since: 0 }
      while (true) {
        const found = create(path, me)
        if (found._tag === "Taken") return me
        const now = yield* Clock.currentTimeMillis
        if (found._tag === "Alien") return yield* unreadable(path)
        if (found._tag === "Refused") {
          if (found.code !== "ENOENT" || madeFolder) return yield* refused(path, found.code)
          madeFolder = true
          try {
            fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
          } catch (cause) {
            return yield* refused(path, reasonOf(cause))
          }
          continue
        }
        if (found._tag === "Broken") {
          if (broken.sign !== found.sign) broken = { sign: found.sign, since: now }
          else if (now - broken.since >= GRACE_MILLIS) return yield* unreadable(path)
        }
        if (found._tag === "Holder" && (yield* dead(found.holder))) {
          yield* removeDead(path, found.holder.token, me, 0)
        }
        if (now - started >= waitMillis) {
          // The place may have come free in this very turn: ask once more before refusing.
          const last = create(path, me)
          if (last._tag === "Taken") return me
          return yield* held(path, last._tag === "Holder" ? last.holder : null, options.host)
        }
        yield* restore(Effect.sleep(Math.min(STEP_MILLIS, waitMillis)))
      }
    })

  const withLock =
    (path: string, wait: LockWait = {}) =>
    <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StateLockError, R> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(take(path, wait.waitMillis ?? WAIT_MILLIS, restore), (me) =>
          Effect.ensuring(
            restore(effect),
            Effect.sync(() => removeOwn(path, me.token))
          )
        )
      )

  return StateLock.of({ withLock })
}

const unreadable = (path: string) =>
  new StateLockError({
    reason: "Unreadable",
    path,
    pid: null,
    code: null,
    message: `the lock ${path} cannot be read; if no team command is running, delete ${path}`
  })

const refused = (path: string, code: string) =>
  new StateLockError({
    reason: "Refused",
    path,
    pid: null,
    code,
    message: `the lock ${path} cannot be made (${code}); nothing was changed`
  })

const held = (path: string, holder: Holder | null, host: string) => {
  const other = holder !== null && holder.host !== host
  const pid = holder === null ? "unknown" : String(holder.pid)
  return new StateLockError({
    reason: other ? "OtherHost" : "Held",
    path,
    pid: holder?.pid ?? null,
    code: null,
    message: other
      ? `a team command on another machine (pid ${pid}) holds ${path}; try again when it is done, or delete ${path} if it is not running any more`
      : `another team command (pid ${pid}) holds ${path}; try again when it is done`
  })
}

/**
 * A lock between processes: an exclusively created file that names its holder. Taken before a state is read and
 * changed, so that two commands never lose each other's update (design §3). Never proceeds without it.
 */
export class StateLock extends Context.Tag("seatwatch/StateLock")<
  StateLock,
  {
    /**
     * Runs the effect while the lock file at `path` is ours; it is released on success, failure and interruption.
     * Waiting can be interrupted. Not reentrant: a second taking inside the first waits for itself and is refused.
     */
    readonly withLock: (
      path: string,
      wait?: LockWait
    ) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StateLockError, R>
  }
>() {
  /** This process, this machine. Linux asks after one process alone; elsewhere the table is read, when contended. */
  static readonly layer: Layer.Layer<StateLock, never, Processes> = Layer.effect(
    StateLock,
    Effect.map(Processes, (processes) =>
      make({
        pid: process.pid,
        host: hostname(),
        life: process.platform === "linux" ? (pid) => Effect.sync(() => procLife(pid)) : tableLife(processes)
      })
    )
  )

  /** Another identity or another way to ask after a process. */
  static readonly layerWith = (options: StateLockOptions): Layer.Layer<StateLock> =>
    Layer.sync(StateLock, () => make(options))
}
