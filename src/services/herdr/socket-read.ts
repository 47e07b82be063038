import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { PaneRead } from "../../domain/host/pane.ts"
import type { HostError } from "../Herdr.ts"
import { isPaneId } from "./socket-ids.ts"
import { isScrolled, rowsOf } from "./socket-listing.ts"
import { PaneReadResult, type PaneRecord } from "./socket-protocol.ts"
import type { Seen, Server } from "./socket-server.ts"

/** Calls of a pass that run at once: each takes about 1 or about 101 ms, so waves would add up. */
export const SIDE_BY_SIDE = 64

/** How old a listing may be, in ms, for its scroll positions to count beside the fresh one. */
const RECENT = 2_000

const absent = (reason: "gone" | "scrolled" | "dead" | "failed"): PaneRead => ({ _tag: "Absent", reason })

interface Text {
  readonly text: string
  readonly styled: boolean
}

// Always `visible`: for `recent` herdr may send wheel events into the agent, and `detection` has no styling.
const readOne = (server: Server, pane: string): Effect.Effect<Text, HostError> =>
  server.ask("pane.read", { pane_id: pane, source: "visible", format: "ansi" }, PaneReadResult).pipe(
    Effect.map(({ read }) => ({ text: read.text, styled: read.format === "ansi" })),
    Effect.catchIf(
      (error) => error.reason === "Refused",
      () =>
        Effect.map(
          server.ask("pane.read", { pane_id: pane, source: "visible" }, PaneReadResult),
          ({ read }) => ({ text: read.text, styled: false })
        )
    )
  )

/** True for what says something of the server and not of one pane. */
export const isServerDown = (error: HostError): boolean =>
  error.reason === "NotRunning" || error.reason === "Restarting"

/**
 * Reads the visible rows of many panes in one round, beside one snapshot that tells size, title and scroll. A pane that
 * answers `pane_not_found` is `gone` only when a list taken after that lacks it too: a restored pane answers so for a
 * moment and is `failed`. Fails only when the server as a whole did not answer.
 */
export const readPanes = (
  server: Server,
  panes: ReadonlyArray<string>
): Effect.Effect<ReadonlyMap<string, PaneRead>, HostError> =>
  Effect.gen(function* () {
    const asked = [...new Set(panes)]
    const known = asked.filter(isPaneId)
    const reads = new Map<string, PaneRead>(asked.map((pane) => [pane, absent("gone")]))
    if (known.length === 0) return reads
    const before = yield* server.recent(RECENT)
    const [seen, answers] = yield* Effect.all(
      [
        server.snapshot,
        Effect.forEach(known, (pane) => Effect.either(readOne(server, pane)), { concurrency: SIDE_BY_SIDE })
      ],
      { concurrency: "unbounded" }
    )
    const listed = recordsOf(seen)
    const doubtful = known.some((pane, index) => {
      const answer = answers[index]
      return (
        !listed.has(pane) ||
        (answer !== undefined && Either.isLeft(answer) && answer.left.reason === "NoPane")
      )
    })
    const now = doubtful ? recordsOf(yield* server.snapshot) : listed
    const earlier = before === null ? listed : recordsOf(before)
    for (const [index, pane] of known.entries()) {
      const answer = answers[index]
      const record = now.get(pane)
      if (answer !== undefined && Either.isLeft(answer) && isServerDown(answer.left))
        return yield* answer.left
      if (record === undefined) continue
      if (answer === undefined || Either.isLeft(answer)) {
        reads.set(pane, absent("failed"))
        continue
      }
      const scrolled = [earlier.get(pane), listed.get(pane), record].some(
        (one) => one !== undefined && isScrolled(one)
      )
      reads.set(pane, scrolled ? absent("scrolled") : screenOf(answer.right, record))
    }
    return reads
  })

const recordsOf = (seen: Seen): ReadonlyMap<string, PaneRecord> =>
  new Map(seen.snapshot.panes.map((pane) => [pane.pane_id, pane]))

const screenOf = (text: Text, record: PaneRecord): PaneRead => ({
  _tag: "Screen",
  ansi: text.text,
  styled: text.styled,
  cols: null,
  rows: rowsOf(record),
  // Neither the cursor nor the alternate screen is anywhere in the API.
  cursor: null,
  title: record.terminal_title,
  altScreen: null
})
