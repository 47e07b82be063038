import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { isExpired } from "../../../src/domain/mailbox/waiting.ts"
import type { SeatHeld } from "../../../src/domain/typing/held.ts"
import { Herdr } from "../../../src/services/Herdr.ts"
import { HookRecords } from "../../../src/services/HookRecords.ts"
import { type Listed, Mailbox, MailboxError, type MailboxShape } from "../../../src/services/Mailbox.ts"
import { SeatLock, SeatLockError } from "../../../src/services/SeatLock.ts"
import type { ModelPane } from "../../support/model-pane.ts"
import type { Judge } from "./delivery-judge.ts"
import { callOf, lineOf, type Process, SEAT, SESSION } from "./delivery-process.ts"
import { PANE } from "./model.ts"
import { answersOf } from "./model-host.ts"

/** What all processes of a world share: the pane, the files and the locks. */
export interface Places {
  readonly model: ModelPane
  readonly judge: Judge
  readonly messages: Array<Listed>
  readonly wall: () => number
  /** Since when the team is on hold, on the clock that never jumps. */
  held: number | null
  /** Who has the seat's lock; a dead holder holds nothing. */
  holder: Process | null
}

const unused = Effect.die("not of this world")

/** The messages that a look shows now. */
export const shownIn = ({ messages, wall }: Places): ReadonlyArray<Listed> =>
  messages.filter((one) => !isExpired(one, wall()))

/** A message as another process leaves it. */
export const messageIn = (places: Places, held: boolean, lives: number | null): Listed => {
  const id = `01K8${String(places.messages.length + 1).padStart(22, "0")}`
  const at = places.wall()
  const drop = `/p/.agents/messages/${SEAT}/${id}.md`
  const bound = { format: 1, id, root: "/p", session: SESSION, signature: "" } as const
  const counts = { tries: 0, enters: 0, firstAt: at, lastAt: at, pid: 1, start: null }
  return {
    ...bound,
    to: SEAT,
    from: "lead",
    by: "seat",
    at,
    expires: lives === null ? null : at + lives,
    body: "b",
    drop,
    receipt: null,
    ackedAt: null,
    pending: held ? { ...bound, seat: SEAT, trigger: lineOf({ drop }), ...counts } : null
  }
}

const hostOf = (process: Process, { judge, model }: Places) => {
  const answers = answersOf(model, { host: "memory", name: SEAT })
  const call = <A>(body: () => A) => callOf(process, Effect.sync(body))
  return Layer.succeed(Herdr, {
    host: "memory",
    session: SESSION,
    list: call(answers.listing),
    read: (panes) => call(() => new Map(panes.map((pane) => [pane, answers.read()]))),
    processes: (panes) => call(() => new Map(panes.map((pane) => [pane, answers.processes()]))),
    type: (pane, text) =>
      call(() => {
        if (pane !== PANE) judge.wrong.push("typed elsewhere")
        judge.types(process, text)
        model.type(text)
      }),
    press: (pane, key) =>
      call(() => {
        if (pane !== PANE) judge.wrong.push("pressed elsewhere")
        judge.presses(process, key)
        model.press()
      }),
    createWorkspace: () => unused,
    closeWorkspace: () => unused,
    labelWorkspace: () => unused,
    nameSeat: () => unused,
    setDisplay: () => unused,
    notify: () => unused,
    changes: Stream.never
  })
}

const locksOf = (process: Process, places: Places): SeatLock["Type"] => ({
  withRun: () => () => unused,
  withSeat:
    (_, name) =>
    <A, E, R>(use: (held: SeatHeld) => Effect.Effect<A, E, R>) =>
      Effect.suspend((): Effect.Effect<A, E | SeatLockError, R> => {
        if (places.holder !== null && !places.holder.dead)
          return Effect.fail(new SeatLockError({ reason: "Held", seat: name, pid: 1, message: "held" }))
        places.holder = process
        places.judge.begins(process, places.held)
        return Effect.ensuring(
          use({ _tag: "SeatHeld", seat: name }),
          Effect.sync(() => {
            if (places.holder === process) places.holder = null
          })
        )
      })
})

const mailboxOf = (process: Process, places: Places): MailboxShape => {
  const { judge, messages, wall } = places
  const change = (id: string, by: (one: Listed) => Listed) =>
    callOf(
      process,
      Effect.suspend(() => {
        const index = messages.findIndex((one) => one.id === id)
        const one = messages[index]
        if (one === undefined) return new MailboxError({ reason: "Unknown", message: "no such message" })
        messages[index] = by(one)
        return Effect.void
      })
    )
  return {
    send: () => unused,
    look: () => unused,
    ack: () => unused,
    putPending: () => unused,
    prune: () => Effect.succeed(0),
    list: () =>
      callOf(
        process,
        Effect.sync(() => ({ messages: shownIn(places), refused: [], truncated: false }))
      ),
    receive: (_session, _seat, id, how) =>
      change(id, (one) => {
        judge.receives(one)
        return { ...one, receipt: one.receipt ?? { at: wall(), how } }
      }),
    removePending: (_seat, id) => change(id, (one) => ({ ...one, pending: null })),
    changePending: (_session, _seat, id, by) =>
      change(id, (one) => {
        if (one.pending === null) return one
        const now = by(one.pending)
        judge.counts(process, one.pending, now)
        return { ...one, pending: { ...one.pending, ...now, lastAt: wall() } }
      })
  }
}

/** Everything a process types with. */
export const layersOf = (process: Process, places: Places) =>
  Layer.mergeAll(
    hostOf(process, places),
    Layer.succeed(Mailbox, mailboxOf(process, places)),
    Layer.succeed(SeatLock, locksOf(process, places)),
    HookRecords.layerMemory([])
  )
