import * as fs from "node:fs/promises"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import type * as Schema from "effect/Schema"
import { HostError } from "../Herdr.ts"
import { terminalsChanged } from "./socket-listing.ts"
import { Pong, PROTOCOL_MIN, type Snapshot, SnapshotResult } from "./socket-protocol.ts"
import { CALL_TIMEOUT, type Call, PING_TIMEOUT, request, retryingRead } from "./socket-request.ts"

/** A snapshot with the identity of the server it came from and the instant it was asked for (epoch ms). */
export interface Seen {
  readonly snapshot: Snapshot
  readonly server: string
  readonly at: number
}

/** One herdr server as the parts of the layer use it. */
export interface Server {
  readonly path: string
  /** A call that changes nothing: waits out restarts, repeats a lost connection once. */
  readonly ask: Call
  /** A call that changes something: one attempt, ever. */
  readonly act: Call
  readonly snapshot: Effect.Effect<Seen, HostError>
  /** The newest snapshot when it is at most `maxAge` ms old. */
  readonly recent: (maxAge: number) => Effect.Effect<Seen | null>
}

interface Memory {
  readonly order: number
  readonly identity: string
  /** How often terminals changed behind one socket file: a forwarded socket outlives the server behind it. */
  readonly epoch: number
  readonly seen: Seen
}

// `ping` tells no pid. A starting server binds a new socket file, so the file's inode and birth are its identity.
const socketIdentity = (path: string): Effect.Effect<string> =>
  Effect.tryPromise(() => fs.stat(path, { bigint: true })).pipe(
    Effect.map((stat) => `${stat.dev}:${stat.ino}:${stat.mtimeNs}`),
    Effect.orElseSucceed(() => "unknown")
  )

/** Fails with `Refused` when the server is older than anything this layer can talk to. */
const checkProtocol = (
  method: string,
  protocol: number | null,
  version: string | null
): Effect.Effect<void, HostError> =>
  protocol !== null && protocol < PROTOCOL_MIN
    ? Effect.fail(
        new HostError({
          reason: "Refused",
          method,
          message: `herdr ${/^[\w.+-]{1,40}$/.test(version ?? "") ? version : "?"} speaks protocol ${protocol}; herdr 0.7.5 (protocol ${PROTOCOL_MIN}) or newer works`
        })
      )
    : Effect.void

const SNAPSHOT_TRIES = 3

/** Opens a server: one `ping`, which must answer with a protocol that works. */
export const openServer = (path: string): Effect.Effect<Server, HostError> =>
  Effect.gen(function* () {
    let calls = 0
    const memory = yield* Ref.make<Memory | null>(null)
    const act: Call = (method, params, result) =>
      Effect.suspend(() =>
        request(path, `seatwatch-${++calls}`, method, params, result, {
          timeout: method === "ping" ? PING_TIMEOUT : CALL_TIMEOUT
        })
      )
    const ask: Call = <A, I>(
      method: string,
      params: Readonly<Record<string, unknown>>,
      result: Schema.Schema<A, I>
    ) => retryingRead(act(method, params, result))

    // The file is looked at before and after: when it was replaced meanwhile, whose answer this is cannot be known.
    const taken = (tries: number): Effect.Effect<{ snapshot: Snapshot; identity: string }, HostError> =>
      Effect.gen(function* () {
        const before = yield* socketIdentity(path)
        const { snapshot } = yield* ask("session.snapshot", {}, SnapshotResult)
        const identity = yield* socketIdentity(path)
        if (before === identity || tries <= 1) return { snapshot, identity }
        return yield* taken(tries - 1)
      })

    let orders = 0
    const snapshot = Effect.gen(function* () {
      const order = ++orders
      const at = yield* Clock.currentTimeMillis
      const { identity, snapshot } = yield* taken(SNAPSHOT_TRIES)
      yield* checkProtocol("session.snapshot", snapshot.protocol, snapshot.version)
      return yield* Ref.modify(memory, (last): [Seen, Memory | null] => {
        // Answers overtake each other; one asked for earlier never replaces a later one.
        if (last !== null && last.order > order) return [{ snapshot, server: last.seen.server, at }, last]
        const same = last !== null && last.identity === identity
        const epoch = same ? last.epoch + (terminalsChanged(last.seen.snapshot, snapshot) ? 1 : 0) : 0
        const server = `herdr ${snapshot.version ?? "?"} ${identity}${epoch === 0 ? "" : ` +${epoch}`}`
        const seen = { snapshot, server, at }
        return [seen, { order, identity, epoch, seen }]
      })
    })

    const pong = yield* ask("ping", {}, Pong)
    yield* checkProtocol("ping", pong.protocol, pong.version)

    return {
      path,
      ask,
      act,
      snapshot,
      recent: (maxAge) =>
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          const last = yield* Ref.get(memory)
          return last !== null && now - last.seen.at <= maxAge && now >= last.seen.at ? last.seen : null
        })
    }
  })
