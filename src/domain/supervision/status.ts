import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { StandDownRecord, type TierStatus } from "./payload.ts"
import { seatName } from "./seat-name.ts"
import { FUTURE_GRACE, isSeatTier, STALE_AFTER, TIERS, type Tier } from "./tiers.ts"

/**
 * What stood at a path: nothing, something that is no regular file of ours, or a file with its mtime (epoch ms, parts of
 * one included) and its text, null where that could not be read or is too long.
 */
export type FileSeen =
  | { readonly _tag: "None" }
  | { readonly _tag: "Unreadable" }
  | { readonly _tag: "File"; readonly mtime: number; readonly text: string | null }

/** Both files of a tier. The stand-down is looked at first, so that an arming in between is never missed. */
export interface TierSeen {
  readonly standDown: FileSeen
  readonly beat: FileSeen
}

interface Named {
  readonly seat: string | null
  readonly arm: string | null
}
interface Stamped extends Named {
  readonly mtime: number
}

const NOBODY: Named = { seat: null, arm: null }

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Who a beat says it is of. What cannot be read names nobody. */
const namedIn = (text: string | null): Named => {
  const record = text === null ? null : parsed(text)
  if (typeof record !== "object" || record === null) return NOBODY
  const fields: { readonly format?: unknown; readonly seat?: unknown; readonly armId?: unknown } = record
  return fields.format === 1 ? { seat: seatName(fields.seat), arm: seatName(fields.armId) } : NOBODY
}

const decodeStandDown = Schema.decodeUnknownOption(Schema.parseJson(StandDownRecord))

const beatOf = (tier: Tier, seen: FileSeen): Stamped | "None" | "Unreadable" => {
  if (seen._tag !== "File") return seen._tag
  const named = namedIn(seen.text)
  // Armed and nobody's would read as a coverage no seat gives; on the watch's tier the file alone is a sign of life.
  if (!Number.isFinite(seen.mtime) || (isSeatTier(tier) && named.seat === null)) return "Unreadable"
  return { mtime: seen.mtime, ...named }
}

const standDownOf = (tier: Tier, seen: FileSeen): Stamped | "None" | "Unreadable" => {
  if (seen._tag !== "File") return seen._tag
  const record = Option.getOrNull(decodeStandDown(seen.text))
  if (record === null || record.tier !== tier || !Number.isFinite(seen.mtime)) return "Unreadable"
  const seat = seatName(record.seat)
  if (isSeatTier(tier) && seat === null) return "Unreadable"
  return { mtime: seen.mtime, seat, arm: seatName(record.armId) }
}

/** A later beat, or a fresh one of another arm: a stand-down that lost the race to it hides no living watcher. */
const outranks = (beat: Stamped, standDown: Stamped, now: number): boolean =>
  beat.mtime > standDown.mtime ||
  (now - beat.mtime <= STALE_AFTER &&
    beat.arm !== null &&
    standDown.arm !== null &&
    beat.arm !== standDown.arm)

/**
 * The state of one tier at `now` (epoch ms by the reader's clock). The age of a beat is its file's mtime and nothing else.
 * A stand-down outranks the beat it follows; one that cannot be read makes the tier unreadable whatever the beat says.
 */
export const tierStatus = (
  tier: Tier,
  { beat: beatSeen, standDown: downSeen }: TierSeen,
  now: number
): TierStatus => {
  const unreadable: TierStatus = { tier, state: "UNREADABLE", age: null, seat: null }
  const standDown = standDownOf(tier, downSeen)
  if (standDown === "Unreadable" || !Number.isFinite(now)) return unreadable
  const beat = beatOf(tier, beatSeen)
  const stamped = typeof beat === "string" ? null : beat
  if (standDown !== "None" && (stamped === null || !outranks(stamped, standDown, now))) {
    return { tier, state: "DISARMED", age: null, seat: standDown.seat ?? stamped?.seat ?? null }
  }
  if (beat === "None") return { tier, state: "ABSENT", age: null, seat: null }
  if (beat === "Unreadable") return unreadable
  const age = now - beat.mtime
  // Not a fresh beat but one whose age cannot be told.
  if (age < -FUTURE_GRACE) return unreadable
  const state = age > STALE_AFTER ? "STALE" : "ARMED"
  return { tier, state, age: Math.max(0, Math.ceil(age)), seat: beat.seat }
}

/** What was seen of the tiers; one that is left out was not there. */
export type Seen = Readonly<Partial<Record<Tier, TierSeen>>>

const NOTHING_SEEN: TierSeen = { standDown: { _tag: "None" }, beat: { _tag: "None" } }

/** Every tier there is, in its order, whether or not anything was seen of it. `now` is the reader's clock, epoch ms. */
export const supervisionOf = (seen: Seen, now: number): ReadonlyArray<TierStatus> =>
  TIERS.map((tier) => tierStatus(tier, seen[tier] ?? NOTHING_SEEN, now))
