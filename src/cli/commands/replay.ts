import { resolve } from "node:path"
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import * as Stream from "effect/Stream"
import { emptyMemory } from "../../domain/pass/memory.ts"
import { type PassResult, pass } from "../../domain/pass/pass.ts"
import { RecordedLine } from "../../domain/pass/recording.ts"
import { Profiles } from "../../services/Profiles.ts"
import { readRecording } from "../../services/recording.ts"
import { withHelp } from "../command.ts"
import { exitWith } from "../exit.ts"
import { Invocation } from "../Invocation.ts"
import { line, json as printJson } from "../Output.ts"
import * as common from "../options.ts"
import { instant } from "../render/instant.ts"
import type { PassDocument } from "../render/replay.ts"
import { seatRow } from "../render/seats.ts"
import { profilesLayer } from "../team.ts"

const document = (result: PassResult): PassDocument => ({
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
      const { cwd } = yield* Invocation
      const memory = yield* Ref.make(emptyMemory)
      const { lookup, read } = yield* Effect.flatMap(Profiles, (profiles) => profiles.reader).pipe(
        Effect.provide(profilesLayer)
      )
      yield* readRecording(resolve(cwd, file), RecordedLine).pipe(
        Stream.mapError((error) => exitWith("replay.file", 2, `team replay: ${error.message}`)),
        Stream.runForEach(({ value }) =>
          Effect.gen(function* () {
            if ("memory" in value) return yield* Ref.set(memory, value.memory)
            const result = pass(value.snapshot, yield* Ref.get(memory), { read, profiles: lookup })
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
