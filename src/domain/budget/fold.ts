import { FUTURE_SKEW } from "../seat/reading.ts"
import { type BudgetObservation, type BudgetReading, readingKey } from "./reading.ts"

/** A reading nobody has renewed for so long is forgotten, in milliseconds. */
export const READING_KEPT = 31 * 86_400_000

interface Sight {
  readonly value: number
  readonly at: number
  readonly resetsAt?: number | null
}

/**
 * A total order of sights, so that two folds in any order end alike: the later one, of two at once the smaller figure
 * (the more careful one), of two such the later reset.
 */
const isNewer = (left: Sight, right: Sight): boolean => {
  if (left.at !== right.at) return left.at > right.at
  if (left.value !== right.value) return left.value < right.value
  return (left.resetsAt ?? -1) > (right.resetsAt ?? -1)
}

const first = ({ at, foldable: _, ...figure }: BudgetObservation): BudgetReading => ({
  ...figure,
  changedAt: at,
  readAt: at,
  before: null,
  confirmed: figure.source === "check"
})

const sightOf = ({ readAt, resetsAt, value }: BudgetReading): Sight => ({ value, at: readAt, resetsAt })

const merge = (stored: BudgetReading, seen: BudgetObservation): BudgetReading => {
  // Another currency is another figure: the newer one stands alone.
  if (stored.currency !== seen.currency) return seen.at >= stored.readAt ? first(seen) : stored
  const wins = isNewer(seen, sightOf(stored))
  const { before } = stored
  if (seen.value === stored.value) {
    const began = seen.at < stored.changedAt && (before === null || seen.at > before.at)
    return {
      ...stored,
      changedAt: began ? seen.at : stored.changedAt,
      ...(wins ? { readAt: seen.at, resetsAt: seen.resetsAt } : {})
    }
  }
  if (wins) {
    return {
      ...stored,
      value: seen.value,
      resetsAt: seen.resetsAt,
      changedAt: seen.at,
      readAt: seen.at,
      before: { value: stored.value, at: stored.readAt }
    }
  }
  const other = { value: seen.value, at: seen.at }
  return {
    ...stored,
    // It was something else in between, so this value began after that; its newest sight is all that is sure.
    changedAt: seen.at >= stored.changedAt ? stored.readAt : stored.changedAt,
    before: before === null || isNewer(other, before) ? other : before
  }
}

/** Past its known reset, from a clock that was ahead, or forgotten: it says nothing any more. */
const isOver = (sight: Sight, at: number): boolean =>
  (typeof sight.resetsAt === "number" && sight.resetsAt <= at) ||
  sight.at > at + FUTURE_SKEW ||
  at - sight.at > READING_KEPT

const confirmed = (reading: BudgetReading, all: ReadonlyArray<BudgetReading>): boolean =>
  reading.source === "check" ||
  reading.before !== null ||
  all.some(
    (other) =>
      other !== reading &&
      other.source === "status_line" &&
      other.account === reading.account &&
      other.window === reading.window &&
      other.value === reading.value
  )

/**
 * Takes new sights into the stored readings at `at` (epoch ms): the first sight of a screen's figure is not confirmed
 * until it has changed once or another seat shows the same; of each key the newest sight wins; a figure past its known
 * reset is dropped. The order of the sights does not matter, so two watches that fold one after the other lose none.
 */
export const foldReadings = (
  stored: ReadonlyArray<BudgetReading>,
  seen: ReadonlyArray<BudgetObservation>,
  at: number
): ReadonlyArray<BudgetReading> => {
  const readings = new Map<string, BudgetReading>()
  for (const reading of stored) {
    if (!isOver(sightOf(reading), at)) readings.set(readingKey(reading), reading)
  }
  // In their own order inside one fold: then not even the instant of a change depends on how they were listed.
  const ordered = [...seen].sort((left, right) => (isNewer(left, right) ? 1 : isNewer(right, left) ? -1 : 0))
  for (const one of ordered) {
    if (!one.foldable || isOver(one, at)) continue
    const key = readingKey(one)
    const known = readings.get(key)
    readings.set(key, known === undefined ? first(one) : merge(known, one))
  }
  const all = [...readings].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, reading]) => reading)
  return all.map((reading) => ({ ...reading, confirmed: confirmed(reading, all) }))
}
