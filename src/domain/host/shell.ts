import type { PaneProcesses } from "./pane.ts"

const SHELLS: ReadonlySet<string> = new Set([
  "sh",
  "ash",
  "bash",
  "dash",
  "zsh",
  "ksh",
  "mksh",
  "fish",
  "tcsh",
  "csh",
  "nu",
  "pwsh",
  "xonsh",
  "elvish",
  "login"
])

/** A program name as a shell's, with the dash of a login shell. */
export const isShellName = (name: string): boolean => SHELLS.has(name.replace(/^-/, ""))

/**
 * Whether a shell with these arguments (its own name first) was given something to run: a script, or `-c` alone or in a
 * cluster such as `-lc`. Without one it stands at a prompt.
 */
export const runsScript = (argv: ReadonlyArray<string>): boolean =>
  argv.slice(1).some((word) => word !== "" && (!/^[-+]/.test(word) || /^-[a-z]*c[a-z]*$/.test(word)))

/**
 * True when nothing but a shell at its prompt stands in front of the pane: the CLI has left it (design §4.16). Null when the host
 * cannot say what runs there.
 */
export const isBareShell = (processes: PaneProcesses | null): boolean | null => {
  if (processes === null || processes.foreground.length === 0) return null
  return processes.foreground.every((process) => isShellName(process.name) && process.script !== true)
}
