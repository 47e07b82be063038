import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import type { MachineReading } from "../domain/machine/reading.ts"
import { Facts, type FactsAnswer } from "../services/Facts.ts"
import type { Herdr } from "../services/Herdr.ts"
import { Machine } from "../services/Machine.ts"
import { type Notice, Notifier } from "../services/Notifier.ts"
import { Recorder } from "../services/Recorder.ts"
import { type ProjectState, SessionState } from "../services/SessionState.ts"
import { TeamLog } from "../services/TeamLog.ts"
import { WallClock } from "../services/WallClock.ts"
import type { WatchServices } from "../services/Watch.ts"

/** A machine within every limit a team file ships with; it has no swap. */
export const quietMachine: MachineReading = {
  at: 0,
  loadPerCore: 0.4,
  cores: 4,
  memoryFreePercent: 62,
  diskFreeBytes: 210e9,
  diskPath: "/",
  swapTotalBytes: 0,
  swapUsedBytes: 0,
  swapFreeBytes: 0
}

/** Where the in-memory layers keep what they were given. */
export interface Kept {
  readonly facts: Ref.Ref<FactsAnswer>
  readonly state: Ref.Ref<ProjectState>
  readonly log: Ref.Ref<ReadonlyArray<string>>
  readonly notices: Ref.Ref<ReadonlyArray<Notice>>
  readonly recorded: Ref.Ref<ReadonlyArray<unknown>>
}

/** Empty places for `layersInMemory`. */
export const makeKept: Effect.Effect<Kept> = Effect.all({
  facts: Ref.make<FactsAnswer>({ hold: null, seats: [] }),
  state: Ref.make<ProjectState>({ format: 1, sessions: {} }),
  log: Ref.make<ReadonlyArray<string>>([]),
  notices: Ref.make<ReadonlyArray<Notice>>([]),
  recorded: Ref.make<ReadonlyArray<unknown>>([])
})

/** Every service of the watch but the host, in memory; the clock is Effect's. */
export const layersInMemory = (
  kept: Kept,
  machine: Partial<MachineReading> = {}
): Layer.Layer<Exclude<WatchServices, Herdr>> =>
  Layer.mergeAll(
    SessionState.layerMemory(kept.state),
    TeamLog.layerMemory(kept.log),
    Notifier.layerMemory(kept.notices),
    Recorder.layerMemory(kept.recorded),
    Facts.layerFrom(Ref.get(kept.facts)),
    Machine.layerFixed({ ...quietMachine, ...machine }),
    WallClock.layer
  )
