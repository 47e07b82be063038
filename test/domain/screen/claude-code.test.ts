import { describe, expect, it } from "@effect/vitest"
import { readScreen } from "../../../src/domain/screen/read.ts"
import { claude, IDLE_FOOTER, raw } from "./build.ts"

const DIM = "\u001b[2m"
const OFF = "\u001b[0m"
const rule = (cols: number): string => "─".repeat(cols)
const kindOf = (frame: Parameters<typeof readScreen>[0]): string => readScreen(frame).kind

describe("Claude Code: turns", () => {
  it("reads working while a spinner row stands above an empty box", () => {
    const above = ["❯ go", "", "✳ Reworking tangents… (2m 18s · ↓ 4.8k tokens)", "  ⎿  ◻ second list item"]
    const reading = readScreen(claude({ above, footer: ["  Model: Opus  Ctx: 127k"], title: null }))
    expect(reading).toMatchObject({ kind: "working", rule: "spinner", rows: [2], touchable: false })
  })

  it("reads idle over the turn's end, which has the spinner's glyph", () => {
    expect(readScreen(claude({ above: ["● Done.", "", "✻ Worked for 1m 52s", ""] }))).toMatchObject({
      kind: "idle",
      touchable: true
    })
  })

  it("lets the lower of two contradicting marks win", () => {
    expect(kindOf(claude({ above: ["✻ Thinking…", "", "✻ Worked for 3s", ""] }))).toBe("idle")
    expect(kindOf(claude({ above: ["✻ Worked for 3s", "", "❯ more", "", "✻ Thinking…", ""] }))).toBe(
      "working"
    )
  })

  it("takes a working title over an idle-looking screen, and no idle title over a working one", () => {
    for (const title of ["◐ fix login", "◑ fix login", "⠂ fix login", "⠐ fix login"])
      expect(kindOf(claude({ title }))).toBe("working")
    expect(kindOf(claude({ above: ["❯ go", "", "✻ Thinking…", ""], title: "✳ fix login" }))).toBe("working")
    for (const title of [null, "", "bash", "☯ something", "Gi=31,s=1"])
      expect(kindOf(claude({ title }))).toBe("idle")
  })

  it("never lets a title outrank a dialog or a torn frame", () => {
    const dialog = [
      rule(80),
      " Bash command",
      " touch x",
      " Do you want to proceed?",
      " ❯ 1. Yes",
      "   2. No",
      "",
      " Esc to cancel · Tab to amend"
    ]
    expect(kindOf(raw("claude-code", dialog, "◐ Claude Code"))).toBe("permission")
    expect(["shell", "unknown"]).toContain(
      kindOf(claude({ below: ["dev@box:proj$ "], title: "◐ Claude Code" }))
    )
  })

  it("keeps a retry working, whatever its glyph", () => {
    for (const row of [
      "✻ API error · retrying in 22s · attempt 1/2",
      "  ⎿  API error · Retrying in 12s… (attempt 4/10)"
    ]) {
      expect(kindOf(claude({ above: ["❯ go", "", row, ""] }))).toBe("working")
    }
  })

  it("reads a waiting main turn as working and a shell left behind as idle with a count", () => {
    expect(
      kindOf(claude({ above: ["● Done.", "", "✻ Waiting for 2 background agents to finish", ""] }))
    ).toBe("working")
    const reading = readScreen(
      claude({
        above: [
          "● Bash(sleep 900)",
          "  ⎿  Running in the background (↓ to manage)",
          "",
          "✻ Cogitated for 6s · 1 shell still running",
          ""
        ],
        footer: ["  ⏵⏵ auto mode on · 1 shell · ← for agents · ↓ to manage"]
      })
    )
    expect(reading).toMatchObject({ kind: "idle", background: 1 })
    expect(readScreen(claude({ footer: ["  ⏸ manual mode on · 3 monitors · ↓ to manage"] })).background).toBe(
      3
    )
  })

  it("does not take old waiting sentences, compiler errors or quoted dialogs for the live state", () => {
    const above = [
      "✻ Waiting for 2 background agents to finish",
      "● Log:",
      "  error: something failed",
      "  Do you want to proceed?",
      "  ❯ 1. Yes",
      "    2. No",
      "  Esc to cancel · Tab to amend",
      "",
      "✻ Baked for 3s",
      ""
    ]
    expect(kindOf(claude({ above }))).toBe("idle")
  })

  it("is idle after an interrupt, whose line ends in a question mark", () => {
    expect(kindOf(claude({ above: ["❯ go", "  ⎿  Interrupted · What should Claude do instead?", ""] }))).toBe(
      "idle"
    )
  })

  it("sees a turn only in the footer of a long answer, cut or whole", () => {
    const above = ["● Step 1", "  and on", ""]
    for (const footer of [
      "  ⏸ manual mode on · esc to interrupt · ← for agents",
      "  ⏵⏵ auto mode on (shift+tab to cycle) · esc to in…",
      "  esc to interrupt"
    ]) {
      expect(kindOf(claude({ above, footer: [footer], title: null }))).toBe("working")
    }
  })

  it("does not trust an owner's status line that speaks of interrupting", () => {
    expect(
      kindOf(
        claude({ footer: ["  ❯ dev | esc to interrupt stops the turn", "  ⏸ manual mode on · ← for agents"] })
      )
    ).toBe("idle")
  })
})

describe("Claude Code: the box", () => {
  const box = (content: string) => claude({ box: [`❯\u00a0${content}${OFF}`] })

  it("tells a suggestion by its style, however the style is written", () => {
    for (const ghost of [
      `\u001b[7mc\u001b[0;2mheck the failing job`,
      `${OFF}${DIM}check the failing job`,
      `\u001b[39m${DIM}check the failing job`,
      `\u001b[0;2mcheck the failing job${OFF}`,
      `${DIM}check the failing job\u001b[22m`
    ]) {
      expect(readScreen(box(ghost))).toMatchObject({ kind: "idle", rule: "box-ghost", touchable: true })
    }
    expect(readScreen(claude({ box: [`${DIM}❯\u00a0check the failing job${OFF}`] }))).toMatchObject({
      kind: "idle"
    })
  })

  it("takes everything else for typing", () => {
    for (const typed of [
      "\u001b[39mgo ahead and prune the old cluster",
      "\u001b[7mg\u001b[0mo ahead and prune",
      "\u001b[38;5;246mgrey without faint",
      `${DIM}check \u001b[22mthis`,
      "11;rgb:1a1a/1a1a/1a1a",
      "x"
    ]) {
      expect(readScreen(box(typed))).toMatchObject({ kind: "unsent", touchable: false })
    }
  })

  it("does not call a faint text a suggestion when the cursor stands behind it", () => {
    const frame = { ...box(`${DIM}all text is faint in this theme`), cursor: { x: 33, y: 5, visible: false } }
    expect(readScreen(frame)).toMatchObject({ kind: "unsent", touchable: false })
  })

  it("cannot tell a suggestion from typing without styles: unsent and untouchable", () => {
    const plain = (content: string, footer = IDLE_FOOTER) => ({
      cli: "claude-code",
      ansi: ["● Done.", "", rule(80), `❯ ${content}`, rule(80), footer, ""].join("\n")
    })
    expect(readScreen(plain("check the failing job"))).toMatchObject({ kind: "unsent", touchable: false })
    expect(readScreen(plain('Try "fix lint errors"'))).toMatchObject({ kind: "idle", touchable: false })
    expect(readScreen(plain('Try "fix lint errors"', "  ⏸ manual mode on"))).toMatchObject({
      kind: "unsent",
      touchable: false
    })
    expect(readScreen(plain(""))).toMatchObject({ kind: "idle", touchable: false })
  })

  it("reads the text back unwrapped: a wrap is a space, a cut word nothing, a new line a line", () => {
    const word = "w".repeat(30)
    const wrapped = claude({ box: [`❯\u00a0${word} ${word}`, `  ${word}`] })
    expect(readScreen(wrapped).text).toBe(`${word} ${word} ${word}`)
    const cut = claude({ box: [`❯\u00a0${"x".repeat(78)}`, "  yz"] })
    expect(readScreen(cut).text).toBe(`${"x".repeat(78)}yz`)
    expect(readScreen(claude({ box: ["❯\u00a0first", "  second", "", "  fourth"] })).text).toBe(
      "first\nsecond\n\nfourth"
    )
  })

  it("names a folded paste and takes the same words in the conversation for nothing", () => {
    expect(readScreen(box("[Pasted text #1 +89 lines]"))).toMatchObject({
      kind: "unsent",
      folded: true,
      text: "[Pasted text #1 +89 lines]"
    })
    expect(kindOf(claude({ above: ["❯ [Pasted text #1 +89 lines]", "", "● Thanks.", ""] }))).toBe("idle")
  })

  it("is unsent when the first rows of a long draft are scrolled out", () => {
    const rows = [
      "● Done.",
      "",
      `─── ↑ 4 more ${"─".repeat(67)}`,
      "  fifth line",
      "  sixth line",
      rule(80),
      "  ⏸ manual mode on"
    ]
    expect(kindOf(raw("claude-code", rows))).toBe("unsent")
  })

  it("reads working with the typed text when a turn runs too", () => {
    const reading = readScreen(
      claude({
        above: ["❯ go", "", "✶ Mulling…", ""],
        box: ["❯\u00a0and the tests"],
        footer: ["  ⏸ manual mode on"]
      })
    )
    expect(reading).toMatchObject({ kind: "working", text: "and the tests", touchable: false })
  })

  it("treats NBSP, thin blanks, tabs and zero-width characters as nothing", () => {
    for (const blank of ["\u00a0", "\u2009", "\u200b", "\t", " \u200b "])
      expect(kindOf(box(blank))).toBe("idle")
  })

  it("permits no typing in vim's normal mode, and none of its modes hides a turn", () => {
    expect(readScreen(claude({ footer: ["  -- NORMAL -- ⏸ manual mode on · ← for agents"] }))).toMatchObject({
      kind: "idle",
      touchable: false
    })
    expect(readScreen(claude({ footer: ["  -- INSERT -- ⏸ manual mode on · ← for agents"] }))).toMatchObject({
      kind: "idle",
      touchable: true
    })
    expect(kindOf(claude({ footer: ["  -- INSERT -- ⏸ manual mode on · ← for agents"], title: null }))).toBe(
      "unknown"
    )
  })

  it("reads the shell mode of the box as an overlay", () => {
    expect(kindOf(claude({ box: ["!\u00a0\u001b[7m \u001b[0m"], footer: ["  ! for shell mode"] }))).toBe(
      "overlay"
    )
    expect(kindOf(claude({ box: ["!\u00a0git status"], footer: ["  ! for shell mode"] }))).toBe("overlay")
  })

  it("is unknown without the CLI's own footer, with a strange row below it, or with the cursor elsewhere", () => {
    expect(kindOf(claude({ footer: [], title: null }))).toBe("unknown")
    expect(kindOf(claude({ footer: ["  my own line"], title: null }))).toBe("unknown")
    expect(kindOf(claude({ footer: ["  search prompts:"] }))).toBe("overlay")
    expect(kindOf(claude({ footer: ["  search       ⏸ plan mode on", "  prompts:"] }))).toBe("overlay")
    expect(readScreen(claude({ footer: ["  [Sonnet 5.5] 64%"] }))).toMatchObject({
      kind: "idle",
      touchable: false
    })
    expect(kindOf(claude({ footer: ["  [Sonnet 5.5] 64%"], title: null }))).toBe("unknown")
    expect(kindOf(claude({ below: ["  ~/proj on main"] }))).toBe("unknown")
    expect(kindOf(claude({ cursor: { x: 2, y: 1, visible: true } }))).toBe("unknown")
  })

  it("is idle but no place to type while the cursor stands where the drawing ended", () => {
    const left = readScreen(claude({ cursor: { x: 0, y: 9, visible: true } }))
    expect(left).toMatchObject({ kind: "idle", touchable: false })
  })

  it("reads the lower of two frames", () => {
    const old = claude({ box: ["❯\u00a0old draft"] }).ansi
    const live = claude({})
    expect(kindOf({ ...live, ansi: old + live.ansi })).toBe("idle")
    const draft = claude({ box: ["❯\u00a0new draft"] })
    expect(readScreen({ ...draft, ansi: live.ansi + draft.ansi }).text).toBe("new draft")
  })
})
