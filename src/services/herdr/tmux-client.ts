import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type { HostChange } from "../Herdr.ts"
import { HostError } from "../Herdr.ts"
import type { RunningProcess } from "../ProcessRunner.ts"
import { commandLine, type TmuxGroup } from "./tmux-command.ts"
import { type Frame, FrameParser } from "./tmux-frames.ts"

/** What a group of commands printed. */
export interface GroupAnswer {
  readonly ok: boolean
  readonly lines: ReadonlyArray<string>
  /** tmux's words when it failed; never to be shown. */
  readonly said: string
  /** The server's clock, whole seconds; null where it is not told. */
  readonly at: number | null
}

/** A standing control client. */
export interface ControlClient {
  /** Succeeds once attached; fails with what tmux said. */
  readonly ready: Effect.Effect<void, string>
  /** Must run beside the client: it notices the end of its process. */
  readonly watch: Effect.Effect<void>
  readonly ask: (groups: ReadonlyArray<TmuxGroup>) => Effect.Effect<ReadonlyArray<GroupAnswer>, HostError>
  readonly alive: () => boolean
  /** Gives it up: questions in flight fail with `Lost`. */
  readonly drop: () => void
  /** Ends when the client does. */
  readonly closed: Effect.Effect<void>
}

interface Request {
  readonly markers: ReadonlyArray<string>
  readonly answers: Array<GroupAnswer>
  readonly done: Deferred.Deferred<ReadonlyArray<GroupAnswer>, HostError>
}

const lost = () => new HostError({ reason: "Lost", method: "tmux", message: "the connection to tmux broke" })

const answerOf = (frames: ReadonlyArray<Frame>): GroupAnswer => {
  const failed = frames.find((frame) => frame.error)
  return {
    ok: failed === undefined,
    lines: frames.filter((frame) => !frame.error).flatMap((frame) => frame.lines),
    said: failed?.lines.join(" ") ?? "",
    at: frames[0]?.at ?? null
  }
}

/** The change a notification hints at, or undefined for one that says nothing about panes. */
export const changeOf = (line: string): HostChange | undefined => {
  const pane = /^%(?:subscription-changed \S+ \S+ \S+ \S+|pane-mode-changed) (%\d+)/u.exec(line)?.[1]
  if (pane !== undefined) return { pane }
  return /^%(?:unlinked-)?window-(?:add|close|renamed)|^%layout-change|^%sessions-changed/u.test(line)
    ? { pane: null }
    : undefined
}

/**
 * Speaks tmux's control protocol over a started `tmux -C attach`. Each group is one line followed by a marker only this
 * client knows, so that answers find their question whatever a group or a hook printed between.
 */
export const controlClient = (
  running: RunningProcess,
  nonce: string,
  onChange: (change: HostChange) => void
): ControlClient => {
  const ready = Deferred.unsafeMake<void, string>(FiberId.none)
  const closed = Deferred.unsafeMake<void>(FiberId.none)
  const requests: Array<Request> = []
  let attached = false
  let alive = true
  let session: string | null = null
  let sent = 0
  let frames: Array<Frame> = []

  const end = (said: string) => {
    if (!alive) return
    alive = false
    Deferred.unsafeDone(ready, Effect.fail(said))
    for (const request of requests.splice(0)) Deferred.unsafeDone(request.done, Effect.fail(lost()))
    Deferred.unsafeDone(closed, Effect.void)
  }

  const onFrame = (frame: Frame) => {
    if (!attached) {
      // The first frame answers `attach` itself.
      if (frame.error) end(frame.lines.join(" "))
      else {
        attached = true
        Deferred.unsafeDone(ready, Effect.void)
      }
      return
    }
    const request = requests[0]
    if (!frame.ours || request === undefined) return
    if (
      frame.error ||
      frame.lines.length !== 1 ||
      frame.lines[0] !== request.markers[request.answers.length]
    ) {
      frames.push(frame)
      return
    }
    request.answers.push(answerOf(frames))
    frames = []
    if (request.answers.length < request.markers.length) return
    requests.shift()
    Deferred.unsafeDone(request.done, Effect.succeed(request.answers))
  }

  const onNotification = (line: string) => {
    if (line.startsWith("%exit")) return end(line)
    const moved = /^%session-changed (\$\d+)/u.exec(line)?.[1]
    if (moved !== undefined) {
      // When its session ends tmux may move a client to another one: that is no longer the team's.
      if (session !== null && session !== moved) return end("the session ended")
      session = moved
    }
    const change = changeOf(line)
    if (change !== undefined) onChange(change)
  }

  const parser = new FrameParser({ frame: onFrame, notification: onNotification })
  running.onStdout((chunk) => parser.push(chunk))

  return {
    ready: Deferred.await(ready),
    watch: Effect.flatMap(running.exited, ({ stderr }) => Effect.sync(() => end(stderr))),
    ask: (groups) =>
      Effect.suspend(() => {
        const id = `${nonce}.${++sent}`
        const markers = groups.map((_, index) => `${id}.${index}`)
        const lines = groups.map(
          (group, index) => `${commandLine(group)}\ndisplay-message -p ${id}.${index}\n`
        )
        if (!alive || !running.write(lines.join(""))) return Effect.fail(lost())
        if (groups.length === 0) return Effect.succeed([])
        const done = Deferred.unsafeMake<ReadonlyArray<GroupAnswer>, HostError>(FiberId.none)
        requests.push({ markers, answers: [], done })
        return Deferred.await(done)
      }),
    alive: () => alive,
    drop: () => end("given up"),
    closed: Deferred.await(closed)
  }
}
