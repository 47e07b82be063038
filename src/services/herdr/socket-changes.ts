import * as net from "node:net"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import type { HostChange } from "../Herdr.ts"
import { changedPanes, fingerprints } from "./socket-listing.ts"
import type { Seen, Server } from "./socket-server.ts"

/** Time between two snapshots of the change stream: dearer per second for herdr would be a status subscription a pane. */
export const POLL_INTERVAL = Duration.seconds(1)
// Least time between two snapshots, however many events come.
const POLL_GAP = Duration.millis(200)
const BACKOFF_FIRST = Duration.millis(200)
const BACKOFF_MAX = Duration.seconds(5)
const LINE_LIMIT = 4 * 1024 * 1024
const HINTS_MAX = 512

const SUBSCRIPTIONS = [
  "pane.created",
  "pane.closed",
  "pane.exited",
  "pane.moved",
  "pane.updated",
  "pane.agent_detected",
  "tab.closed",
  "workspace.closed"
]

/**
 * Holds one subscription until the server ends it; runs `onLine` for every line after the first. Answers whether the
 * subscription was taken. Records in events are of their own moment and old ones are told again, so none is looked at.
 */
const subscription = (path: string, onLine: () => void): Effect.Effect<boolean> =>
  Effect.async<boolean>((resume) => {
    const socket = net.connect({ path })
    let first = Buffer.alloc(0)
    let taken: boolean | null = null
    let length = 0
    const finish = () => {
      socket.destroy()
      resume(Effect.succeed(taken === true))
    }
    socket.on("data", (chunk: Buffer) => {
      let rest = chunk
      if (taken === null) {
        first = Buffer.concat([first, chunk])
        const end = first.indexOf(0x0a)
        if (end === -1) return first.length > LINE_LIMIT ? finish() : undefined
        taken = first.subarray(0, end).includes('"subscription_started"')
        rest = first.subarray(end + 1)
        first = Buffer.alloc(0)
      }
      if (!taken) return finish()
      const end = rest.lastIndexOf(0x0a)
      length = end === -1 ? length + rest.length : rest.length - end - 1
      if (end !== -1) onLine()
      if (length > LINE_LIMIT) finish()
    })
    socket.on("error", finish)
    socket.on("end", finish)
    socket.on("close", finish)
    const params = { subscriptions: SUBSCRIPTIONS.map((type) => ({ type })) }
    // Neither another byte nor an end may follow: both would end the subscription.
    socket.write(`${JSON.stringify({ id: "seatwatch-changes", method: "events.subscribe", params })}\n`)
    return Effect.sync(() => socket.destroy())
  })

/**
 * Hints of what changed. A snapshot each `interval` is compared with the last one; events only bring the next snapshot
 * forward, so events that are old, told twice or out of order give no hint. A server that went, came or was replaced is a
 * hint for some pane (null). Never ends, never fails; what is already waiting is not said twice.
 */
export const changesOf = (
  server: Server,
  interval: Duration.DurationInput = POLL_INTERVAL
): Stream.Stream<HostChange> =>
  Stream.unwrapScoped(
    Effect.gen(function* () {
      const hints = yield* Queue.unbounded<string | null>()
      const waiting = new Set<string | null>()
      const wakes = yield* Queue.dropping<void>(1)
      const wake = () => void wakes.unsafeOffer(undefined)
      const hint = (pane: string | null) => {
        const what = waiting.size >= HINTS_MAX ? null : pane
        if (waiting.has(what)) return
        waiting.add(what)
        hints.unsafeOffer(what)
      }

      let last: Seen | null = yield* server.recent(Number.MAX_SAFE_INTEGER)
      let up = true
      const poll = Effect.map(Effect.either(server.snapshot), (answer) => {
        if (Either.isLeft(answer)) {
          if (up) hint(null)
          up = false
          return
        }
        const before = last
        last = answer.right
        const back = !up
        up = true
        if (back || (before !== null && before.server !== last.server)) return hint(null)
        if (before === null) return
        for (const pane of changedPanes(fingerprints(before.snapshot), fingerprints(last.snapshot)))
          hint(pane)
      })
      const gap = Duration.min(POLL_GAP, interval)
      const rest = Duration.subtract(interval, gap)
      yield* Effect.forkScoped(
        Effect.forever(
          poll.pipe(
            Effect.zipRight(Effect.sleep(gap)),
            Effect.zipRight(Effect.timeoutOption(Queue.take(wakes), rest))
          )
        )
      )

      const listen = (pause: Duration.Duration): Effect.Effect<never> =>
        Effect.flatMap(subscription(server.path, wake), (taken) => {
          wake()
          const next = taken ? BACKOFF_FIRST : pause
          return Effect.sleep(next).pipe(
            Effect.zipRight(Effect.suspend(() => listen(Duration.min(Duration.times(next, 2), BACKOFF_MAX))))
          )
        })
      yield* Effect.forkScoped(listen(BACKOFF_FIRST))

      return Stream.fromQueue(hints).pipe(
        Stream.map((pane) => {
          waiting.delete(pane)
          return { pane }
        })
      )
    })
  )
