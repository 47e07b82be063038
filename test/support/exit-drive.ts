import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Who } from "../../src/domain/caller/caller.ts"
import { advanceUntilDone, type Ran, type RunOptions, type setup } from "./cli.ts"

export type Kit = Effect.Effect.Success<ReturnType<typeof setup>>

/** How an exit is made to happen: in a project with an idle team, or with the team file `file` (null: none). */
export interface Drive {
  readonly file?: string | null
  readonly run: (kit: Kit) => Effect.Effect<Ran, never, Scope.Scope>
  /** What an outcome with code 0 prints: it carries no id. */
  readonly said?: RegExp
}

export type Drives = Readonly<Record<string, Drive>>

export const SEAT: Who = { _tag: "Seat", name: "glass", pane: "p2", role: "seat" }

/** Runs one command line of the kit's project, its words parted by spaces. */
export const line =
  (words: string, options: Partial<RunOptions> = {}): Drive["run"] =>
  ({ team }) =>
    team(words, options)

/** Writes a file below a folder that may not be there yet. */
export const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode: 0o600 })
}

/** Runs what waits on the clock: a torn file is read again for a while, a detached watch is waited for. */
export const waiting = <R>(
  step: number,
  effect: Effect.Effect<Ran, never, R>
): Effect.Effect<Ran, never, R> =>
  Effect.flatMap(Effect.fork(effect), (fiber) => advanceUntilDone(fiber, step))

/** Runs with the real clock: what starts other programs waits for them. */
export const really = (effect: Effect.Effect<Ran>): Effect.Effect<Ran> =>
  Effect.promise(() => Effect.runPromise(effect))
