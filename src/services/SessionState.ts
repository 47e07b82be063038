import { join } from "node:path"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"
import { Launching } from "../domain/launch/launching.ts"
import { Hold } from "../domain/pass/hold.ts"
import { PassMemory } from "../domain/pass/memory.ts"
import { Launched } from "../domain/pass/snapshot.ts"
import { WatchRecord } from "../domain/pass/watch-record.ts"
import { make, type StateError, type StateFile, type StateUnreadable } from "./StateFile.ts"
import type { StateLock } from "./StateLock.ts"

/** What the state keeps of one seat: its launch, one under way or cut short, and a hold of its own. */
export const SeatRecord = Schema.Struct({
  launched: Schema.optional(Launched),
  launching: Schema.optional(Launching),
  /** Stopped on purpose: by `down` until the next `team up`, by `remove` until `team add`. `at` epoch ms. */
  stopped: Schema.optional(Schema.Struct({ by: Schema.Literal("down", "remove"), at: Schema.Number })),
  hold: Schema.optional(Hold)
})
export type SeatRecord = typeof SeatRecord.Type

/** One session's part of the state (spec 000 §3.7): the watch's record, what its passes remember, its seats and hold. */
export const SessionRecord = Schema.Struct({
  watch: Schema.optional(WatchRecord),
  memory: Schema.optional(PassMemory),
  hold: Schema.optional(Hold),
  seats: Schema.optional(Schema.Record({ key: Schema.String, value: SeatRecord }))
})
export type SessionRecord = typeof SessionRecord.Type

/** The record of one seat in a session; an empty one where there is none. */
export const seatRecordOf = (session: SessionRecord, seat: string): SeatRecord => {
  const seats = session.seats ?? {}
  return Object.hasOwn(seats, seat) ? (seats[seat] ?? {}) : {}
}

/** The project's state file. Fields this version does not know are carried along. */
export const ProjectState = Schema.Struct({
  format: Schema.Literal(1),
  sessions: Schema.Record({ key: Schema.String, value: SessionRecord })
})
export type ProjectState = typeof ProjectState.Type

/** A watch of this session is alive already (spec 000 rule 10). */
export class WatchAlready extends Data.TaggedError("WatchAlready")<{
  readonly record: WatchRecord
  readonly by: "process" | "pane" | "heartbeat"
}> {}

/** Judges a recorded watch: null when a new one may start. */
export type Judge = (record: WatchRecord) => Effect.Effect<"process" | "pane" | "heartbeat" | null>

export interface SessionStateShape {
  readonly session: (name: string) => Effect.Effect<SessionRecord, StateUnreadable>
  /** Writes our record unless a living watch has one; judged and written under one lock, so exactly one of two wins. */
  readonly claimWatch: (
    name: string,
    record: WatchRecord,
    judge: Judge
  ) => Effect.Effect<void, WatchAlready | StateError>
  /** A pass's heartbeat and memory. Touches only this session's own fields. */
  readonly savePass: (
    name: string,
    record: WatchRecord,
    memory: PassMemory
  ) => Effect.Effect<void, StateError>
  /** Changes the record of one seat and answers the new one; an empty record is taken out. */
  readonly changeSeat: (
    name: string,
    seat: string,
    change: (record: SeatRecord) => SeatRecord
  ) => Effect.Effect<SeatRecord, StateError>
  /** Sets or, with null, takes away the hold over the whole team. */
  readonly setHold: (name: string, hold: Hold | null) => Effect.Effect<void, StateError>
  /** Takes our record away if it is still ours. */
  readonly endWatch: (name: string, pid: number) => Effect.Effect<void, StateError>
}

const sessionOf = (state: ProjectState, name: string): SessionRecord =>
  Object.hasOwn(state.sessions, name) ? (state.sessions[name] ?? {}) : {}

const withSession = (state: ProjectState, name: string, record: SessionRecord): ProjectState => ({
  ...state,
  sessions: { ...state.sessions, [name]: record }
})

const empty: ProjectState = { format: 1, sessions: {} }

const over = (file: StateFile<ProjectState>): SessionStateShape => ({
  session: (name) =>
    Effect.map(file.read, (state) =>
      sessionOf(
        Option.getOrElse(state, () => empty),
        name
      )
    ),
  claimWatch: (name, record, judge) =>
    file.modifyEffect((found) =>
      Effect.gen(function* () {
        const state = Option.getOrElse(found, () => empty)
        const session = sessionOf(state, name)
        const by = session.watch === undefined ? null : yield* judge(session.watch)
        if (session.watch !== undefined && by !== null) {
          return yield* new WatchAlready({ record: session.watch, by })
        }
        return [undefined, withSession(state, name, { ...session, watch: record })] as const
      })
    ),
  savePass: (name, record, memory) =>
    file.modify((found) => {
      const state = Option.getOrElse(found, () => empty)
      return withSession(state, name, { ...sessionOf(state, name), watch: record, memory })
    }),
  changeSeat: (name, seat, change) =>
    file.modifyEffect((found) =>
      Effect.sync(() => {
        const state = Option.getOrElse(found, () => empty)
        const session = sessionOf(state, name)
        const record = change(seatRecordOf(session, seat))
        const { [seat]: _, ...others } = session.seats ?? {}
        const kept = Object.values(record).some((value) => value !== undefined)
        const seats = kept ? { ...others, [seat]: record } : others
        return [record, withSession(state, name, { ...session, seats })] as const
      })
    ),
  setHold: (name, hold) =>
    file.modify((found) => {
      const state = Option.getOrElse(found, () => empty)
      const { hold: _, ...rest } = sessionOf(state, name)
      return withSession(state, name, hold === null ? rest : { ...rest, hold })
    }),
  endWatch: (name, pid) =>
    file.modify((found) => {
      const state = Option.getOrElse(found, () => empty)
      const { watch, ...rest } = sessionOf(state, name)
      return watch === undefined || watch.pid === pid ? withSession(state, name, rest) : state
    })
})

/** The session state of one project: `.agents/team.state.json` under its root. */
export class SessionState extends Context.Tag("seatwatch/SessionState")<SessionState, SessionStateShape>() {
  static readonly layerFile = (root: string): Layer.Layer<SessionState, never, StateLock> =>
    Layer.effect(
      SessionState,
      Effect.map(
        make({
          path: join(root, ".agents", "team.state.json"),
          lockPath: join(root, ".agents", "team.lock"),
          schema: ProjectState,
          format: 1
        }),
        over
      )
    )

  /** Kept in a ref, changed by one at a time as the file is: for tests, the demo and embedding. */
  static readonly layerMemory = (ref: Ref.Ref<ProjectState>): Layer.Layer<SessionState> =>
    Layer.effect(
      SessionState,
      Effect.map(Effect.makeSemaphore(1), (turn) =>
        over({
          read: Effect.map(Ref.get(ref), Option.some),
          modify: (change) =>
            turn.withPermits(1)(Ref.updateAndGet(ref, (state) => change(Option.some(state)))),
          modifyEffect: (change) =>
            turn.withPermits(1)(
              Effect.flatMap(Ref.get(ref), (state) =>
                Effect.flatMap(change(Option.some(state)), ([answer, next]) =>
                  Effect.as(Ref.set(ref, next), answer)
                )
              )
            )
        })
      )
    )
}
