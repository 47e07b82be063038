import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { emptyMemory } from "../../domain/pass/memory.ts"
import { type PassResult, pass } from "../../domain/pass/pass.ts"
import { RecordedLine } from "../../domain/pass/recording.ts"
import { Report } from "../../domain/report/report.ts"
import { readRecording } from "../../services/recording.ts"
import { withHelp } from "../command.ts"
import { exitWith } from "../exit.ts"
import { line, json as printJson } from "../Output.ts"
import * as common from "../options.ts"
import { instant } from "../render/instant.ts"
import { SeatRow, seatRow } from "../render/seats.ts"

/** One pass of `team replay --json` (kind `team.pass`). */
export const PassDocument = Schema.Struct({
  format: Schema.Literal(1),
  kind: Schema.Literal("team.pass"),
  at: Schema.String,
  seats: Schema.Array(SeatRow),
  reports: Schema.Array(Report)
})

const document = (result: PassResult): typeof PassDocument.Type => ({
  format: 1,
  kind: "team.pass",
  at: instant(result.at),
  seats: result.seats.map(seatRow),
  reports: result.say
})

const text = (result: PassResult): ReadonlyArray<string> =>
  [...result.lines, ...result.say.map((report) => report.text)].map((said) => `${instant(result.at)} ${said}`)

/** `team replay`: feeds recorded snapshots through the same pure pass (design §2). Asks no host and saves nothing. */
export const replay = Command.make(
  "replay",
  { json: common.json, file: Args.text({ name: "FILE" }) },
  ({ file, json }) =>
    Effect.gen(function* () {
      const memory = yield* Ref.make(emptyMemory)
      yield* readRecording(file, RecordedLine).pipe(
        Stream.mapError((error) => exitWith("replay.file", 2, `team replay: ${error.message}`)),
        Stream.runForEach(({ value }) =>
          Effect.gen(function* () {
            if ("memory" in value) return yield* Ref.set(memory, value.memory)
            const result = pass(value.snapshot, yield* Ref.get(memory))
            yield* Ref.set(memory, result.memory)
            yield* json ? printJson(document(result)) : Effect.forEach(text(result), line, { discard: true })
          })
        )
      )
    })
).pipe(
  withHelp("Replays a recorded watch: the same readings and the same reports, without any host.", [
    "team watch --record watch.jsonl",
    "team replay watch.jsonl"
  ])
)
