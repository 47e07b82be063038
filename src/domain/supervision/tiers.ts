/** The seats that supervise and what watches their context, in the order every surface lists them. */
export const SEAT_TIERS = ["orchestrator", "orchestrator-context", "overseer", "overseer-context"] as const

/**
 * Every tier there is, in the order they are listed. Closed: a tier that is not here would be one nobody sees, so each
 * is shown whether or not anything ever beat for it.
 */
export const TIERS = [...SEAT_TIERS, "watch"] as const

export type SeatTier = (typeof SEAT_TIERS)[number]
export type Tier = (typeof TIERS)[number]

/** Is this word a tier? */
export const isTier = (word: string): word is Tier => TIERS.some((tier) => tier === word)

/** Must a record of this tier name the seat it speaks for? */
export const isSeatTier = (tier: Tier): tier is SeatTier => SEAT_TIERS.some((one) => one === tier)

/** The five states, as they are printed. */
export const TIER_STATES = ["ABSENT", "ARMED", "STALE", "DISARMED", "UNREADABLE"] as const

/** A watcher beats this often, ms. */
export const BEAT = 10_000
/** A beat older than six of them is stale, ms: at exactly this age it still counts. */
export const STALE_AFTER = 6 * BEAT
/** A file may lie this far in the reader's future before its age cannot be told, ms: two clocks never quite agree. */
export const FUTURE_GRACE = 1_000
