import type { ProcessId } from "./pane.ts"

/** Program names that are agent CLIs, for hosts that cannot say what runs in a pane. */
const AGENT_PROGRAMS: ReadonlySet<string> = new Set([
  "agy",
  "amp",
  "auggie",
  "claude",
  "cline",
  "codex",
  "copilot",
  "crush",
  "cursor-agent",
  "droid",
  "gemini",
  "grok",
  "kilo",
  "kilocode",
  "kimi",
  "opencode",
  "pi",
  "qodercli",
  "qwen"
])

/** The agent CLI among a pane's foreground processes by the program's own name, or null. */
export const agentName = (foreground: ReadonlyArray<ProcessId>): string | null =>
  foreground.find((process) => AGENT_PROGRAMS.has(process.name))?.name ?? null
