import { cleanText } from "../text/clean.ts"
import type { TierStatus } from "./payload.ts"

/** Characters of a seat's name on the line. */
const SHOWN = 40

// A name with a divider or a bracket of its own could pass for another tier's state.
const plain = (seat: string): string =>
  cleanText(seat, SHOWN).replaceAll(/[^\p{L}\p{M}\p{N} ._:@%/#+~$…-]/gu, "_")

const shown = ({ seat, state, tier }: TierStatus): string => {
  const name = seat === null ? "" : plain(seat)
  return `${tier} ${state}${name === "" ? "" : ` (${name})`}`
}

/** The one line of supervision: `supervision: overseer ARMED (w3:p2) · watch ABSENT`. Rendered here and nowhere else. */
export const supervisionText = (tiers: ReadonlyArray<TierStatus>): string =>
  `supervision: ${tiers.map(shown).join(" · ")}`
