import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { writeAtomic } from "../../services/SafeFile.ts"
import { SeatLock } from "../../services/SeatLock.ts"
import { decodeText } from "../../services/TeamFile.ts"
import { TeamLog } from "../../services/TeamLog.ts"
import { withoutSeat } from "../../services/team-file/remove-entry.ts"
import { OWNERS_FLAGS, ownersFlags, requireCaller, requireForFlags } from "../caller.ts"
import { withHelp } from "../command.ts"
import { exitWith } from "../exit.ts"
import { launchDocument, launchLayer, launchOptions, printPlan } from "../launching/command.ts"
import { downLines, runDown } from "../launching/down.ts"
import { line, note, json as printJson } from "../Output.ts"
import { seatAmong } from "../seat.ts"
import { type OpenedTeam, openFor } from "../team.ts"
import { userName } from "../user.ts"

/** The file's text without the seat, valid as a whole; found before anything is stopped. */
const edited = ({ open }: OpenedTeam, seat: string) =>
  Effect.gen(function* () {
    const text = withoutSeat(open.text, seat)
    if (Either.isLeft(text)) {
      return yield* exitWith(
        "remove.entry",
        1,
        `team remove: ${seat} cannot be taken out of the file: ${text.left}`,
        "take it out by hand; or stop it alone with --keep"
      )
    }
    const checked = decodeText(text.right)
    if (Either.isRight(checked)) return text.right
    const [first] = checked.left
    return yield* exitWith(
      "remove.entry",
      1,
      `team remove: without ${seat} the file would not be valid: ${first?.message ?? "it cannot be read"}`,
      "change the file by hand; or stop the seat alone with --keep"
    )
  })

/** `team remove`: stops one seat as `team down` does, and takes its entry out of the file, or keeps it with `--keep`. */
export const remove = Command.make(
  "remove",
  {
    seat: Args.text({ name: "NAME" }).pipe(Args.withDescription("the seat of the file")),
    keep: Options.boolean("keep").pipe(
      Options.withDescription("leave its entry in the file; team add starts it again")
    ),
    wait: Options.boolean("wait").pipe(Options.withDescription("wait two minutes for it while it works")),
    abandon: Options.boolean("abandon").pipe(
      Options.withDescription("close it without a key where it would be left; the owner's, in person")
    ),
    ...launchOptions
  },
  ({ abandon, dryRun, json, keep, seat: name, wait, ...options }) =>
    Effect.gen(function* () {
      yield* requireForFlags("remove", [...ownersFlags(options), ...(abandon ? [OWNERS_FLAGS.abandon] : [])])
      const team = yield* openFor("remove", options)
      const seat = yield* seatAmong("remove", name, team.open.now.team.seats, (one) => one.name)
      const names = new Set([seat.name])
      yield* Effect.gen(function* () {
        yield* requireCaller(team, dryRun ? "look" : "remove")
        if (seat.leads || seat.operator) {
          return yield* exitWith(
            "remove.lead",
            1,
            `team remove: ${seat.name} is the team's ${seat.leads ? "orchestrator" : "operator"} and is not removed alone`,
            "team down, then team up (to restart the whole team)"
          )
        }
        const text = keep ? null : yield* edited(team, seat.name)
        if (dryRun) return yield* printPlan(team, yield* downLines(team, names), json)
        const locks = yield* SeatLock
        const ended = yield* locks
          .withRun(team.session)(
            Effect.tap(runDown(team, { names, wait, abandon, isQuiet: json, by: "remove" }), (outcomes) =>
              text === null || outcomes.some(({ ready }) => !ready)
                ? Effect.void
                : writeAtomic(team.open.place.path, text).pipe(
                    Effect.mapError(({ message }) =>
                      exitWith("remove.file", 2, `team remove: ${seat.name} is stopped; ${message}`)
                    )
                  )
            )
          )
          .pipe(
            Effect.catchTag("SeatLockError", ({ message }) =>
              exitWith("remove.busy", 1, `team remove: ${message}`)
            )
          )
        if (json) yield* printJson(yield* launchDocument(team, ended, {}))
        if (ended.some(({ ready }) => !ready)) return yield* exitWith("remove.left", 1)
        const said = keep ? `stopped ${seat.name}` : `removed ${seat.name}`
        if (!json) yield* line(said)
        const problem = yield* (yield* TeamLog).write("remove", yield* userName, said)
        if (problem !== null) yield* note(problem)
      }).pipe(Effect.provide(launchLayer(team)))
    })
).pipe(
  withHelp("Stops one seat at its empty prompt and takes it out of the file; --keep leaves its entry.", [
    "team remove worker --keep",
    "team remove worker"
  ])
)
