import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { emptyMemory } from "../../domain/pass/memory.ts"
import { teamViewOf } from "../../domain/pass/team-view-of.ts"
import { NOTHING } from "../../domain/threshold/words.ts"
import { decodeText } from "../../services/TeamFile.ts"
import { WallClock } from "../../services/WallClock.ts"
import { makeWatch } from "../../services/Watch.ts"
import { layersInMemory, makeKept } from "../../testing/layers.ts"
import { line, Output } from "../Output.ts"
import { seatsTable } from "../render/seats.ts"
import { DEMO_FILE, END, EVERY, START, STORY } from "./scenario.ts"
import type { Stage } from "./stage.ts"

const clockText = (second: number): string =>
  `${String(Math.floor(second / 60)).padStart(2, "0")}:${String(second % 60).padStart(2, "0")}`

/**
 * Plays the story: virtual time moves in passes of 30 seconds, the watch is the real one, and the table is shown
 * whenever it changes. `pause` is real time between two passes, in milliseconds.
 */
export const play = (stage: Stage, pause: number) =>
  Effect.gen(function* () {
    const output = yield* Output
    const dim = (text: string) => (output.colour ? `\u001b[2m${text}\u001b[0m` : text)
    const file = Either.getOrThrow(decodeText(DEMO_FILE)).file
    const { team } = teamViewOf(file, { machine: NOTHING, entity: NOTHING, project: NOTHING })
    const clock = yield* Ref.make({ at: START, monotonic: 0 })
    // Nothing is kept: log, state and notifications live in memory, and time is the story's.
    const layer = Layer.mergeAll(layersInMemory(yield* makeKept), WallClock.layerRef(clock), stage.layer)
    const second = yield* Ref.make(0)
    let lastTable = ""

    yield* Effect.gen(function* () {
      const watch = yield* makeWatch(
        {
          session: team.session,
          source: Effect.succeed({ team, remarks: [], fileProblem: null }),
          folder: "/",
          notifyOperator: true,
          nudges: false,
          record: null,
          emit: (_at, said) =>
            Effect.flatMap(Ref.get(second), (now) => output.out(`${clockText(now)}  watch: ${said}\n`))
        },
        emptyMemory
      )
      yield* line("A team of four seats, a quarter of an hour in a few seconds. Nothing here is kept.")
      yield* line("")
      yield* watch.begin
      for (let now = 0; now <= END; now += EVERY) {
        yield* Ref.set(second, now)
        const happenings = STORY.filter((event) => event.second > now - EVERY && event.second <= now)
        for (const event of happenings) {
          yield* line(dim(`${clockText(now)}  (${event.tells})`))
          yield* event.screen === null ? stage.end(event.seat) : stage.show(event.seat, event.screen)
        }
        if (happenings.length > 0) yield* stage.settle
        yield* Ref.set(clock, { at: START + now * 1000, monotonic: now * 1000 })
        const { result } = yield* watch.step("interval")
        const words = result.seats.map(({ reading }) => `${reading.word} ${reading.source}`).join()
        if (words !== lastTable) {
          lastTable = words
          yield* line("")
          for (const row of seatsTable(result.seats)) yield* line(`       ${row}`)
          yield* line("")
        }
        yield* Effect.sleep(pause)
      }
      yield* watch.stop
    }).pipe(Effect.provide(layer))
  })
