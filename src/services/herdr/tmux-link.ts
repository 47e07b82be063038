import { randomBytes } from "node:crypto"
import process from "node:process"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as PubSub from "effect/PubSub"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { HostChange } from "../Herdr.ts"
import { HostError } from "../Herdr.ts"
import type { ProcessError, ProcessRunner } from "../ProcessRunner.ts"
import { type ControlClient, controlClient, type GroupAnswer } from "./tmux-client.ts"
import type { TmuxGroup } from "./tmux-command.ts"
import { isSupported, OLDEST, tmuxError } from "./tmux-errors.ts"
import { readScript, script } from "./tmux-script.ts"

export interface TmuxOptions {
  /** The team's tmux session. */
  readonly session: string
  /** Which server: tmux's `-L NAME` or `-S PATH`; without it the one this process runs in, else tmux's default. */
  readonly socket?: { readonly name?: string; readonly path?: string }
  /** The program (default `tmux`). */
  readonly command?: string
}

type Answers = ReadonlyArray<GroupAnswer>

/** The way to a tmux server: one standing control client, and a single process per call where none can attach. */
export interface TmuxLink {
  /** Runs groups and answers each. With `again` a broken connection is tried once more: only for what changes nothing. */
  readonly ask: (
    method: string,
    groups: ReadonlyArray<TmuxGroup>,
    options?: { readonly again?: boolean }
  ) => Effect.Effect<Answers, HostError>
  /** Runs groups in a process of their own; with `start` it may start the server. */
  readonly once: (
    method: string,
    groups: ReadonlyArray<TmuxGroup>,
    start: boolean
  ) => Effect.Effect<Answers, HostError>
  readonly changes: Stream.Stream<HostChange>
}

const ATTACH_TIMEOUT = 5_000
const ANSWER_TIMEOUT = 5_000
/** After an attach that the server refused, calls go without a client for this long (ms). */
const PLAIN_FOR = 5_000
const RECONNECT = Schedule.exponential("250 millis").pipe(Schedule.union(Schedule.spaced("10 seconds")))

// What makes the client its own, wherever this process runs: inside tmux, under a service manager without a locale.
const ENV = { TMUX: undefined, TMUX_PANE: undefined }

// Looks on without changing a window's size, and hears of changes without their output.
const CLIENT_FLAGS = "ignore-size,read-only,no-output"

const SUBSCRIPTION =
  "#{pane_title} #{window_activity} #{pane_in_mode} #{pane_dead} #{alternate_on} #{cursor_x} #{cursor_y} #{cursor_flag}"

/** tmux replaces these two in a session's name. */
export const sessionName = (session: string): string => session.replace(/[:.]/gu, "_")

const socketArgs = ({ socket }: TmuxOptions): ReadonlyArray<string> => {
  if (socket?.path !== undefined) return ["-S", socket.path]
  if (socket?.name !== undefined) return ["-L", socket.name]
  const inside = process.env["TMUX"]?.split(",", 1)[0]
  return inside ? ["-S", inside] : []
}

const fromProcess = (method: string, error: ProcessError): HostError => {
  switch (error.reason) {
    case "NotFound":
      return new HostError({
        reason: "NotInstalled",
        method,
        message: "tmux is not installed or not on the PATH"
      })
    case "Timeout":
      return timedOut(method)
    case "TooMuch":
      return new HostError({ reason: "Protocol", method, message: "tmux answered more than is read" })
    case "Failed":
      return new HostError({ reason: "Refused", method, message: "tmux could not be started" })
  }
}

const timedOut = (method: string): HostError =>
  new HostError({ reason: "Timeout", method, message: "tmux did not answer in time" })

/** Makes the link; its client is started by the first call and ended with the scope. */
export const makeLink = (
  options: TmuxOptions,
  runner: Context.Tag.Service<ProcessRunner>
): Effect.Effect<TmuxLink, never, Scope.Scope> =>
  Effect.gen(function* () {
    const program = options.command ?? "tmux"
    const server = ["-u", ...socketArgs(options)]
    const name = sessionName(options.session)
    const nonce = randomBytes(12).toString("hex")
    const layerScope = yield* Effect.scope
    const gate = yield* Effect.makeSemaphore(1)
    const hub = yield* PubSub.sliding<HostChange>(1024)
    let client: ControlClient | null = null
    let plainUntil = 0

    /** Fails where this tmux is too old to attach as asked. */
    const checkVersion = (method: string): Effect.Effect<void, HostError> =>
      runner.run({ program, args: ["-V"] }).pipe(
        Effect.mapError((error) => fromProcess(method, error)),
        Effect.filterOrFail(
          ({ stdout }) => isSupported(stdout),
          () =>
            new HostError({
              reason: "NotInstalled",
              method,
              message: `tmux ${OLDEST} or newer is needed; this one is older`
            })
        ),
        Effect.asVoid
      )

    /** An attached client, or null where the server is there and only the attach failed. */
    const open = (method: string): Effect.Effect<ControlClient | null, HostError> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const scope = yield* Scope.fork(layerScope, layerScope.strategy)
          const attempt = Effect.gen(function* () {
            const running = yield* runner.start({
              program,
              args: [...server, "-N", "-C", "attach-session", "-f", CLIENT_FLAGS, "-t", `=${name}`],
              env: ENV
            })
            const made = controlClient(running, nonce, (change) => hub.unsafeOffer(change))
            yield* Effect.forkIn(Effect.interruptible(made.watch), scope)
            yield* made.ready.pipe(
              Effect.timeoutFail({ duration: ATTACH_TIMEOUT, onTimeout: () => "timeout" }),
              restore
            )
            yield* Effect.interruptible(made.closed).pipe(
              Effect.andThen(Scope.close(scope, Exit.void)),
              Effect.forkIn(layerScope)
            )
            return made
          })
          return yield* attempt.pipe(
            Effect.provideService(Scope.Scope, scope),
            Effect.onError(() => Scope.close(scope, Exit.void)),
            Effect.mapError((failed) => {
              if (typeof failed !== "string") return fromProcess(method, failed)
              return failed === "timeout" ? timedOut(method) : failed
            })
          )
        })
      ).pipe(
        Effect.catchIf(
          (failed) => typeof failed === "string",
          (said) => attachFailed(method, said)
        )
      )

    /** Nothing to attach to is no failure of the server's; everything else is said as what it is. */
    const attachFailed = (method: string, said: string): Effect.Effect<null, HostError> => {
      const error = tmuxError(method, said)
      const noSession = /can't find session|no sessions/u.test(said)
      if (noSession) return Effect.succeed(null)
      if (error.reason === "NotRunning" || error.reason === "Lost") return Effect.fail(error)
      return Effect.as(checkVersion(method), null)
    }

    const connection = (method: string) =>
      gate.withPermits(1)(
        Effect.gen(function* () {
          if (client?.alive()) return client
          client = null
          const now = yield* Clock.currentTimeMillis
          if (now < plainUntil) return null
          client = yield* open(method)
          if (client === null) plainUntil = now + PLAIN_FOR
          return client
        })
      )

    const once: TmuxLink["once"] = (method, groups, start) =>
      runner
        .run({
          program,
          args: [...server, ...(start ? ["start-server", ";"] : ["-N"]), "source-file", "-"],
          env: ENV,
          stdin: script(groups, nonce),
          timeout: ANSWER_TIMEOUT
        })
        .pipe(
          Effect.mapError((error) => fromProcess(method, error)),
          Effect.flatMap((result) => {
            const answers = readScript(groups.length, nonce, result)
            // A session may have come to be: the next call tries to attach again.
            if (start) plainUntil = 0
            return answers === null ? Effect.fail(tmuxError(method, result.stderr)) : Effect.succeed(answers)
          })
        )

    const asked = (current: ControlClient, method: string, groups: ReadonlyArray<TmuxGroup>) =>
      current.ask(groups).pipe(
        Effect.mapError(({ reason, message }) => new HostError({ reason, method, message })),
        Effect.timeoutFail({ duration: ANSWER_TIMEOUT, onTimeout: () => timedOut(method) }),
        // A client that let one question wait is not asked the next.
        Effect.tapError(({ reason }) => Effect.sync(() => reason === "Timeout" && current.drop()))
      )

    /** Groups a read-only client may not run are run without it: nothing of them was done. */
    const without = (method: string, groups: ReadonlyArray<TmuxGroup>, answers: Answers) => {
      const barred = groups.filter((_, index) => /read-only/u.test(answers[index]?.said ?? ""))
      if (barred.length === 0) return Effect.succeed(answers)
      return Effect.map(once(method, barred, false), (again) => {
        const rest = again.slice()
        return answers.map((answer) => (/read-only/u.test(answer.said) ? (rest.shift() ?? answer) : answer))
      })
    }

    const through = (method: string, groups: ReadonlyArray<TmuxGroup>): Effect.Effect<Answers, HostError> =>
      Effect.flatMap(connection(method), (current) =>
        current === null
          ? once(method, groups, false)
          : Effect.flatMap(asked(current, method, groups), (answers) => without(method, groups, answers))
      )

    const ask: TmuxLink["ask"] = (method, groups, { again = false } = {}) => {
      const first = through(method, groups)
      return again
        ? Effect.catchIf(
            first,
            ({ reason }) => reason === "Lost",
            () => through(method, groups)
          )
        : first
    }

    /** One client's life while somebody listens; its end is itself a change. */
    const listen: Effect.Effect<void, HostError> = Effect.gen(function* () {
      const current = yield* connection("changes")
      if (current === null) return yield* tmuxError("changes", "no sessions")
      yield* asked(current, "changes", [[["refresh-client", "-B", `seats:%*:${SUBSCRIPTION}`]]])
      yield* hub.offer({ pane: null })
      yield* current.closed
      yield* hub.offer({ pane: null })
    })

    const keepUp: Effect.Effect<never> = listen.pipe(
      Effect.retry(RECONNECT),
      Effect.ignore,
      Effect.andThen(Effect.sleep("250 millis")),
      Effect.forever
    )

    const changes = Stream.unwrapScoped(
      Effect.gen(function* () {
        const queue = yield* PubSub.subscribe(hub)
        yield* Effect.forkScoped(keepUp)
        return Stream.fromQueue(queue)
      })
    )

    return { ask, once, changes }
  })
