import * as Effect from "effect/Effect"
import type { NotifyOutcome } from "../Notifier.ts"
import type { ChannelParts } from "./channel.ts"

/** Runs a notification helper to its end; it is killed a little before the whole notification's time is over. */
export const runHelper = (
  run: ChannelParts["run"],
  channel: string,
  program: string,
  args: ReadonlyArray<string>
): Effect.Effect<NotifyOutcome> =>
  run({ program, args, timeout: 4_000, grace: 200, maxBytes: 64 * 1024 }).pipe(
    Effect.map(({ code, signal }): NotifyOutcome => {
      if (code === 0) return { _tag: "Delivered", channel }
      // Its own words may repeat the text it was given, so only the code is told.
      return { _tag: "Failed", reason: `${channel} ended with ${code ?? signal ?? "no code"}` }
    }),
    Effect.catchAll((error) =>
      Effect.succeed<NotifyOutcome>(
        error.reason === "NotFound"
          ? { _tag: "Unavailable", reason: `${channel} is not installed` }
          : {
              _tag: "Failed",
              reason: error.reason === "Timeout" ? `${channel} did not end in time` : error.message
            }
      )
    )
  )
