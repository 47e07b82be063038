import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { withHelp } from "../command.ts"
import { exitWith } from "../exit.ts"
import { findingsOf } from "../findings.ts"
import { note, Output, json as printJson } from "../Output.ts"
import * as common from "../options.ts"
import { endFailed, teamsFor } from "../projects.ts"
import { statusDocument, statusLines } from "../render/status.ts"
import { look, type OpenedTeam } from "../team.ts"

const show = (team: OpenedTeam, asJson: boolean) =>
  Effect.gen(function* () {
    const output = yield* Output
    const looked = yield* look(team)
    const { result, snapshot } = looked
    const { differences, notes } = yield* findingsOf(team, looked)
    const document = statusDocument(snapshot, result, differences, notes)
    yield* asJson ? printJson(document) : output.out(`${statusLines(document, result.seats).join("\n")}\n`)
    if (snapshot.host._tag === "Silent" && !asJson)
      yield* note(`team status: ${snapshot.host.host} doesn't answer`)
    return snapshot.host._tag === "Silent" ? 2 : differences.length > 0 ? 1 : 0
  }).pipe(Effect.provide(team.layer))

/** `team status`: states, standing reports and differences with their repairs (spec 000 §4). 0 agrees, 1 differs, 2 unreadable. */
export const status = Command.make(
  "status",
  {
    session: common.session,
    file: common.file,
    host: common.host,
    project: common.project,
    all: common.all,
    json: common.json
  },
  ({ all, json, project, ...options }) =>
    Effect.gen(function* () {
      const { opened, failed } = yield* teamsFor("status", options, { all, project })
      const codes = yield* Effect.forEach(opened, (team) => show(team, json))
      yield* endFailed(failed)
      // What is printed has said it; the exit only carries the code.
      if (codes.includes(2)) return yield* exitWith("status.herdr", 2)
      if (codes.includes(1)) return yield* exitWith("status.difference", 1)
    })
).pipe(
  withHelp(
    "Prints the team's states, the reports that stand, and what differs from the file with its repair.",
    ["team status", "team status --json", "team status --project harbour"]
  )
)
