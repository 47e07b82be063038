import { join } from "node:path"
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { isMessageId } from "../../domain/mailbox/id.ts"
import { cleanText } from "../../domain/text/clean.ts"
import { Mailbox, type MailboxError } from "../../services/Mailbox.ts"
import { TeamLog } from "../../services/TeamLog.ts"
import { ownersFlags, requireCaller, requireForFlags } from "../caller.ts"
import { withHelp } from "../command.ts"
import { type CommandExit, exitWith } from "../exit.ts"
import { line, note, json as printJson } from "../Output.ts"
import * as common from "../options.ts"
import { instant } from "../render/instant.ts"
import type { AckDocument } from "../render/mail.ts"
import { noOption } from "../seat.ts"
import { agentsFolder, type OpenedTeam, openFor } from "../team.ts"

const refused = ({ message, reason }: MailboxError): CommandExit =>
  reason === "Unknown"
    ? exitWith("ack.unknown", 1, `team ack: ${message}`)
    : exitWith("ack.mailbox", 2, `team ack: ${message}`)

const idOf = (given: string): Effect.Effect<string, CommandExit> =>
  Effect.gen(function* () {
    yield* noOption("ack", given)
    const id = given.toUpperCase()
    if (isMessageId(id)) return id
    return yield* exitWith(
      "ack.id",
      2,
      `team ack: "${cleanText(given, 40)}" is no message's id`,
      "`team messages` prints the ids"
    )
  })

const run = (team: OpenedTeam, ids: ReadonlyArray<string>, asJson: boolean) =>
  Effect.gen(function* () {
    const who = yield* requireCaller(team, "ack")
    // The rights name seats alone.
    const seat = who._tag === "Seat" ? who.name : ""
    const mailbox = yield* Mailbox
    const log = yield* TeamLog
    for (const id of ids) {
      yield* mailbox.ack(team.session, seat, id).pipe(Effect.mapError(refused))
      yield* Effect.ignore(mailbox.removePending(seat, id))
      const said = `${seat}: acked message ${id}`
      if (!asJson) yield* line(said)
      const problem = yield* log.write("ack", seat, said)
      if (problem !== null) yield* note(problem)
    }
    if (!asJson) return
    const document: AckDocument = {
      format: 1,
      kind: "team.ack",
      at: instant(yield* Clock.currentTimeMillis),
      project: team.open.file.project,
      session: team.session,
      seat,
      acked: ids
    }
    yield* printJson(document)
  })

/** `team ack`: a seat's word that it has a message, which counts as its trace (spec 000 §2). */
export const ack = Command.make(
  "ack",
  {
    ids: Args.text({ name: "ID" }).pipe(
      Args.withDescription("a message's id, as team messages prints it"),
      Args.atLeast(1)
    ),
    session: common.session,
    file: common.file,
    host: common.host,
    json: common.json
  },
  ({ ids, json, ...options }) =>
    Effect.gen(function* () {
      const asked = [...new Set(yield* Effect.forEach(ids, idOf))]
      yield* requireForFlags("ack", ownersFlags(options))
      const team = yield* openFor("ack", options)
      const log = TeamLog.layerFile(join(agentsFolder(team.open), "team.log"))
      yield* run(team, asked, json).pipe(Effect.provide(log), Effect.provide(team.layer))
    })
).pipe(
  withHelp("A seat says that it has a message; the watch takes it as a sign of work.", [
    "team ack 01KBCDEFGH0123456789ABCDEF"
  ])
)
