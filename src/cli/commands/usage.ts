import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { budgetRows } from "../../domain/budget/rows.ts"
import { withHelp } from "../command.ts"
import { line, json as printJson } from "../Output.ts"
import * as common from "../options.ts"
import { endFailed, teamsFor } from "../projects.ts"
import { instant } from "../render/instant.ts"
import { type UsageDocument, usageLines } from "../render/usage.ts"
import { look, type OpenedTeam } from "../team.ts"

/** What a reader should know of the figures before believing them. */
const notesOf = (
  { open }: OpenedTeam,
  verdict: string | undefined,
  silent: boolean
): ReadonlyArray<string> => {
  const named = Object.values(open.written.budgets.accounts).some(({ check }) => check !== null)
  return [
    ...(named && verdict !== "verified"
      ? ["the file's check commands are not approved, so none is run (team approve)"]
      : []),
    ...(silent ? ["the host does not answer: only what was stored is shown"] : [])
  ]
}

const show = (team: OpenedTeam, asJson: boolean) =>
  Effect.gen(function* () {
    const { result, snapshot } = yield* look(team)
    const document: UsageDocument = {
      format: 1,
      kind: "team.usage",
      at: instant(snapshot.at),
      project: snapshot.team.project,
      session: snapshot.session,
      budgets: budgetRows(result.budgets.counts, snapshot.at),
      notes: notesOf(team, snapshot.approval?.verdict, snapshot.host._tag === "Silent")
    }
    yield* asJson ? printJson(document) : Effect.forEach(usageLines(document), line, { discard: true })
  }).pipe(Effect.provide(team.layer))

/** `team usage`: the accounts as they count now (spec 000 §3.3 check 16). Reads; runs no check command. */
export const usage = Command.make(
  "usage",
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
      const { opened, failed } = yield* teamsFor("usage", options, { all, project })
      yield* Effect.forEach(opened, (team) => show(team, json), { discard: true })
      yield* endFailed(failed)
    })
).pipe(
  withHelp("Prints what is left on the team's accounts, from where it is known, and whether it counts.", [
    "team usage",
    "team usage --json"
  ])
)
