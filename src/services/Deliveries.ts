import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Ref from "effect/Ref"
import type * as Scope from "effect/Scope"
import type { PassResult } from "../domain/pass/pass.ts"
import type { SeatView } from "../domain/pass/seat-view.ts"
import { shippedOnly } from "../domain/screen/user-profile.ts"
import { frontOf } from "../domain/typing/front.ts"
import type { SeatHeld } from "../domain/typing/held.ts"
import { RING, type TypedLine, triggerLine } from "../domain/typing/line.ts"
import { type Outcome, reasonText } from "../domain/typing/outcome.ts"
import { recordAfter, type TypingRecord } from "../domain/typing/record.ts"
import { sightOf } from "../domain/typing/sight.ts"
import { type Intent, type TypedFact, type Typing, workDrop } from "../domain/typing/typed.ts"
import { realPath } from "./approvals/places.ts"
import { tryHeld } from "./HeldSend.ts"
import type { Herdr } from "./Herdr.ts"
import type { HookRecords } from "./HookRecords.ts"
import { Mailbox } from "./Mailbox.ts"
import { ensureFolder, writeAtomic } from "./SafeFile.ts"
import { SeatLock } from "./SeatLock.ts"
import { deliver } from "./Typist.ts"
import { type Target, targetOf } from "./typing-target.ts"
import type { TeamNow } from "./Watch.ts"

/** What a nudge says when the file says nothing (spec 000 §3.6). It stands in the work drop and is never typed. */
export const NUDGE_TEXT = "Team watch: reports are waiting in .agents/team.log"

/** Messages that were read this long ago are cleared away, in milliseconds. */
const READ_KEPT = 7 * 86_400_000
const PRUNE_EVERY = 3_600_000

/** Seats typed to at the same time. */
const AT_ONCE = 4

/** What types for a watch: see `makeDeliveries`. */
export interface Deliveries {
  /** For the next pass's snapshot: where may be typed, and what became of the deliveries since the last time it was asked. */
  readonly typing: Effect.Effect<Typing>
  /** Begins to carry out a pass's intents and comes back at once. Never fails. */
  readonly carry: (result: PassResult, now: TeamNow) => Effect.Effect<void>
}

/** Where the nudges' work drops lie, and how one is written: whole, or not at all. */
export interface WorkDrops {
  readonly folder: string
  readonly write: (seat: string, text: string) => Effect.Effect<void, { readonly message: string }>
}

export interface DeliveriesOptions {
  readonly session: string
  /** The project's root. */
  readonly root: string
  /** The pane the watch runs in; null when it runs in none of the host's. */
  readonly pane: string | null
  /** Replaces the project's own `.agents/work`, for tests and embedding. */
  readonly drops?: WorkDrops
}

/** Files of the user's alone below the project's root; a link on the way there is refused by its name. */
const dropsOnDisk = (root: string): Effect.Effect<WorkDrops> =>
  Effect.map(realPath(root), (base) => {
    const folder = join(base, ".agents", "work")
    return {
      folder,
      write: (seat, text) =>
        Effect.zipRight(ensureFolder(base, ".agents", "work"), writeAtomic(workDrop(folder, seat), text))
    }
  })

type Services = Herdr | SeatLock | Mailbox | HookRecords

const LINES = { Nudge: "nudge", Ring: "ring", Retry: "retry" } as const

const OUTCOMES = {
  Submitted: "submitted",
  NotTyped: "not-typed",
  TypedNotSent: "not-sent",
  Unconfirmed: "unconfirmed"
} as const

/** A pass's own look at the pane, for whether a line in its box can still be ours. */
const stillOurs = (
  record: TypingRecord,
  view: SeatView,
  server: string,
  now: TeamNow
): TypingRecord | null =>
  view.pane === null || view.frame === null
    ? record
    : recordAfter(record, view.pane.pane, {
        _tag: "Seen",
        server,
        front: frontOf(view.processes, view.launched, view.spec.cli, view.pane.cli),
        word: { _tag: "None" },
        sight: sightOf(now.profiles ?? shippedOnly, view.frame, view.styled)
      })

/**
 * Carries out what the passes of a watch ask to be typed (spec 000 §3.6, design §6): each seat under its lock, one delivery
 * at a time, beside the passes, so that a slow pane delays no report. Remembers what it typed and could not send, in this
 * process alone. A delivery under way when the scope ends is brought to its end, a few seconds at most.
 */
export const makeDeliveries = (
  options: DeliveriesOptions
): Effect.Effect<Deliveries, never, Services | Scope.Scope> =>
  Effect.gen(function* () {
    const context = yield* Effect.context<Services>()
    const scope = yield* Effect.scope
    const locks = yield* SeatLock
    const permits = yield* Effect.makeSemaphore(AT_ONCE)
    const facts = yield* Ref.make<ReadonlyArray<TypedFact>>([])
    const records = new Map<string, TypingRecord>()
    /** What was remembered when the pass that is being made began: its look says nothing of anything newer. */
    let judged: ReadonlyMap<string, TypingRecord> = new Map()
    const underWay = new Set<string>()
    const drops = options.drops ?? (yield* dropsOnDisk(options.root))
    const work = drops.folder

    const tell = (intent: Intent, outcome: TypedFact["outcome"], reason: string | null) =>
      Effect.gen(function* () {
        const at = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        const message = intent._tag === "Nudge" ? null : intent.message
        const fact: TypedFact = { seat: intent.seat, line: LINES[intent._tag], message, at, outcome, reason }
        yield* Ref.update(facts, (all) => [...all, fact])
      })

    const remember = (pane: string, outcome: Outcome): void => {
      const record = outcome._tag === "NotTyped" || outcome._tag === "TypedNotSent" ? outcome.record : null
      if (record === null) records.delete(pane)
      else records.set(pane, record)
    }

    /** The nudge's line, once what it has to say lies in the seat's work drop. */
    const prepared = (intent: Intent, now: TeamNow) =>
      Effect.gen(function* () {
        if (intent._tag !== "Nudge") return RING
        const line = triggerLine(workDrop(work, intent.seat))
        if (Either.isLeft(line)) return yield* Effect.fail({ message: line.left.message })
        yield* drops.write(intent.seat, `${now.nudge ?? NUDGE_TEXT}\n`)
        return line.right
      })

    const typeLine = (held: SeatHeld, intent: Intent, line: TypedLine, target: Target) =>
      Effect.gen(function* () {
        const record = records.get(intent.pane)
        const own = record === undefined ? { _tag: "None" as const } : { _tag: "Record" as const, record }
        const outcome = yield* deliver({ ...target, held, line, own })
        remember(intent.pane, outcome)
        return outcome
      })

    const attempt = (intent: Intent, target: Target, now: TeamNow) =>
      locks.withSeat(options.session, intent.seat, { waitMillis: 0 })((held) =>
        intent._tag === "Retry"
          ? tryHeld({ ...target, held, session: options.session, message: intent.message })
          : Effect.flatMap(prepared(intent, now), (line) => typeLine(held, intent, line, target))
      )

    const carryOut = (intent: Intent, view: SeatView, now: TeamNow) =>
      targetOf(view, intent.pane, now.profiles).pipe(
        Effect.flatMap((target) => attempt(intent, target, now)),
        Effect.matchEffect({
          onFailure: ({ message }) => tell(intent, "not-typed", message),
          onSuccess: (outcome) => {
            if (outcome === null) return Effect.void
            const reason = outcome._tag === "Submitted" ? null : reasonText(outcome.reason)
            return tell(intent, OUTCOMES[outcome._tag], reason)
          }
        }),
        Effect.ensuring(Effect.sync(() => underWay.delete(intent.seat))),
        permits.withPermits(1)
      )

    const mailbox = yield* Mailbox
    const prune = Effect.flatMap(
      Effect.clockWith((clock) => clock.currentTimeMillis),
      (at) => Effect.ignore(mailbox.prune(options.session, at - READ_KEPT))
    )
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(prune, Effect.sleep(PRUNE_EVERY))))

    return {
      typing: Effect.map(Ref.getAndSet(facts, []), (typed) => {
        judged = new Map(records)
        return { pane: options.pane, work, typed }
      }),
      carry: (result, now) =>
        Effect.gen(function* () {
          const server = result.memory.server
          for (const view of result.seats) {
            const pane = view.pane?.pane
            const record = pane === undefined ? undefined : records.get(pane)
            // What a delivery did since is newer than the pass's look.
            if (pane === undefined || record === undefined || underWay.has(view.spec.name)) continue
            if (judged.get(pane) !== record) continue
            if (server === null || stillOurs(record, view, server, now) === null) records.delete(pane)
          }
          for (const intent of result.intents) {
            const view = result.seats.find(({ spec }) => spec.name === intent.seat)
            if (view === undefined || underWay.has(intent.seat)) continue
            underWay.add(intent.seat)
            yield* Effect.forkIn(carryOut(intent, view, now), scope)
          }
        }).pipe(Effect.provide(context))
    }
  })
