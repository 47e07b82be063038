import { type ChildProcess, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import process from "node:process"
import * as Effect from "effect/Effect"

export interface ChildEnd {
  readonly code: number | null
  readonly signal: string | null
}

/** A started program, and the one place that knows whether it has ended and whether its outputs are read. */
export interface Child {
  readonly process: ChildProcess
  /** Its end, or null while it runs. */
  readonly end: () => ChildEnd | null
  /** Calls back once when it has ended, at once when that was before. */
  readonly onEnd: (listener: (end: ChildEnd) => void) => void
  /** Calls back once when it has ended and both outputs are read. */
  readonly onClosed: (listener: (end: ChildEnd) => void) => void
}

// A grandchild may keep the pipes open after the program has ended: its output is waited for no longer than this (ms).
const DRAIN = 250
// How long a killed program is waited for (ms); it cannot refuse, only the system can be slow.
const REAP = 500

interface SpawnOptions {
  readonly program: string
  readonly args: ReadonlyArray<string>
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly emptyEnv?: boolean
  readonly dropStderr?: boolean
}

/** This process's variables (or none) with the given ones in their place; `undefined` takes one out. */
const environment = (
  changed: Readonly<Record<string, string | undefined>>,
  empty: boolean
): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries({ ...(empty ? {} : process.env), ...changed }).filter(([, value]) => value !== undefined)
  )

/** Starts a program in its own process group, so that it can be ended with everything it started. */
export const spawnChild = (
  options: SpawnOptions,
  stdin: "pipe" | "ignore"
): Effect.Effect<Child, "NotFound" | "Failed"> =>
  Effect.async<Child, "NotFound" | "Failed">((resume) => {
    let child: ChildProcess
    try {
      child = spawn(options.program, options.args, {
        stdio: [stdin, "pipe", options.dropStderr === true ? "ignore" : "pipe"],
        detached: true,
        windowsHide: true,
        ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
        ...(options.env === undefined && options.emptyEnv !== true
          ? {}
          : { env: environment(options.env ?? {}, options.emptyEnv === true) })
      })
    } catch {
      // What is thrown here quotes the argument that is wrong: it goes no further.
      resume(Effect.fail("Failed"))
      return
    }
    const watched = watch(child)
    child.once("spawn", () => resume(Effect.succeed(watched)))
    child.on("error", (error: NodeJS.ErrnoException) => {
      const missing = error.code === "ENOENT" && (options.cwd === undefined || existsSync(options.cwd))
      resume(Effect.fail(missing ? "NotFound" : "Failed"))
    })
  }).pipe(Effect.uninterruptible)

/** A value that comes once; later listeners hear it at once. */
const latch = <A>() => {
  const listeners: Array<(value: A) => void> = []
  let value: A | null = null
  return {
    value: () => value,
    set: (next: A) => {
      if (value !== null) return
      value = next
      for (const listener of listeners.splice(0)) listener(next)
    },
    listen: (listener: (value: A) => void) => {
      if (value === null) listeners.push(listener)
      else listener(value)
    }
  }
}

const watch = (child: ChildProcess): Child => {
  const end = latch<ChildEnd>()
  const closed = latch<ChildEnd>()
  // A pipe that breaks is seen as the program's end; unheard it would end this process instead.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on("error", () => {})
  child.once("exit", (code, signal) => end.set({ code, signal }))
  child.once("close", (code, signal) => {
    end.set({ code, signal })
    closed.set({ code, signal })
  })
  return { process: child, end: end.value, onEnd: end.listen, onClosed: closed.listen }
}

const ended = (child: Child): Effect.Effect<ChildEnd> =>
  Effect.async<ChildEnd>((resume) => child.onEnd((end) => resume(Effect.succeed(end))))

/** Waits for the program's end and, a short while, for what is left in its pipes. */
export const exited = (child: Child): Effect.Effect<ChildEnd> =>
  Effect.zipLeft(
    ended(child),
    Effect.async<void>((resume) => child.onClosed(() => resume(Effect.void))).pipe(
      Effect.timeoutOption(DRAIN)
    )
  )

const signalGroup = (child: Child, signal: NodeJS.Signals): Effect.Effect<void> =>
  Effect.sync(() => {
    const pid = child.process.pid
    if (pid === undefined || child.end() !== null) return
    try {
      process.kill(-pid, signal)
    } catch {
      child.process.kill(signal)
    }
  })

const release = (child: Child): Effect.Effect<void> =>
  Effect.sync(() => {
    for (const stream of [child.process.stdin, child.process.stdout, child.process.stderr]) stream?.destroy()
  })

/**
 * Ends a program that still runs: SIGTERM to its group, SIGKILL after `grace` ms (at once for 0, so that nothing of the
 * group outlives a leader that heeds SIGTERM), and waits until it is reaped. Its pipes are let go in every case.
 */
export const stopChild = (child: Child, grace: number): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (child.end() !== null) return release(child)
    const waitFor = (ms: number) =>
      ended(child).pipe(Effect.interruptible, Effect.timeoutOption(ms), Effect.asVoid)
    if (grace === 0) {
      return signalGroup(child, "SIGKILL").pipe(Effect.andThen(waitFor(REAP)), Effect.andThen(release(child)))
    }
    const wait = waitFor(grace)
    return signalGroup(child, "SIGTERM").pipe(
      Effect.andThen(wait),
      Effect.andThen(signalGroup(child, "SIGKILL")),
      Effect.andThen(Effect.suspend(() => (child.end() === null ? wait : Effect.void))),
      Effect.andThen(release(child))
    )
  })
