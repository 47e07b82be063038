import { createReadStream } from "node:fs"
import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Frame } from "../../domain/screen/frame.ts"
import { PROFILES } from "../../domain/screen/profiles/index.ts"
import type { ScreenReading } from "../../domain/screen/reading.ts"
import { cleanText } from "../../domain/text/clean.ts"
import { nearest } from "../../domain/text/nearest.ts"
import { Profiles } from "../../services/Profiles.ts"
import { withHelp } from "../command.ts"
import { exitWith } from "../exit.ts"
import { Invocation } from "../Invocation.ts"
import { forEachLine } from "../lines.ts"
import { line, note, json as printJson } from "../Output.ts"
import { profilesLayer } from "../team.ts"
import { screenCapture } from "./screen-capture.ts"
import { screenExplain } from "./screen-explain.ts"
import { screenTest } from "./screen-test.ts"

const decodeFrame = Schema.decodeUnknownEither(Schema.parseJson(Frame))

const say = (file: string, reading: ScreenReading): string => {
  const facts = [
    reading.text === undefined ? null : `text "${cleanText(reading.text, 60)}"`,
    reading.model === undefined ? null : `${reading.model} ${reading.version ?? ""}`.trim(),
    reading.effort === undefined ? null : `effort ${reading.effort}`,
    reading.context_left === undefined ? null : `context left ${reading.context_left}%`,
    reading.choice === undefined
      ? null
      : `on choice ${reading.choice.index} "${cleanText(reading.choice.label, 60)}"`
  ].filter((fact) => fact !== null)
  return `${file}: ${reading.kind}  (${reading.rule}, rows ${reading.rows.join(",") || "-"})${
    facts.length === 0 ? "" : `  ${facts.map((fact) => cleanText(fact, 80)).join(", ")}`
  }`
}

type Read = (frame: Frame) => ScreenReading

const readFiles = (read: Read, cwd: string, files: ReadonlyArray<string>, cli: string, json: boolean) =>
  Effect.forEach(
    files,
    (file) =>
      Effect.gen(function* () {
        const ansi = yield* Effect.tryPromise({
          try: () => readFile(resolve(cwd, file), "utf8"),
          catch: () => exitWith("screen.file", 2, `team screen read: ${file} cannot be read`)
        })
        const reading = read({ cli, ansi })
        yield* json ? printJson({ file, ...reading }) : line(say(file, reading))
      }),
    { discard: true }
  )

const readFrames = (read: Read, cwd: string, frames: string) =>
  forEachLine(
    frames === "-" ? process.stdin : () => createReadStream(resolve(cwd, frames)),
    (text, number) =>
      Either.match(decodeFrame(text), {
        onLeft: () =>
          Either.left(
            exitWith(
              "screen.frame",
              2,
              `team screen read: line ${number} is no frame: it needs "cli" and "ansi"`
            )
          ),
        onRight: (frame) => Either.right(JSON.stringify(read(frame)))
      }),
    () => exitWith("screen.file", 2, `team screen read: ${frames} cannot be read`),
    (number) => exitWith("screen.frame", 2, `team screen read: line ${number} is too long to be a frame`)
  )

const read = Command.make(
  "read",
  {
    cli: Options.text("cli").pipe(
      Options.optional,
      Options.withDescription("whose rules to read by, such as claude-code")
    ),
    frames: Options.text("frames").pipe(
      Options.optional,
      Options.withDescription("a file of frames, one JSON object a line; - reads standard input")
    ),
    json: Options.boolean("json").pipe(Options.withDescription("one JSON object a screen")),
    files: Args.text({ name: "FILE" }).pipe(Args.repeated)
  },
  ({ cli, files, frames, json }) =>
    Effect.gen(function* () {
      const { cwd } = yield* Invocation
      const profiles = yield* Effect.flatMap(Profiles, (own) => own.reader).pipe(
        Effect.provide(profilesLayer)
      )
      for (const problem of profiles.problems) yield* note(`team screen read: ${problem}`)
      if (Option.isSome(frames)) return yield* readFrames(profiles.read, cwd, frames.value)
      if (Option.isNone(cli)) {
        return yield* exitWith(
          "screen.invocation",
          2,
          "team screen read: name the CLI with --cli, or give --frames"
        )
      }
      if (files.length === 0) {
        return yield* exitWith(
          "screen.invocation",
          2,
          "team screen read: name a saved screen, or give --frames"
        )
      }
      const known = [...PROFILES, ...profiles.own].flatMap((profile) => [profile.id, ...profile.aliases])
      if (!known.includes(cli.value)) {
        const close = nearest(cli.value, known)
        const hint = close === null ? "" : `; did you mean ${close}?`
        if (!json) {
          yield* note(
            `note: there is no profile for "${cleanText(cli.value, 40)}", the generic one reads${hint}`
          )
        }
      }
      yield* readFiles(profiles.read, cwd, files, cli.value, json)
    })
).pipe(
  withHelp("Reads saved styled screens and says the kind, the rule that decided and the rows it stands on.", [
    "tmux capture-pane -e -p -t %3 > screen.ansi; team screen read --cli codex screen.ansi",
    "team screen read --json --frames frames.jsonl"
  ])
)

/** `team screen`: the screen reader by itself, for profiles and bug reports. */
export const screen = Command.make("screen").pipe(
  Command.withSubcommands([read, screenExplain, screenTest, screenCapture]),
  withHelp("Reads saved screens with the rules of a CLI.", ["team screen read --cli claude-code saved.ansi"])
)
