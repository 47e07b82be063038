import type { BeatRecord, PresenceRecord, StandDownRecord } from "./payload.ts"
import type { Tier } from "./tiers.ts"

/** The most bytes of a record that are read. What is larger is none of ours. */
export const RECORD_BYTES = 4_096

/** Who writes a record: `seat` as `seatName` gives it, `arm` the watcher's own id or null for a single beat. */
export interface Writer {
  readonly tier: Tier
  readonly seat: string | null
  readonly arm: string | null
  readonly pid: number
}

const line = (record: BeatRecord | PresenceRecord | StandDownRecord): string => `${JSON.stringify(record)}\n`

const common = ({ arm, pid, seat, tier }: Writer) => ({
  format: 1 as const,
  tier,
  ...(seat === null ? {} : { seat }),
  ...(arm === null ? {} : { armId: arm }),
  pid
})

/** The text of a beat made at `now`, epoch ms. */
export const beatText = (writer: Writer, now: number): string =>
  line({ ...common(writer), beatAt: new Date(now).toISOString() })

/** The text of a stand-down made at `now`, epoch ms. */
export const standDownText = (writer: Writer, now: number): string =>
  line({ ...common(writer), disarmedAt: new Date(now).toISOString() })

/** The text of a watcher's presence. */
export const presenceText = ({ pid, tier }: Writer, id: string): string => line({ format: 1, tier, pid, id })

export const beatName = (tier: Tier): string => `${tier}.beat`
export const standDownName = (tier: Tier): string => `${tier}.standdown`
/** The file that says that one watcher of the tier is there. */
export const presenceName = (tier: Tier, id: string): string => `${tier}.live.${id}`

/** Whose presence a file's name is, or null when it is none of this tier's. */
export const presenceOf = (tier: Tier, name: string): string | null => {
  const prefix = presenceName(tier, "")
  return name.startsWith(prefix) && name.length > prefix.length ? name.slice(prefix.length) : null
}
