import * as Either from "effect/Either"
import type { MailItem } from "../mailbox/seat-mail.ts"
import { retryOf } from "../mailbox/waiting.ts"
import type { SeatView } from "../pass/seat-view.ts"
import type { TeamView } from "../pass/team-view.ts"
import { type Profiles, shippedOnly } from "../screen/user-profile.ts"
import { RING, type TypedLine, triggerLine } from "./line.ts"
import { holdsLine } from "./readback.ts"
import { sightOf } from "./sight.ts"
import { askedFor, type Intent, type Typing, type TypingMemory, workDrop } from "./typed.ts"

/** Most deliveries of one nudge, and of one ring. */
export const MOST_TRIES = 5
/** Milliseconds until the second delivery; each later one waits twice as long. */
export const FIRST_WAIT = 60_000
/** A seat that was just typed to gets this long to begin its turn, in milliseconds. */
export const TYPED_STANDS = 10_000

/** What a pass knows of one seat when it decides whether a line is due. */
export interface DueInput {
  readonly at: number
  readonly team: Pick<TeamView, "checksOff" | "idleRepeat" | "nudgeWait">
  readonly seat: SeatView
  readonly mail: ReadonlyArray<MailItem>
  readonly memory: TypingMemory
  readonly typing: Typing
  readonly profiles?: Profiles | undefined
}

export interface Due {
  readonly intent: Intent | null
  /** With the intent marked, so that it is asked for once: marked before it is typed (case 180). */
  readonly memory: TypingMemory
}

/** Where the box of a seat stands by this pass's own look: what follows looks again before any key. */
type Box = "free" | "text" | "closed"

const boxOf = ({ ambiguous, evidence, pane, reading, restored, running, screen }: SeatView): Box => {
  if (!running || pane === null || pane.dead || pane.scrolled || ambiguous.length > 0 || restored)
    return "closed"
  // A pause of the team is a pause of what is typed to it.
  if (evidence.hold !== null || screen === null) return "closed"
  if (pane.status !== null && evidence.herdr !== "idle" && evidence.herdr !== "done") return "closed"
  if (reading.source === "cli-hook" && reading.word === "working") return "closed"
  if (screen.kind === "idle") return screen.touchable ? "free" : "closed"
  return screen.kind === "unsent" ? "text" : "closed"
}

/** The box holds exactly the line, as far as this pass's look proves it. */
const standsInBox = ({ frame, styled }: SeatView, line: TypedLine, profiles: Profiles): boolean => {
  if (frame === null) return false
  const { drawn, kind, troubled } = sightOf(profiles, frame, styled)
  return kind === "unsent" && !troubled && drawn !== null && holdsLine(line, drawn)
}

const waited = (since: number, tries: number): number => since + FIRST_WAIT * 2 ** Math.max(0, tries - 1)

/** A delivery that did not come to its end may be tried again, each time after twice as long. */
const mayTryAgain = (
  made: { readonly at: number; readonly tries: number; readonly again: boolean },
  at: number
): boolean => made.again && made.tries < MOST_TRIES && (at >= waited(made.at, made.tries) || made.at > at)

/** The oldest held send whose trigger may be typed now, or already stands in the box. */
const retryDue = (
  { at, mail, profiles = shippedOnly, seat }: DueInput,
  box: Exclude<Box, "closed">
): MailItem | undefined =>
  mail.find((message) => {
    const { drop, id, pending, receipt } = message
    if (pending === null || receipt !== null) return false
    if (retryOf({ id, seat: seat.spec.name, drop, ...pending }, at)._tag !== "Now") return false
    if (box === "free") return true
    const line = Either.getOrNull(triggerLine(drop))
    return line !== null && line === pending.trigger && standsInBox(seat, line, profiles)
  })

/** The messages only a ring can tell of: nobody holds a trigger for them any more. */
export const toRing = (mail: ReadonlyArray<MailItem>, seat: string, at: number): ReadonlyArray<MailItem> =>
  mail.filter(
    ({ drop, id, pending, receipt }) =>
      receipt === null && (pending === null || retryOf({ id, seat, drop, ...pending }, at)._tag === "GiveUp")
  )

const ringDue = (input: DueInput, box: Exclude<Box, "closed">): Due | null => {
  const { at, mail, memory, profiles = shippedOnly, seat, team } = input
  const newest = toRing(mail, seat.spec.name, at).at(-1)
  if (newest === undefined || seat.pane === null) return null
  if (box === "text" && !standsInBox(seat, RING, profiles)) return null
  const made = memory.ring ?? null
  const anew = made === null || newest.id > made.upTo
  const overdue =
    made !== null &&
    !made.again &&
    made.tries < MOST_TRIES &&
    at - made.at >= Math.max(team.nudgeWait, FIRST_WAIT)
  if (!anew && !overdue && !mayTryAgain(made, at)) return null
  return {
    intent: { _tag: "Ring", seat: seat.spec.name, pane: seat.pane.pane, message: newest.id },
    memory: {
      ...memory,
      asked: at,
      ring: { upTo: newest.id, at, tries: anew ? 1 : made.tries + 1, again: false }
    }
  }
}

/** The instant the owner's clock of a seat runs from: its own last work, not a turn that our line began (design §4.14). */
export const ownSince = ({ idleSince, lastWorking, ownWorking }: SeatView["memory"]): number | null =>
  ownWorking ?? lastWorking ?? idleSince

const nudgeDue = (input: DueInput, box: Exclude<Box, "closed">): Due | null => {
  const { at, memory, profiles = shippedOnly, seat, team, typing } = input
  const { pane, quiet, spec } = seat
  const { leads, name, operator, parked, stopped } = spec
  const idleSince = seat.memory.lastWorking ?? seat.memory.idleSince
  const start = ownSince(seat.memory)
  if (leads || operator || parked || stopped || pane === null || idleSince === null || start === null)
    return null
  const line = Either.getOrNull(triggerLine(workDrop(typing.work, name)))
  if (line === null) return null
  // By what came first, not by when the period began: a clock that steps back leaves the launch record where it was.
  const made = memory.nudge != null && memory.nudge.at >= start ? memory.nudge : null
  const over = made !== null && (!made.again || made.tries >= MOST_TRIES)
  const repeat = over && team.idleRepeat !== null && at - made.at >= team.idleRepeat
  if (made !== null && !repeat && !mayTryAgain(made, at)) return null
  if (box === "text") {
    // Our own line left in the box is sent, not typed into twice; text there makes the seat no idle one.
    if (made === null || !standsInBox(seat, line, profiles)) return null
  } else if (!quiet || team.checksOff.includes("idle") || at - idleSince < spec.idleWindow) {
    // What the idle check reports: a file that switches it off wants no idle worker driven either.
    return null
  }
  return {
    intent: { _tag: "Nudge", seat: name, pane: pane.pane },
    memory: {
      ...memory,
      asked: at,
      nudge: { at, tries: made === null || repeat ? 1 : made.tries + 1, again: false }
    }
  }
}

/**
 * The one line that is due for a seat in this pass, if any: a held send's trigger before a ring, a ring before a nudge (spec
 * 000 §3.6). A nudge goes to idle workers alone, ring and retry to any seat but the pane the watch runs in. What is decided
 * here is only asked for: the delivery looks at the pane anew before each key.
 */
export const lineDue = (input: DueInput): Due => {
  const { at, memory, seat, typing } = input
  const nothing: Due = { intent: null, memory }
  const { pane, spec } = seat
  if (pane === null || pane.pane === typing.pane) return nothing
  if (askedFor(memory, at) !== null) return nothing
  // A seat that could not be typed to is left alone for a while, whichever line is due.
  if (memory.refused != null && at >= memory.refused && at - memory.refused < FIRST_WAIT) return nothing
  if (memory.last != null && !memory.last.turn && at - memory.last.at < TYPED_STANDS) return nothing
  const box = boxOf(seat)
  if (box === "closed") return nothing
  const held = retryDue(input, box)
  if (held !== undefined) {
    return {
      intent: { _tag: "Retry", seat: spec.name, pane: pane.pane, message: held.id },
      memory: { ...memory, asked: at }
    }
  }
  return ringDue(input, box) ?? nudgeDue(input, box) ?? nothing
}
