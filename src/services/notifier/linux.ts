import { access } from "node:fs/promises"
import { isAbsolute, join } from "node:path"
import * as Effect from "effect/Effect"
import type { ChannelEntry, Environment } from "./channel.ts"
import { runHelper } from "./program.ts"

/** Whether there is a session bus to talk to; without one `notify-send` may hang or start a bus of its own. */
const hasBus = (env: Environment): Effect.Effect<boolean> => {
  if ((env["DBUS_SESSION_BUS_ADDRESS"] ?? "") !== "") return Effect.succeed(true)
  const runtime = env["XDG_RUNTIME_DIR"] ?? ""
  if (!isAbsolute(runtime)) return Effect.succeed(false)
  return Effect.tryPromise(() => access(join(runtime, "bus"))).pipe(
    Effect.as(true),
    Effect.orElseSucceed(() => false)
  )
}

// A notification's body is read as markup there; a title is not.
const plain = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/** Linux: the desktop's notification service through `notify-send`. */
export const linux: ChannelEntry = {
  name: "notify-send",
  platform: "linux",
  make: ({ env, run }) => ({
    name: "notify-send",
    send: ({ body, title }) =>
      Effect.flatMap(hasBus(env), (bus) =>
        bus
          ? runHelper(run, "notify-send", "notify-send", ["--app-name=team", "--", title, plain(body)])
          : Effect.succeed({ _tag: "Unavailable", reason: "there is no session bus" } as const)
      )
  })
}
