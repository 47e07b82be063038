import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { withHelp } from "../command.ts"
import { exitWith } from "../exit.ts"
import { findingsOf } from "../findings.ts"
import { line, json as printJson } from "../Output.ts"
import * as common from "../options.ts"
import type { CheckDocument } from "../render/check.ts"
import { instant } from "../render/instant.ts"
import { look, openFor } from "../team.ts"

/** `team check`: one reading of the team against its file. Remembers nothing and types nothing. */
export const check = Command.make(
  "check",
  { session: common.session, file: common.file, host: common.host, json: common.json },
  ({ json, ...options }) =>
    Effect.gen(function* () {
      const team = yield* openFor("check", options)
      yield* Effect.gen(function* () {
        const looked = yield* look(team)
        const { snapshot } = looked
        if (snapshot.host._tag === "Silent") {
          return yield* exitWith(
            "check.herdr",
            2,
            `team check: ${snapshot.host.host} doesn't answer; nothing was compared`
          )
        }
        const { differences: findings } = yield* findingsOf(team, looked)
        const document: CheckDocument = {
          format: 1,
          kind: "team.check",
          at: instant(snapshot.at),
          project: snapshot.team.project,
          session: snapshot.session,
          agrees: findings.length === 0,
          findings
        }
        if (json) yield* printJson(document)
        else {
          yield* Effect.forEach(findings, ({ repair, what }) => line(`${what} — ${repair}`), {
            discard: true
          })
          if (findings.length === 0) yield* line("the team is as the file has it")
        }
        if (findings.length > 0) return yield* exitWith("check.differs", 1)
      }).pipe(Effect.provide(team.layer))
    })
).pipe(
  withHelp("Compares the running team with its file, one finding a line with its repair.", [
    "team check",
    "team check --json"
  ])
)
