import { hostname, userInfo } from "node:os"
import { basename, join, resolve } from "node:path"
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { readScreen } from "../../domain/screen/read.ts"
import { type Private, redactCapture, redactText } from "../../domain/screen/redact.ts"
import { type CaptureLabel, frameOf, LabelKind } from "../../domain/screen/score.ts"
import { Herdr } from "../../services/Herdr.ts"
import { createNew } from "../../services/SafeFile.ts"
import { withHelp } from "../command.ts"
import { exitWith } from "../exit.ts"
import { Invocation } from "../Invocation.ts"
import { line } from "../Output.ts"
import * as common from "../options.ts"
import { seatNamed } from "../seat.ts"
import { look, type OpenedTeam, openFor } from "../team.ts"

const privateWords = (
  team: OpenedTeam,
  env: Readonly<Record<string, string | undefined>>
): ReadonlyArray<Private> => {
  const { file, place } = team.open
  const home = env["HOME"] ?? ""
  const user = userInfo().username
  return [
    { word: place.root, what: "the project's folder" },
    { word: basename(place.root), what: "the project folder's name" },
    { word: file.project, what: "the project's name" },
    { word: home, what: "the home folder" },
    { word: user === "root" ? "" : user, what: "the user's name" },
    { word: hostname(), what: "the machine's name" },
    { word: hostname().split(".")[0] ?? "", what: "the machine's name" }
  ]
}

const seatOf = (name: string, team: OpenedTeam) =>
  Effect.gen(function* () {
    const { result } = yield* look(team)
    const seat = yield* seatNamed("screen capture", name, result)
    if (seat.pane === null) {
      return yield* exitWith("screen.pane", 1, `team screen capture: ${name} has no pane that can be read`)
    }
    return { cli: seat.spec.cli, pane: seat.pane }
  })

/** `team screen capture`: a labelled capture of a live pane, with names, paths and secrets masked, for a bug report. */
export const screenCapture = Command.make(
  "capture",
  {
    seat: Args.text({ name: "SEAT" }),
    kind: Options.choice("kind", LabelKind.literals).pipe(
      Options.withDescription("what the screen truly shows")
    ),
    text: Options.text("text").pipe(
      Options.withDescription("what was typed and not sent, for kind unsent"),
      Options.optional
    ),
    out: Options.text("out").pipe(Options.withDescription("the folder to save in"), Options.withDefault(".")),
    session: common.session,
    file: common.file,
    host: common.host
  },
  ({ kind, out, seat, text, ...options }) =>
    Effect.gen(function* () {
      const { cwd, env } = yield* Invocation
      const team = yield* openFor("screen", options)
      yield* Effect.gen(function* () {
        const host = yield* Herdr
        const { cli, pane } = yield* seatOf(seat, team)
        const shown = yield* host.read([pane.pane]).pipe(
          Effect.map((found) => found.get(pane.pane)),
          Effect.mapError((error) => exitWith("screen.host", 2, `team screen capture: ${error.message}`))
        )
        if (shown?._tag !== "Screen") {
          return yield* exitWith(
            "screen.pane",
            1,
            `team screen capture: the pane of ${seat} cannot be read now (${shown?.reason ?? "gone"})`
          )
        }
        const words = privateWords(team, env)
        const masked = redactCapture(shown.ansi, words)
        if (Either.isLeft(masked)) {
          return yield* exitWith(
            "screen.private",
            1,
            `team screen capture: ${masked.left} is broken over rows or styles on this screen and cannot be masked; nothing was saved`,
            "make the pane wider, or clear the line, and capture again"
          )
        }
        const cols = shown.cols ?? pane.cols
        const rows = shown.rows ?? pane.rows
        const title = shown.title ?? pane.title
        const label: CaptureLabel = {
          cli,
          kind,
          ...(Option.isSome(text) ? { text: redactText(text.value, words) } : {}),
          cols,
          rows,
          ...(shown.cursor === null
            ? {}
            : { cursor_x: shown.cursor.x, cursor_y: shown.cursor.y, cursor_visible: shown.cursor.visible }),
          pane_title: title === null ? null : redactText(title, words),
          alt_screen: shown.altScreen
        }
        const name = `${cli}-${kind}-${cols ?? "any"}x${rows ?? "any"}`
        const base = join(resolve(cwd, out), name)
        const files = [
          [`${base}.ansi`, masked.right],
          [`${base}.json`, `${JSON.stringify(label, null, 2)}\n`]
        ] as const
        for (const [path, content] of files) {
          const made = yield* createNew(path, content).pipe(
            Effect.mapError((error) => exitWith("screen.file", 2, `team screen capture: ${error.message}`))
          )
          if (!made) {
            return yield* exitWith(
              "screen.exists",
              1,
              `team screen capture: ${path} is there already; name another folder with --out`
            )
          }
          yield* line(`wrote ${path}`)
        }
        const read = team.open.now.read ?? readScreen
        const reading = read(frameOf(label, masked.right))
        yield* line(`${seat} shows ${kind}; this version reads ${reading.kind} (${reading.rule})`)
        yield* line(
          "look at the .ansi file before you pass it on: what a person would recognise is yours to judge"
        )
      }).pipe(Effect.provide(team.layer))
    })
).pipe(
  withHelp("Saves what a seat's pane shows with the truth beside it; names, paths and secrets are masked.", [
    "team screen capture worker-alpha --kind permission",
    'team screen capture worker-alpha --kind unsent --text "fix the tests" --out captures'
  ])
)
