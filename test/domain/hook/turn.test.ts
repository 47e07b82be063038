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
    expect(turnOf("__proto__", "Stop", {})).toBeNull()
  })
  it("never throws", () => {
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
