import * as Option from "effect/Option"

/** When a limit ends, as a screen says it: a time of day with or without a date and a zone, or a span from now. */
export type ResetWords =
  | {
      readonly _tag: "Clock"
      /** 0 to 11, with `day`; null when the screen names no date. */
      readonly month: number | null
      readonly day: number | null
      readonly hour: number
      readonly minute: number
      /** The zone the screen names (`UTC`, `Europe/Berlin`); null when it names none. */
      readonly zone: string | null
    }
  | { readonly _tag: "In"; readonly ms: number }

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
const CLOCK =
  /^(?:(?<month>[A-Za-z]{3})[a-z]* (?<day>\d{1,2})(?:st|nd|rd|th)?(?:, \d{4})?,?(?: at)? )?(?<hour>\d{1,2})(?::(?<minute>\d{2}))? ?(?<half>[AaPp][Mm])?(?: \((?<zone>[A-Za-z0-9_+/-]{1,40})\)| (?<utc>UTC|GMT))?\.?$/u
const SPAN =
  /^(?:in )?(?:(?<d>\d{1,3}) ?d(?:ays?)? ?)?(?:(?<h>\d{1,3}) ?h(?:ours?)? ?)?(?:(?<m>\d{1,3}) ?m(?:in(?:ute)?s?)?)?\.?$/u

const knownZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}

const hourOf = (hour: number, half: string | undefined): number | null => {
  if (half === undefined) return hour <= 23 ? hour : null
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half.toLowerCase() === "pm" ? 12 : 0)
}

/** What a screen's words about a reset mean; none for words that are no time. Bounded work on any input. */
export const parseReset = (words: string): Option.Option<ResetWords> => {
  const text = words.trim().replace(/\s+/gu, " ").slice(0, 80)
  const clock = CLOCK.exec(text)?.groups
  if (clock?.["hour"] !== undefined) {
    const { day, half, minute, month, utc, zone } = clock
    // A bare number is no time of day.
    if (half === undefined && minute === undefined) return Option.none()
    const hour = hourOf(Number(clock["hour"]), half)
    const index = month === undefined ? null : MONTHS.indexOf(month.toLowerCase())
    const minutes = Number(minute ?? "0")
    if (hour === null || index === -1 || minutes > 59) return Option.none()
    const named = utc === undefined ? zone : "UTC"
    if (named !== undefined && !knownZone(named)) return Option.none()
    return Option.some({
      _tag: "Clock",
      month: index,
      day: day === undefined ? null : Number(day),
      hour,
      minute: minutes,
      zone: named ?? null
    })
  }
  const span = SPAN.exec(text)?.groups
  if (span === undefined) return Option.none()
  const ms =
    Number(span["d"] ?? 0) * 86_400_000 + Number(span["h"] ?? 0) * 3_600_000 + Number(span["m"] ?? 0) * 60_000
  return ms === 0 ? Option.none() : Option.some({ _tag: "In", ms })
}

interface Wall {
  readonly year: number
  readonly month: number
  readonly day: number
}

const wallOf = (at: number, zone: string): Wall & { readonly utc: number } => {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric"
  }).formatToParts(at)
  const part = (type: string): number => Number(parts.find((found) => found.type === type)?.value ?? 0)
  const [year, month, day] = [part("year"), part("month") - 1, part("day")]
  return { year, month, day, utc: Date.UTC(year, month, day, part("hour"), part("minute"), part("second")) }
}

/** The instant at which a zone's wall shows this; twice, because the offset is that of the instant looked for. */
const instantOf = (wall: Wall, hour: number, minute: number, zone: string): number => {
  const wanted = Date.UTC(wall.year, wall.month, wall.day, hour, minute)
  let at = wanted
  for (let i = 0; i < 2; i++) at = wanted - (wallOf(at, zone).utc - Math.floor(at / 1000) * 1000)
  return at
}

/**
 * The instant (epoch ms) the words name, seen at `at`: the next such one, so that `12:10am` read at 23:50 is twenty
 * minutes away. `localZone` stands in where the screen names no zone. None where a date does not exist.
 */
export const resetInstant = (words: ResetWords, at: number, localZone: string): Option.Option<number> => {
  if (words._tag === "In") return Option.some(at + words.ms)
  const zone = words.zone ?? localZone
  if (!knownZone(zone)) return Option.none()
  const today = wallOf(at, zone)
  const { day, hour, minute, month } = words
  if (month !== null && day !== null) {
    const inYear = (year: number) => instantOf({ year, month, day }, hour, minute, zone)
    if (wallOf(inYear(today.year), zone).day !== day) return Option.none()
    // A date well past is next year's; one just past is the reset that has been.
    return Option.some(
      at - inYear(today.year) > 180 * 86_400_000 ? inYear(today.year + 1) : inYear(today.year)
    )
  }
  const first = instantOf(today, hour, minute, zone)
  if (first > at) return Option.some(first)
  const tomorrow = wallOf(at + 86_400_000, zone)
  return Option.some(instantOf(tomorrow, hour, minute, zone))
}
