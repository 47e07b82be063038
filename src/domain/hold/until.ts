import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { parseMs } from "../threshold/duration.ts"

/** No hold lasts longer than this by itself: one that is forgotten must end. Milliseconds (31 days). */
export const LONGEST_HOLD = 31 * 24 * 3_600_000

const CLOCK = "(?:[01]\\d|2[0-3]):[0-5]\\d"
const DATE = "\\d{4}-\\d{2}-\\d{2}"
const ZONED = new RegExp(
  `^(${DATE})[T ]${CLOCK}(?::[0-5]\\d(?:\\.\\d{1,3})?)?(?:Z|[+-](?:0\\d|1[0-4]):[0-5]\\d)$`,
  "u"
)
const LOCAL = new RegExp(`^(?:(tomorrow|${DATE})[T ])?(${CLOCK})$`, "u")

const EXAMPLE = "write 18:30, tomorrow 09:00, 2026-12-24 09:00 or 2026-12-24T09:00:00Z"

/** A day that is in the calendar: the parser would roll February 30 over into March. */
const isDay = (date: string): boolean =>
  Option.exists(DateTime.make(`${date}T00:00:00Z`), (day) => DateTime.formatIsoDateUtc(day) === date)

/** The instants at which the zone's wall shows this: one, or two where the clock goes back; in a gap, the one after it. */
const wallInstants = (date: string, clock: string, timeZone: DateTime.TimeZone): ReadonlyArray<number> =>
  (["compatible", "later"] as const).flatMap((disambiguation) =>
    DateTime.makeZoned(`${date}T${clock}:00Z`, { timeZone, adjustForTimeZone: true, disambiguation }).pipe(
      Option.map(DateTime.toEpochMillis),
      Option.toArray
    )
  )

const dayOf = (now: number, zone: DateTime.TimeZone, days: number): string =>
  DateTime.formatIsoDate(DateTime.add(DateTime.setZone(DateTime.unsafeMake(now), zone), { days }))

const candidates = (
  text: string,
  now: number,
  zone: DateTime.TimeZone
): Either.Either<ReadonlyArray<number>, string> => {
  const zoned = ZONED.exec(text)
  const local = LOCAL.exec(text)
  const [, date] = zoned ?? local ?? []
  if (date !== undefined && date !== "tomorrow" && !isDay(date)) {
    return Either.left(`there is no day ${date}; ${EXAMPLE}`)
  }
  if (zoned !== null) {
    return Either.right(
      DateTime.make(text.replace(" ", "T")).pipe(Option.map(DateTime.toEpochMillis), Option.toArray)
    )
  }
  const clock = local?.[2]
  if (clock === undefined) return Either.left(`that is no time; ${EXAMPLE}`)
  const days =
    date === undefined
      ? [dayOf(now, zone, 0), dayOf(now, zone, 1)]
      : [date === "tomorrow" ? dayOf(now, zone, 1) : date]
  return Either.right(days.flatMap((day) => wallInstants(day, clock, zone)))
}

/**
 * The instant that the TIME of `--until` names, epoch ms: ISO 8601 with its zone, or a time of day (with `tomorrow` or a
 * date before it) in `zone`; the next one ahead. Left: why it is refused, without the text itself.
 */
export const parseUntil = (
  text: string,
  now: number,
  zone: DateTime.TimeZone
): Either.Either<number, string> =>
  Either.flatMap(candidates(text.trim(), now, zone), (all) => {
    const until = all.find((at) => at > now)
    if (until === undefined) return Either.left(`that time has passed; ${EXAMPLE}`)
    return until - now > LONGEST_HOLD
      ? Either.left("that is more than 31 days ahead; name a nearer time, such as tomorrow 09:00")
      : Either.right(until)
  })

/** The instant a DURATION of `--for` ends at, epoch ms. Left: why it is refused, without the text itself. */
export const parseFor = (text: string, now: number): Either.Either<number, string> => {
  const ms = parseMs(text.trim())
  if (ms === null) return Either.left("that is no duration; write 30m, 2h or 1.5h")
  if (Math.round(ms) < 1) return Either.left("a hold lasts longer than nothing; write 30m, 2h or 1.5h")
  return ms > LONGEST_HOLD
    ? Either.left("that is more than 31 days; write 744h at the most")
    : Either.right(now + Math.round(ms))
}
