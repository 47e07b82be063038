import { describe, expect, it } from "vitest"
import { HOOK_CLIS, HOOK_EVENTS } from "../../../src/domain/hook/events.ts"

const kind = (cli: string, event: string) => HOOK_EVENTS[cli]?.[event]

describe("the events", () => {
  it("lists each CLI once, with a start, one end or more and a conversation", () => {
    expect(HOOK_CLIS).toEqual(["claude-code", "codex", "qwen", "droid", "gemini", "cursor"])
    for (const cli of HOOK_CLIS) {
      const kinds = Object.values(HOOK_EVENTS[cli] ?? {})
      expect([cli, kinds.filter((one) => one === "start").length]).toEqual([cli, 1])
      expect([cli, kinds.filter((one) => one === "session").length]).toEqual([cli, 1])
      expect(kinds).toContain("end")
      expect(kinds).not.toContain("unknown")
    }
  })
  it("takes no end from what is not the turn's", () => {
    for (const cli of ["claude-code", "codex", "qwen", "droid"]) {
      for (const event of [
        "SubagentStop",
        "SessionEnd",
        "Notification",
        "PostToolUse",
        "PermissionRequest"
      ]) {
        expect([cli, event, kind(cli, event)]).toEqual([cli, event, "quiet"])
      }
    }
    expect(kind("codex", "agent-turn-complete")).toBe("quiet")
    expect(kind("gemini", "AfterModel")).toBe("quiet")
    expect(kind("cursor", "sessionEnd")).toBe("quiet")
  })
  it("counts case, and knows no other CLI's names", () => {
    expect(kind("claude-code", "stop")).toBeUndefined()
    expect(kind("cursor", "Stop")).toBeUndefined()
    expect(kind("gemini", "Stop")).toBeUndefined()
    expect(kind("claude-code", "agent-turn-complete")).toBeUndefined()
  })
})
