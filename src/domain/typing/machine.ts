import { judge, type Place, placeOf, screenReason } from "./barrier.ts"
import { isSameFront } from "./front.ts"
import type { TypedLine } from "./line.ts"
import { isFree, type Observation, type Seen } from "./observation.ts"
import type { Outcome, Reason } from "./outcome.ts"
import { beginsLine, holdsLine, holdsLineStill } from "./readback.ts"
import { type Own, owns, recordAfter, type TypingRecord } from "./record.ts"

/** Between two looks while something is drawn, in ms. */
export const POLL = 100
/** The line must be drawn this long after it was typed, and taken this long after Enter, in ms. */
export const DEADLINE = 3_000
/** From the first sight of the drawn line to Enter, in ms: a CLI takes a quicker one for part of a paste (case 75). */
export const SETTLE = 150
/** Looks in one wait, whatever the clock says. */
const MAX_LOOKS = 2 * (DEADLINE / POLL)

/** One delivery: which line goes to which pane, and what proves that one already in its box may be sent. */
export interface Plan {
  readonly pane: string
  readonly line: TypedLine
  readonly own: Own
}

/** What came of the last act. `arrived: "maybe"` a call that failed without a word on whether the key got there. */
export type Event =
  | { readonly _tag: "Observed"; readonly observation: Observation }
  | { readonly _tag: "Sent"; readonly at: number }
  | { readonly _tag: "Failed"; readonly at: number; readonly arrived: "no" | "maybe" }

/** What to do next. `Type` and `Press` are to be done at once: the look that allows them is the last event. */
export type Act =
  | { readonly _tag: "Look"; readonly after: number }
  | { readonly _tag: "Type" }
  | { readonly _tag: "Press" }
  | { readonly _tag: "End"; readonly outcome: Outcome }

/** `since` is the instant of the last key or of the first sight of the drawn line; no look from before it counts. */
export type State =
  | { readonly _tag: "Looking" }
  | { readonly _tag: "Typing"; readonly place: Place; readonly since: number }
  | { readonly _tag: "Drawing"; readonly place: Place; readonly since: number; readonly looks: number }
  | {
      readonly _tag: "Settling"
      readonly place: Place
      readonly since: number
      readonly typed: boolean
      readonly looks: number
    }
  | { readonly _tag: "Pressing"; readonly place: Place; readonly since: number; readonly typed: boolean }
  | {
      readonly _tag: "Confirming"
      readonly place: Place
      readonly since: number
      readonly typed: boolean
      readonly looks: number
      /** The seat was seen to work since: a line in its box may then be another one of the same words. */
      readonly worked: boolean
    }
  | { readonly _tag: "Ended"; readonly outcome: Outcome }

export interface Step {
  readonly state: State
  readonly act: Act
}

/** How every delivery begins: with a look. */
export const start: Step = { state: { _tag: "Looking" }, act: { _tag: "Look", after: 0 } }

const end = (outcome: Outcome): Step => ({ state: { _tag: "Ended", outcome }, act: { _tag: "End", outcome } })
const lookAgain = (state: State, after: number): Step => ({ state, act: { _tag: "Look", after } })

const recordOf = (plan: Plan, place: Place): TypingRecord => ({
  ...place,
  pane: plan.pane,
  text: plan.line,
  enters: 0
})

/** What is left of the record after the last look, which may have disproved it. */
const left = (plan: Plan, record: TypingRecord | null, { seen }: Observation): TypingRecord | null =>
  record === null || seen._tag === "Unseen" ? record : recordAfter(record, plan.pane, seen)

const before = (plan: Plan): TypingRecord | null => (plan.own._tag === "Record" ? plan.own.record : null)

const notTyped = (plan: Plan, reason: Reason, observation: Observation): Step =>
  end({ _tag: "NotTyped", reason, record: left(plan, before(plan), observation) })

/** Stops between the sight of the line and Enter: typed by this delivery, or found there by it. */
const notSent = (plan: Plan, typed: boolean, place: Place, reason: Reason, look: Observation): Step =>
  typed
    ? end({ _tag: "TypedNotSent", reason, record: left(plan, recordOf(plan, place), look) })
    : notTyped(plan, reason, look)

const holds = (plan: Plan, { sight }: Seen): boolean =>
  sight.kind === "unsent" && !sight.troubled && sight.drawn !== null && holdsLine(plan.line, sight.drawn)

const looking = (plan: Plan, observation: Observation): Step => {
  const judged = judge(observation, Number.NEGATIVE_INFINITY, null)
  if (judged._tag === "Stop") return notTyped(plan, judged.reason, observation)
  const { place, seen } = judged
  const { sight } = seen
  if (holds(plan, seen)) {
    return owns(plan.own, plan.pane, plan.line, seen)
      ? lookAgain({ _tag: "Settling", place, since: observation.at, typed: false, looks: 0 }, SETTLE)
      : notTyped(plan, "foreign", observation)
  }
  if (plan.own._tag === "Marker" && plan.own.entered === true && sight.box === "empty")
    return notTyped(plan, "taken", observation)
  return sight.kind === "idle" && sight.touchable && sight.box === "empty" && !sight.troubled
    ? { state: { _tag: "Typing", place, since: observation.at }, act: { _tag: "Type" } }
    : notTyped(plan, screenReason(sight), observation)
}

/** Still on its way: nothing of the line yet, a part of it, or a frame caught half drawn. No key follows such a look. */
const isDrawing = (plan: Plan, { sight }: Seen): boolean => {
  if (sight.troubled) return false
  if (sight.kind === "unknown" || (sight.kind === "idle" && sight.box === "empty")) return true
  return sight.kind === "unsent" && sight.drawn !== null && beginsLine(plan.line, sight.drawn)
}

const isOver = (since: number, looks: number, at: number): boolean =>
  looks + 1 >= MAX_LOOKS || !(at - since < DEADLINE)

const drawing = (
  plan: Plan,
  state: Extract<State, { readonly _tag: "Drawing" }>,
  look: Observation
): Step => {
  const { looks, place, since } = state
  const judged = judge(look, since, place)
  if (judged._tag === "Stop") return notSent(plan, true, place, judged.reason, look)
  if (holds(plan, judged.seen)) {
    return lookAgain({ _tag: "Settling", place, since: look.at, typed: true, looks: 0 }, SETTLE)
  }
  if (!isDrawing(plan, judged.seen)) {
    const { sight } = judged.seen
    return notSent(plan, true, place, sight.box === "text" ? "changed" : screenReason(sight), look)
  }
  if (!isOver(since, looks, look.at)) return lookAgain({ ...state, looks: looks + 1 }, POLL)
  // The last look may have caught it half drawn: what was typed is still this delivery's.
  return end({ _tag: "TypedNotSent", reason: "drawing", record: recordOf(plan, place) })
}

const settling = (
  plan: Plan,
  state: Extract<State, { readonly _tag: "Settling" }>,
  look: Observation
): Step => {
  const { looks, place, since, typed } = state
  const judged = judge(look, since, place)
  if (judged._tag === "Stop") return notSent(plan, typed, place, judged.reason, look)
  if (!holds(plan, judged.seen)) {
    const { sight } = judged.seen
    const clean = sight.box !== "none" && !sight.troubled && sight.kind !== "working"
    return notSent(plan, typed, place, clean ? "changed" : screenReason(sight), look)
  }
  // The look that allows Enter began once the line had settled, not merely ended then.
  const rest = SETTLE - (look.began - since)
  if (rest > 0 && looks >= MAX_LOOKS) return notSent(plan, typed, place, "stale", look)
  return rest > 0
    ? lookAgain({ ...state, looks: looks + 1 }, rest)
    : { state: { _tag: "Pressing", place, since: look.at, typed }, act: { _tag: "Press" } }
}

const unconfirmed = (reason: Reason): Step => end({ _tag: "Unconfirmed", reason })

const confirming = (
  plan: Plan,
  state: Extract<State, { readonly _tag: "Confirming" }>,
  { at, began, seen }: Observation
): Step => {
  const { looks, place, since, typed } = state
  let { worked } = state
  // A box that emptied before the Enter proves nothing of it (case 181).
  const young = began >= since
  if (seen._tag === "Seen" && young) {
    const now = placeOf(seen)
    const { box, drawn } = seen.sight
    if (now === null) return unconfirmed("unclear")
    if (now.server !== place.server || !isSameFront(now.process, place.process))
      return unconfirmed("replaced")
    if (box === "empty") return end({ _tag: "Submitted", typed })
    worked ||= seen.sight.kind === "working" || !isFree(seen.word)
    if (isOver(since, looks, at) && !worked && drawn !== null && holdsLineStill(plan.line, drawn)) {
      const record = typed ? recordOf(plan, place) : before(plan)
      return end({
        _tag: "TypedNotSent",
        reason: "holds",
        record: record && { ...record, enters: record.enters + 1 }
      })
    }
  }
  if (seen._tag === "Unseen" && young && (seen.why === "gone" || seen.why === "dead")) {
    return unconfirmed(seen.why)
  }
  return isOver(since, looks, at)
    ? unconfirmed("unclear")
    : lookAgain({ ...state, looks: looks + 1, worked }, POLL)
}

/** An event that answers no act of this state: nobody knows what became of the key, and none is pressed any more. */
const astray = (plan: Plan, state: Exclude<State, { readonly _tag: "Ended" }>): Step => {
  if (state._tag === "Looking") return end({ _tag: "NotTyped", reason: "unsure", record: before(plan) })
  if (state._tag === "Pressing" || state._tag === "Confirming") return unconfirmed("unsure")
  if (state._tag === "Settling" && !state.typed)
    return end({ _tag: "NotTyped", reason: "unsure", record: before(plan) })
  return end({ _tag: "TypedNotSent", reason: "unsure", record: recordOf(plan, state.place) })
}

/** A key whose call failed is never pressed again: what is left is to say so, or to look what became of it. */
const failed = (
  plan: Plan,
  state: Exclude<State, { readonly _tag: "Ended" }>,
  { arrived, at }: Extract<Event, { readonly _tag: "Failed" }>
): Step => {
  if (state._tag === "Typing" && arrived === "no")
    return end({ _tag: "NotTyped", reason: "refused", record: null })
  if (state._tag !== "Pressing") return astray(plan, state)
  const { place, typed } = state
  if (arrived === "maybe")
    return lookAgain({ _tag: "Confirming", place, since: at, typed, looks: 0, worked: false }, POLL)
  const record = typed ? recordOf(plan, place) : before(plan)
  return end({ _tag: "TypedNotSent", reason: "refused", record })
}

const sent = (plan: Plan, state: Exclude<State, { readonly _tag: "Ended" }>, at: number): Step => {
  if (state._tag === "Typing")
    return lookAgain({ _tag: "Drawing", place: state.place, since: at, looks: 0 }, POLL)
  if (state._tag !== "Pressing") return astray(plan, state)
  const { place, typed } = state
  return lookAgain({ _tag: "Confirming", place, since: at, typed, looks: 0, worked: false }, POLL)
}

const observed = (
  plan: Plan,
  state: Exclude<State, { readonly _tag: "Ended" }>,
  observation: Observation
): Step => {
  switch (state._tag) {
    case "Looking":
      return looking(plan, observation)
    case "Drawing":
      return drawing(plan, state, observation)
    case "Settling":
      return settling(plan, state, observation)
    case "Confirming":
      return confirming(plan, state, observation)
    case "Typing":
    case "Pressing":
      return astray(plan, state)
  }
}

/**
 * The step machine of one delivery (design §6, spec 000 rule 9): from what came of the last act to the next one. Total
 * and pure. Whatever the events: at most one `Type` and one `Press`; `Type` only as the answer to a look at an empty idle
 * prompt with the seat's CLI in front and the seat free; `Press` only as the answer to a look, the second in a row,
 * at exactly the line in that same box. Everything else ends it without a key.
 */
export const next = (plan: Plan, state: State, event: Event): Step => {
  if (state._tag === "Ended") return end(state.outcome)
  if (event._tag === "Observed") return observed(plan, state, event.observation)
  return event._tag === "Failed" ? failed(plan, state, event) : sent(plan, state, event.at)
}
