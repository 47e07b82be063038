import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import type { PassResult, SeatDisplay } from "../domain/pass/pass.ts"
import type { Snapshot } from "../domain/pass/snapshot.ts"
import { Herdr } from "./Herdr.ts"

/** The lines outlive this many intervals without a watch, where the host drops them by itself. */
const TTL_INTERVALS = 3
/** And at least this long, in milliseconds: a short interval must not make them flicker. */
const TTL_LEAST = 30_000

/**
 * Paints the seats' two sidebar lines (spec 000 §3.9): all of them each interval, between two only those that changed. A
 * pane that takes none is said once; the watch goes on.
 */
export const makePainter = (
  trouble: (what: string, problem: string | null) => Effect.Effect<void>
): Effect.Effect<
  (result: PassResult, cause: Snapshot["cause"], interval: number) => Effect.Effect<void>,
  never,
  Herdr
> =>
  Effect.gen(function* () {
    const host = yield* Herdr
    const painted = yield* Ref.make<ReadonlyMap<string, string>>(new Map())
    const keyOf = ({ display, label }: SeatDisplay): string => `${label}\n${display}`
    return (result, cause, interval) =>
      Effect.gen(function* () {
        const before = yield* Ref.get(painted)
        const due = result.display.filter(
          (line) => cause === "interval" || before.get(line.pane) !== keyOf(line)
        )
        const ttl = Math.max(TTL_LEAST, TTL_INTERVALS * interval)
        const failed = yield* Effect.filter(
          due,
          (line) =>
            host.setDisplay(line.pane, { label: line.label, display: line.display, ttl }).pipe(
              Effect.as(false),
              // A pane that closed in this very moment needs no line.
              Effect.catchAll((error) => Effect.succeed(error.reason !== "NoPane"))
            ),
          { concurrency: "unbounded" }
        )
        yield* Ref.set(
          painted,
          new Map(
            result.display.filter((line) => !failed.includes(line)).map((line) => [line.pane, keyOf(line)])
          )
        )
        for (const line of due) {
          const problem = failed.includes(line) ? `the sidebar lines of ${line.seat} could not be set` : null
          yield* trouble(`display:${line.seat}`, problem)
        }
      })
  })
