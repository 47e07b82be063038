import type { Readable } from "node:stream"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import type { CommandExit } from "./exit.ts"
import { Output } from "./Output.ts"

/** A line may be this long, in characters: a 200×60 screen in truecolour is a tenth of it. */
const LONGEST = 8 * 1024 * 1024
const FLUSH = 64 * 1024

/**
 * Answers each line of a stream with one line, in order, and stops at the first that is refused; what was answered
 * before it is printed. Empty lines are passed over. Memory stays bounded whatever the input.
 */
export const forEachLine = (
  input: Readable | (() => Readable),
  answer: (text: string, number: number) => Either.Either<string, CommandExit>,
  unreadable: () => CommandExit,
  tooLong: (number: number) => CommandExit
): Effect.Effect<void, CommandExit, Output> =>
  Effect.gen(function* () {
    const output = yield* Output
    const refused = yield* Effect.tryPromise({
      try: async () => {
        const stream = typeof input === "function" ? input() : input
        let pending: Array<string> = []
        let size = 0
        let number = 0
        const flush = () => {
          if (pending.length > 0) Effect.runSync(output.out(`${pending.join("\n")}\n`))
          pending = []
          size = 0
        }
        const take = (text: string): CommandExit | null => {
          number += 1
          if (text.length > LONGEST) return tooLong(number)
          if (text.trim() === "") return null
          const given = answer(text, number)
          if (given._tag === "Left") return given.left
          pending.push(given.right)
          size += given.right.length
          if (size > FLUSH) flush()
          return null
        }
        stream.setEncoding("utf8")
        let rest = ""
        for await (const chunk of stream) {
          const lines = (rest + String(chunk)).split("\n")
          rest = lines.pop() ?? ""
          for (const text of lines) {
            const problem = take(text)
            if (problem !== null) {
              flush()
              return problem
            }
          }
          if (rest.length > LONGEST) {
            flush()
            return tooLong(number + 1)
          }
        }
        const last = take(rest)
        flush()
        return last
      },
      catch: unreadable
    })
    if (refused !== null) return yield* refused
  })
