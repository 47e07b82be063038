/** Most deliveries of one held trigger. */
export const MAX_TRIES = 5
/** Most Enters on one line: a second one may be needed, a third would be hammering. */
export const MAX_ENTERS = 2
/** Milliseconds until the second try; each later one waits twice as long. */
const FIRST_BACKOFF = 60_000

/** What the rules of waiting need to know of a message; instants in epoch ms. */
export interface Waitable {
  readonly id: string
  readonly expires: number | null
  readonly receipt: object | null
}

/** Expired from its instant on. */
export const isExpired = (message: { readonly expires: number | null }, now: number): boolean =>
  message.expires !== null && now >= message.expires

/** The messages that have no receipt and are not expired, oldest first. */
export const waiting = <M extends Waitable>(messages: ReadonlyArray<M>, now: number): ReadonlyArray<M> =>
  messages
    .filter((one) => one.receipt === null && !isExpired(one, now))
    .toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))

/** What becomes of a held trigger: a try now, or not before `at` (epoch ms), or none any more and what is said of it. */
export type Retry =
  | { readonly _tag: "Now" }
  | { readonly _tag: "Later"; readonly at: number }
  | { readonly _tag: "GiveUp"; readonly said: string }

export interface Held {
  readonly id: string
  readonly seat: string
  /** Where the message lies; the last word about it says so (spec 000 §3.6). */
  readonly drop: string
  readonly tries: number
  readonly enters: number
  readonly lastAt: number
}

/** When a held trigger is due: at once when it was never tried, then 60 s after the last try, doubling; five tries in all. */
export const retryOf = (held: Held, now: number): Retry => {
  const { drop, enters, id, lastAt, seat, tries } = held
  if (enters >= MAX_ENTERS)
    return {
      _tag: "GiveUp",
      said: `message ${id} for ${seat} was typed, and Enter did not send it; it lies in ${drop}`
    }
  if (tries >= MAX_TRIES)
    return {
      _tag: "GiveUp",
      said: `message ${id} for ${seat} could not be typed in ${MAX_TRIES} tries; it lies in ${drop}`
    }
  if (tries === 0) return { _tag: "Now" }
  const at = lastAt + FIRST_BACKOFF * 2 ** (tries - 1)
  // A try that lies ahead of the clock was made before the clock stepped back: it holds nothing up.
  return now >= at || lastAt > now ? { _tag: "Now" } : { _tag: "Later", at }
}
