import type { ProcessId } from "../host/pane.ts"
import { isSameFront } from "./front.ts"
import type { TypedLine } from "./line.ts"
import type { Seen } from "./observation.ts"
import { holdsLine } from "./readback.ts"

/**
 * What this process typed and did not send: the only thing that makes a line in a box its own (spec 000 §3.6). Lives in
 * memory: after a restart nothing is, for the lines are fixed and anybody can type one.
 */
export interface TypingRecord {
  readonly pane: string
  readonly server: string
  readonly process: ProcessId
  readonly text: TypedLine
  /** How often Enter was pressed on it. */
  readonly enters: number
}

/** One for the line, and one for a CLI that took the first for part of a paste (case 75). */
export const MAX_ENTERS = 2

/**
 * What proves that a line already in the box may be sent: nothing, the pending marker beside a drop, or a record. `entered`:
 * Enter was pressed on the marker's line before, so that an empty box means it was taken, and it is never typed anew.
 */
export type Own =
  | { readonly _tag: "None" }
  | { readonly _tag: "Marker"; readonly entered?: boolean }
  | { readonly _tag: "Record"; readonly record: TypingRecord }

/** The record is of this pane, of the process in front of it and of the server that has it. */
const isOfPlace = (record: TypingRecord, pane: string, { front, server }: Seen): boolean =>
  record.pane === pane &&
  record.server === server &&
  (front._tag === "Seat" || front._tag === "Agent") &&
  isSameFront(record.process, front.process)

/**
 * The record after a look at its pane: null once the process changed or a legible box no longer holds the text, so that a
 * person's same words later are not taken for it. A look that shows no box says nothing.
 */
export const recordAfter = (record: TypingRecord, pane: string, seen: Seen): TypingRecord | null => {
  if (!isOfPlace(record, pane, seen)) return null
  const { box, drawn } = seen.sight
  if (box === "empty") return null
  return drawn !== null && !holdsLine(record.text, drawn) ? null : record
}

/** True when the line that the box holds is one the caller may send. */
export const owns = (own: Own, pane: string, line: TypedLine, seen: Seen): boolean =>
  own._tag === "Marker" ||
  (own._tag === "Record" &&
    own.record.text === line &&
    own.record.enters < MAX_ENTERS &&
    isOfPlace(own.record, pane, seen))
