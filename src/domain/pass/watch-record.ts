import * as Schema from "effect/Schema"

/** The watch's record in the session state (spec 000 §3.7). What lies beyond the spec's four fields makes identity exact. */
export const WatchRecord = Schema.Struct({
  /** The watch's process. */
  pid: Schema.optional(Schema.Int),
  /** The instant of the last pass, ISO 8601 UTC. */
  heartbeat: Schema.String,
  /** The pane it runs in. */
  pane: Schema.optional(Schema.String),
  /** The workspace of its own. */
  workspace: Schema.optional(Schema.String),
  /** The process's start stamp: a pid alone is reused. */
  start: Schema.optional(Schema.NullOr(Schema.String)),
  /** The machine it runs on: a home can be shared. */
  machine: Schema.optional(Schema.String),
  /** Its in-force interval in milliseconds. */
  interval: Schema.optional(Schema.Number)
})
export type WatchRecord = typeof WatchRecord.Type

/** Epoch milliseconds of the heartbeat, or null when it is no instant. */
export const heartbeatOf = (record: WatchRecord): number | null => {
  const at = Date.parse(record.heartbeat)
  return Number.isNaN(at) ? null : at
}

/** A heartbeat counts up to two in-force intervals; past them `team check` flags it (spec 000 §3.7, rule 10). */
export const isHeartbeatFresh = (record: WatchRecord, at: number, interval: number): boolean => {
  const beat = heartbeatOf(record)
  return beat !== null && at - beat <= 2 * (record.interval ?? interval)
}

/** What was found out about a recorded watch's process and pane. */
export interface WatchEvidence {
  /** `unread` when the process is another machine's or cannot be looked up. */
  readonly process: "alive" | "gone" | "unread" | "self"
  /** The recorded pane is there and runs more than a bare shell. */
  readonly pane: boolean
}

/** Why the recorded watch counts as alive, or null when a new one may start (spec 000 rule 10). */
export const watchAlive = (
  record: WatchRecord,
  evidence: WatchEvidence,
  at: number,
  interval: number
): "process" | "pane" | "heartbeat" | null => {
  if (evidence.process === "self") return null
  if (evidence.process === "alive") return "process"
  if (evidence.pane) return "pane"
  return isHeartbeatFresh(record, at, interval) ? "heartbeat" : null
}
