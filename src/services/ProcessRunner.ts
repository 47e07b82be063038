import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { type Child, exited, spawnChild, stopChild } from "./process-child.ts"
import { BoundedOutput } from "./process-output.ts"

/**
 * Why a program gave no result: it is not there, it took too long, it wrote more than allowed, or it could not be
 * started. A program that ran and ended badly is a result with its code, not an error.
 */
export type ProcessReason = "NotFound" | "Timeout" | "TooMuch" | "Failed"

const MESSAGES: Readonly<Record<ProcessReason, string>> = {
  NotFound: "is not installed or not on the PATH",
  Timeout: "did not end in time",
  TooMuch: "wrote more than is read",
  Failed: "could not be started"
}

/** The error of running a program; it names the program only, never an argument or a variable (style §2.9). */
export class ProcessError extends Data.TaggedError("ProcessError")<{
  readonly reason: ProcessReason
  readonly program: string
}> {
  override get message(): string {
    return `${this.program} ${MESSAGES[this.reason]}`
  }
}

export interface StartOptions {
  readonly program: string
  readonly args: ReadonlyArray<string>
  readonly cwd?: string
  /** Added to this process's environment; `undefined` takes a variable out. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The program starts with the variables of `env` and no other. */
  readonly emptyEnv?: boolean
  /** What it writes to stderr is thrown away unread, and counts against no cap; `stderr` is then empty. */
  readonly dropStderr?: boolean
  /** Milliseconds between SIGTERM and SIGKILL when the program must be ended (default 500); 0 kills without asking. */
  readonly grace?: number
}

export interface RunOptions extends StartOptions {
  /** Written to the program's stdin, which is then closed; without it stdin is empty. */
  readonly stdin?: string | Uint8Array
  /** Milliseconds the program may take (default 10,000). */
  readonly timeout?: number
  /** Bytes read of each of stdout and stderr before the program is ended with `TooMuch` (default 8 MiB). */
  readonly maxBytes?: number
}

/** How a program ended: `code` null when a signal ended it. Both outputs are read to the end, as UTF-8. */
export interface RunResult {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

/** A program that stays, held by a scope that ends it. */
export interface RunningProcess {
  readonly pid: number
  /** Hands over bytes for stdin; false once the program has ended or stopped reading. */
  readonly write: (data: string) => boolean
  /** Calls back with each chunk of stdout, as bytes. Set it at once: what came before is lost. */
  readonly onStdout: (handle: (chunk: Uint8Array) => void) => void
  /** Waits for its end. Its stderr is drained and kept up to a small cap. */
  readonly exited: Effect.Effect<{
    readonly code: number | null
    readonly signal: string | null
    readonly stderr: string
  }>
}

/** The one way this product runs other programs: an argument list, never a shell. */
export class ProcessRunner extends Context.Tag("seatwatch/ProcessRunner")<
  ProcessRunner,
  {
    /** Runs a program to its end. Interrupting it ends the program and everything in its process group. */
    readonly run: (options: RunOptions) => Effect.Effect<RunResult, ProcessError>
    /** Starts a program that lives as long as the scope. */
    readonly start: (options: StartOptions) => Effect.Effect<RunningProcess, ProcessError, Scope.Scope>
  }
>() {
  static readonly layer: Layer.Layer<ProcessRunner> = Layer.sync(ProcessRunner, () => ({ run, start }))
}

const DEFAULT_TIMEOUT = 10_000
const DEFAULT_MAX_BYTES = 8 * 1024 * 1024
const DEFAULT_GRACE = 500
const STDERR_KEPT = 16 * 1024

const opened = (options: StartOptions, stdin: "pipe" | "ignore"): Effect.Effect<Child, ProcessError> =>
  spawnChild(options, stdin).pipe(
    Effect.mapError((reason) => new ProcessError({ reason, program: options.program }))
  )

const run = (options: RunOptions): Effect.Effect<RunResult, ProcessError> => {
  const { program, stdin, timeout = DEFAULT_TIMEOUT, maxBytes = DEFAULT_MAX_BYTES } = options
  return Effect.acquireUseRelease(
    opened(options, stdin === undefined ? "ignore" : "pipe"),
    (child) =>
      Effect.suspend(() => {
        const full = Deferred.unsafeMake<never, ProcessError>(FiberId.none)
        const tooMuch = () =>
          Deferred.unsafeDone(full, Effect.fail(new ProcessError({ reason: "TooMuch", program })))
        const stdout = new BoundedOutput(maxBytes, tooMuch)
        const stderr = new BoundedOutput(maxBytes, tooMuch)
        child.process.stdout?.on("data", (chunk: Uint8Array) => stdout.push(chunk))
        child.process.stderr?.on("data", (chunk: Uint8Array) => stderr.push(chunk))
        if (stdin !== undefined) child.process.stdin?.end(stdin)
        // Both sides stay interruptible whatever the caller's region: the loser of the race must be able to go.
        const ended = Effect.map(exited(child), (end) => ({
          ...end,
          stdout: stdout.text(),
          stderr: stderr.text()
        }))
        return Effect.raceFirst(Effect.interruptible(ended), Effect.interruptible(Deferred.await(full)))
      }).pipe(
        Effect.timeoutFail({
          duration: timeout,
          onTimeout: () => new ProcessError({ reason: "Timeout", program })
        })
      ),
    (child) => stopChild(child, options.grace ?? DEFAULT_GRACE)
  )
}

const start = (options: StartOptions): Effect.Effect<RunningProcess, ProcessError, Scope.Scope> =>
  Effect.acquireRelease(opened(options, "pipe"), (child) =>
    stopChild(child, options.grace ?? DEFAULT_GRACE)
  ).pipe(
    Effect.map((child) => {
      const stderr = new BoundedOutput(STDERR_KEPT, () => {})
      child.process.stderr?.on("data", (chunk: Uint8Array) => stderr.push(chunk))
      return {
        pid: child.process.pid ?? 0,
        write: (data) => {
          const pipe = child.process.stdin
          if (child.end() !== null || pipe === null || !pipe.writable) return false
          pipe.write(data)
          return true
        },
        onStdout: (handle) => void child.process.stdout?.on("data", handle),
        exited: Effect.map(exited(child), (end) => ({ ...end, stderr: stderr.text() }))
      }
    })
  )
