import { homedir } from "node:os"
import process from "node:process"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import type { ApprovedCommand } from "../domain/approval/record.ts"
import type { ReportDocument } from "../domain/report/document.ts"
import { isApprovedFile } from "./approved-command.ts"
import { ProcessRunner } from "./ProcessRunner.ts"

/** How long the command may take for one report, in milliseconds, and how many reports may wait for it. */
export const REPORT_TIMEOUT = 10_000
export const REPORTS_WAITING = 100

/** What it prints is read and thrown away; a command that floods is ended. */
const PRINTED = 65_536

/** Stands behind the last report. */
const END = null

export interface ReportCommandOptions {
  /** The approved command, asked for each report; null while none is approved. */
  readonly approved: Effect.Effect<ApprovedCommand | null>
  /** A trouble that begins, in words; null when it is over. */
  readonly trouble: (problem: string | null) => Effect.Effect<void>
  readonly path?: string
  readonly home?: string
}

/** The owner's own program for reports (`watch.notify_command`), run only as it was approved. */
export class ReportCommand extends Context.Tag("seatwatch/ReportCommand")<
  ReportCommand,
  {
    /** Puts reports in line and comes back at once; the oldest of more than a hundred that wait are dropped. */
    readonly tell: (reports: ReadonlyArray<ReportDocument>) => Effect.Effect<void>
  }
>() {
  /** One program at a time, a report each, in order. When the layer ends, what waits gets one limit more. */
  static readonly layerWith = (
    options: ReportCommandOptions
  ): Layer.Layer<ReportCommand, never, ProcessRunner> => Layer.scoped(ReportCommand, make(options))

  /** No program. */
  static readonly layerNone: Layer.Layer<ReportCommand> = Layer.succeed(ReportCommand, {
    tell: () => Effect.void
  })
}

const make = (options: ReportCommandOptions) =>
  Effect.gen(function* () {
    const runner = yield* ProcessRunner
    const waiting = yield* Queue.sliding<ReportDocument | typeof END>(REPORTS_WAITING)
    const env = {
      PATH: options.path ?? process.env["PATH"] ?? "/usr/bin:/bin",
      HOME: options.home ?? process.env["HOME"] ?? homedir()
    }
    const send = ({ path }: ApprovedCommand, report: ReportDocument): Effect.Effect<string | null> =>
      runner
        .run({
          program: path,
          args: [],
          cwd: "/",
          emptyEnv: true,
          env,
          stdin: `${JSON.stringify(report)}\n`,
          timeout: REPORT_TIMEOUT,
          grace: 0,
          maxBytes: PRINTED,
          dropStderr: true
        })
        .pipe(
          Effect.map(({ code }) => (code === 0 ? null : "the notify command ended with an error")),
          Effect.catchAll((error) =>
            Effect.succeed(
              error.reason === "Timeout"
                ? "the notify command did not end within 10 s"
                : "the notify command could not be run to its end"
            )
          )
        )
    const one = (report: ReportDocument) =>
      Effect.gen(function* () {
        const approved = yield* options.approved
        if (approved === null) return
        yield* options.trouble(
          (yield* isApprovedFile(approved))
            ? yield* send(approved, report)
            : "the notify command is not the approved one; nothing is sent to it"
        )
      })
    const work: Effect.Effect<void> = Effect.flatMap(Queue.take(waiting), (report) =>
      report === END ? Effect.void : Effect.zipRight(one(report), work)
    )
    const worker = yield* Effect.forkScoped(work)
    // Added after the worker, so it runs before it is ended: what waits is not lost to a Ctrl-C.
    yield* Effect.addFinalizer(() =>
      Queue.offer(waiting, END).pipe(
        Effect.zipRight(Fiber.join(worker)),
        Effect.timeoutOption(REPORT_TIMEOUT),
        Effect.interruptible
      )
    )
    return {
      tell: (reports: ReadonlyArray<ReportDocument>) => Effect.asVoid(Queue.offerAll(waiting, reports))
    }
  })
