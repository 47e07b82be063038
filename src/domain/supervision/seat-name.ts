import { cleanText } from "../text/clean.ts"
import { isSeatTier, type Tier } from "./tiers.ts"

/** Characters of a seat's name that are kept. */
const LONGEST = 100

/** The seat a record or an option names, fit to print; null when nothing is left of it. Untrusted text. */
export const seatName = (raw: unknown): string | null => {
  if (typeof raw !== "string") return null
  const name = cleanText(raw, LONGEST)
  return name === "" ? null : name
}

/** Why a record of this tier may not be written, or null: on a seat's tier it must say whose it is. */
export const refusalOf = (tier: Tier, seat: string | null): string | null =>
  isSeatTier(tier) && seat === null
    ? `${tier} is a seat's tier: a beat must name the seat it speaks for`
    : null
