import * as Effect from "effect/Effect"
import type { NotifyOutcome } from "../Notifier.ts"
import type { ChannelEntry } from "./channel.ts"

/** The multiplexer's own way to show a message, where somebody is there to see it. */
export const herdr: ChannelEntry = {
  name: "host",
  platform: null,
  make: ({ herdr: host }) => ({
    name: host.host,
    send: ({ body, title }) =>
      host.notify(title, body).pipe(
        Effect.map(
          (seen): NotifyOutcome =>
            seen
              ? { _tag: "Delivered", channel: host.host }
              : { _tag: "Unavailable", reason: `nobody is attached to ${host.host}` }
        ),
        Effect.catchAll((error) =>
          Effect.succeed<NotifyOutcome>(
            error.reason === "NotInstalled" || error.reason === "NotRunning"
              ? { _tag: "Unavailable", reason: `${host.host} does not run` }
              : { _tag: "Failed", reason: `${host.host} did not show it (${error.reason})` }
          )
        )
      )
  })
}
