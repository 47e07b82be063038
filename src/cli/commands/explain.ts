import { createReadStream } from "node:fs"
import { resolve } from "node:path"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { Evidence } from "../../domain/seat/evidence.ts"
import { readSeat } from "../../domain/seat/reading.ts"
import { cleanText } from "../../domain/text/clean.ts"
import { withHelp } from "../command.ts"
import { exitWith } from "../exit.ts"
import { Invocation } from "../Invocation.ts"
import { forEachLine } from "../lines.ts"

const decodeEvidence = Schema.decodeUnknownEither(Schema.parseJson(Evidence))

/** Names the field that is wrong, never what stands in it. */
const where = (problem: ParseResult.ParseError): string => {
  const [first] = ParseResult.ArrayFormatter.formatErrorSync(problem)
  const path = cleanText((first?.path ?? []).map(String).join("."), 80)
  return path === ""
    ? "it is not the JSON object it should be"
    : `"${path}" is missing or not what it should be`
}

/** `team explain`: readings for evidence in a file, so that nobody has to guess why a word is what it is (design §4). */
export const explain = Command.make(
  "explain",
  {
    evidence: Options.text("evidence").pipe(
      Options.withDescription("a file of evidence, one JSON object a line; - reads standard input")
    ),
    json: Options.boolean("json").pipe(Options.withDescription("the answer is JSON either way"))
  },
  ({ evidence }) =>
    Effect.flatMap(Invocation, ({ cwd }) =>
      forEachLine(
        evidence === "-" ? process.stdin : () => createReadStream(resolve(cwd, evidence)),
        (text, number) =>
          Either.match(decodeEvidence(text), {
            onLeft: (problem) =>
              Either.left(
                exitWith(
                  "explain.evidence",
                  2,
                  `team explain: line ${number} is no evidence: ${where(problem)}`
                )
              ),
            onRight: (found) => Either.right(JSON.stringify(readSeat(found)))
          }),
        () => exitWith("explain.file", 2, `team explain: ${evidence} cannot be read`),
        (number) => exitWith("explain.evidence", 2, `team explain: line ${number} is too long to be evidence`)
      )
    )
).pipe(
  withHelp("Answers one reading a line for evidence given a line each: word, source, at, blind and why.", [
    "team explain --evidence evidence.jsonl",
    "team seats --explain worker-alpha"
  ])
)
