import type { HostReason } from "../Herdr.ts"
import { HostError } from "../Herdr.ts"

const KINDS: ReadonlyArray<readonly [RegExp, HostReason, string]> = [
  [
    /no server running|error connecting to .*\((No such file|Connection refused)/u,
    "NotRunning",
    "no tmux server is running"
  ],
  [/server exited|lost server|server-exited/u, "Lost", "the tmux server ended"],
  [/can't find pane|no such pane/u, "NoPane", "the pane is gone"],
  [/can't find window|no such window/u, "NoPane", "the window is gone"],
  [/can't find session|no sessions|no such session/u, "NotRunning", "tmux has no session of that name"],
  [/Permission denied|access not allowed/u, "Refused", "tmux's socket belongs to somebody else"],
  [/read-only/u, "Refused", "tmux takes no command from a read-only client"],
  [
    /unknown flag|unknown option|usage:|invalid option|illegal option/u,
    "Refused",
    "tmux does not know the command"
  ]
]

/**
 * The host error for what tmux said. Only the kind of its answer is used: its text may quote what was to be typed.
 */
export const tmuxError = (method: string, said: string): HostError => {
  for (const [pattern, reason, message] of KINDS) {
    if (pattern.test(said)) return new HostError({ reason, method, message })
  }
  return new HostError({ reason: "Refused", method, message: "tmux refused the command" })
}

/** The oldest tmux that has what is used here. */
export const OLDEST = "3.2"

/** False for a version known to be too old; a development build's name counts as new. */
export const isSupported = (version: string): boolean => {
  const match = /^(?:tmux )?(?:next-)?(\d+)\.(\d+)/u.exec(version.trim())
  if (match === null) return true
  const major = Number(match[1])
  return major > 3 || (major === 3 && Number(match[2]) >= 2)
}
