import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { sessionOf, turnOf } from "../../../src/domain/hook/turn.ts"

const word = (event: string, more: object = {}, cli = "claude-code") =>
  turnOf(cli, event, { hook_event_name: event, ...more })?.word ?? null

describe("turnOf", () => {
  it("reads the events of a real session", () => {
    expect(word("SessionStart", { source: "startup" })).toBe("session")
    expect(word("UserPromptSubmit", { prompt: "x" })).toBe("working")
    expect(word("Stop", { background_tasks: [], session_crons: [] })).toBe("idle")
    expect(word("StopFailure", { error: "server_error" })).toBe("idle")
    for (const quiet of ["PreToolUse", "PostToolUse", "PermissionRequest", "Notification", "SessionEnd"]) {
      expect(word(quiet)).toBeNull()
    }
    expect(word("Stop", {}, "codex")).toBe("idle")
    expect(turnOf("codex", "agent-turn-complete", { type: "agent-turn-complete" })).toBeNull()
  })
  // The lines of one recorded session of each CLI: what stood in the payload beside its event's name.
  const BG = { background_tasks: [], session_crons: [] }
  it.each<readonly [string, string, object, string | null]>([
    ["claude-code", "SessionStart", { source: "startup", model: "m" }, "session"],
    [
      "claude-code",
      "UserPromptSubmit",
      { prompt_id: "p", permission_mode: "default", prompt: "x" },
      "working"
    ],
    ["claude-code", "Stop", { prompt_id: "p", stop_hook_active: false, ...BG }, "idle"],
    ["claude-code", "PreToolUse", { tool_name: "Bash", tool_input: { run_in_background: false } }, null],
    ["claude-code", "PermissionRequest", { tool_name: "Bash", permission_suggestions: [{}] }, null],
    ["claude-code", "Notification", { notification_type: "permission_prompt", message: "x" }, null],
    ["claude-code", "Notification", { notification_type: "idle_prompt", message: "x" }, null],
    ["claude-code", "PostToolUse", { tool_name: "Bash", tool_response: { interrupted: false } }, null],
    ["claude-code", "PreToolUse", { tool_name: "AskUserQuestion", tool_input: { questions: [] } }, null],
    ["claude-code", "PermissionRequest", { tool_name: "AskUserQuestion" }, null],
    ["claude-code", "StopFailure", { prompt_id: "p", error: "server_error" }, "idle"],
    ["claude-code", "SessionEnd", { reason: "prompt_input_exit" }, null],
    ["codex", "SessionStart", { source: "startup", model: "m", permission_mode: "default" }, "session"],
    ["codex", "UserPromptSubmit", { turn_id: "t", prompt: "x" }, "working"],
    ["codex", "Stop", { turn_id: "t", stop_hook_active: false, last_assistant_message: "x" }, "idle"],
    ["codex", "PreToolUse", { turn_id: "t", tool_name: "request_user_input" }, null],
    ["codex", "PermissionRequest", { turn_id: "t", tool_name: "Bash" }, null],
    ["codex", "PostToolUse", { turn_id: "t", tool_name: "Bash", tool_response: "" }, null]
  ])("%s %s %j is %s", (cli, event, payload, expected) => {
    expect(word(event, payload, cli)).toBe(expected)
  })
  it("takes nothing from a thread that only makes a title", () => {
    const notify = { type: "agent-turn-complete", "thread-id": "other", "turn-id": "t", client: "codex-tui" }
    expect(turnOf("codex", "agent-turn-complete", notify)).toBeNull()
    // The same payload under a hook of another name is nothing either.
    expect(turnOf("codex", "Stop", notify)).toBeNull()
  })
  it("moves nothing for a subagent", () => {
    for (const mark of [{ agent_id: "a" }, { parent_thread_id: "p" }, { is_sidechain: true }]) {
      expect(word("Stop", mark)).toBeNull()
    }
    expect(word("Stop", { agent_id: "" })).toBe("idle")
  })
  it("does not end a turn with work behind it", () => {
    expect(word("Stop", { background_tasks: [{ status: "running" }] })).toBeNull()
    expect(word("Stop", { background_tasks: "two" })).toBeNull()
    expect(word("Stop", { background_tasks: [{ status: "completed" }] })).toBe("idle")
    expect(word("Stop", { background_tasks: null })).toBe("idle")
  })
  it("guesses nothing", () => {
    expect(word("Stopp")).toBe("unknown")
    expect(word("stop")).toBe("unknown")
    expect(turnOf("claude-code", "Stop", { hook_event_name: "PreToolUse" })).toBeNull()
    expect(turnOf("claude-code", "Stop", null)).toBeNull()
    expect(turnOf("claude-code", "Stop", [])).toBeNull()
    for (const key of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
      expect(turnOf(key, "Stop", {})).toBeNull()
      expect(turnOf("claude-code", key, {})).toEqual({ word: "unknown" })
    }
  })
  it("never throws, and gives one of its words, for any event and payload", () => {
    const cli = FastCheck.oneof(FastCheck.constantFrom("codex", "gemini", "cursor"), FastCheck.string())
    const event = FastCheck.oneof(FastCheck.constantFrom("Stop", "AfterAgent", "stop"), FastCheck.string())
    FastCheck.assert(
      FastCheck.property(cli, event, FastCheck.jsonValue(), (one, name, payload) => {
        const found = turnOf(one, name, payload)?.word ?? null
        expect([null, "working", "idle", "session", "unknown"]).toContain(found)
        const id = sessionOf(payload)
        expect(id === null || (id !== "" && id.length <= 200)).toBe(true)
      })
    )
  })
  it("guesses no word for an event that is no known one", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.string(), FastCheck.jsonValue(), (event, payload) => {
        expect([null, "unknown"]).toContain(turnOf("claude-code", `x${event}`, payload)?.word ?? null)
        sessionOf(payload)
      })
    )
  })
})

describe("sessionOf", () => {
  it("takes a short plain id only", () => {
    expect(sessionOf({ session_id: "s" })).toBe("s")
    expect(sessionOf({ "thread-id": "t" })).toBe("t")
    expect(sessionOf({ session_id: "a\u001b" })).toBeNull()
    expect(sessionOf({ session_id: "x".repeat(201) })).toBeNull()
  })
})
