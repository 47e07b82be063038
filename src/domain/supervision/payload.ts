import * as Schema from "effect/Schema"
import { TIER_STATES, TIERS } from "./tiers.ts"

/** A tier: one for each supervising seat, one for what watches its context, and the watch's. */
export const Tier = Schema.Literal(...TIERS)
export type Tier = typeof Tier.Type

/** What a tier is found to be. */
export const TierState = Schema.Literal(...TIER_STATES)
export type TierState = typeof TierState.Type

const common = {
  format: Schema.Literal(1),
  tier: Tier,
  /** The seat it speaks for: required on a seat's tier, untrusted everywhere. */
  seat: Schema.optional(Schema.String),
  /** The watcher's own id; a single beat has none. */
  armId: Schema.optional(Schema.String),
  pid: Schema.Int
}

/** What stands in a beat. The instant is for people: the age of a beat is its file's, always. */
export const BeatRecord = Schema.Struct({ ...common, beatAt: Schema.String })
export type BeatRecord = typeof BeatRecord.Type

/** One armed watcher of a tier. */
export const PresenceRecord = Schema.Struct({
  format: Schema.Literal(1),
  tier: Tier,
  pid: Schema.Int,
  id: Schema.String
})
export type PresenceRecord = typeof PresenceRecord.Type

/** A watcher that ended on purpose, and when. */
export const StandDownRecord = Schema.Struct({
  ...common,
  disarmedAt: Schema.String.pipe(Schema.filter((text) => !Number.isNaN(Date.parse(text))))
})
export type StandDownRecord = typeof StandDownRecord.Type

/** A tier as a reader finds it; `age` of its beat in whole ms, where that was told. */
export const TierStatus = Schema.Struct({
  tier: Tier,
  state: TierState,
  age: Schema.NullOr(Schema.Number),
  seat: Schema.NullOr(Schema.String)
})
export type TierStatus = typeof TierStatus.Type
