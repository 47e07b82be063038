import * as Effect from "effect/Effect"
import { StdinTerminal, type StdinTerminalShape, type Waiting } from "../../src/cli/terminal-guard.ts"
import type { Drive } from "./exit-drive.ts"

/** Runs with another terminal on standard input. */
export const onTerminal =
  (terminal: Partial<StdinTerminalShape>, run: Drive["run"]): Drive["run"] =>
  (kit) =>
    Effect.provideService(run(kit), StdinTerminal, {
      isTerminal: Effect.succeed(true),
      waiting: Effect.succeed<Waiting>("quiet"),
      readLine: Effect.succeed(null),
      ...terminal
    })
