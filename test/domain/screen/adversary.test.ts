import { describe, expect, it } from "@effect/vitest"
import type { Frame } from "../../../src/domain/screen/frame.ts"
import { profileOf } from "../../../src/domain/screen/profiles/index.ts"
import { readScreen } from "../../../src/domain/screen/read.ts"
import { isOwnTitle } from "../../../src/domain/screen/title.ts"
import { claude, codex, GHOST_BOX, IDLE_FOOTER, raw } from "./build.ts"

const kind = (frame: Frame): string => readScreen(frame).kind
const RULE = "─".repeat(80)

describe("frames that were found to let something through", () => {
  it("blanks that somebody typed are text, by the host's cursor and by a drawn one", () => {
    const at = (x: number) => ({ x, y: 5, visible: false })
    expect(kind({ ...claude({ box: ["❯\u00a0"] }), cursor: at(2) })).toBe("idle")
    expect(readScreen({ ...claude({ box: ["❯\u00a0"] }), cursor: at(4) })).toMatchObject({
      kind: "unsent",
      touchable: false
    })
    expect(kind(claude({ box: ["❯\u00a0  \u001b[7m \u001b[0m"] }))).toBe("unsent")
    expect(kind(claude({ box: ["❯\u00a0\u001b[7m \u001b[0m"] }))).toBe("idle")
  })

  it("a Codex box without its suggestion holds blanks", () => {
    expect(kind(codex({ box: [GHOST_BOX] }))).toBe("idle")
    expect(kind(codex({ box: ["\u001b[1m›\u001b[0m "] }))).toBe("unsent")
  })

  it("a title that is not the CLI's own does not end a turn that streams", () => {
    const owns = (title: string, footer: string) => isOwnTitle(profileOf("codex"), title, footer)
    const footer = "gpt-5.4 default · /home/dev/proj"
    expect(owns("proj", footer)).toBe(true)
    expect(owns("do it | proj", "")).toBe(true)
    expect(owns("proj-with-a-long-na...", "gpt-5.4 default · ~/proj-with-a-long-name · do it")).toBe(true)
    expect(owns("proj-with-a-long-name", "gpt-5.4 default · ~/proj-with-a…")).toBe(true)
    for (const title of ["bash", "dev@box: ~/proj", "pro", "claude", "..."])
      expect(owns(title, footer), title).toBe(false)
    expect(owns("proj", "gpt-5.4 default")).toBe(false)
  })

  it("a turn whose row counts its steps is a turn", () => {
    const above = ["❯ go", "", "✶ Running stop hooks… 2/3 (4s · ↓ 1 tokens)", ""]
    expect(kind(claude({ above, title: null }))).toBe("working")
    const servers = ["", "• Starting MCP servers (0/2): one, two (3s • esc to interrupt)", "", ""]
    expect(kind(codex({ above: servers, title: null }))).toBe("working")
    expect(
      kind(codex({ above: ["• Tests (2/2) are done", "", "\u001b[2m  Worked for 2s\u001b[0m", "", ""] }))
    ).toBe("idle")
  })

  it("a box at the upper edge of the screen shows nothing of a turn above it", () => {
    const rows = [RULE, "❯\u00a0\u001b[7m \u001b[0m", RULE, IDLE_FOOTER]
    expect(kind(raw("claude-code", rows))).toBe("unknown")
    expect(kind(raw("claude-code", rows, "✳ Claude Code"))).toBe("idle")
    expect(kind(raw("claude-code", ["● Done.", "", ...rows]))).toBe("idle")
  })

  it("an older box is not the live one while another of the CLI's edges stands below it", () => {
    const older = [
      `╭${"─".repeat(78)}╮`,
      `│ \u001b[35m> \u001b[39m\u001b[7m \u001b[0m\u001b[38;2;175;175;175m Type your message or @path/to/file\u001b[0m${" ".repeat(40)}│`,
      `╰${"─".repeat(78)}╯`,
      " ~/proj          no sandbox          auto"
    ]
    const below = [
      "",
      "─".repeat(48),
      " Shift+Tab to accept edits",
      "▄".repeat(48),
      " (r:)  Type",
      "▀".repeat(48)
    ]
    expect(kind(raw("gemini", [...older, ...below]))).toBe("unknown")
  })

  it("more rows below a box than any footer has are not a footer", () => {
    const footer = (count: number) => [
      ...Array.from({ length: count }, (_, i) => `  row ${i} of something`),
      IDLE_FOOTER
    ]
    expect(kind(claude({ footer: footer(9) }))).toBe("idle")
    expect(kind(claude({ footer: footer(20) }))).toBe("unknown")
  })

  it("messages wait only for a turn", () => {
    const above = ["● Done.", "", "❯ and the docs", "  ⎿  Queued · ctrl+x ctrl+s to send now", ""]
    expect(kind(claude({ above }))).toBe("unknown")
  })

  it("a spinner with another glyph or a longer timer is a spinner", () => {
    const grok = (row: string) => [
      "  ⏺ text",
      "",
      `  ${row}`,
      "",
      `  ╭${"─".repeat(60)}╮`,
      `  │ ❯ \u001b[2m\u001b[90mAsk me anything...\u001b[0m${" ".repeat(38)}│`,
      `  ╰${"─".repeat(60)}╯`,
      "  ⏸ auto-edit: off (shift + tab)  ≋ mock-model"
    ]
    expect(kind(raw("grok", grok("| Calculating... (1m 02s · ↑ 876 tokens · esc to interrupt)")))).toBe(
      "working"
    )
    expect(kind(raw("grok", grok("- Thinking... (5s · 876 tokens · esc to interrupt)")))).toBe("working")
  })
})
