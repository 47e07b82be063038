import { describe, expect, it } from "@effect/vitest"
import type { Frame } from "../../../src/domain/screen/frame.ts"
import { profileOf } from "../../../src/domain/screen/profiles/index.ts"
import { readScreen } from "../../../src/domain/screen/read.ts"
import { titleMoved } from "../../../src/domain/screen/title.ts"
import { claude, codex, IDLE_FOOTER, raw } from "./build.ts"

// Public bug reports of tools that read screens, each as the frame that misled one of them. The numbers are our own list's.

const kind = (frame: Frame): string => readScreen(frame).kind
const RULE = "─".repeat(80)
const BUSY_FOOTER = "  ⏸ manual mode on · esc to interrupt · ← for agents"
const quoted = [
  "● It asked me:",
  "    Do you want to proceed?",
  "    ❯ 1. Yes",
  "      2. No",
  "    Esc to cancel · Tab to amend",
  ""
]

describe("a turn that looks idle", () => {
  it("case 1: a prompt is drawn under a running spinner too", () => {
    const above = ["✳ Reworking tangents… (2m 18s · ↓ 4.8k tokens)", "  ⎿  ◻ second list item", ""]
    for (const title of ["✳ Claude Code", null]) {
      expect(kind(claude({ above, footer: ["  Model: Opus  Ctx: 127k"], title }))).toBe("working")
      expect(kind(claude({ above, title }))).toBe("working")
    }
  })

  it("case 3: the end mark has the spinner's glyph", () => {
    expect(kind(claude({ above: ["● Done.", "", "✻ Worked for 1m 52s", ""] }))).toBe("idle")
    expect(kind(claude({ above: ["● Done.", "", "✻ Working… (1m 52s)", ""] }))).toBe("working")
  })

  it("case 4: the title alone shows the turn, and a silent or foreign one never shows its end", () => {
    for (const lead of ["◐", "◑", "⠂", "⠐", "⠧"]) {
      expect(kind(claude({ title: `${lead} fix login`, footer: ["  ⏸ manual mode on"] }))).toBe("working")
    }
    const above = ["› do it", "", "", "• Reading the code and writing about it.", "", ""]
    expect(kind(codex({ above, title: "⠧ do it | proj" }))).toBe("working")
    for (const title of [null, "", "bash", "dev@box: ~/proj", "my own title", "✳ x"]) {
      expect(kind(codex({ above, title })), String(title)).toBe("unknown")
    }
    expect(kind(codex({ above, title: "proj" }))).toBe("idle")
    expect(titleMoved(profileOf("codex"), "◴ do it | proj", "◷ do it | proj")).toBe(true)
  })

  it("case 5: nine rows stand below the prompt of a narrow pane", () => {
    const footer = [
      "  [Opus 5.5] ctx left 41% | ~/proj",
      "  budget ▮▮▮▯▯ 61%",
      "  branch main",
      "  second line of the owner's",
      "  third line of the owner's",
      IDLE_FOOTER,
      "                              ● high · /effort"
    ]
    expect(kind(claude({ footer }))).toBe("idle")
    expect(kind(claude({ footer, above: ["✢ Mulling… (6s)", ""] }))).toBe("working")
  })

  it("case 8: a long tool runs in the foreground", () => {
    const above = ["● Bash(make check)", "  ⎿  Running validation… (14m 02s)", ""]
    expect(kind(claude({ above, footer: ["  ⏸ manual mode on · ← for agents"] }))).toBe("working")
  })

  it("case 10: a retry that is counted down is a turn", () => {
    const above = ["✢ Mulling… (40s)", "  ⎿  API error · Retrying in 12s… (attempt 4/10)", ""]
    expect(kind(claude({ above }))).toBe("working")
    expect(kind(claude({ above: above.slice(1) }))).toBe("working")
  })

  it("case 13: a search over the history is no empty prompt", () => {
    const rows = [
      "● Done.",
      "",
      RULE,
      "  Search prompts",
      "",
      "  ⌕ Search…",
      "",
      "  ctrl+r to toggle · esc to close"
    ]
    expect(readScreen(raw("claude-code", rows, "✳ Claude Code"))).toMatchObject({ touchable: false })
    expect(["overlay", "unknown"]).toContain(kind(raw("claude-code", rows, "✳ Claude Code")))
  })
})

describe("an idle seat that looks busy", () => {
  it("case 14: an interrupted turn is over, though its row ends in a question mark", () => {
    const above = ["❯ go", "", "● Reading", "  ⎿  Interrupted · What should Claude do instead?", ""]
    expect(kind(claude({ above }))).toBe("idle")
  })

  it("case 15: half a line below an old end mark is unsent", () => {
    const above = ["● Done.", "", "✻ Worked for 3m 10s", ""]
    const frame = claude({ above, box: ["❯\u00a0also check the r\u001b[7m \u001b[0m"], footer: [""] })
    expect(readScreen(frame)).toMatchObject({ kind: "unsent", text: "also check the r", touchable: false })
  })

  it("case 18: the newest of end mark and work decides", () => {
    const end = ["─ Worked for 2m 40s ─────────", ""]
    const busy = ["• Working (4s • esc to interrupt)", ""]
    expect(kind(codex({ above: ["• Done.", "", ...end] }))).toBe("idle")
    expect(kind(codex({ above: [...end, ...busy] }))).toBe("working")
    expect(kind(codex({ above: [...end, "• More of it comes", ""], title: null }))).toBe("unknown")
  })

  it("case 20: old words about background agents and queued messages mean nothing", () => {
    const old = [
      "✻ Waiting for 2 background agents to finish",
      "",
      "❯ and then",
      "",
      "● I saw the queued messages.",
      ""
    ]
    expect(
      kind(
        claude({ above: [...old, ...Array.from({ length: 50 }, (_, i) => `  row ${i}`), "", "● Done.", ""] })
      )
    ).toBe("idle")
  })

  it("case 21: of two marks the lower one wins", () => {
    expect(kind(claude({ above: ["✻ Thinking…", "", "● Done.", "", "✻ Cooked for 4s", ""] }))).toBe("idle")
    expect(kind(claude({ above: ["✻ Cooked for 4s", "", "❯ go", "", "✻ Thinking…", ""] }))).toBe("working")
  })

  it.each(["1 shell", "2 shells", "1 monitor", "3 agents", "1 MCP task"])(
    "cases 38, 190: %s behind the prompt is counted, whatever it is called",
    (what) => {
      const frame = claude({
        above: ["✻ Cogitated for 6s · 1 shell still running", ""],
        footer: [`  ⏵⏵ auto mode on · ${what} · ← for agents · ↓ to manage`]
      })
      expect(readScreen(frame)).toMatchObject({ kind: "idle", background: Number(what.slice(0, 1)) })
    }
  )

  it("case 44: a message that waits for the turn is no text in the box", () => {
    const frame = claude({
      above: ["✢ Mulling… (35m 2s)", "", "❯ team: read it", "  ⎿  Queued · ctrl+x ctrl+s to send now", ""],
      box: ["❯\u00a0\u001b[7mP\u001b[0;2mress up to edit queued messages\u001b[0m"],
      footer: [BUSY_FOOTER]
    })
    expect(readScreen(frame)).toMatchObject({ kind: "working", queued: 1 })
  })
})

describe("dialogs missed and imagined", () => {
  it("case 47: a dialog that the conversation quotes", () => {
    expect(kind(claude({ above: quoted }))).toBe("idle")
    expect(kind(claude({ above: [" Do you want to proceed?", " ❯ 1. Yes", "   2. No", ""] }))).toBe("idle")
  })

  it("case 48: a permission in other words, refused inline", () => {
    const rows = [
      "● Opening it",
      "",
      RULE,
      " Browser tool wants to open example.test",
      "",
      " ❯ 1. Allow",
      "   2. Allow all actions on example.test for this session",
      "   3. Deny (esc)"
    ]
    expect(kind(raw("claude-code", rows, "✳ Claude Code"))).toBe("permission")
  })

  it("case 50: a choice in 48 columns, its hint wrapped", () => {
    const rows = [
      "─".repeat(48),
      " ☐ Keep",
      "",
      "Which one?",
      "",
      "❯ 1. Keep A",
      "  2. Keep B",
      "",
      "Enter to select · ↑/↓ to navigate · Esc to",
      "cancel"
    ]
    expect(kind(raw("claude-code", rows))).toBe("question")
  })

  it.each(["⠧ ask | proj", "[ ! ] Action Required | ask | proj", null])(
    "case 51: a question whose hint ends in esc to interrupt waits (title %s)",
    (title) => {
      const rows = [
        "  Question 1/1 (1 unanswered)",
        "  Which database?",
        "",
        "  › 1. PostgreSQL",
        "    2. SQLite",
        "",
        "  tab to add notes | enter to submit answer | esc to interrupt"
      ]
      expect(kind(raw("codex", rows, title))).toBe("question")
    }
  )

  it("case 53: a trust question, and its words behind a sent prompt", () => {
    const asked = [
      "> You are in /work/app",
      "",
      "  Do you trust the contents of this directory?",
      "",
      "› 1. Yes, continue",
      "  2. No, quit",
      "",
      "  Press enter to continue"
    ]
    expect(kind(raw("codex", asked))).toBe("trust")
    expect(
      kind(
        codex({
          above: [
            "› You are in /work/app. Do you trust the contents of this directory?",
            "  1. Yes, continue",
            "",
            "• I do.",
            "",
            "\u001b[2m  Worked for 2s\u001b[0m",
            "",
            ""
          ]
        })
      )
    ).toBe("idle")
  })

  it("case 54: a dialog in another language is never idle", () => {
    const rows = [
      "● Ich lese",
      "",
      RULE,
      " Bash-Befehl",
      "",
      "   touch x",
      "",
      " Möchten Sie fortfahren?",
      " ❯ 1. Ja",
      "   2. Nein",
      "",
      " Esc zum Abbrechen"
    ]
    expect(readScreen(raw("claude-code", rows, "✳ Claude Code"))).toMatchObject({ touchable: false })
    expect(["permission", "unknown"]).toContain(kind(raw("claude-code", rows, "✳ Claude Code")))
    expect(kind(raw("nobody-knows-it", rows))).toBe("unknown")
  })

  it("case 57: a vendor's notice about resuming", () => {
    const rows = [
      RULE,
      " Resume full session?",
      "",
      " ❯ 1. Resume from summary (recommended)",
      "   2. Resume full session as-is",
      "",
      " Enter to confirm · Esc to cancel"
    ]
    expect(kind(raw("claude-code", rows))).toBe("notice")
  })

  it("case 58: forty failures in a tool's output are no failure of the CLI", () => {
    const log = Array.from(
      { length: 40 },
      (_, i) => `     src/a${i}.c:${i}: error: API Error: 500 timeout failed`
    )
    const above = ["● Bash(make)", "  ⎿  cc -c a.c", ...log, ""]
    expect(kind(claude({ above: [...above, "✢ Mulling… (6s)", ""], footer: [BUSY_FOOTER] }))).toBe("working")
    expect(kind(claude({ above: [...above, "● It does not build yet.", ""] }))).toBe("idle")
  })
})
