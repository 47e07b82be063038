import { lstat, opendir, realpath } from "node:fs/promises"
import { join } from "node:path"
import * as Cache from "effect/Cache"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import type { Traces } from "../domain/seat/evidence.ts"
import { isReadable } from "../domain/seat/reading.ts"
import { cleanText } from "../domain/text/clean.ts"
import { commitTraces, isBetter } from "../domain/trace/commit.ts"
import { type MailName, mailName, mailTrace } from "../domain/trace/mail.ts"
import type { TraceTeam } from "../domain/trace/team.ts"
import type { GitLook } from "../domain/trace/tip.ts"
import { Git, type GitError, type GitPlace } from "./Git.ts"
import { inspect, readOwned } from "./SafeFile.ts"

/** The traces of a team's seats at one moment. */
export interface TracesRead {
  /** By the seat's name; a seat without a trace is not there. Instants are epoch ms. */
  readonly bySeat: ReadonlyMap<string, Traces>
  /** What could not be read, a line each: paths and our own words only. The same text each time, to be said once. */
  readonly remarks: ReadonlyArray<string>
}

/** The seats' last commit, ack and message (spec 000 §2). */
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
            const [look, mail] = yield* Effect.all(
              [looks.get(keyOf(place)), readMail(place.root, team, at)],
              {
                concurrency: "unbounded"
              }
            )
            const commits = Either.isRight(look)
              ? yield* commitsOf(look.right, team, place.root, at)
              : new Map<string, number>()
            return {
              bySeat: joined(team, commits, mail.bySeat),
              remarks: [...(Either.isLeft(look) ? remarkOf(look.left) : []), ...mail.remarks]
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

const joined = (
  team: TraceTeam,
  commits: ReadonlyMap<string, number>,
  mail: ReadonlyMap<string, Traces>
): ReadonlyMap<string, Traces> =>
  new Map(
    team.seats.flatMap(({ name }) => {
      const commit = commits.get(name)
      const traces = { ...(commit === undefined ? {} : { commit }), ...mail.get(name) }
      return Object.keys(traces).length === 0 ? [] : [[name, traces] as const]
    })
  )

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

/** Most names looked at in one mailbox, most files read of it (the newest), and bytes of a file. */
const MAIL_NAMES = 5_000
const MAIL_FILES = 200
const MAIL_BYTES = 64 * 1024
const STATS_AT_ONCE = 64
/** Milliseconds an instant in a file may lie after the file's own time: the one is before the write, clocks are coarse. */
const MAIL_LAG = 2_000
/** Remarks of one mailbox at most. */
const MAIL_REMARKS = 5

interface MailFile extends MailName {
  readonly path: string
  readonly mtime: number
}

const nothing: TracesRead = { bySeat: new Map(), remarks: [] }

const readMail = (root: string, team: TraceTeam, at: number): Effect.Effect<TracesRead> =>
  Effect.gen(function* () {
    const agents = join(root, ".agents")
    const folder = join(agents, "messages")
    for (const path of [agents, folder]) {
      const kind = yield* Effect.orElseSucceed(inspect(path), () => "other" as const)
      if (kind === null) return nothing
      if (kind !== "folder") return { ...nothing, remarks: [notAFolder(path)] }
    }
    const boxes = yield* Effect.forEach(team.seats, ({ name }) => readBox(folder, name, at), {
      concurrency: 4
    })
    return {
      bySeat: new Map(boxes.map((box) => [box.seat, box.traces])),
      remarks: boxes.flatMap((box) => box.remarks)
    }
  })

const notAFolder = (path: string): string => `${cleanText(path, 512)} is no folder, so no message is a trace`

/** The seat's newest message and newest ack; the newest files first, and no further than they can matter. */
const readBox = (folder: string, seat: string, at: number) =>
  Effect.gen(function* () {
    const none = { seat, traces: {}, remarks: [] }
    // The team file's rule for names leaves no way out of the folder; a team made by hand is held to it too.
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(seat)) return none
    const path = join(folder, seat)
    const kind = yield* Effect.orElseSucceed(inspect(path), () => "other" as const)
    if (kind === null) return none
    if (kind !== "folder") return { ...none, remarks: [notAFolder(path)] }
    const files = yield* listBox(path)
    const message = yield* newestOf(seat, files, "message", at)
    const ack = yield* newestOf(seat, files, "ack", at)
    return {
      seat,
      traces: {
        ...(ack.at === null ? {} : { ack: ack.at }),
        ...(message.at === null ? {} : { message: message.at })
      },
      remarks: [...message.broken, ...ack.broken]
        .slice(0, MAIL_REMARKS)
        .map((broken) => `${cleanText(broken, 512)} is no message or ack of this seat that can be read`)
    }
  })

const listBox = (folder: string): Effect.Effect<ReadonlyArray<MailFile>> =>
  Effect.promise(async () => {
    const named: Array<MailName & { readonly path: string }> = []
    try {
      let names = 0
      for await (const entry of await opendir(folder, { bufferSize: 256 })) {
        if (names++ >= MAIL_NAMES) break
        const name = mailName(entry.name)
        if (name !== null && name.kind !== "receipt") named.push({ ...name, path: join(folder, entry.name) })
      }
    } catch {
      // The folder went, or is not ours to list: there is nothing to read.
    }
    const found: Array<MailFile> = []
    for (let at = 0; at < named.length; at += STATS_AT_ONCE) {
      const some = named.slice(at, at + STATS_AT_ONCE).map(async (file) => {
        const stats = await lstat(file.path).catch(() => null)
        if (stats !== null) found.push({ ...file, mtime: stats.mtimeMs })
      })
      await Promise.all(some)
    }
    return found.sort((one, other) => other.mtime - one.mtime).slice(0, MAIL_FILES)
  })

const newestOf = (seat: string, files: ReadonlyArray<MailFile>, kind: MailName["kind"], at: number) =>
  Effect.gen(function* () {
    let best: number | null = null
    const broken: Array<string> = []
    for (const file of files) {
      if (file.kind !== kind) continue
      // A file is written after the instant in it: older ones cannot say anything newer.
      if (best !== null && isReadable(at, best) && best - file.mtime > MAIL_LAG) break
      const text = yield* Effect.either(readOwned(file.path, { maxBytes: MAIL_BYTES }))
      if (Either.isLeft(text)) {
        if (text.left.reason !== "Missing") broken.push(file.path)
        continue
      }
      const said = mailTrace(seat, file, text.right)
      if (said === "broken") broken.push(file.path)
      else if (said !== "none" && (best === null || isBetter(said.at, best, at))) best = said.at
    }
    return { at: best, broken }
  })
