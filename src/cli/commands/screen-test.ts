import { resolve } from "node:path"
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { frameOf, type Score, type Scored, scoreOf, type Tally } from "../../domain/screen/score.ts"
import { cleanText } from "../../domain/text/clean.ts"
import { type Capture, readCaptures } from "../../services/Captures.ts"
import { ProcessRunner } from "../../services/ProcessRunner.ts"
import { Profiles } from "../../services/Profiles.ts"
import { withHelp } from "../command.ts"
import { exitWith } from "../exit.ts"
import { Invocation } from "../Invocation.ts"
import { line, json as printJson } from "../Output.ts"
import * as common from "../options.ts"
import { scoreDocument } from "../render/score.ts"
import { table } from "../render/table.ts"
import { profilesLayer } from "../team.ts"

const Answer = Schema.Struct({ kind: Schema.String, text: Schema.optional(Schema.String) })
type Answer = typeof Answer.Type
const decodeAnswer = Schema.decodeUnknown(Schema.parseJson(Answer))

const READER_MILLIS = 300_000
const READER_BYTES = 256 * 1024 * 1024

const readerExit = (what: string) => exitWith("screen.reader", 2, `team screen test: the reader ${what}`)

/** Asks another program, over the frames protocol of `team screen read --frames -`: a frame a line in, an answer a line out. */
const askReader = (command: string, captures: ReadonlyArray<Capture>) =>
  Effect.gen(function* () {
    const [program, ...args] = command.split(/\s+/).filter((word) => word !== "")
    if (program === undefined) return yield* readerExit("has no name")
    const runner = yield* ProcessRunner
    const stdin = captures.map(({ ansi, label }) => `${JSON.stringify(frameOf(label, ansi))}\n`).join("")
    const result = yield* runner
      .run({ program, args, stdin, timeout: READER_MILLIS, maxBytes: READER_BYTES })
      .pipe(Effect.mapError((error) => readerExit(`did not answer: ${error.message}`)))
    if (result.code !== 0) return yield* readerExit(`ended with ${result.code ?? result.signal ?? "nothing"}`)
    const lines = result.stdout.split("\n").filter((text) => text.trim() !== "")
    if (lines.length !== captures.length) {
      return yield* readerExit(`gave ${lines.length} answers to ${captures.length} frames`)
    }
    return yield* Effect.forEach(lines, (text, i) =>
      decodeAnswer(text).pipe(Effect.mapError(() => readerExit(`gave no kind in answer ${i + 1}`)))
    )
  }).pipe(Effect.provide(ProcessRunner.layer))

/** Our own reader, with the person's profiles. */
const askOurs = (captures: ReadonlyArray<Capture>) =>
  Effect.gen(function* () {
    const { read } = yield* (yield* Profiles).reader
    return captures.map(({ ansi, label }): Answer => read(frameOf(label, ansi)))
  }).pipe(Effect.provide(profilesLayer))

const percent = (part: number, whole: number): string =>
  whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`

const tallyRow = (name: string, tally: Tally): ReadonlyArray<string> => [
  name,
  String(tally.screens),
  percent(tally.right, tally.screens),
  String(tally.unsafe),
  tally.texts === 0 ? "-" : `${tally.textsRight}/${tally.texts}`
]

const confusionTable = ({ confusion }: Score): ReadonlyArray<string> => {
  const answers = [...new Set([...confusion.values()].flatMap((row) => [...row.keys()]))].sort()
  return table([
    ["TRUTH", ...answers],
    ...[...confusion].map(([truth, row]) => [
      truth,
      ...answers.map((answer) => String(row.get(answer) ?? "·"))
    ])
  ])
}

const report = (score: Score, show: number): ReadonlyArray<string> => [
  ...table([
    ["CLI", "SCREENS", "RIGHT", "UNSAFE", "TEXTS"],
    ...[...score.byCli].map(([cli, tally]) => tallyRow(cli, tally)),
    tallyRow("all", score.all)
  ]),
  "",
  ...confusionTable(score),
  ...(score.misses.length === 0 ? [] : [""]),
  ...score.misses
    .slice(0, show)
    .map(
      ({ scored, unsafe }) =>
        `${unsafe ? "UNSAFE " : ""}${cleanText(scored.name, 120)}: ${scored.label.kind} read ${cleanText(scored.answer.kind, 20)}`
    ),
  ...(score.misses.length > show ? [`and ${score.misses.length - show} more`] : [])
]

/** `team screen test`: scores labelled captures with our reader, or with any program that speaks the frames protocol. */
export const screenTest = Command.make(
  "test",
  {
    reader: Options.text("reader").pipe(
      Options.withDescription(
        "another reader: a program and its arguments, no shell; frames in, answers out"
      ),
      Options.optional
    ),
    cli: Options.text("cli").pipe(Options.withDescription("only this CLI's captures"), Options.optional),
    show: Options.integer("show").pipe(
      Options.withDescription("how many misses to name"),
      Options.withDefault(20)
    ),
    json: common.json,
    dir: Args.text({ name: "DIR" }).pipe(Args.withDefault("."))
  },
  ({ cli, dir, json, reader, show }) =>
    Effect.gen(function* () {
      const { cwd } = yield* Invocation
      const folder = resolve(cwd, dir)
      const found = yield* readCaptures(folder).pipe(
        Effect.mapError((error) => exitWith("screen.file", 2, `team screen test: ${error.message}`))
      )
      const captures = found.filter(({ label }) => Option.isNone(cli) || label.cli === cli.value)
      if (captures.length === 0) {
        return yield* exitWith(
          "screen.file",
          2,
          `team screen test: ${folder} holds no captures${Option.isSome(cli) ? ` of ${cli.value}` : ""}: NAME.ansi with NAME.json beside it`
        )
      }
      const answers: ReadonlyArray<Answer> = Option.isSome(reader)
        ? yield* askReader(reader.value, captures)
        : yield* askOurs(captures)
      const score = scoreOf(
        captures.flatMap((capture, i): ReadonlyArray<Scored> => {
          const answer = answers[i]
          return answer === undefined ? [] : [{ ...capture, answer }]
        })
      )
      if (json) yield* printJson(scoreDocument(folder, score))
      else yield* Effect.forEach(report(score, show), line, { discard: true })
      if (score.all.unsafe > 0) yield* exitWith("screen.unsafe", 1)
    })
).pipe(
  withHelp("Scores labelled captures: kinds, unsafe answers, texts, and what was taken for what.", [
    "team screen test",
    "team screen test captures --cli codex --show 50",
    'team screen test captures --reader "node my-reader.mjs"'
  ])
)
