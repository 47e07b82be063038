import { resolve } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { BODY_BYTES, bodyOf } from "../domain/mailbox/body.ts"
import { readOwnedBytes } from "../services/SafeFile.ts"
import { type CommandExit, exitWith } from "./exit.ts"
import { Invocation } from "./Invocation.ts"

/** Where a message's text comes from: the argument (`-` is stdin) or the file of `--body`. */
export interface BodySource {
  readonly text: Option.Option<string>
  readonly body: Option.Option<string>
}

const refused = (why: string): CommandExit =>
  exitWith("send.body", 2, `team send: ${why}`, "nothing was sent")

/** Bytes of a file with `\r\n` at each line's end can be more than those of the body they become. */
const MOST = 2 * BODY_BYTES

const fromStdin = Effect.tryPromise({
  try: async () => {
    const chunks: Array<Buffer> = []
    let total = 0
    for await (const chunk of process.stdin) {
      const bytes = Buffer.from(chunk)
      chunks.push(bytes)
      total += bytes.length
      if (total > MOST) break
    }
    return Buffer.concat(chunks)
  },
  catch: () => refused("stdin cannot be read")
})

const decoded = (bytes: Uint8Array) =>
  Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: () => refused("the message is not UTF-8 text")
  })

/** The message's body; ends the command where there is none, more than one, or one that cannot be sent. */
export const readBody = ({ body, text }: BodySource): Effect.Effect<string, CommandExit, Invocation> =>
  Effect.gen(function* () {
    const { cwd } = yield* Invocation
    if (Option.isSome(text) === Option.isSome(body)) {
      return yield* exitWith(
        "send.invocation",
        2,
        "team send: give the message as one TEXT, with --body PATH, or as - for stdin",
        'team send worker "run the tests"'
      )
    }
    const given = Option.isSome(body)
      ? yield* Effect.flatMap(
          Effect.mapError(
            readOwnedBytes(resolve(cwd, body.value), { maxBytes: MOST, followLinks: true }),
            (error) => refused(error.message)
          ),
          decoded
        )
      : Option.getOrElse(text, () => "") === "-"
        ? yield* Effect.flatMap(fromStdin, decoded)
        : Option.getOrElse(text, () => "")
    const made = bodyOf(given)
    return Either.isRight(made) ? made.right : yield* refused(made.left)
  })
