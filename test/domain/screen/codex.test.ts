import { describe, expect, it } from "@effect/vitest"
import { readScreen } from "../../../src/domain/screen/read.ts"
import { codex, GHOST_BOX, raw } from "./build.ts"

const kindOf = (frame: Parameters<typeof readScreen>[0]): string => readScreen(frame).kind
const WORKED = "\u001b[2m  Worked for 2s • 20:31\u001b[0m"

describe("Codex: turns", () => {
  it("reads idle over an empty box after a turn's end", () => {
    expect(readScreen(codex({}))).toMatchObject({
      kind: "idle",
      rule: "box-ghost",
      touchable: true,
      model: "GPT Sol",
      version: "6.2",
      effort: "default"
    })
  })

  it("reads working by its own row, wrapped or not, with what runs behind it", () => {
    for (const rows of [
      ["• Working (11s • esc to interrupt)"],
      ["◦ Working (1m 2s • esc to interrupt) · 1 background terminal running · /ps to view"],
      ["• Reconnecting... 1/2 (0s • esc to", "interrupt)"],
      ["• Server is busy, reconnecting 1/2 (0s • esc to interrupt)", "  └ Exceeded retry limit"]
    ]) {
      expect(kindOf(codex({ above: ["› go", "", "", ...rows, "", ""], title: null })), rows[0]).toBe(
        "working"
      )
    }
  })

  it("does not take prose about interrupting for a turn", () => {
    const above = [
      "› go",
      "",
      '• While a turn runs it says "esc to interrupt" or (12s • esc to interrupt), so',
      "",
      WORKED,
      "",
      ""
    ]
    expect(kindOf(codex({ above }))).toBe("idle")
  })

  it("takes the title's word for a turn that streams, and says unknown when there is no title", () => {
    const above = ["› go", "", "• Step 1: still looking", "", ""]
    expect(kindOf(codex({ above, title: "⠧ go | proj" }))).toBe("working")
    expect(kindOf(codex({ above, title: null }))).toBe("unknown")
    expect(kindOf(codex({ above, title: "go | proj" }))).toBe("idle")
    expect(kindOf(codex({ title: null }))).toBe("idle")
  })

  it("lets newer text below an old end mark count", () => {
    const above = [
      "─ Worked for 2m 40s ───────",
      "",
      "› more",
      "",
      "• Working (3s • esc to interrupt)",
      "",
      ""
    ]
    expect(kindOf(codex({ above, title: null }))).toBe("working")
    expect(kindOf(codex({ above: [...above.slice(0, 1), "", ""], title: null }))).toBe("idle")
  })

  it("counts background terminals after a turn and queued messages in one", () => {
    const idle = codex({
      above: [
        "• Done.",
        "",
        WORKED,
        "",
        "  2 background terminals running · /ps to view · /stop to close",
        ""
      ]
    })
    expect(readScreen(idle)).toMatchObject({ kind: "idle", background: 2 })
    const above = [
      "› go",
      "",
      "• Working (15s • esc to interrupt)",
      "",
      "• Queued follow-up inputs",
      "  ↳ one",
      "  ↳ two",
      "    shift+← edit last queued message",
      ""
    ]
    expect(readScreen(codex({ above }))).toMatchObject({ kind: "working", queued: 2 })
  })

  it("reads an older version by title: one footer row, no end mark, other ghosts", () => {
    const frame = (title: string) =>
      codex({
        above: ["› hi", "", "• Hello.", "", ""],
        box: ["\u001b[1m›\u001b[0m \u001b[2mExplain this codebase\u001b[0m"],
        footer: ["  gpt-5.4 default · ~/proj"],
        title
      })
    expect(readScreen(frame("proj"))).toMatchObject({
      kind: "idle",
      touchable: true,
      model: "GPT",
      version: "5.4",
      effort: "default"
    })
    expect(kindOf(frame("⠋ proj"))).toBe("working")
  })
})

describe("Codex: the box", () => {
  const box = (...rows: ReadonlyArray<string>) => codex({ box: rows })

  it("tells the ghost by its style, not by its words", () => {
    expect(readScreen(box("\u001b[1m›\u001b[0m Ask Codex to do anything"))).toMatchObject({
      kind: "unsent",
      touchable: false
    })
    expect(readScreen(box("\u001b[1m›\u001b[0m \u001b[2mAsk Codex\u001b[0m to do anything")).kind).toBe(
      "unsent"
    )
  })

  it("reads drafts of several rows, pastes and the shell mode", () => {
    expect(readScreen(box("\u001b[1m›\u001b[0m first line", "  second line", "", "  fourth")).text).toBe(
      "first line\nsecond line\n\nfourth"
    )
    expect(readScreen(box("\u001b[1m›\u001b[0m [Pasted Content 1589 chars]"))).toMatchObject({
      kind: "unsent",
      folded: true
    })
    expect(kindOf(box("\u001b[1;38;5;9m!\u001b[0m"))).toBe("overlay")
    expect(kindOf(codex({ footer: ["  gpt-5.4 default · ~/proj", "  Bash mode"] }))).toBe("overlay")
  })

  it("is an overlay under key hints, and unknown when the cursor is hidden", () => {
    for (const hint of [
      "  Browsing transcript · ↑↓/jk scroll · ↵ rewind · esc back",
      "  Picking · ↑↓ move · esc"
    ]) {
      expect(kindOf(codex({ footer: ["  GPT-6.2-Sol default · ~/proj", hint] }))).toBe("overlay")
    }
    const frame = codex({})
    const y = frame.ansi.split("\n").indexOf(GHOST_BOX)
    expect(kindOf({ ...frame, cursor: { x: 2, y, visible: false } })).toBe("unknown")
    expect(kindOf({ ...frame, cursor: { x: 2, y, visible: true } })).toBe("idle")
    expect(kindOf({ ...frame, cursor: { x: 9, y, visible: true } })).toBe("unsent")
  })

  it("reads context and quota left only from the status row", () => {
    const status = "  GPT-6.1 Terra high · Context 88% left · weekly 41% left · main · ~/proj"
    expect(readScreen(codex({ footer: [status, "  ← for agents · ? for shortcuts"] }))).toMatchObject({
      model: "GPT Terra",
      version: "6.1",
      effort: "high",
      context_left: 88,
      quota: { window: "weekly", left: 41 }
    })
    const prose = codex({
      above: ["• Context 3% left · GPT-4-Old low", "", WORKED, ""],
      footer: ["  gpt-5-codex high · ~/proj"]
    })
    const reading = readScreen(prose)
    expect(reading).toMatchObject({ model: "GPT Codex", version: "5", effort: "high" })
    expect(reading.context_left).toBeUndefined()
  })
})

describe("Codex: what stands in the box's place", () => {
  const dialog = (rows: ReadonlyArray<string>, title = "[ ! ] Action Required | go | proj") =>
    readScreen(raw("codex", ["› go", "", "• I will use a tool now.", "", ...rows], title))
  const approval = [
    "  Would you like to run the following command?",
    "",
    "  $ touch x",
    "",
    "› 1. Yes, proceed (y)",
    "  2. No, and tell Codex what to do differently (esc)",
    "",
    "  Press enter to confirm or esc to cancel"
  ]

  it("reads an approval under any title, and with a status row pinned below it", () => {
    expect(dialog(approval).kind).toBe("permission")
    expect(dialog(approval, "⠋ proj").kind).toBe("permission")
    expect(dialog([...approval, "", "  gpt-5.4 default · ~/proj"], "⠋ proj").kind).not.toBe("idle")
  })

  it("reads a question although its hint ends in esc to interrupt", () => {
    const rows = [
      "  Question 1/1 (1 unanswered)",
      "  Which one?",
      "",
      "  › 1. PostgreSQL",
      "    2. SQLite",
      "",
      "  tab to add notes | enter to submit answer",
      "  esc to interrupt"
    ]
    expect(dialog(rows).kind).toBe("question")
  })

  it("reads trust by its live question and not by a copy of it in the conversation", () => {
    const trust = [
      "> You are in /home/dev/app",
      "",
      "  Do you trust the contents of this directory?",
      "",
      "› 1. Yes, continue",
      "  2. No, quit",
      "",
      "  Press enter to continue"
    ]
    expect(readScreen(raw("codex", trust)).kind).toBe("trust")
    expect(kindOf(codex({ above: [...trust.map((row) => `  ${row}`), "", WORKED, ""] }))).toBe("idle")
  })

  it("reads plan, update, login, warnings and pickers", () => {
    expect(
      dialog([
        "  Implement this plan?",
        "",
        "› 1. Yes, implement this plan",
        "  2. No, stay in Plan mode",
        "",
        "  enter select · esc back"
      ]).kind
    ).toBe("plan")
    expect(
      readScreen(
        raw("codex", [
          "  ✨ Update available! 1.0 -> 1.1",
          "",
          "› 1. Update now",
          "  2. Skip",
          "",
          "  Press enter to continue"
        ])
      ).kind
    ).toBe("notice")
    expect(
      readScreen(
        raw("codex", [
          "  Welcome to Codex",
          "",
          "> 1. Sign in with ChatGPT",
          "  2. Provide your own API key",
          "",
          "  Press enter to continue"
        ])
      ).kind
    ).toBe("notice")
    expect(
      dialog([
        "  Select Model and Effort",
        "",
        "› 1. GPT-6.2-Sol (current)",
        "  2. GPT-6.1 Terra",
        "",
        "  Press enter to confirm or esc to go back"
      ]).kind
    ).toBe("overlay")
    expect(dialog(["  Something new", "", "  ↑/↓ to scroll   pgup/pgdn to page   q to quit"]).kind).toBe(
      "overlay"
    )
  })

  it("reads errors and limits from the CLI's own row", () => {
    const failed = (...rows: ReadonlyArray<string>) =>
      readScreen(codex({ above: ["› go", "", "", ...rows, "", ""] }))
    expect(failed("■ unexpected status 401 Unauthorized: Incorrect API key")).toMatchObject({
      kind: "error",
      error: "auth"
    })
    expect(failed("■ Selected model is at capacity. Please try a different model.")).toMatchObject({
      kind: "error",
      error: "overloaded"
    })
    expect(failed("■ stream disconnected before completion: error sending request")).toMatchObject({
      kind: "error",
      error: "connection"
    })
    expect(
      failed("■ You’ve hit your usage limit. Upgrade to Pro or try again", "at 11:10 PM.")
    ).toMatchObject({ kind: "limit", limit: { reset: "11:10 PM" } })
    expect(failed("■ You've hit your usage limit. Upgrade or try again", "later.").limit).toEqual({})
    expect(failed("■ Quota exceeded. Check your plan and billing details.").kind).toBe("limit")
    expect(failed("■ Conversation interrupted - use /feedback if something went wrong").kind).toBe("idle")
    expect(failed("■ Selected model is at capacity.", "", "› again", "", "• Fine.", "", WORKED).kind).toBe(
      "idle"
    )
  })

  it("reads a shell where the CLI has left or was killed", () => {
    const left = ["Token usage: total=12,500", "To continue this session, run:", "  codex resume 0000"]
    for (const prompt of ["dev@box:proj$", "❯", "›", ">"])
      expect(readScreen(raw("codex", [...left, prompt])).kind).toBe("shell")
    const killed = codex({
      box: ["\u001b[1m›\u001b[0m Killed\u001b[2mdex to do anything\u001b[0m\n› "],
      title: "⠧ go | proj"
    })
    expect(["shell", "unknown", "unsent"]).toContain(kindOf({ ...killed, cursor: null }))
  })
})
