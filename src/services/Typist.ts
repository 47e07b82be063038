import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { hookOf } from "../domain/hook/belongs.ts"
import type { HookRecord } from "../domain/hook/record.ts"
import { frameOf } from "../domain/host/frame.ts"
import type { Listing, Pane, PaneProcesses, PaneRead } from "../domain/host/pane.ts"
import { verdictOf } from "../domain/pass/seat-process.ts"
import type { Launched } from "../domain/pass/snapshot.ts"
import { type Profiles, shippedOnly } from "../domain/screen/user-profile.ts"
import { readSeat } from "../domain/seat/reading.ts"
import { frontOf } from "../domain/typing/front.ts"
import type { SeatHeld } from "../domain/typing/held.ts"
import type { TypedLine } from "../domain/typing/line.ts"
import { type Event, next, type Plan, type Step, start } from "../domain/typing/machine.ts"
import type { Observation, Unseen, Word } from "../domain/typing/observation.ts"
import type { Outcome } from "../domain/typing/outcome.ts"
import { beginsLine } from "../domain/typing/readback.ts"
import type { Own } from "../domain/typing/record.ts"
import { type Sight, sightOf } from "../domain/typing/sight.ts"
import { Herdr, type HerdrShape, type HostError, type HostReason } from "./Herdr.ts"

/** One line for one seat. The caller has decided that this seat may be typed to at all (spec 000 §3.6). */
export interface Delivery {
  /** The seat's lock, held until the outcome is there. */
  readonly held: SeatHeld
  readonly seat: string
  /** The seat's own pane id, never a position or a title. */
  readonly pane: string
  /** The seat's CLI by the file's name of it. */
  readonly cli: string
  readonly line: TypedLine
  /** What proves that the line, found in the box, is the caller's to send. */
  readonly own: Own
  readonly launched: Launched | null
  /** For a host without a status word: the hooks' records as they are now, asked at each look (design §6). */
  readonly hooks: Effect.Effect<ReadonlyArray<HookRecord>>
  /** The window of a hook's `working`, in ms (spec 000 §3.2). */
  readonly hookWorking: number
  /** A person's own profiles beside the shipped ones. */
  readonly profiles?: Profiles | undefined
  /** Whether what the line names is still what it was; asked at each look. False stops the delivery without a key. */
  readonly stands?: Effect.Effect<boolean> | undefined
}

const millis: Effect.Effect<number> = Effect.map(
  Clock.currentTimeNanos,
  (nanos) => Number(nanos / 1_000n) / 1_000
)

const ABSENT: Readonly<Record<Extract<PaneRead, { readonly _tag: "Absent" }>["reason"], Unseen>> = {
  gone: "gone",
  scrolled: "scrolled",
  dead: "dead",
  failed: "screen"
}

/** The kind the seat's own reading is judged by: its box with our line, or a part of it, counts as the idle prompt it was. */
const kindBeside = (line: TypedLine, { drawn, kind }: Sight): Sight["kind"] =>
  kind === "unsent" && drawn !== null && beginsLine(line, drawn) ? "idle" : kind

const ownWord = (
  delivery: Delivery,
  listing: Listing,
  pane: Pane,
  processes: PaneProcesses | null,
  sight: Sight
): Effect.Effect<Word> =>
  Effect.gen(function* () {
    const records = yield* delivery.hooks
    const at = yield* Clock.currentTimeMillis
    const { fact } = hookOf(records, {
      cli: delivery.cli,
      pane: pane.pane,
      host: listing.host,
      server: listing.server,
      processes,
      launched: delivery.launched,
      at
    })
    // No trace is asked: the message that waits for the seat is one itself, and says nothing of a turn.
    const reading = readSeat({
      at,
      hold: null,
      reachable: true,
      process: verdictOf(pane, processes, delivery.launched),
      screen: { kind: kindBeside(delivery.line, sight) },
      hook: fact,
      herdr: null,
      traces: {},
      unknownSince: null,
      windows: { traceSeconds: 0, hookWorkingSeconds: delivery.hookWorking / 1_000, blindAfterSeconds: 1 }
    })
    return { _tag: "Own", reading }
  })

const unseen = (why: Unseen): Observation["seen"] => ({ _tag: "Unseen", why })

const look = (host: HerdrShape, delivery: Delivery): Effect.Effect<Observation["seen"]> =>
  Effect.gen(function* () {
    const { pane: id } = delivery
    // At once, not in turn: what one call takes, the next would be older by.
    const [listing, reads, found, stands] = yield* Effect.all(
      [host.list, host.read([id]), host.processes([id]), delivery.stands ?? Effect.succeed(true)],
      { concurrency: "unbounded" }
    )
    if (!stands) return unseen("withdrawn")
    const pane = listing.panes.find((one) => one.pane === id)
    const read = reads.get(id)
    const processes = found.get(id) ?? null
    if (pane === undefined) return unseen("gone")
    if (pane.dead) return unseen("dead")
    if (pane.scrolled) return unseen("scrolled")
    if (read === undefined) return unseen("screen")
    if (read._tag === "Absent") return unseen(ABSENT[read.reason])
    const clock = yield* Effect.clock
    const sight = sightOf(
      delivery.profiles ?? shippedOnly,
      frameOf(delivery.cli, pane, read),
      read.styled,
      () => Number(clock.unsafeCurrentTimeNanos() / 1_000n) / 1_000
    )
    // A host that has status words and gives none for this pane sees no agent there; an idle word without one is no word.
    const word: Word =
      pane.status !== null
        ? listing.host === "herdr" && pane.cli === null
          ? { _tag: "None" }
          : { _tag: "Host", status: pane.status }
        : listing.host === "herdr"
          ? { _tag: "None" }
          : yield* ownWord(delivery, listing, pane, processes, sight)
    return {
      _tag: "Seen" as const,
      server: listing.server,
      front: frontOf(processes, delivery.launched, delivery.cli, pane.cli),
      word,
      sight
    }
  }).pipe(Effect.catchAll((error) => Effect.succeed(unseen(error.reason === "NoPane" ? "gone" : "host"))))

const observe = (host: HerdrShape, delivery: Delivery): Effect.Effect<Event> =>
  Effect.gen(function* () {
    const began = yield* millis
    const seen = yield* look(host, delivery)
    return { _tag: "Observed", observation: { began, at: yield* millis, seen } }
  })

/** Failures that say the key never left. After all others it may have arrived. */
const NEVER: ReadonlySet<HostReason> = new Set<HostReason>([
  "NotInstalled",
  "NotRunning",
  "NoPane",
  "Refused"
])

const key = (call: Effect.Effect<void, HostError>): Effect.Effect<Event> =>
  Effect.gen(function* () {
    const result = yield* Effect.either(call)
    const at = yield* millis
    return result._tag === "Right"
      ? { _tag: "Sent", at }
      : { _tag: "Failed", at, arrived: NEVER.has(result.left.reason) ? "no" : "maybe" }
  })

/**
 * Types one line into one seat's box and sends it, or stops (design §6, spec 000 §3.6, rule 9). Looks afresh before each
 * key with nothing between the look and the key; one key call at a time, never one a second time. Never fails: a host
 * that does not answer is an outcome. Can be interrupted until it types; from then on it runs to its end, a few seconds
 * at most, so that no line is left behind in a box without a word.
 */
export const deliver = (delivery: Delivery): Effect.Effect<Outcome, never, Herdr> =>
  Effect.gen(function* () {
    const host = yield* Herdr
    const plan: Plan = { pane: delivery.pane, line: delivery.line, own: delivery.own }
    if (delivery.held.seat !== delivery.seat) {
      const record = delivery.own._tag === "Record" ? delivery.own.record : null
      return { _tag: "NotTyped", reason: "held", record }
    }
    const looked = (after: number) =>
      after === 0 ? observe(host, delivery) : Effect.zipRight(Effect.sleep(after), observe(host, delivery))
    const carry = ({ act, state }: Step): Effect.Effect<Outcome> => {
      if (act._tag === "End") return Effect.succeed(act.outcome)
      const event =
        act._tag === "Look"
          ? looked(act.after)
          : key(act._tag === "Type" ? host.type(plan.pane, plan.line) : host.press(plan.pane, "Enter"))
      return Effect.flatMap(event, (came) => carry(next(plan, state, came)))
    }
    return yield* Effect.uninterruptibleMask((restore) => {
      const untouched = (step: Step): Effect.Effect<Outcome> => {
        const { act, state } = step
        if (act._tag === "Look") {
          return Effect.flatMap(restore(looked(act.after)), (event) => untouched(next(plan, state, event)))
        }
        // A fiber of its own: nobody interrupts it, and a host's own time limit still can, which no masked call allows.
        return Effect.flatMap(Effect.forkDaemon(Effect.interruptible(carry(step))), Fiber.join)
      }
      return untouched(start)
    })
  })
