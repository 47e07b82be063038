import { describe, expect, it } from "@effect/vitest"
import { claudeCode } from "../../../src/domain/screen/profiles/claude-code.ts"
import { codex } from "../../../src/domain/screen/profiles/codex.ts"
import { generic } from "../../../src/domain/screen/profiles/generic.ts"
import { readTitle, titleMoved } from "../../../src/domain/screen/title.ts"

describe("titles", () => {
  it("say what their profile declares and nothing else", () => {
    expect(readTitle(claudeCode, "◐ fix login")).toBe("working")
    expect(readTitle(claudeCode, "✳ fix login")).toBe("idle")
    expect(readTitle(claudeCode, "☯ fix login")).toBe("silent")
    expect(readTitle(claudeCode, "1 awaiting input · claude agents")).toBe("overlay")
    expect(readTitle(codex, "⠧ go | proj")).toBe("working")
    expect(readTitle(codex, "go | proj")).toBe("idle")
    expect(readTitle(codex, "[ ! ] Action Required | go")).toBe("overlay")
    for (const title of [undefined, ""]) expect(readTitle(codex, title)).toBe("silent")
    expect(readTitle(generic, "◐ anything")).toBe("silent")
  })

  it("show a turn when only their leading symbol moves, known or not", () => {
    expect(titleMoved(claudeCode, "☯ fix login", "☸ fix login")).toBe(true)
    expect(titleMoved(claudeCode, "☯ fix login", "☯ fix login")).toBe(false)
    expect(titleMoved(claudeCode, "☯ fix login", "☸ other work")).toBe(false)
    expect(titleMoved(claudeCode, "◐ fix login", "✳ fix login")).toBe(false)
    expect(titleMoved(claudeCode, "a fix login", "b fix login")).toBe(false)
    expect(titleMoved(generic, "☯ fix login", "☸ fix login")).toBe(false)
  })
})
