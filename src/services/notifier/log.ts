import * as Effect from "effect/Effect"
import type { ChannelEntry } from "./channel.ts"

/** The end of the list: shows nothing and says so. The report stands in the log and in `team status` all the same. */
export const log: ChannelEntry = {
  name: "log",
  platform: null,
  make: () => ({
    name: "log",
    send: () =>
      Effect.succeed({
        _tag: "Unavailable",
        reason: "no channel can show it; it stands in team.log"
      } as const)
  })
}
