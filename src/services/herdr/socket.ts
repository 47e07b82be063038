import process from "node:process"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { Herdr, type HerdrShape, type HostError } from "../Herdr.ts"
import { changesOf, POLL_INTERVAL } from "./socket-changes.ts"
import { listingOf } from "./socket-listing.ts"
import { checkSocketPath, type HerdrAddress, resolveHerdrSocket, sessionOfSocket } from "./socket-path.ts"
import { type MachineTable, processesOfPanes } from "./socket-processes.ts"
import { readPanes } from "./socket-read.ts"
import { openServer } from "./socket-server.ts"
import { makeWrites } from "./socket-write.ts"

/** Which herdr server to use, and what a test replaces. */
export interface HerdrOptions {
  /** The session the person named; null leaves it to the environment. */
  readonly session: string | null
  /** The socket itself, over every rule. */
  readonly socketPath?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The machine's processes; without them a process has no start stamp. */
  readonly table?: MachineTable
  /** Time between two snapshots of the change stream. */
  readonly pollInterval?: Duration.DurationInput
}

const addressOf = (options: HerdrOptions): Either.Either<HerdrAddress, HostError> => {
  const env = options.env ?? process.env
  const question = { session: options.session, env, home: env["HOME"] ?? null }
  const { socketPath } = options
  return socketPath === undefined
    ? resolveHerdrSocket(question)
    : Either.map(checkSocketPath(socketPath), (path) => ({
        path,
        session: options.session ?? sessionOfSocket(question, path)
      }))
}

/**
 * Connects to a herdr server and returns its `Herdr` service. Fails with `NotRunning` when nothing serves the session, and
 * with `Refused` for a name, a path or a herdr version that cannot work.
 */
export const makeHerdr = (options: HerdrOptions): Effect.Effect<HerdrShape, HostError> =>
  Effect.gen(function* () {
    const { path, session } = yield* addressOf(options)
    const server = yield* openServer(path)
    return {
      host: "herdr",
      session,
      list: Effect.map(server.snapshot, (seen) => listingOf(seen.snapshot, session, seen.server)),
      read: (panes) => readPanes(server, panes),
      processes: (panes) => processesOfPanes(server, options.table ?? Effect.succeed(new Map()), panes),
      changes: changesOf(server, options.pollInterval ?? POLL_INTERVAL),
      ...makeWrites(server)
    }
  })

/** The herdr host over its unix socket (design §3). Call it once and name the layer. */
export const layerHerdr = (options: HerdrOptions): Layer.Layer<Herdr, HostError> =>
  Layer.effect(Herdr, makeHerdr(options))
