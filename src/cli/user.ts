import { userInfo } from "node:os"
import * as Effect from "effect/Effect"
import { cleanText } from "../domain/text/clean.ts"
import { Invocation } from "./Invocation.ts"

const LONGEST = 40

/** The account's name, as the log and a hold say it. */
export const userName: Effect.Effect<string, never, Invocation> = Effect.map(Invocation, ({ env }) => {
  const named = env["USER"] ?? env["LOGNAME"] ?? ""
  if (named !== "") return cleanText(named, LONGEST)
  try {
    return cleanText(userInfo().username, LONGEST)
  } catch {
    // An account without an entry in the system's table (a container): its number is all there is.
    return String(process.getuid?.() ?? "user")
  }
})
