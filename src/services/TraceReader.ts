import { realpath } from "node:fs/promises"
import * as Cache from "effect/Cache"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import type { Traces } from "../domain/seat/evidence.ts"
import { commitTraces } from "../domain/trace/commit.ts"
import type { TraceTeam } from "../domain/trace/team.ts"
import type { GitLook } from "../domain/trace/tip.ts"
import { Git, type GitError, type GitPlace } from "./Git.ts"

/** The traces of a team's seats at one moment. */
export interface TracesRead {
  /** By the seat's name; a seat without a trace is not there. Instants are epoch ms. */
  readonly bySeat: ReadonlyMap<string, Traces>
  /** What could not be read, a line each: paths and our own words only. The same text each time, to be said once. */
  readonly remarks: ReadonlyArray<string>
}

/** The seats' last commit (spec 000 §2); their messages and acks are the `Mailbox`'s. */
export class TraceReader extends Context.Tag("seatwatch/TraceReader")<
  TraceReader,
  {
    /** The traces as of `at` (epoch ms). Never fails: what cannot be read is no trace, and a remark. */
    readonly read: (place: GitPlace, team: TraceTeam, at: number) => Effect.Effect<TracesRead>
  }
>() {
  static readonly layer: Layer.Layer<TraceReader, never, Git> = Layer.effect(
    TraceReader,
    Effect.gen(function* () {
      const git = yield* Git
      // One look serves whatever asks within ten seconds: passes that events bring forward come every second.
      const looks = yield* Cache.make({
        capacity: 16,
        timeToLive: LOOK_STANDS,
        lookup: (place: GitPlace) => Effect.either(git.look(place))
      })
      return TraceReader.of({
        read: (place, team, at) =>
          Effect.gen(function* () {
            const look = yield* looks.get(keyOf(place))
            if (Either.isLeft(look)) return { bySeat: new Map(), remarks: remarkOf(look.left) }
            const commits = yield* commitsOf(look.right, team, place.root, at)
            return {
              bySeat: new Map([...commits].map(([seat, commit]) => [seat, { commit }])),
              remarks: []
            }
          })
      })
    })
  )

  /** The same answer each time, for tests, the demo and embedding. */
  static readonly layerMemory = (answer: Effect.Effect<TracesRead>): Layer.Layer<TraceReader> =>
    Layer.succeed(TraceReader, { read: () => answer })
}

/** Milliseconds a look at the repository stands. */
const LOOK_STANDS = 10_000

const keyOf = ({ commonDir, root }: GitPlace): GitPlace =>
  commonDir === undefined ? Data.struct({ root }) : Data.struct({ root, commonDir })

// A folder without git, or a machine without it, is an ordinary place to run a team in.
const remarkOf = (error: GitError): ReadonlyArray<string> =>
  error.reason === "NotInstalled" || error.reason === "NotARepo" ? [] : [error.message]

/** A path without links; one that is not there (yet) stays as it is. */
const real = (path: string): Effect.Effect<string> => Effect.promise(() => realpath(path).catch(() => path))

// Git says a checkout's path without links, the file says a seat's as written: both are made comparable first.
const commitsOf = (
  look: GitLook,
  team: TraceTeam,
  root: string,
  at: number
): Effect.Effect<ReadonlyMap<string, number>> =>
  Effect.gen(function* () {
    const seats = yield* Effect.forEach(
      team.seats,
      (seat) =>
        Effect.all([
          real(seat.folder),
          seat.worktree === null ? Effect.succeed(null) : real(seat.worktree)
        ]).pipe(Effect.map(([folder, worktree]) => ({ ...seat, folder, worktree }))),
      { concurrency: 16 }
    )
    const worktrees = yield* Effect.forEach(
      look.worktrees,
      (worktree) => Effect.map(real(worktree.path), (path) => ({ ...worktree, path })),
      { concurrency: 16 }
    )
    return commitTraces({ ...look, worktrees }, { ...team, seats }, yield* real(root), at)
  })
