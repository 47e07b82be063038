import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type { Who } from "../caller/caller.ts"
import { type Hold, holdInForce } from "../pass/hold.ts"
import { cleanText } from "../text/clean.ts"

/** The most characters of a reason. */
export const REASON_MAX = 200
const NAME_MAX = 40

/** An instant of a record as ISO 8601 UTC; `-` where a hand wrote a number that is none. */
export const isoOf = (at: number): string =>
  Option.match(DateTime.make(at), { onNone: () => "-", onSome: DateTime.formatIso })

/** Who sets a hold, as its record says it: the seat that calls, else the account's name. One line. */
export const holderOf = (who: Who, user: string): string =>
  cleanText(who._tag === "Seat" ? who.name : user, NAME_MAX)

/** Who set a hold and since when: `by ana since 2026-12-01T03:40:00.000Z`. */
export const heldSince = (hold: Hold): string =>
  `${hold.by === undefined || hold.by === "" ? "" : `by ${cleanText(hold.by, NAME_MAX)} `}since ${isoOf(hold.since)}`

/**
 * A hold in words, one line fit to print: who, since when, until when (or that it has ended by `at`), why (spec 000 §2).
 * Its place is left to the caller: `held: the team, ${holdText(hold, at)}`.
 */
export const holdText = (hold: Hold, at: number): string => {
  const ended = holdInForce(hold, at) === null
  const until = hold.until == null ? "" : `, ${ended ? "ended" : "until"} ${isoOf(hold.until)}`
  const reason = cleanText(hold.reason ?? "", REASON_MAX)
  return `${heldSince(hold)}${until}${reason === "" ? "" : `: ${reason}`}`
}
