import type { PassResult } from "../pass/pass.ts"
import type { SeatView } from "../pass/seat-view.ts"
import type { Snapshot } from "../pass/snapshot.ts"
import { heartbeatOf, isHeartbeatFresh, type WatchRecord } from "../pass/watch-record.ts"
import { cleanText } from "../text/clean.ts"
import * as text from "./catalogue.ts"

/** Something that is not as the file has it, and what repairs it. */
export interface Difference {
  readonly what: string
  readonly repair: string
}

const tokens = (words: string): ReadonlyArray<string> =>
  words
    .toLowerCase()
    .split(/[^a-z0-9.]+/)
    .filter((word) => word !== "")
    .sort()

/**
 * Whether the screen's model and version are not the file's. Version "0" declares none, and then the words the file has
 * for the model need only be among the screen's: a fresh file names the family alone.
 */
export const modelDiffers = (
  declared: { readonly model: string; readonly version: string },
  seen: { readonly model: string; readonly version: string | undefined }
): boolean => {
  // A file may carry the version inside the model's name; the same words in another order are the same model.
  const named = tokens(declared.model).filter((word) => word !== declared.version)
  const shown = tokens(seen.model)
  if (declared.version === "0") return !named.every((word) => shown.includes(word))
  if (named.join(" ") !== shown.join(" ")) return true
  return seen.version !== undefined && seen.version !== declared.version
}

const seatDifferences = (seat: SeatView, host: string): ReadonlyArray<Difference> => {
  const { ambiguous, running, screen, spec } = seat
  if (ambiguous.length > 0) {
    return [
      { what: text.ambiguous(spec.name, ambiguous), repair: "close or rename all but one of those panes" }
    ]
  }
  if (!running) {
    if (spec.stopped) return []
    const name =
      host === "tmux"
        ? `tmux set-option -p -t PANE @team_seat ${spec.name}`
        : `herdr agent rename PANE ${spec.name}`
    return [
      { what: text.notRunning(spec.name), repair: `start it by its launch line, then name its pane: ${name}` }
    ]
  }
  if (screen?.model === undefined) return []
  const seen = { model: screen.model, version: screen.version }
  if (!modelDiffers(spec, seen)) return []
  const runs = cleanText(`${seen.model} ${seen.version ?? ""}`, 60).trim()
  return [
    {
      what: `${spec.name} runs ${runs}; the file says ${spec.model} ${spec.version}`,
      repair: `correct the file's model and version, or start ${spec.name} again with its launch line`
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
  const host = snapshot.host._tag === "Answered" ? snapshot.host.listing.host : snapshot.host.host
  const extra = result.standing
    .filter((report) => report.check === "extra")
    .map((report) => ({ what: report.text, repair: "add it to the file, or close its pane" }))
  const answered = snapshot.host._tag === "Answered"
  return [
    ...(answered ? result.seats.flatMap((seat) => seatDifferences(seat, host)) : []),
    ...extra,
    ...watchDifference(watch, snapshot)
  ]
}
