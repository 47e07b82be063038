import * as Schema from "effect/Schema"
import { type Finding, memory } from "../report/finding.ts"
import { type AccountCount, isCounting } from "./counts.ts"
import { QuotaWindow } from "./reading.ts"
import * as text from "./texts.ts"

/** A figure that fell by so many points began a new window, where no reset tells. */
export const REARM_POINTS = 10

/** Two readings of one reset differ by the minute a screen rounds to; a later window's is further off. In milliseconds. */
export const RESET_JITTER = 600_000

/** One window of an account as it runs. */
const MarkWindow = Schema.Struct({
  account: Schema.String,
  window: QuotaWindow,
  /** When the watch first saw this window, epoch ms; an anchor, moved over unobserved time with the others. */
  start: Schema.Number,
  resetsAt: Schema.NullOr(Schema.Number),
  /** Percent used, now and at most since `start`. */
  used: Schema.Number,
  peak: Schema.Number
})
type MarkWindow = typeof MarkWindow.Type

/** What the watch remembers of the windows its marks are said in. */
export const MarkMemory = Schema.Array(MarkWindow)
export type MarkMemory = typeof MarkMemory.Type

export const emptyMarkMemory: MarkMemory = []

/** A figure begins a new window: at a known reset by naming a later one, else by having fallen far. */
const startsAnew = (known: MarkWindow, used: number, resetsAt: number | null, at: number): boolean => {
  const fell = known.peak - used >= REARM_POINTS
  if (known.resetsAt === null) return fell
  const later = resetsAt !== null && resetsAt - known.resetsAt > RESET_JITTER
  // A vendor may reset early; a reset that has passed with no new one named leaves only the figure to go by.
  if (later) return known.resetsAt <= at || fell
  return resetsAt === null && known.resetsAt <= at && fell
}

/**
 * The windows after the figures of one pass at `at` (epoch ms). A window without a figure that counts stays as it was; an
 * account that left the file is forgotten.
 */
export const stepMarks = (
  before: MarkMemory,
  counts: ReadonlyArray<AccountCount>,
  at: number
): MarkMemory => {
  const windowsBefore = new Map(before.map((one) => [`${one.window}/${one.account}`, one]))
  return counts.flatMap(({ account, windows }) =>
    QuotaWindow.literals.flatMap((window): ReadonlyArray<MarkWindow> => {
      const was = windowsBefore.get(`${window}/${account.name}`)
      const count = windows.find((one) => one.window === window)
      if (count === undefined || count.reading === null || !isCounting(count.state)) {
        return was === undefined ? [] : [was]
      }
      const used = 100 - count.reading.value
      const { resetsAt } = count.reading
      if (was === undefined || startsAnew(was, used, resetsAt, at)) {
        return [{ account: account.name, window, start: at, resetsAt, used, peak: used }]
      }
      const known = was.resetsAt !== null && was.resetsAt > at ? was.resetsAt : null
      return [{ ...was, resetsAt: resetsAt ?? known, used, peak: Math.max(was.peak, used) }]
    })
  )
}

/** Moves the anchors by `by` ms, as the report memory's periods are moved (`shiftPeriods`); resets are real instants and stay. */
export const shiftMarks = (marks: MarkMemory, by: number): MarkMemory =>
  by === 0 ? marks : marks.map((one) => ({ ...one, start: one.start + by }))

/**
 * The marks that are passed, each remembered against the start of its window: said once a window. Of several passed at
 * once only the highest is said; one below it is never said later in the same window.
 */
export const markFindings = (
  marks: MarkMemory,
  at: number,
  levels: ReadonlyArray<number>
): ReadonlyArray<Finding> =>
  marks.flatMap(({ account, peak, resetsAt, start, used, window }): ReadonlyArray<Finding> => {
    const passed = levels.filter((level) => level <= peak)
    const mark = passed.length === 0 ? null : Math.max(...passed)
    if (mark === null || used < mark || (resetsAt !== null && resetsAt <= at)) return []
    const said = text.pastMark(account, window, used, mark)
    return [memory(`budget:mark:${account}:${window}:${mark}`, start, { text: said, to: "operator" })]
  })
