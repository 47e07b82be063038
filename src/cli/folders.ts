import { homedir } from "node:os"
import * as Effect from "effect/Effect"
import { configFolder } from "../services/Settings.ts"
import { Invocation } from "./Invocation.ts"

/** The person's home folder, as the invocation's environment has it. */
export const homeHere: Effect.Effect<string, never, Invocation> = Effect.map(
  Invocation,
  ({ env }) => env["HOME"] ?? homedir()
)

/** `team`'s folder in the person's configuration. */
export const configHere: Effect.Effect<string, never, Invocation> = Effect.gen(function* () {
  const { env } = yield* Invocation
  return configFolder(env, yield* homeHere)
})
