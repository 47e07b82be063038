/** For tests of programs that embed the watch: panes in memory, services in memory, a scenario under `TestClock`. */

export {
  type MemoryControl,
  MemoryHost,
  type MemoryInput,
  type MemoryLaunch,
  type MemoryPaneInit,
  type MemoryScreen
} from "../services/herdr/memory.ts"
/** Drawn screens of two CLIs, each with its cursor and title. */
export * as Screens from "./draw.ts"
export { type Kept, layersInMemory, makeKept, quietMachine } from "./layers.ts"
export { makeScenario, type Scenario, type ScenarioOptions, teamOf } from "./scenario.ts"
