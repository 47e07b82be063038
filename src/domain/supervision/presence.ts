import { STALE_AFTER } from "./tiers.ts"

/** A presence file of a tier: whose it is, and its mtime in epoch ms. */
export interface Peer {
  readonly id: string
  readonly mtime: number
}

/**
 * The stale peers of one look at a tier's presences, or null when somebody else lives: then the tier is not down. Only
 * the age tells (a killed watcher cannot take its file away); one in the future counts as alive. Who arms after the look
 * is in no answer, so nobody sweeps a watcher it never saw.
 */
export const lastOut = (peers: ReadonlyArray<Peer>, own: string, now: number): ReadonlyArray<Peer> | null => {
  const others = peers.filter(({ id }) => id !== own)
  return others.every(({ mtime }) => now - mtime > STALE_AFTER) ? others : null
}
