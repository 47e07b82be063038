import { isAbsolute, join } from "node:path"

/** The user's state folder: `XDG_STATE_HOME` where it is absolute, else `.local/state` at home; null without a home. */
export const stateFolder = (
  env: Readonly<Record<string, string | undefined>>,
  home: string | undefined
): string | null => {
  const named = env["XDG_STATE_HOME"]
  if (named !== undefined && isAbsolute(named)) return named
  return home !== undefined && isAbsolute(home) ? join(home, ".local", "state") : null
}
