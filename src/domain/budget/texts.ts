import { MINOR } from "./account.ts"

/**
 * The texts of budgets, the reports to the letter of spec 000 §3.5. Names come from the validated team file; figures are
 * printed exactly, so no rounding can contradict the sentence it stands in.
 */

/** An amount in minor units with two decimals, and as many more (four at most) as it needs. */
export const amount = (minor: number): string => {
  const whole = Math.abs(minor)
  const part = String(whole % MINOR)
    .padStart(4, "0")
    .replace(/0{1,2}$/u, "")
  return `${minor < 0 ? "-" : ""}${Math.floor(whole / MINOR)}.${part}`
}

/** A length of time in whole minutes: `44m`, `2h`, `1h5m`; `<1m` under a minute. */
export const age = (ms: number): string => {
  const minutes = Math.floor(Math.max(0, ms) / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (minutes === 0) return "<1m"
  return `${hours > 0 ? `${hours}h` : ""}${rest > 0 ? `${rest}m` : ""}`
}

export const pastMark = (account: string, window: string, used: number, mark: number): string =>
  `${account} ${window} is ${used}% used, past the ${mark}% mark`
export const insideReserve = (account: string, window: string, left: number, reserve: number): string =>
  `${account} ${window} left ${left}%, inside its ${reserve}% reserve`
export const atFloor = (account: string, minor: number, floor: number, currency: string): string =>
  `${account} ${amount(minor)} ${currency} left, at its ${amount(floor)} ${currency} floor`
export const unknownWhile = (account: string, seat: string): string =>
  `${account} is unknown while ${seat} runs on it`

/** What the launch gate says of an account; `room` are the accounts that have some. */
const rooms = (room: ReadonlyArray<string>): string =>
  `accounts with room: ${room.length === 0 ? "none" : room.join(", ")}`

export const refusedReserve = (
  said: string,
  verb: "changed" | "read",
  ms: number,
  room: ReadonlyArray<string>
): string => `refused: ${said}, ${verb} ${age(ms)} ago; ${rooms(room)}`
export const refusedFloor = (
  account: string,
  minor: number,
  floor: number,
  currency: string,
  ms: number,
  room: ReadonlyArray<string>
): string =>
  `refused: ${account} spend ${amount(minor)} ${currency}, at or below its ${amount(floor)} ${currency} floor, read ${age(ms)} ago; ${rooms(room)}`
export const isUnknown = (account: string): string => `${account} is unknown`
export const firstSight = (account: string): string => `${account}: first sight only, not yet counted`

/** What the watch says, once until it reads again, of a check command that gave no reading. */
export const checkUnreadable = (account: string): string => `${account}: its check is unreadable`
export const checkUnapproved = (account: string): string =>
  `the check for ${account} is unapproved; that account reads unknown`
export const checkMissing = (account: string, command: string): string =>
  `${account}: its check ${command} is not on the PATH`
