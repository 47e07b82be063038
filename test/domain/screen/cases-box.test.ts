import { describe, expect, it } from "@effect/vitest"
import type { Frame } from "../../../src/domain/screen/frame.ts"
import { readScreen } from "../../../src/domain/screen/read.ts"
import { claude, codex, EMPTY_BOX, GHOST_BOX, IDLE_FOOTER, raw } from "./build.ts"

// Public bug reports of tools that read screens: what stands in the box, limits, text. The rest is in `cases.test.ts`.

const kind = (frame: Frame): string => readScreen(frame).kind
const RULE = "─".repeat(80)
const BUSY_FOOTER = "  ⏸ manual mode on · esc to interrupt · ← for agents"
const box = (style: string, text: string) => `❯\u00a0${style}${text}\u001b[0m`

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
