import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import type { Check } from "../domain/check/check.ts"
import type { MachineReading } from "../domain/machine/reading.ts"
import { emptyMemory, type PassMemory } from "../domain/pass/memory.ts"
import type { PassResult } from "../domain/pass/pass.ts"
import type { Snapshot } from "../domain/pass/snapshot.ts"
import type { TeamView } from "../domain/pass/team-view.ts"
import { type OuterLevels, teamViewOf } from "../domain/pass/team-view-of.ts"
import type { Report } from "../domain/report/report.ts"
import { NOTHING } from "../domain/threshold/words.ts"
import type { FactsAnswer } from "../services/Facts.ts"
import { gather } from "../services/Gather.ts"
import { type MemoryControl, MemoryHost, type MemoryPaneInit } from "../services/herdr/memory.ts"
import type { Notice } from "../services/Notifier.ts"
import { decodeText, TeamFileInvalid } from "../services/TeamFile.ts"
import { makeWatch, type WatchServices } from "../services/Watch.ts"
import type { Drawn } from "./draw.ts"
import { type Kept, layersInMemory, makeKept } from "./layers.ts"

/** What a scenario is played with. All but the team file's text may be left out. */
export interface ScenarioOptions {
  /** The team file's text, read like any other. */
  readonly team: string
  /** What the levels outside the file declare; nothing by default. */
  readonly levels?: Partial<OuterLevels>
  /** Figures that differ from a quiet machine's. */
  readonly machine?: Partial<MachineReading>
  /** The checks to run; the sixteen by default. */
  readonly checks?: ReadonlyArray<Check>
  /** What the watch remembers from before. */
  readonly memory?: PassMemory
}

/** A team whose panes, facts and clock the test moves by hand. */
export interface Scenario {
  readonly team: TeamView
  /** The host's other end, for what `show` and `end` do not cover (silence, restarts, copy mode). */
  readonly host: MemoryControl
  /** Gives the seat a pane that shows this, or changes the one it has. A bare text is the pane's rows with styling. */
  readonly show: (seat: string, screen: Drawn | string, pane?: MemoryPaneInit) => Effect.Effect<void>
  /** Closes the seat's pane. */
  readonly end: (seat: string) => Effect.Effect<void>
  /** Sets launch records, hooks, traces and the hold from now on. */
  readonly setFacts: (facts: Partial<FactsAnswer>) => Effect.Effect<void>
  /** What a pass would be made from now; changes nothing. */
  readonly snapshot: Effect.Effect<Snapshot>
  /** One regular pass now. */
  readonly pass: Effect.Effect<PassResult>
  /** One pass between two intervals now, as a host that noticed something asks for. */
  readonly early: Effect.Effect<PassResult>
  /** Moves `TestClock` by the duration, then makes a regular pass. */
  readonly after: (duration: Duration.DurationInput) => Effect.Effect<PassResult>
  /** Moves on in passes of the file's interval until the duration is over; answers the last pass. */
  readonly run: (duration: Duration.DurationInput) => Effect.Effect<PassResult>
  /** Every report said so far, oldest first. */
  readonly said: Effect.Effect<ReadonlyArray<Report>>
  readonly log: Effect.Effect<ReadonlyArray<string>>
  readonly notices: Effect.Effect<ReadonlyArray<Notice>>
  /** What `--record` would have written, for `pass` and `team replay`. */
  readonly recorded: Effect.Effect<ReadonlyArray<unknown>>
}

/** The present team of a scenario, without a host: the file's text resolved as a pass has it. */
export const teamOf = (
  text: string,
  levels: Partial<OuterLevels> = {}
): Either.Either<{ readonly team: TeamView; readonly remarks: ReadonlyArray<string> }, TeamFileInvalid> =>
  decodeText(text).pipe(
    Either.mapLeft((problems) => new TeamFileInvalid({ path: "team.yaml", text, problems })),
    Either.map(({ file }) =>
      teamViewOf(file, { machine: NOTHING, entity: NOTHING, project: NOTHING, ...levels })
    )
  )

const screenOf = (screen: Drawn | string): MemoryPaneInit =>
  typeof screen === "string"
    ? { screen }
    : { title: screen.title, screen: { ansi: screen.rows.join("\n"), cursor: screen.cursor } }

/**
 * Makes a scenario: the real watch over panes in memory. Time is Effect's clock, so run it where `TestClock` is provided
 * (`it.effect` of @effect/vitest, or `TestContext`). Fails when the team file is not valid, with every problem.
 */
export const makeScenario = (options: ScenarioOptions): Effect.Effect<Scenario, TeamFileInvalid> =>
  Effect.gen(function* () {
    const { remarks, team } = yield* teamOf(options.team, options.levels)
    const host = yield* MemoryHost.make(team.session)
    const kept: Kept = yield* makeKept
    const layer = Layer.merge(MemoryHost.layer(host), layersInMemory(kept, options.machine))
    const reports = yield* Ref.make<ReadonlyArray<Report>>([])
    const panes = yield* Ref.make<ReadonlyMap<string, string>>(new Map())

    return yield* Effect.gen(function* () {
      const context = yield* Effect.context<WatchServices>()
      const now = { team, remarks, fileProblem: null }
      const { step } = yield* makeWatch(
        {
          session: team.session,
          source: Effect.succeed(now),
          folder: "/",
          notifyOperator: true,
          nudges: false,
          record: null,
          emit: () => Effect.void,
          onPass: ({ say }) => Ref.update(reports, (all) => [...all, ...say]),
          ...(options.checks === undefined ? {} : { checks: options.checks })
        },
        options.memory ?? emptyMemory
      )
      const make = (cause: Snapshot["cause"]) => Effect.map(step(cause), ({ result }) => result)
      const after = (duration: Duration.DurationInput) =>
        Effect.zipRight(TestClock.adjust(duration), make("interval"))
      return {
        team,
        host,
        show: (seat, screen, pane) =>
          Effect.gen(function* () {
            const known = (yield* Ref.get(panes)).get(seat)
            const id = yield* host.setPane({
              name: seat,
              ...(known === undefined ? {} : { pane: known }),
              ...screenOf(screen),
              ...pane
            })
            yield* Ref.update(panes, (all) => new Map([...all, [seat, id]]))
          }),
        end: (seat) =>
          Effect.gen(function* () {
            const known = (yield* Ref.get(panes)).get(seat)
            if (known === undefined) return
            yield* Ref.update(panes, (all) => new Map([...all].filter(([name]) => name !== seat)))
            yield* host.removePane(known)
          }),
        setFacts: (facts) => Ref.update(kept.facts, (all) => ({ ...all, ...facts })),
        snapshot: gather({ ...now, session: team.session, folder: "/", cause: "change" }).pipe(
          Effect.provide(context)
        ),
        pass: make("interval"),
        early: make("change"),
        after,
        run: (duration) =>
          Effect.gen(function* () {
            const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(duration)
            let last = yield* after(Math.min(team.interval, Math.max(0, Duration.toMillis(duration))))
            while (last.at < end) last = yield* after(Math.min(team.interval, end - last.at))
            return last
          }),
        said: Ref.get(reports),
        log: Ref.get(kept.log),
        notices: Ref.get(kept.notices),
        recorded: Ref.get(kept.recorded)
      } satisfies Scenario
    }).pipe(Effect.provide(layer))
  })
