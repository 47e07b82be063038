/**
 * How one seat's part of a run ended (spec 001 "The records"). `record` is the line on stdout and the seat's one line in the log;
 * `details` follow it on stderr; `rows` are of a pane, for the owner's terminal alone.
 */
export interface SeatOutcome {
  readonly seat: string
  readonly ready: boolean
  readonly record: string
  readonly details: ReadonlyArray<string>
  readonly rows: ReadonlyArray<string>
}

/** The seat is at its prompt, with its rules. */
export const ready = (seat: string, details: ReadonlyArray<string> = []): SeatOutcome => ({
  seat,
  ready: true,
  record: `${seat}: ready`,
  details,
  rows: []
})

/** The seat is out of this run. */
export const leftOut = (
  seat: string,
  reason: string,
  details: ReadonlyArray<string> = [],
  rows: ReadonlyArray<string> = []
): SeatOutcome => ({ seat, ready: false, record: `${seat}: left out: ${reason}`, details, rows })

/** What stderr gets under a record: its details set in, then the pane's last rows, each behind a bar. */
export const detailLines = ({ details, rows }: SeatOutcome): ReadonlyArray<string> => [
  ...details.map((detail) => `  ${detail}`),
  ...rows.map((row) => `  | ${row}`)
]

/** A note on a seat's launch line, as it is said everywhere. */
export const noteLine = (seat: string, why: string): string => `note ${seat}: ${why}`
