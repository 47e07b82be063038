import * as Effect from "effect/Effect"
import * as text from "../../domain/launch/texts.ts"
import type { Answer } from "../../services/launch/model.ts"
import type { OutputShape } from "../Output.ts"
import { PressedKey } from "./key.ts"

const ANSWERS: Readonly<Record<string, Answer>> = { o: "open", s: "skip", q: "stop", "\u0003": "stop" }

/**
 * Asks the owner at the terminal about a seat that waits at a dialog (spec 001 "A seat that does not get there"): one key. Anything
 * else, a pasted chunk above all, asks again.
 */
export const askOwner =
  (output: OutputShape) =>
  (seat: string, kind: string, pane: string): Effect.Effect<Answer> =>
    Effect.gen(function* () {
      const keys = yield* PressedKey
      for (;;) {
        yield* output.out(`\r\u001b[K${text.asksAt(seat, kind)} `)
        const key = yield* keys.next
        if (key === null) {
          yield* output.out("\n")
          return "ended"
        }
        const answer = ANSWERS[key]
        if (answer === undefined) continue
        yield* output.out(`${key === "\u0003" ? "q" : key}\n`)
        if (answer === "open")
          yield* output.err(`  its pane is ${pane}: answer it there; team waits for its prompt\n`)
        return answer
      }
    })
