import * as Effect from "effect/Effect"
import type { PassResult } from "../domain/pass/pass.ts"
import type { SeatView } from "../domain/pass/seat-view.ts"
import { cleanText } from "../domain/text/clean.ts"
import { didYouMean } from "../domain/text/nearest.ts"
import { type CommandExit, exitWith } from "./exit.ts"

const LONGEST = 60

/** A word that stands where a name is wanted and begins like an option is one that does not exist. */
export const noOption = (words: string, word: string): Effect.Effect<void, CommandExit> =>
  word.startsWith("-")
    ? exitWith(
        `${words.split(" ")[0]}.invocation`,
        2,
        `team ${words}: ${cleanText(word, LONGEST)} is not an option of it`,
        `team ${words} --help shows what it takes`
      )
    : Effect.void

/** The seat a person named among those that have its name; `words` are the command as it was called. */
export const seatAmong = <A>(
  words: string,
  name: string,
  seats: ReadonlyArray<A>,
  nameOf: (seat: A) => string
): Effect.Effect<A, CommandExit> =>
  Effect.gen(function* () {
    yield* noOption(words, name)
    const found = seats.find((seat) => nameOf(seat) === name)
    if (found !== undefined) return found
    return yield* exitWith(
      `${words.split(" ")[0]}.seat`,
      2,
      `team ${words}: the file has no seat "${cleanText(name, LONGEST)}"${didYouMean(name, seats.map(nameOf))}`
    )
  })

/** The same among the seats of a pass. */
export const seatNamed = (
  words: string,
  name: string,
  { seats }: PassResult
): Effect.Effect<SeatView, CommandExit> => seatAmong(words, name, seats, ({ spec }) => spec.name)
