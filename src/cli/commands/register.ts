import { join } from "node:path"
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { cleanText } from "../../domain/text/clean.ts"
import type { HostError } from "../../services/Herdr.ts"
import { type Registered, type RegisterRefused, registerSeat } from "../../services/Register.ts"
import type { StateError } from "../../services/StateFile.ts"
import { TeamLog } from "../../services/TeamLog.ts"
import { ownersFlags, requireCaller, requireForFlags } from "../caller.ts"
import { withHelp } from "../command.ts"
import { type CommandExit, exitWith } from "../exit.ts"
import { line, note, json as printJson } from "../Output.ts"
import * as common from "../options.ts"
import { instant } from "../render/instant.ts"
import type { RegisterDocument } from "../render/register.ts"
import { seatAmong } from "../seat.ts"
import { agentsFolder, type OpenedTeam, openFor } from "../team.ts"
import { userName } from "../user.ts"

const refused = ({ message, reason }: RegisterRefused): CommandExit => {
  const said = `team register: ${message}`
  switch (reason) {
    case "NoPane":
    case "Ambiguous":
      return exitWith("register.pane", 1, said, "`team seats` and the host's own listing show the panes")
    case "Taken":
      return exitWith("register.taken", 1, said)
    case "NoCli":
      return exitWith("register.no-cli", 1, said)
    case "Unread":
      return exitWith("register.process", 1, said)
  }
}

const refusal = (error: RegisterRefused | HostError | StateError): CommandExit =>
  error._tag === "RegisterRefused"
    ? refused(error)
    : error._tag === "HostError"
      ? exitWith("register.herdr", 2, `team register: ${error.message}`)
      : exitWith("register.state", 2, `team register: ${error.message}`)

const documentOf = (team: OpenedTeam, seat: string, found: Registered, dry: boolean): RegisterDocument => ({
  format: 1,
  kind: "team.register",
  at: instant(found.launched.at),
  project: team.open.file.project,
  session: team.session,
  seat,
  pane: found.launched.pane,
  processes: found.launched.processes,
  agent_session: found.launched.session,
  label: found.label,
  display: found.display,
  dry_run: dry
})

/** A program can call itself anything. */
const NAME = 60

const sentence = ({ kind: _, ...document }: RegisterDocument): string => {
  const processes = document.processes.map((one) => `${cleanText(one.name, NAME)} (${one.pid})`).join(", ")
  const conversation =
    document.agent_session === null ? "" : `, conversation ${cleanText(document.agent_session, NAME)}`
  return `${document.dry_run ? "would record " : ""}${document.seat}: pane ${document.pane}, ${processes}${conversation}`
}

/** `team register`: records the CLI a person started in a pane as a seat of the file. Types nothing. */
export const register = Command.make(
  "register",
  {
    seat: Args.text({ name: "SEAT" }).pipe(Args.withDescription("the seat of the file")),
    pane: Options.text("pane").pipe(
      Options.withDescription("the pane it runs in; else the one that carries its name"),
      Options.optional
    ),
    dryRun: Options.boolean("dry-run").pipe(Options.withDescription("say what would be recorded")),
    session: common.session,
    file: common.file,
    host: common.host,
    json: common.json
  },
  ({ dryRun, json, pane, seat: name, ...options }) =>
    Effect.gen(function* () {
      yield* requireForFlags("register", ownersFlags(options))
      const team = yield* openFor("register", options)
      const { seats } = team.open.now.team
      const seat = yield* seatAmong("register", name, seats, (one) => one.name)
      const log = TeamLog.layerFile(join(agentsFolder(team.open), "team.log"))
      yield* Effect.gen(function* () {
        yield* requireCaller(team, dryRun ? "look" : "register")
        const found = yield* registerSeat({
          session: team.session,
          seat,
          seats,
          pane: Option.getOrNull(pane),
          by: "register",
          write: !dryRun
        }).pipe(Effect.mapError(refusal))
        const document = documentOf(team, name, found, dryRun)
        const said = sentence(document)
        yield* json ? printJson(document) : line(said)
        if (dryRun) return
        const problem = yield* (yield* TeamLog).write("register", yield* userName, said)
        if (problem !== null) yield* note(problem)
      }).pipe(Effect.provide(log), Effect.provide(team.layer))
    })
).pipe(
  withHelp(
    "Records the CLI that runs in a pane as a seat: its process, its conversation, its sidebar lines.",
    ["team register worker --pane %3", "team register worker"]
  )
)
