import * as Effect from "effect/Effect"
import type { PassResult } from "../domain/pass/pass.ts"
import type { SeatView } from "../domain/pass/seat-view.ts"
import { didYouMean } from "../domain/text/nearest.ts"
import { type CommandExit, exitWith } from "./exit.ts"

/** The seat a person named, or an exit that names the nearest one of the file; `words` are the command as it was called. */
export const seatNamed = (
  words: string,
  name: string,
  { seats }: PassResult
): Effect.Effect<SeatView, CommandExit> => {
  const found = seats.find((view) => view.spec.name === name)
  if (found !== undefined) return Effect.succeed(found)
  const names = seats.map((view) => view.spec.name)
  return exitWith(
    `${words.split(" ")[0]}.seat`,
    2,
    `team ${words}: the file has no seat "${name.slice(0, 60)}"${didYouMean(name, names)}`
  )
}
