import process from "node:process"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** The one key a person presses at the pause; null where the input has ended. What comes as a chunk is no answer. */
export class PressedKey extends Context.Reference<PressedKey>()("seatwatch/cli/PressedKey", {
  defaultValue: (): { readonly isTerminal: boolean; readonly next: Effect.Effect<string | null> } => ({
    isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
    next: Effect.async<string | null>((resume) => {
      const { stdin } = process
      const end = (key: string | null): void => {
        stdin.off("data", onData).off("end", onEnd).off("error", onEnd)
        stdin.pause()
        if (stdin.isTTY) stdin.setRawMode(false)
        resume(Effect.succeed(key))
      }
      const onData = (chunk: Buffer | string): void => end(String(chunk))
      const onEnd = (): void => end(null)
      if (stdin.isTTY) stdin.setRawMode(true)
      stdin.on("data", onData).on("end", onEnd).on("error", onEnd)
      stdin.resume()
      return Effect.sync(() => {
        stdin.off("data", onData).off("end", onEnd).off("error", onEnd)
        stdin.pause()
        if (stdin.isTTY) stdin.setRawMode(false)
      })
    })
  })
}) {}
