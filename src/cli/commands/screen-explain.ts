import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { explainScreen, readRows } from "../../domain/screen/explain.ts"
import type { Frame } from "../../domain/screen/frame.ts"
import type { Profile } from "../../domain/screen/profile.ts"
import { profileOf } from "../../domain/screen/profiles/index.ts"
import { CaptureLabel, frameOf } from "../../domain/screen/score.ts"
import { profilesOf } from "../../domain/screen/user-profile.ts"
import { Profiles } from "../../services/Profiles.ts"
import { withHelp } from "../command.ts"
import { exitWith } from "../exit.ts"
import { Invocation } from "../Invocation.ts"
import { line, note, json as printJson } from "../Output.ts"
import * as common from "../options.ts"
import { cleanRow, type ExplanationDocument, explanation } from "../render/explanation.ts"
import { profilesLayer } from "../team.ts"

const decodeLabel = Schema.decodeUnknownEither(Schema.parseJson(CaptureLabel))

const optionalFile = (path: string) =>
  Effect.promise(() => readFile(path, "utf8").catch((): string | undefined => undefined))

/** The frame of a file: with the label beside it, or with the rows and the CLI's name alone. */
const frameIn = (cwd: string, file: string, cli: Option.Option<string>) =>
  Effect.gen(function* () {
    const path = resolve(cwd, file)
    const ansi = yield* optionalFile(path)
    if (ansi === undefined)
      return yield* exitWith("screen.file", 2, `team screen explain: ${file} cannot be read`)
    const text = path.endsWith(".ansi") ? yield* optionalFile(path.replace(/\.ansi$/, ".json")) : undefined
    if (text !== undefined) {
      const label = decodeLabel(text)
      if (Either.isRight(label)) {
        const frame = frameOf(label.right, ansi)
        return { ...frame, cli: Option.getOrElse(cli, () => frame.cli) } satisfies Frame
      }
      yield* note("note: the file beside it is no label and is left out: no cursor, size or title is known")
    }
    if (Option.isSome(cli)) return { cli: cli.value, ansi } satisfies Frame
    return yield* exitWith(
      "screen.invocation",
      2,
      "team screen explain: name the CLI with --cli, or put the screen's label beside it"
    )
  })

/** The rules that are asked: the shipped ones, with a person's own among them where there are some. */
const rulesOf = (own: ReadonlyArray<Profile>, cli: string): Profile => {
  const reader = profilesOf(own)(cli)
  return reader?.user ?? reader?.shipped ?? profileOf(cli)
}

/** `team screen explain`: the rows of a saved screen, the rule that decided, and what every other rule lacked. */
export const screenExplain = Command.make(
  "explain",
  {
    cli: Options.text("cli").pipe(
      Options.optional,
      Options.withDescription("whose rules to read by; else the label beside the file says it")
    ),
    json: common.json,
    file: Args.text({ name: "FILE" })
  },
  ({ cli, file, json }) =>
    Effect.gen(function* () {
      const { cwd } = yield* Invocation
      const profiles = yield* Effect.flatMap(Profiles, (own) => own.reader).pipe(
        Effect.provide(profilesLayer)
      )
      for (const problem of profiles.problems) yield* note(`team screen explain: ${problem}`)
      const frame = yield* frameIn(cwd, file, cli)
      const profile = rulesOf(profiles.own, frame.cli)
      const document: ExplanationDocument = {
        format: 1,
        kind: "team.screen-explanation",
        file,
        cli: frame.cli,
        profile: profile.id,
        rows: readRows(profile, frame).map(cleanRow),
        rules: explainScreen(profile, frame).rules,
        // a person's rules are read beside the shipped ones, and the more cautious answer holds
        reading: profiles.read(frame)
      }
      if (json) yield* printJson(document)
      else yield* Effect.forEach(explanation(document), line, { discard: true })
    })
).pipe(
  withHelp("Shows a saved screen with the rule that decided, and what every other rule of its CLI lacked.", [
    "team screen explain capture.ansi",
    "team screen explain --cli codex screen.ansi"
  ])
)
