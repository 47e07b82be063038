import * as Schema from "effect/Schema"
import { heldSince, holdText, isoOf } from "../../domain/hold/text.ts"
import { type Hold, holdInForce } from "../../domain/pass/hold.ts"
import { cleanText } from "../../domain/text/clean.ts"

/** A hold in a document; instants are ISO 8601 UTC. */
export const HoldRow = Schema.Struct({
  since: Schema.String,
  by: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String),
  until: Schema.NullOr(Schema.String),
  /** False once the instant it named has come: it no longer holds anything. */
  stands: Schema.Boolean
})

/** What was done at one place: `seat` is null for the whole team; `was` is the hold that stood or had ended there. */
export const HoldChange = Schema.Struct({
  seat: Schema.NullOr(Schema.String),
  done: Schema.Literal("held", "replaced", "released", "ended", "none"),
  hold: Schema.NullOr(HoldRow),
  was: Schema.NullOr(HoldRow)
})

/** `team hold --json` (kind `team.hold`). `team` and `seats` are as they are after the command. */
export const HoldDocument = Schema.Struct({
  format: Schema.Literal(1),
  kind: Schema.Literal("team.hold"),
  at: Schema.String,
  project: Schema.String,
  session: Schema.String,
  team: Schema.NullOr(HoldRow),
  seats: Schema.Array(Schema.Struct({ seat: Schema.String, hold: HoldRow })),
  changed: Schema.Array(HoldChange),
  /** True when nothing was written. */
  dry_run: Schema.Boolean
})
export type HoldDocument = typeof HoldDocument.Type

/** What a command did at one place, before it is printed. */
export interface Change {
  readonly seat: string | null
  readonly hold: Hold | null
  readonly was: Hold | null
}

/** A hold as a document has it, at this instant. */
export const holdRow = (hold: Hold, at: number): typeof HoldRow.Type => ({
  since: isoOf(hold.since),
  by: hold.by === undefined ? null : cleanText(hold.by, 40),
  reason: hold.reason == null ? null : cleanText(hold.reason, 200),
  until: hold.until == null ? null : isoOf(hold.until),
  stands: holdInForce(hold, at) !== null
})

const rowOrNull = (hold: Hold | null, at: number) => (hold === null ? null : holdRow(hold, at))

/** What a change amounts to. A hold that had ended is nothing that could be replaced or released. */
export const doneOf = ({ hold, was }: Change, at: number): (typeof HoldChange.Type)["done"] => {
  const stood = holdInForce(was, at) !== null
  if (hold !== null) return stood ? "replaced" : "held"
  if (was === null) return "none"
  return stood ? "released" : "ended"
}

export const changeRow = (change: Change, at: number): typeof HoldChange.Type => ({
  seat: change.seat,
  done: doneOf(change, at),
  hold: rowOrNull(change.hold, at),
  was: rowOrNull(change.was, at)
})

/** A place as a line names it. */
export const placeText = (seat: string | null): string => (seat === null ? "the team" : cleanText(seat, 60))

/** The line of one change. */
export const changeLine = (change: Change, at: number): string => {
  const place = placeText(change.seat)
  const { hold, was } = change
  if (hold !== null) {
    const old = holdInForce(was, at)
    const instead = old === null ? "" : ` (in place of the one ${heldSince(old)})`
    return `held: ${place}, ${holdText(hold, at)}${instead}`
  }
  if (was === null) return `no hold stands: ${place}`
  return holdInForce(was, at) === null
    ? `no hold stands: ${place} (${holdText(was, at)})`
    : `released: ${place} (held ${heldSince(was).replace(/^by (.*) (since \S+)$/u, "$2 by $1")})`
}

/** The line of a hold that is there. */
export const standingLine = (seat: string | null, hold: Hold, at: number): string =>
  `${holdInForce(hold, at) === null ? "ended" : "held"}: ${placeText(seat)}, ${holdText(hold, at)}`
