/**
 * What a CLI's hook event says of a turn: `start` one began · `end` one ended · `session` a conversation was opened, so
 * its id is the seat's · `quiet` known, and says nothing of a turn · `unknown` no event this version knows: never guessed.
 */
export type HookEvent = "start" | "end" | "session" | "quiet" | "unknown"

const CLAUDE_EVENTS: Readonly<Record<string, HookEvent>> = {
  UserPromptSubmit: "start",
  Stop: "end",
  StopFailure: "end",
  SessionStart: "session",
  SessionEnd: "quiet",
  SubagentStart: "quiet",
  SubagentStop: "quiet",
  PreToolUse: "quiet",
  PostToolUse: "quiet",
  PostToolUseFailure: "quiet",
  PermissionRequest: "quiet",
  PermissionDenied: "quiet",
  Notification: "quiet",
  PreCompact: "quiet",
  PostCompact: "quiet"
}

/** The events of each CLI whose hooks can tell a turn, by the names its own payloads carry. Case counts (case 35). */
export const HOOK_EVENTS: Readonly<Record<string, Readonly<Record<string, HookEvent>>>> = {
  "claude-code": CLAUDE_EVENTS,
  // A turn that fails fires nothing, and `notify` also speaks for the thread that makes a title: neither is an end.
  codex: { ...CLAUDE_EVENTS, "agent-turn-complete": "quiet" },
  qwen: CLAUDE_EVENTS,
  droid: CLAUDE_EVENTS,
  gemini: {
    BeforeAgent: "start",
    AfterAgent: "end",
    SessionStart: "session",
    SessionEnd: "quiet",
    BeforeModel: "quiet",
    AfterModel: "quiet",
    BeforeToolSelection: "quiet",
    BeforeTool: "quiet",
    AfterTool: "quiet",
    PreCompress: "quiet",
    Notification: "quiet"
  },
  cursor: { beforeSubmitPrompt: "start", stop: "end", sessionStart: "session", sessionEnd: "quiet" }
}

/** The CLIs that have hooks, by the names a team file gives them. */
export const HOOK_CLIS: ReadonlyArray<string> = Object.keys(HOOK_EVENTS)
