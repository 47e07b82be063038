import { refusalOf, seatName } from "../../domain/supervision/seat-name.ts"
import { isTier, type Tier } from "../../domain/supervision/tiers.ts"
import { beatDisk } from "./disk.ts"
import { recallPlace } from "./place.ts"
import { beatSteps, finish, standDownSteps } from "./steps.ts"

interface Call {
  readonly tier: Tier
  readonly seat: string | null
  readonly standDown: boolean
}

/** The plain call `TIER [--seat ID] [--stand-down]`, or null for any other. */
const callOf = (args: ReadonlyArray<string>): Call | null => {
  let tier: Tier | null = null
  let seat: string | null = null
  let standDown = false
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? ""
    if (word === "--stand-down" && !standDown) standDown = true
    else if (word === "--seat" && seat === null) {
      at += 1
      const next = args[at] ?? ""
      // A word that may be an option is for the full command to judge.
      if (next.startsWith("-")) return null
      seat = seatName(next)
      if (seat === null) return null
    } else if (isTier(word) && tier === null) tier = word
    else return null
  }
  return tier === null || refusalOf(tier, seat) !== null ? null : { tier, seat, standDown }
}

/**
 * `team beat TIER [--seat ID] [--stand-down]` in its plain form: one beat or one stand-down, silent. False when anything is
 * not plain (another option, a refusal, a place nobody looked up yet, a write that failed): then nothing was said and the
 * full command does it all, with its own words.
 */
export const runBeat = (args: ReadonlyArray<string>): boolean => {
  const call = callOf(args)
  if (call === null) return false
  try {
    const now = Date.now()
    const place = recallPlace(process.env, process.cwd(), now)
    if (place === null) return false
    const disk = beatDisk(place.root, place.session)
    const writer = { tier: call.tier, seat: call.seat, arm: null, pid: process.pid }
    finish(call.standDown ? standDownSteps(disk, writer, now) : beatSteps(disk, writer, now))
    return true
  } catch {
    return false
  }
}
