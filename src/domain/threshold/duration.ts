import * as Schema from "effect/Schema"

/** A length of time: whole milliseconds, and the text it was written as (null for a computed one). */
export const Duration = Schema.Struct({
  ms: Schema.NonNegativeInt,
  written: Schema.NullOr(Schema.String)
})
export type Duration = typeof Duration.Type

/** The units a duration is written in, largest first, in milliseconds. */
const UNITS = [
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000]
] as const

/** `120s`, `10m`, `1.5h`: what a duration in a file looks like. Nine digits are more than thirty years of seconds. */
export const DURATION_PATTERN = /^(\d{1,9})(?:\.(\d{1,6}))?([smh])$/

/**
 * The milliseconds a duration text stands for, exact to the decimal (`1.1m` is 66000), possibly a fraction of one.
 * Null when the text is not a duration. A leading minus is not part of the form.
 */
export const parseMs = (text: string): number | null => {
  const match = DURATION_PATTERN.exec(text)
  const unit = UNITS.find(([letter]) => letter === match?.[3])
  if (match === null || unit === undefined) return null
  const decimals = match[2] ?? ""
  // Digits as one integer, divided once at the end: no binary fraction gets in before the division.
  return (Number(`${match[1]}${decimals}`) * unit[1]) / 10 ** decimals.length
}

/** A computed duration; prints in the largest whole unit. `ms` is rounded to a whole number. */
export const ofMs = (ms: number): Duration => ({ ms: Math.max(0, Math.round(ms)), written: null })

/** A duration of so many seconds, as a computed one. */
export const ofSeconds = (seconds: number): Duration => ofMs(seconds * 1_000)

/** Milliseconds in the largest unit that leaves a whole number (`10m`, `90s`); a fraction of a second in seconds. */
export const printMs = (ms: number): string => {
  if (ms === 0) return "0s"
  const unit = UNITS.find(([, size]) => ms % size === 0)
  return unit === undefined ? `${ms / 1_000}s` : `${ms / unit[1]}${unit[0]}`
}

/** The text of a duration: as it was written, else in the largest whole unit (spec 000 §3.2). */
export const print = (duration: Duration): string => duration.written ?? printMs(duration.ms)
