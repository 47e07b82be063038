import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { isBareShell } from "../../domain/host/shell.ts"
import { Herdr } from "../Herdr.ts"

/** How long a new pane's shell may take to its prompt, in ms; between two looks. */
const PATIENCE = 10_000
const EVERY = 100

/** Waits until a shell alone stands in front of the pane, twice in a row. False when it never does, or nobody can say. */
const shellStands = (pane: string): Effect.Effect<boolean, never, Herdr> =>
  Effect.gen(function* () {
    const host = yield* Herdr
    let seen = 0
    for (let waited = 0; waited < PATIENCE; waited += EVERY) {
      const found = yield* Effect.orElseSucceed(host.processes([pane]), () => new Map())
      seen = isBareShell(found.get(pane) ?? null) === true ? seen + 1 : 0
      if (seen >= 2) return true
      yield* Effect.sleep(EVERY)
    }
    return false
  })

/**
 * Runs a command line at the shell's prompt of a pane: waits for the shell, types, presses Enter once. False when no shell stood
 * there or the host refused a key; then nothing more is pressed. Whether the command runs is seen by its process alone (case 174).
 */
export const runAtShell = (pane: string, line: string): Effect.Effect<boolean, never, Herdr> =>
  Effect.gen(function* () {
    const host = yield* Herdr
    if (!(yield* shellStands(pane))) return false
    const done = yield* Effect.either(
      Effect.uninterruptible(Effect.zipRight(host.type(pane, line), host.press(pane, "Enter")))
    )
    return Either.isRight(done)
  })
