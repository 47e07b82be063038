import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

/** The zone of a time without one: the environment's TZ where it names one, else the machine's. */
export const zoneOf = (env: Readonly<Record<string, string | undefined>>): DateTime.TimeZone =>
  Option.getOrElse(DateTime.zoneFromString(env["TZ"] ?? ""), () => DateTime.zoneMakeLocal())
