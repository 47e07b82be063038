import * as Schema from "effect/Schema"
import { HostName } from "../../domain/host/pane.ts"
import type { PassResult } from "../../domain/pass/pass.ts"
import type { SeatView } from "../../domain/pass/seat-view.ts"
import type { Snapshot } from "../../domain/pass/snapshot.ts"
import { Why } from "../../domain/seat/reading.ts"
import { readingSentences } from "../../domain/seat/sentence.ts"
import { Source, StateWord } from "../../domain/seat/words.ts"
import { cleanText } from "../../domain/text/clean.ts"
import { instant } from "./instant.ts"
import { table } from "./table.ts"

/** One seat in `team seats --json`. Instants are ISO 8601 UTC. */
export const SeatRow = Schema.Struct({
  seat: Schema.String,
  state: StateWord,
  source: Source,
  blind: Schema.Boolean,
  /** The instant the word stands on. */
  at: Schema.NullOr(Schema.String),
  last_active: Schema.NullOr(Schema.String),
  pane: Schema.NullOr(Schema.String),
  running: Schema.Boolean,
  parked: Schema.Boolean,
  stopped: Schema.Boolean,
  /** The usage limit its screen shows: the screen's words of its end, and that instant where they name one. */
  limit: Schema.optional(Schema.Struct({ words: Schema.String, reset: Schema.NullOr(Schema.String) })),
  /** Every source: what it said, the instant it stands on, its age in milliseconds, and why it did not answer. */
  why: Schema.Array(Schema.Struct({ ...Why.fields, at: Schema.NullOr(Schema.String) }))
})
export type SeatRow = typeof SeatRow.Type

/** `team seats --json`: one document (kind `team.seats`). */
export const SeatsDocument = Schema.Struct({
  format: Schema.Literal(1),
  kind: Schema.Literal("team.seats"),
  at: Schema.String,
  project: Schema.String,
  session: Schema.String,
  host: Schema.Union(HostName, Schema.String),
  /** False while the host does not answer. */
  reachable: Schema.Boolean,
  seats: Schema.Array(SeatRow)
})
export type SeatsDocument = typeof SeatsDocument.Type

const orNull = (at: number | null): string | null => (at === null ? null : instant(at))

export const seatRow = ({ memory, pane, reading, running, spec }: SeatView): SeatRow => ({
  seat: spec.name,
  state: reading.word,
  source: reading.source,
  blind: reading.blind,
  at: orNull(reading.at),
  last_active: orNull(memory.lastActive),
  pane: pane?.pane ?? null,
  running,
  parked: spec.parked,
  stopped: spec.stopped,
  ...(memory.limit === null || memory.limit === undefined
    ? {}
    : { limit: { words: cleanText(memory.limit.words, 80), reset: orNull(memory.limit.reset) } }),
  why: reading.why.map((why) => ({ ...why, at: orNull(why.at) }))
})

export const seatsDocument = (snapshot: Snapshot, result: PassResult): SeatsDocument => ({
  format: 1,
  kind: "team.seats",
  at: instant(snapshot.at),
  project: snapshot.team.project,
  session: snapshot.session,
  host: snapshot.host._tag === "Answered" ? snapshot.host.listing.host : snapshot.host.host,
  reachable: snapshot.host._tag === "Answered",
  seats: result.seats.map(seatRow)
})

/** The table of `team seats` (spec 000 §3.8). */
export const seatsTable = (seats: ReadonlyArray<SeatView>): ReadonlyArray<string> =>
  table([
    ["SEAT", "STATE", "SOURCE", "LAST ACTIVE"],
    ...seats.map(({ memory, reading, spec }) => [
      spec.name,
      reading.word,
      reading.source,
      instant(memory.lastActive)
    ])
  ])

/** What an open dialog asks and the choice it stands on: for the eyes of the person who asks, and not in any document. */
const dialogLines = (screen: SeatView["screen"]): ReadonlyArray<string> => [
  ...(screen?.words === undefined ? [] : [`  asks ${cleanText(screen.words.replaceAll("\n", " / "), 500)}`]),
  ...(screen?.choice === undefined
    ? []
    : [`  stands on ${screen.choice.index}. ${cleanText(screen.choice.label, 80)}`])
]

/** When the limit ends: the screen's words, and the instant they name (a time without a zone is the machine's own). */
const limitLines = ({ limit }: SeatView["memory"]): ReadonlyArray<string> =>
  limit === null || limit === undefined || limit.words === ""
    ? []
    : [
        `  limit ends ${cleanText(limit.words, 80)}${limit.reset === null ? "" : `, which is ${instant(limit.reset)}`}`
      ]

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** Why a seat's word is what it is, in sentences: the source that answered, then what every source said (design §4). */
export const explainSeat = (view: SeatView): ReadonlyArray<string> => {
  const { evidence, memory, pane, reading, screen, spec } = view
  const { because, sources } = readingSentences(evidence, reading)
  const by =
    reading.source === "cli" && screen !== null
      ? `: rule ${screen.rule}, rows ${screen.rows.join(",") || "-"}`
      : ""
  const since = reading.at === null || reading.at === evidence.at ? "" : `, since ${instant(reading.at)}`
  return [
    `${spec.name}: ${reading.word} (${reading.source})${reading.blind ? ", blind" : ""}`,
    `  ${capital(because)}${by}${since}.`,
    ...dialogLines(screen),
    ...limitLines(memory),
    ...table(
      [["pane", pane?.pane ?? "none is its own"], ...sources].map(([source = "", said = ""]) => [
        source,
        said
      ]),
      "  "
    )
  ]
}
