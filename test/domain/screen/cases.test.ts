import { describe, expect, it } from "@effect/vitest"
import type { Frame } from "../../../src/domain/screen/frame.ts"
import { profileOf } from "../../../src/domain/screen/profiles/index.ts"
import { readScreen } from "../../../src/domain/screen/read.ts"
import { titleMoved } from "../../../src/domain/screen/title.ts"
import { claude, codex, EMPTY_BOX, GHOST_BOX, IDLE_FOOTER, raw } from "./build.ts"

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
const box = (style: string, text: string) => `❯\u00a0${style}${text}\u001b[0m`

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

describe("suggestions and drafts", () => {
  it.each([
    ["\u001b[0m\u001b[2m", "apart"],
    ["\u001b[39m\u001b[2m", "after the colour"],
    ["\u001b[0;2m", "together"]
  ])("case 60: a faint suggestion is an empty box (%j, %s)", (style) => {
    expect(kind(claude({ box: [box(style, "check the failing job")] }))).toBe("idle")
    expect(kind(claude({ box: ["❯\u00a0check the failing job"], footer: ["  ⏸ manual mode on"] }))).toBe(
      "unsent"
    )
  })

  it.each(["\u001b[39m", "\u001b[2m\u001b[22m", "\u001b[38;5;246m", "\u001b[2mcheck \u001b[22m"])(
    "cases 60, 61: words that are not faint to the end are somebody's (%j)",
    (style) => {
      expect(readScreen(claude({ box: [box(style, "go ahead and prune")] }))).toMatchObject({
        kind: "unsent",
        touchable: false
      })
    }
  )

  it("case 63: faint words with the cursor behind them were typed", () => {
    const frame = codex({ box: [`\u001b[1m›\u001b[0m \u001b[2mgo ahead\u001b[0m`] })
    expect(readScreen({ ...frame, cursor: { x: 10, y: 7, visible: true } })).toMatchObject({
      kind: "unsent",
      touchable: false
    })
  })

  it("case 64: a placeholder is an empty box while it is faint", () => {
    expect(kind(claude({ box: ['❯\u00a0\u001b[7mT\u001b[0;2mry "fix lint errors"\u001b[0m'] }))).toBe("idle")
    expect(
      kind(
        codex({
          box: [GHOST_BOX.replace("Ask Codex to do anything", "Use /skills to list available skills")]
        })
      )
    ).toBe("idle")
    expect(
      readScreen(codex({ box: ["\u001b[1m›\u001b[0m Find and fix a bug in @filename"] })).touchable
    ).toBe(false)
  })

  it("case 65: a folded paste in the box, and the same words in the transcript", () => {
    const mark = "[Pasted text #1 +89 lines]"
    expect(readScreen(claude({ box: [`❯\u00a0${mark}\u001b[7m \u001b[0m`] }))).toMatchObject({
      kind: "unsent",
      folded: true
    })
    expect(kind(claude({ above: [`❯ ${mark}`, "", "● Read it.", ""] }))).toBe("idle")
  })

  it("case 67: vim's normal mode is idle and no place to type", () => {
    const frame = claude({ footer: ["  -- NORMAL -- ⏸ manual mode on · ? for shortcuts · ← for agents"] })
    expect(readScreen(frame)).toMatchObject({ kind: "idle", touchable: false })
  })

  it.each(["!", "#"])("case 68: a box behind the prefix %s is no prompt", (glyph) => {
    for (const text of ["", "ls"]) {
      const frame = claude({
        box: [`${glyph}\u00a0${text}\u001b[7m \u001b[0m`],
        footer: ["  ! for shell mode"]
      })
      expect(readScreen(frame).touchable).toBe(false)
      expect(["overlay", "unsent", "unknown"]).toContain(kind(frame))
    }
  })

  it("case 71: a shell whose prompt has the CLI's own glyph", () => {
    const left = [
      "● Done.",
      "",
      RULE,
      "❯\u00a0",
      RULE,
      IDLE_FOOTER,
      "",
      "Resume this session with:",
      "claude --resume 1"
    ]
    for (const prompt of ["❯ ", "› ", "> ", "~/proj ❯ ", "➜  proj git:(main) ✗ "]) {
      const rows = [...left, prompt]
      const cursor = { x: prompt.length, y: rows.length - 1, visible: true }
      expect(kind({ ...raw("claude-code", rows), cursor }), prompt).toBe("shell")
    }
  })

  it("case 83: a line of ours that wraps is read back whole", () => {
    const rows = ["❯\u00a0Team watch: reports are waiting in", `  .agents/team.log\u001b[7m \u001b[0m`]
    const width = "─".repeat(40)
    const frame = raw(
      "claude-code",
      ["● Done.", "", width, ...rows, width, "  ⏸ manual mode on"],
      "✳ Claude Code"
    )
    expect(readScreen({ ...frame, cols: 40 }).text).toBe(
      "Team watch: reports are waiting in .agents/team.log"
    )
  })
})

describe("limits and models", () => {
  it.each(["", " (Europe/Berlin)"])("case 133: a real limit with its end%s", (zone) => {
    const above = ["❯ go", "", `  ⎿  You've hit your session limit · resets 7:20pm${zone}`, ""]
    expect(readScreen(claude({ above }))).toMatchObject({ kind: "limit", limit: { reset: `7:20pm${zone}` } })
  })

  it("case 134: words about what is used so far are no limit", () => {
    const above = ["✢ Mulling… (6s)", ""]
    const footer = [BUSY_FOOTER, "                    You've used 97% of your session limit · resets 7:20pm"]
    expect(kind(claude({ above, footer }))).toBe("working")
    expect(kind(claude({ footer: [IDLE_FOOTER, footer[1] ?? ""] }))).toBe("idle")
  })

  it("case 135: a list of sessions that quotes a limit is a menu", () => {
    const rows = [
      "▔".repeat(80),
      "  Resume session",
      "",
      "  ❯ ✻ fix limits   rate limited · You've hit your session limit · r   7d",
      "    other work   2d",
      "",
      "  Enter to select · ↑/↓ to navigate · Esc to cancel"
    ]
    const reading = readScreen(raw("claude-code", rows, "✳ Claude Code"))
    expect(reading.limit).toBeUndefined()
    expect(reading.touchable).toBe(false)
    expect(["overlay", "question", "unknown"]).toContain(reading.kind)
  })

  it("case 137: a limit that names no end has none", () => {
    const reading = readScreen(
      claude({
        above: [
          "❯ go",
          "",
          "  ⎿  You've hit your 5-hour limit",
          "     /upgrade to increase your usage limit.",
          ""
        ]
      })
    )
    expect(reading).toMatchObject({ kind: "limit", limit: {} })
    expect(reading.limit?.reset).toBeUndefined()
  })

  it("cases 140, 141: the model that the status row names now", () => {
    const seen = (name: string) => readScreen(codex({ footer: [`  ${name} high · /home/dev/proj · do it`] }))
    expect(seen("GPT-6.2-Sol")).toMatchObject({ model: "GPT Sol", version: "6.2", effort: "high" })
    expect(seen("GPT-6-Luna")).toMatchObject({ model: "GPT Luna", version: "6" })
  })
})

describe("text, width and other profiles", () => {
  it("case 148: glyphs that a terminal replaced are not read", () => {
    const replaced = (frame: Frame): Frame => ({
      ...frame,
      title: null,
      ansi: frame.ansi.replace(/[^\u0000-\u007e]/gu, "_")
    })
    expect(kind(replaced(claude({ above: ["✢ Reworking… (12s)", ""], footer: [BUSY_FOOTER] })))).toBe(
      "unknown"
    )
    expect(kind(replaced(claude({})))).toBe("unknown")
    expect(kind(replaced(codex({})))).toBe("unknown")
  })

  it("case 150: right-to-left text keeps its order and gets no marks", () => {
    const text = "בדוק את src/a.ts שוב"
    expect(readScreen(claude({ box: [`❯\u00a0${text}\u001b[7m \u001b[0m`] })).text).toBe(text)
    expect(kind(claude({ above: [`● ${text}`, ""] }))).toBe("idle")
  })

  it("case 151: a terminal's answer that leaked into the box is unsent text", () => {
    expect(readScreen(claude({ box: ["❯\u00a011;rgb:1a1a/1a1a/1a1a\u001b[7m \u001b[0m"] }))).toMatchObject({
      kind: "unsent",
      text: "11;rgb:1a1a/1a1a/1a1a"
    })
  })

  it("case 153: NUL, broken characters and half sequences are replaced, never thrown", () => {
    const above = ["● \u0000\ufffd\ud800 done \u001b[38;2;1", "\u001b]0;never ended", ""]
    expect(["idle", "unknown"]).toContain(kind(claude({ above })))
    expect(kind({ cli: "codex", ansi: "\u0000\ud800\u001b[" })).toBe("unknown")
  })

  it.each(["❯\u00a0", "❯ ", "❯", "❯\u00a0\u00a0", EMPTY_BOX])(
    "case 154: an empty prompt row, whatever its blanks (%j)",
    (row) => {
      expect(kind(claude({ box: [row] }))).toBe("idle")
    }
  )

  it("case 155: of two boxes the lower one lives", () => {
    const older = ["❯ go", "", "✢ Mulling… (6s)", "", RULE, "❯\u00a0old words", RULE, BUSY_FOOTER, ""]
    expect(kind(claude({ above: [...older, "● Done.", ""] }))).toBe("idle")
    const live = ["● Done.", "", RULE, EMPTY_BOX, RULE, IDLE_FOOTER, "", "✢ Mulling… (6s)", ""]
    expect(kind(claude({ above: live, footer: [BUSY_FOOTER] }))).toBe("working")
  })

  it("case 185: another CLI's frame is not read", () => {
    expect(readScreen({ ...claude({}), cli: "codex" })).toMatchObject({ kind: "unknown", touchable: false })
    expect(readScreen({ ...codex({}), cli: "claude-code" })).toMatchObject({
      kind: "unknown",
      touchable: false
    })
  })
})
