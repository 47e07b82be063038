import { describe, expect, it } from "@effect/vitest"
import { findProfile } from "../../../src/domain/screen/profiles/index.ts"
import { readScreen } from "../../../src/domain/screen/read.ts"
import { CAPTURES } from "./corpus.ts"

const CLIS = ["crush", "cursor", "antigravity", "kimi"]
const kindOf = (cli: string, rows: ReadonlyArray<string>): string =>
  readScreen({ cli, ansi: `\u001b[0m${rows.join("\n")}\n` }).kind

describe("CLIs that nobody captured", () => {
  it("say so in every rule", () => {
    for (const cli of CLIS) {
      const profile = findProfile(cli)
      expect(
        profile?.dialogs.some((rule) => rule.captured),
        cli
      ).toBe(false)
      expect(profile?.composers, cli).toEqual([])
    }
  })

  it("never call any screen idle, nor touch it", () => {
    for (const cli of CLIS) {
      for (const { frame, name } of CAPTURES) {
        const reading = readScreen({ ...frame, cli })
        expect([reading.kind === "idle", reading.touchable], `${name} as ${cli}`).toEqual([false, false])
      }
    }
  })

  it("read Cursor's dialogs and turns", () => {
    expect(
      kindOf("cursor", [
        " Do you trust the contents of this directory?",
        " [a] Trust this workspace",
        " [q] Quit"
      ])
    ).toBe("trust")
    expect(
      kindOf("cursor", [" Run this command?", "  → Run (once) (y) (enter)", "    Skip (esc or n)"])
    ).toBe("permission")
    expect(
      kindOf("cursor", [
        " Write to this file?",
        "  → Proceed (y)",
        "    Reject & propose changes (esc or n or p)"
      ])
    ).toBe("permission")
    expect(
      kindOf("cursor", [
        "┌──────────┐",
        "│ Question 1 of 2",
        "│ › [ ] PostgreSQL",
        "Space select · Esc to skip"
      ])
    ).toBe("question")
    expect(kindOf("cursor", ["  ⠧ Reading files", "", "  → Add a follow-up            ctrl+c to stop"])).toBe(
      "working"
    )
  })

  it("case 55: take a footer with a frightening word for nothing", () => {
    expect(
      kindOf("cursor", ["  → Plan, search, build anything", "", "  Composer · Run Everything", "  ~/proj"])
    ).toBe("unknown")
  })

  it("read Antigravity's dialogs, also with the header scrolled out", () => {
    const choice = ["> 1. Yes", "  2. No", "↑/↓ Navigate · tab Amend · e Edit command"]
    expect(kindOf("agy", ["Requesting permission for: touch x", ...choice])).toBe("permission")
    expect(kindOf("agy", choice)).toBe("permission")
    expect(
      kindOf("agy", [
        "Do you trust the contents of this project?",
        "> Yes, I trust this folder",
        "  No",
        "enter Confirm"
      ])
    ).toBe("trust")
    expect(kindOf("agy", ["⠧ Generating..."])).toBe("working")
  })

  it("read Kimi's panels and turns", () => {
    expect(
      kindOf("kimi", ["Run this command?", "▶ 1. Approve", "  2. Reject", "1/2 choose · ↵ confirm"])
    ).toBe("permission")
    expect(
      kindOf("kimi", ["Ready to build with this plan?", "▶ Approve", "  Revise", "↑↓ choose · ↵ confirm"])
    ).toBe("plan")
    expect(kindOf("kimi", ["Question", "? Which database", "↑↓ select · ↵ choose · esc cancel"])).toBe(
      "question"
    )
    expect(kindOf("kimi", ["some text", "🌔"])).toBe("working")
  })

  it("read a shell and nothing else of Crush", () => {
    expect(kindOf("crush", ["dev@box:proj$ "])).toBe("shell")
    expect(kindOf("crush", ["> ", "ready"])).toBe("unknown")
  })
})
