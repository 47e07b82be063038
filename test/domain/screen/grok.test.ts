import { describe, expect, it } from "@effect/vitest"
import type { Frame } from "../../../src/domain/screen/frame.ts"
import { readScreen } from "../../../src/domain/screen/read.ts"

const GHOST = "\u001b[36m❯ \u001b[2m\u001b[90mAsk me anything...\u001b[0m"

interface GrokScreen {
  readonly above?: ReadonlyArray<string>
  readonly box?: ReadonlyArray<string>
  readonly footer?: ReadonlyArray<string>
  readonly width?: number
  readonly cursor?: Frame["cursor"]
}

const visible = (text: string): number => text.replace(/\u001b\[[\d;]*m/g, "").length

const grok = ({ above, box, cursor, footer, width = 76 }: GrokScreen): Frame => {
  const inner = width - 2
  const row = (text: string): string => `  │${text}${" ".repeat(Math.max(0, inner - visible(text)))}│`
  return {
    cli: "grok",
    ansi: [
      ...(above ?? ["  > do it", "", "  ⏺ Done.", "", ""]),
      `  \u001b[34m╭${"─".repeat(inner)}╮\u001b[39m`,
      ...(box ?? [` ${GHOST}`]).map(row),
      `  ╰${"─".repeat(inner)}╯`,
      "",
      ...(footer ?? ["  ⏸ auto-edit: off (shift + tab)  ≋ grok-code-fast-1"]),
      ""
    ].join("\n"),
    cols: width + 4,
    title: "vm",
    cursor: cursor ?? null
  }
}
const kindOf = (screen: GrokScreen): string => readScreen(grok(screen)).kind

describe("grok: the box", () => {
  it("case 60: reads its faint suggestion as empty, the same words typed as unsent", () => {
    expect(readScreen(grok({}))).toMatchObject({ kind: "idle", touchable: true, model: "grok-code-fast-1" })
    expect(readScreen(grok({ box: [" ❯ Ask me anything..."] }))).toMatchObject({
      kind: "unsent",
      text: "Ask me anything..."
    })
  })

  it("reads typed text, also where it takes the gap behind the glyph", () => {
    expect(readScreen(grok({ box: [" ❯ fix the bug"] }))).toMatchObject({
      kind: "unsent",
      text: "fix the bug"
    })
    expect(
      readScreen(grok({ width: 26, box: [" ❯please refactor the", "  parser so that it"] }))
    ).toMatchObject({
      kind: "unsent",
      touchable: false
    })
    expect(kindOf({ box: ["❯ one", "│ two"] })).toBe("unsent")
  })

  it("reads the footer in columns of a narrow pane", () => {
    const footer = ["  ⏸ auto- (shift +  ≋ mock", "  dit: of tab)      -model"]
    expect(readScreen(grok({ width: 26, footer }))).toMatchObject({ kind: "idle", touchable: true })
    expect(readScreen(grok({ width: 26, footer })).model).toBeUndefined()
  })

  it("forbids typing while a list is open", () => {
    const footer = [
      "  ⏸ auto-edit: off (shift + tab)  ≋ m",
      "",
      "   /models Switch Grok Model",
      "",
      "  ↑↓ navigate • Enter/Tab select • Esc cancel"
    ]
    expect(kindOf({ box: [" ❯ /mo"], footer })).toBe("overlay")
  })

  it("reads idle without any styling, and touches nothing there", () => {
    const frame = grok({})
    const plain = { ...frame, ansi: frame.ansi.replace(/\u001b\[[\d;]*m/g, "") }
    expect(readScreen(plain)).toMatchObject({ kind: "idle", touchable: false })
  })
})

describe("grok: turns", () => {
  it("reads its spinner with the timer, in one row or in columns", () => {
    const shapes = [
      ["  - Calibrating... (2s · ↑ 835 tokens · esc to interrupt)"],
      ["  \\ Anything... (125s · ↑ 1.2k tokens · esc to interrupt)"],
      ["  |            (2s · ↑ 908 tokens ·", "  Interfacing..esc to interrupt)", "  ."],
      ["  | Compili(2s · ↑ 908", "  g...     tokens · esc to", "           interrupt)"]
    ]
    for (const rows of shapes)
      expect(kindOf({ above: ["  > do it", "", ...rows, ""] }), rows[0]).toBe("working")
  })

  it("case 47: stays idle under quoted spinners and dialogs", () => {
    const above = [
      "  ⏺ It said:",
      "",
      "    Do you want to proceed with this operation?",
      "     1. Yes",
      "    ↑↓ navigate • Enter select • Esc cancel",
      "    - Thinking... (12s · ↑ 876 tokens · esc to interrupt)",
      ""
    ]
    expect(kindOf({ above })).toBe("idle")
  })

  it("reads its errors, at any width", () => {
    expect(
      readScreen(
        grok({ above: ["  ⏺ Sorry, I encountered an error: Grok API error: 401 Incorrect API key", ""] })
      )
    ).toMatchObject({
      kind: "error",
      error: "auth"
    })
    const above = [
      "  ⏺ Sorry, I encountered an",
      "    error: Grok API error:",
      "    500 The server had an",
      "    error",
      ""
    ]
    expect(readScreen(grok({ width: 26, above }))).toMatchObject({ kind: "error", error: "server" })
    expect(kindOf({ above: ["  ⏺ Sorry, I was wrong.", ""] })).toBe("idle")
  })
})

describe("grok: dialogs", () => {
  it("reads its confirmation at every width", () => {
    const rows = (question: ReadonlyArray<string>, hint: ReadonlyArray<string>) => [
      "  > do it",
      "",
      "  ⏺ Bash(touch x)",
      "    ⎿ Requesting user confirmation",
      "",
      ...question,
      "",
      "   1. Yes",
      "   2. Yes, and don't ask again this session",
      "   3. No",
      "",
      ...hint
    ]
    const wide = rows(
      ["  Do you want to proceed with this operation?"],
      ["  ↑↓ navigate • Enter select • Esc cancel"]
    )
    const narrow = rows(
      ["  Do you want to proceed with", "  this operation?"],
      ["  ↑↓ navigate • Enter select •", "  Esc cancel"]
    )
    for (const ansi of [wide, narrow]) {
      expect(readScreen({ cli: "grok", ansi: ansi.join("\n") })).toMatchObject({
        kind: "permission",
        touchable: false
      })
    }
  })

  it("reads the feedback box of a refusal as part of the confirmation", () => {
    const ansi = [
      "   Type your feedback and press Enter, or press Escape to go back.",
      "",
      "   ╭────────╮",
      "   │ ❯ █    │",
      "   ╰────────╯"
    ]
    expect(readScreen({ cli: "grok", ansi: ansi.join("\n") }).kind).toBe("permission")
  })
})

describe("grok: after it has left", () => {
  it("never reads idle when a prompt follows its last row, on a row of its own or not", () => {
    for (const prompt of ["dev@box:proj$ ", "❯ ", "> ", "% "]) {
      const below = ["  ⏸ auto-edit: off (shift + tab)  ≋ mock-model", prompt]
      expect(kindOf({ footer: below }), prompt).not.toBe("idle")
      expect(
        kindOf({ footer: [`  ⏸ auto-edit: off (shift + tab)  ≋ mock-model${prompt}`] }),
        prompt
      ).not.toBe("idle")
    }
  })

  it("is not idle while the terminal's cursor is shown", () => {
    expect(kindOf({ cursor: { x: 46, y: 9, visible: true } })).not.toBe("idle")
  })

  it("reads a start without a key as a shell", () => {
    const ansi = "dev@box:proj# grok\n❌ Error: API key required. Set GROK_API_KEY\ndev@box:proj# "
    expect(readScreen({ cli: "grok", ansi, cursor: { x: 14, y: 2, visible: true } }).kind).toBe("shell")
  })
})
