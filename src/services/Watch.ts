import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { ApprovalFacts } from "../domain/approval/check.ts"
import type { BudgetObservation } from "../domain/budget/reading.ts"
import type { Check } from "../domain/check/check.ts"
import { emptyMemory, type PassMemory } from "../domain/pass/memory.ts"
import { type PassResult, pass } from "../domain/pass/pass.ts"
import { RecordedLine } from "../domain/pass/recording.ts"
import type { Snapshot } from "../domain/pass/snapshot.ts"
import type { TeamView } from "../domain/pass/team-view.ts"
import type { WatchRecord } from "../domain/pass/watch-record.ts"
import * as text from "../domain/report/catalogue.ts"
import { type ReportDocument, reportDocuments } from "../domain/report/document.ts"
import type { Report } from "../domain/report/report.ts"
import type { Frame } from "../domain/screen/frame.ts"
import type { ScreenReading } from "../domain/screen/reading.ts"
import type { Profiles } from "../domain/screen/user-profile.ts"
import type { TraceTeam } from "../domain/trace/team.ts"
import type { Deliveries } from "./Deliveries.ts"
import type { Facts } from "./Facts.ts"
import { gather } from "./Gather.ts"
import { Herdr } from "./Herdr.ts"
import type { Machine } from "./Machine.ts"
import { Notifier } from "./Notifier.ts"
import { makePainter } from "./Painter.ts"
import { Recorder } from "./Recorder.ts"
import { SessionState } from "./SessionState.ts"
import { TeamLog } from "./TeamLog.ts"
import { WallClock } from "./WallClock.ts"

/** Passes that a change asks for are at least this far apart, in milliseconds (design §6). */
export const SPACING = 1_000
/** A screen that is just being drawn gets this long to be whole, in milliseconds. */
export const DRAWING = 100

/** The team as a pass finds it. Never fails: a file that broke gives the last valid team and the problem. */
export interface TeamNow {
  readonly team: TeamView
  readonly remarks: ReadonlyArray<string>
  readonly fileProblem: string | null
  /** What tells the seats' traces apart; left out, none are looked for. */
  readonly trace?: TraceTeam | undefined
  /** The file against its approval, where somebody looked. */
  readonly approval?: ApprovalFacts | undefined
  /** The reader of screens, where a person has profiles of their own. */
  readonly read?: ((frame: Frame) => ScreenReading) | undefined
  /** The same profiles, for what stands in a box. */
  readonly profiles?: Profiles | undefined
  /** What a nudge has to say, as the file in force says it; null or left out for the fixed line. */
  readonly nudge?: string | null | undefined
}

/** The accounts beside a watch; see `makeBudgetRounds`. */
export interface WatchBudgets {
  /** One round of check commands: the lines to say, and the milliseconds until the next. Never fails. */
  readonly round: Effect.Effect<{ readonly every: number; readonly said: ReadonlyArray<string> }>
  /** Takes in what the screens showed; a problem, or null. */
  readonly fold: (seen: ReadonlyArray<BudgetObservation>) => Effect.Effect<string | null>
}

export interface WatchOptions {
  readonly session: string
  /** Asked once a pass. */
  readonly source: Effect.Effect<TeamNow>
  /** The folder whose disk counts. */
  readonly folder: string
  /** False drops the operator's reports from the notifications, never the owner's (spec 000 §3.6, rule 13). */
  readonly notifyOperator: boolean
  /** False types nothing and says so in the first line (spec 000 §3.6). */
  readonly nudges: boolean
  /** Our own record; its heartbeat and the interval in force are filled in each pass. Null saves nothing (rule 12). */
  readonly record: Omit<WatchRecord, "heartbeat"> | null
  /** Where a line goes besides the log. */
  readonly emit: (at: number, line: string) => Effect.Effect<void>
  /** Called after each pass, for a live view. */
  readonly onPass?: (result: PassResult) => Effect.Effect<void>
  /** The accounts; without it none is read and none is saved. */
  readonly budgets?: WatchBudgets
  /** What types the lines a pass asks for; without it nothing is typed. */
  readonly deliveries?: Deliveries
  /** Gets every report as a document (`watch.notify_command`); must come back at once. */
  readonly tell?: (reports: ReadonlyArray<ReportDocument>) => Effect.Effect<void>
  /** The checks to run; the sixteen by default. */
  readonly checks?: ReadonlyArray<Check>
}

export type WatchServices = Herdr | Machine | WallClock | Facts | Notifier | Recorder | SessionState | TeamLog

const encodeRecorded = Schema.encode(RecordedLine)

/** Says a trouble of the watch's own making once until it is over: a full disk, a log that cannot be written. */
const sayOnce = (say: (line: string) => Effect.Effect<void>) =>
  Effect.map(Ref.make<ReadonlySet<string>>(new Set()), (told) => ({
    trouble: (what: string, problem: string | null): Effect.Effect<void> =>
      Effect.gen(function* () {
        const before = yield* Ref.get(told)
        if (problem === null) {
          if (before.has(what)) yield* Ref.set(told, new Set([...before].filter((known) => known !== what)))
          return
        }
        if (before.has(what)) return
        yield* Ref.set(told, new Set([...before, what]))
        yield* say(problem)
      })
  }))

/** One pass made and carried out, and the interval in force, in milliseconds. */
export interface Step {
  readonly result: PassResult
  readonly interval: number
}

const NO_ROUND: WatchBudgets["round"] = Effect.succeed({ every: 600_000, said: [] })

const TITLE = "Team watch"

/** One report a line; the first names what the notification is about. */
const notificationBody = (reports: ReadonlyArray<Report>): string =>
  reports.map((report) => report.text).join("\n")

/**
 * The parts of a running watch: `step` makes one pass and carries its intents out, `stop` says the last line. A
 * program that embeds the watch may call `step` on its own schedule.
 */
export const makeWatch = (
  options: WatchOptions,
  memory: PassMemory
): Effect.Effect<
  {
    readonly step: (cause: Snapshot["cause"]) => Effect.Effect<Step>
    /** Asks the accounts' check commands once; answers the milliseconds until the next time. */
    readonly round: Effect.Effect<number>
    readonly begin: Effect.Effect<void>
    readonly stop: Effect.Effect<void>
  },
  never,
  WatchServices
> =>
  Effect.gen(function* () {
    const context = yield* Effect.context<WatchServices>()
    const state = yield* SessionState
    const log = yield* TeamLog
    const notifier = yield* Notifier
    const recorder = yield* Recorder
    // A restart repeats no report, but what each run says of itself is said by each run.
    const start: PassMemory = { ...memory, monotonic: null, said: [], readingsAt: null }
    const held = yield* Ref.make(start)
    const clock = yield* WallClock
    const instant = Effect.map(clock.now, ({ at }) => at)

    const logged = (line: string) =>
      Effect.flatMap(log.write("watch", "watch", line), (problem) =>
        problem === null ? Effect.void : Effect.flatMap(instant, (at) => options.emit(at, problem))
      )
    const say = (at: number, line: string) => Effect.zipRight(options.emit(at, line), logged(line))
    const sayNow = (line: string) => Effect.flatMap(instant, (at) => say(at, line))
    const { trouble } = yield* sayOnce(sayNow)

    const notify = (reports: ReadonlyArray<Report>) => {
      const wanted = reports.filter((report) => report.to === "owner" || options.notifyOperator)
      if (wanted.length === 0) return Effect.void
      const addressed = wanted.some((report) => report.to === "owner")
        ? ("owner" as const)
        : ("operator" as const)
      return notifier
        .notify({ title: "Team watch", body: notificationBody(wanted), addressed })
        .pipe(
          Effect.flatMap((outcome) =>
            trouble(
              "notify",
              outcome._tag === "Delivered"
                ? null
                : `a notification could not be delivered (${outcome.reason})`
            )
          )
        )
    }

    const save = (result: PassResult, interval: number) =>
      options.record === null
        ? Effect.void
        : state
            .savePass(
              options.session,
              { ...options.record, interval, heartbeat: new Date(result.at).toISOString() },
              result.memory
            )
            .pipe(
              Effect.matchEffect({
                onFailure: (error) => trouble("state", `the state could not be saved: ${error.message}`),
                onSuccess: () => trouble("state", null)
              })
            )

    const paint = yield* makePainter(trouble)

    const record = (recorded: RecordedLine) =>
      encodeRecorded(recorded).pipe(
        Effect.orDie,
        Effect.flatMap((encoded) => recorder.record(encoded)),
        Effect.flatMap((problem) => (problem === null ? Effect.void : sayNow(problem)))
      )

    const step = (cause: Snapshot["cause"]): Effect.Effect<Step> =>
      Effect.gen(function* () {
        const now = yield* options.source
        // Another session's seats are not ours to type to (spec 000 rule 12).
        const own = options.session === now.team.session
        const deliveries = options.nudges && own ? options.deliveries : undefined
        const typing = yield* deliveries?.typing ?? Effect.succeed(undefined)
        const { folder, session } = options
        const snapshot = yield* gather({ ...now, session, folder, cause, typing })
        const before = yield* Ref.get(held)
        const { profiles, read } = now
        const result = pass(snapshot, before, { checks: options.checks, read, profiles })
        yield* record({ snapshot })
        yield* Ref.set(held, result.memory)
        // Saved before it is said: a watch killed in between stays silent rather than saying everything twice.
        yield* save(result, now.team.interval)
        for (const line of result.lines) yield* say(result.at, line)
        for (const report of result.say) yield* say(result.at, report.text)
        if (result.readings !== null) yield* logged(result.readings)
        yield* notify(result.say)
        if (result.say.length > 0 && options.tell !== undefined) {
          const about = { at: result.at, project: now.team.project, session: options.session }
          yield* options.tell(reportDocuments(result.say, result.standing, about))
        }
        yield* trouble("budgets", yield* options.budgets?.fold(result.budgets.seen) ?? Effect.succeed(null))
        if (own) yield* paint(result, cause, now.team.interval)
        yield* deliveries?.carry(result, now) ?? Effect.void
        yield* options.onPass?.(result) ?? Effect.void
        return { result, interval: now.team.interval }
      }).pipe(Effect.provide(context))

    const begin = Effect.gen(function* () {
      const { team } = yield* options.source
      yield* record({ memory: start })
      yield* say(yield* instant, text.watching(options.session, team.intervalWritten, options.nudges))
    })

    const stop = Effect.gen(function* () {
      const line = text.stopped(options.session)
      const pid = options.record?.pid
      if (pid !== undefined) {
        yield* state
          .endWatch(options.session, pid)
          .pipe(
            Effect.catchAll((error) =>
              trouble("state", `the watch's record could not be removed: ${error.message}`)
            )
          )
      }
      yield* say(yield* instant, line)
      // The last line is the last: that nobody could be shown it is said nowhere.
      yield* notifier.notify({ title: TITLE, body: line, addressed: "owner" })
    })
    const told = yield* Ref.make<ReadonlyArray<string>>([])
    const round = Effect.gen(function* () {
      const { every, said } = yield* options.budgets?.round ?? NO_ROUND
      const before = yield* Ref.get(told)
      yield* Ref.set(told, said)
      // A check that gives no reading is said once until it gives one again.
      for (const line of said) if (!before.includes(line)) yield* sayNow(line)
      return every
    })
    return { step, round, begin, stop }
  })

/**
 * Runs the watch until it is interrupted: a pass every interval, and one as soon as the host tells of a change, at least
 * a second after the last (design §6). Says the last line and removes its record when it ends, however it ends.
 */
export const runWatch = (
  options: WatchOptions,
  memory: PassMemory = emptyMemory
): Effect.Effect<never, never, WatchServices | Scope.Scope> =>
  Effect.gen(function* () {
    const host = yield* Herdr
    const watch = yield* makeWatch(options, memory)
    const hints = yield* Queue.sliding<true>(1)
    yield* Effect.addFinalizer(() => watch.stop)
    yield* watch.begin
    if (options.budgets !== undefined) {
      // The first round comes before the first pass, else an account would be unknown for a moment; the others beside them.
      const every = yield* watch.round
      const again = (ms: number): Effect.Effect<never> =>
        Effect.sleep(ms).pipe(Effect.zipRight(watch.round), Effect.flatMap(again))
      yield* Effect.forkScoped(again(every))
    }
    yield* Effect.forkScoped(Stream.runForEach(host.changes, () => Queue.offer(hints, true)))
    let due = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
    let cause: Snapshot["cause"] = "interval"
    while (true) {
      // What asked for this pass is answered by it; what comes meanwhile asks for the next.
      yield* Queue.takeAll(hints)
      const { interval, result } = yield* watch.step(cause)
      const finished = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      if (cause === "interval" || due > finished + interval) due = finished + interval
      if (result.again) due = finished + SPACING
      const wait = Math.max(0, due - finished)
      // A seat that waits for a person is told within two seconds, however busy the others are.
      const change = Effect.gen(function* () {
        yield* Queue.take(hints)
        const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        yield* Effect.sleep(Math.max(DRAWING, finished + SPACING - now))
        return "change" as const
      })
      cause = yield* Effect.raceFirst(Effect.as(Effect.sleep(wait), "interval" as const), change)
    }
  })
