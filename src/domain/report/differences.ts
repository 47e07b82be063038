import type { PassResult } from "../pass/pass.ts"
import type { SeatView } from "../pass/seat-view.ts"
import type { Snapshot } from "../pass/snapshot.ts"
import { heartbeatOf, isHeartbeatFresh, type WatchRecord } from "../pass/watch-record.ts"
import * as text from "./catalogue.ts"
import { modelDriftOf } from "./model.ts"
import { relaunch } from "./repairs.ts"

/** Something that is not as the file has it, and what repairs it. */
export interface Difference {
  readonly what: string
  readonly repair: string
}

const seatDifferences = (seat: SeatView): ReadonlyArray<Difference> => {
  const { ambiguous, restored, running, spec } = seat
  if (ambiguous.length > 0) {
    return [
      { what: text.ambiguous(spec.name, ambiguous), repair: "close or rename all but one of those panes" }
    ]
  }
  if (!running && !restored) {
    if (spec.stopped) return []
    return [
      {
        what: text.notRunning(spec.name),
        repair: `start it by its launch line, then team register ${spec.name} --pane PANE`
      }
    ]
  }
  return [...identityDifference(seat), ...driftDifference(seat)]
}

const identityDifference = ({ restored, returned, spec }: SeatView): ReadonlyArray<Difference> => {
  if (returned) {
    return [{ what: `${spec.name}: restored, not launched by team`, repair: `team register ${spec.name}` }]
  }
  return restored
    ? [{ what: text.restored(spec.name), repair: `${relaunch(spec)}; or team register ${spec.name}` }]
    : []
}

const driftDifference = ({ screen, spec }: SeatView): ReadonlyArray<Difference> => {
  const drift = modelDriftOf(spec, screen)
  return drift === null
    ? []
    : [
        {
          what: text.modelRuns(spec.name, drift.runs, drift.declared),
          repair: `${relaunch(spec)}; or correct the file's model and version`
        }
      ]
}

/** A watch that was started and has not passed for two intervals (spec 000 §3.7). None recorded is no difference. */
const watchDifference = (record: WatchRecord | null, { at, team }: Snapshot): ReadonlyArray<Difference> => {
  if (record === null || isHeartbeatFresh(record, at, team.interval)) return []
  const beat = heartbeatOf(record)
  return [
    {
      what: `the watch's last pass was ${beat === null ? "at no readable instant" : new Date(beat).toISOString()}, more than two intervals ago`,
      repair: "team watch"
    }
  ]
}

/** How the running team differs from its file, in file order, each with its repair (spec 000 §3.7, §4). */
export const differencesOf = (
  snapshot: Snapshot,
  result: PassResult,
  watch: WatchRecord | null
): ReadonlyArray<Difference> => {
  const extra = result.standing
    .filter((report) => report.check === "extra")
    .map((report) => ({ what: report.text, repair: "add it to the file, or close its pane" }))
  const answered = snapshot.host._tag === "Answered"
  return [
    ...(answered ? result.seats.flatMap(seatDifferences) : []),
    ...extra,
    ...watchDifference(watch, snapshot)
  ]
}
