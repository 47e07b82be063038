import { shiftMarks } from "../budget/marks.ts"
import { shiftPeriods } from "../report/memory.ts"
import { shiftTyping } from "../typing/typed.ts"
import type { PassMemory } from "./memory.ts"

/** How the time between two passes was spent. */
export interface Elapsed {
  /** Milliseconds nobody watched: anchors are moved over them. Negative when the wall clock stepped back. */
  readonly unobserved: number
  /** The time between the passes cannot be trusted at all: nothing is measured across it. */
  readonly gap: boolean
  /** The gap was a jump inside one running watch: look again before anything new is said (design §4.17). */
  readonly settle: boolean
}

/**
 * What lies between the last pass and this one. A gap past two intervals (sleep, a stepped clock, a pause of the watch)
 * and a clock that went back are not observed; of a gap one interval at most is. `monotonic` is null after a restart. While
 * the host does not answer (`answered` false) nothing of its seats is observed at all.
 */
export const elapsedSince = (
  memory: PassMemory,
  at: number,
  monotonic: number,
  interval: number,
  answered: boolean
): Elapsed => {
  if (memory.at === null) return { unobserved: 0, gap: false, settle: false }
  const wall = at - memory.at
  const running = memory.monotonic === null ? null : Math.max(0, monotonic - memory.monotonic)
  const observed = Math.min(running ?? interval, interval)
  const jumped = wall < 0 || wall > 2 * interval
  const unobserved = answered ? (jumped ? wall - observed : 0) : wall
  return { unobserved, gap: jumped, settle: jumped && running !== null }
}

const moved = (instant: number | null, by: number): number | null => (instant === null ? null : instant + by)

/** Moves every anchor a window is measured from over the time nobody observed; what is printed as an instant stays as it was. */
export const shiftMemory = (memory: PassMemory, { gap, unobserved: by }: Elapsed): PassMemory =>
  by === 0
    ? memory
    : {
        ...memory,
        seats: memory.seats.map((seat) => ({
          ...seat,
          lastWorking: moved(seat.lastWorking, by),
          ...(seat.ownWorking === undefined ? {} : { ownWorking: moved(seat.ownWorking, by) }),
          ...(seat.typing === undefined ? {} : { typing: shiftTyping(seat.typing, by) }),
          idleSince: moved(seat.idleSince, by),
          unknownSince: moved(seat.unknownSince, by),
          unsentSince: moved(seat.unsentSince, by),
          goneSince: moved(seat.goneSince, by)
        })),
        teamIdleSince: moved(memory.teamIdleSince, by),
        // Growth is not measured across a gap (spec 000 §3.3 swap-growth).
        swap: gap ? [] : memory.swap,
        ...(memory.marks === undefined ? {} : { marks: shiftMarks(memory.marks, by) }),
        reports: shiftPeriods(memory.reports, by)
      }
