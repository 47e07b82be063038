import type { ProcessId } from "../host/pane.ts"
import { isSameFront } from "./front.ts"
import { isFree, type Observation, type Seen } from "./observation.ts"
import type { Reason } from "./outcome.ts"
import type { Sight } from "./sight.ts"

/** A look that took longer than this is too old to act on when it is complete, in ms (case 70). */
export const MAX_LOOK = 2_000

/** The process and the server that a delivery began with: a change of either ends it. */
export interface Place {
  readonly process: ProcessId
  readonly server: string
}

/** Keys go to the seat's own process, or to its CLI where none was recorded. */
export const placeOf = ({ front, server }: Seen): Place | null =>
  front._tag === "Seat" || front._tag === "Agent" ? { process: front.process, server } : null

const FRONTS = { Shell: "shell", Other: "other", Unread: "unread" } as const

const frontReason = (place: Place | null, seen: Seen): Reason | null => {
  const { front } = seen
  if (front._tag === "Seat" || front._tag === "Agent") {
    if (place === null) return null
    return place.server === seen.server && isSameFront(place.process, front.process) ? null : "replaced"
  }
  return FRONTS[front._tag]
}

/** What forbids a key on a screen, in the words of its kind. */
export const screenReason = ({ box, kind }: Sight): Reason => {
  if (kind === "shell") return "shell"
  if (kind === "overlay") return "overlay"
  if (kind === "working") return "busy"
  if (kind === "unsent" || box === "text") return "unsent"
  if (kind === "idle" || kind === "unknown" || kind === "error" || kind === "limit") return "unknown"
  return "dialog"
}

/** A look with everything that must hold before any key but what stands in the box; or the reason to stop. */
export type Judged =
  | { readonly _tag: "Clear"; readonly seen: Seen; readonly place: Place }
  | { readonly _tag: "Stop"; readonly reason: Reason }

const stop = (reason: Reason): Judged => ({ _tag: "Stop", reason })

/**
 * Judges a look against the instant since when it must have been taken and the place the delivery began with: seen in
 * time, the CLI in front, the seat free (design §6).
 */
export const judge = (observation: Observation, since: number, place: Place | null): Judged => {
  const { at, began, seen } = observation
  // Written so that a clock that gives no number stops it too.
  if (!(began >= since && at >= began)) return stop("stale")
  if (seen._tag === "Unseen") return stop(seen.why)
  if (!(at - began <= MAX_LOOK)) return stop("slow")
  const front = frontReason(place, seen)
  if (front !== null) return stop(front)
  const now = placeOf(seen)
  if (now === null) return stop("unread")
  if (isFree(seen.word)) return { _tag: "Clear", seen, place: now }
  // Where the screen says why the seat is not free, a person is told that.
  const why = screenReason(seen.sight)
  return stop(why === "unknown" ? "busy" : why)
}
