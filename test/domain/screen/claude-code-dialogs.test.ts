import { describe, expect, it } from "@effect/vitest"
import { readScreen } from "../../../src/domain/screen/read.ts"
import { claude, EMPTY_BOX, IDLE_FOOTER, raw } from "./build.ts"

const OFF = "\u001b[0m"
const rule = (cols: number): string => "─".repeat(cols)
const kindOf = (frame: Parameters<typeof readScreen>[0]): string => readScreen(frame).kind

describe("Claude Code: what stands in the box's place", () => {
  const dialog = (rows: ReadonlyArray<string>, title = "✳ Claude Code") =>
    readScreen(raw("claude-code", ["❯ go", "", "● I will use a tool now.", "", ...rows], title))

  it("knows a permission by choices with a hint of their own, whatever the words above", () => {
    expect(
      dialog([
        rule(48),
        " Browser tool wants to open example.test",
        "",
        " ❯ 1. Allow",
        "   2. Allow all actions",
        "   3. Deny (esc)"
      ]).kind
    ).toBe("permission")
    expect(
      dialog([
        rule(80),
        " Fetch",
        " Do you want to allow Claude to fetch this content?",
        " ❯ 1. Yes",
        "   2. No, and tell Claude what to do differently (esc)"
      ]).kind
    ).toBe("permission")
    expect(
      dialog([
        rule(80),
        " Bash command",
        " Do you want to proceed?",
        " ❯ No",
        "   Yes",
        "",
        " Esc to cancel · Tab to amend"
      ]).kind
    ).toBe("permission")
  })

  it("reads a question at every width its hint wraps at", () => {
    const hint = "Enter to select · Tab/Arrow keys to navigate · Esc to cancel"
    for (let width = 22; width <= 80; width++) {
      const wrapped: Array<string> = [""]
      for (const word of hint.split(" ")) {
        const last = wrapped[wrapped.length - 1] ?? ""
        if (last.length + word.length + 1 > width) wrapped.push(word)
        else wrapped[wrapped.length - 1] = last === "" ? word : `${last} ${word}`
      }
      if (wrapped.length > 4) continue
      expect(
        dialog([
          rule(width),
          "☐ Pick",
          "Keep which?",
          "",
          "❯ 1. Keep A",
          "  2. Keep B",
          rule(width),
          "  3. Chat about this",
          "",
          ...wrapped
        ]).kind,
        `${width}`
      ).toBe("question")
    }
  })

  it("reads trust, plan, notices, limits and pickers by their own words and choices", () => {
    const trust = [
      rule(80),
      " Do you trust the files in this folder?",
      "",
      " ❯ 1. Yes, I trust this folder",
      "   2. No, exit",
      "",
      " Enter to confirm · Esc to cancel"
    ]
    expect(readScreen(raw("claude-code", ["dev@box:proj$ claude", "", ...trust])).kind).toBe("trust")
    expect(
      dialog([
        rule(80),
        " Would you like to proceed?",
        "",
        " ❯ 1. Yes, and auto-accept edits",
        "   2. Yes, and manually approve edits",
        "   3. No, keep planning"
      ]).kind
    ).toBe("plan")
    expect(
      dialog([
        rule(80),
        " Resume full session?",
        " ❯ 1. Summary (recommended)",
        "   2. Full",
        "",
        " Enter to confirm · Esc to cancel"
      ]).kind
    ).toBe("notice")
    expect(
      dialog([
        "▔".repeat(80),
        "  Select model",
        "  ❯ 1. Default",
        "    2. Opus",
        "",
        "  Enter to save · Esc to cancel"
      ]).kind
    ).toBe("overlay")
    const limit = readScreen(
      raw("claude-code", [
        "❯ go",
        "  ⎿  You've hit your session limit · resets 7:20pm (Europe/Berlin)",
        "",
        rule(80),
        "  What do you want to do?",
        "",
        "  ❯ 1. Stop and wait for limit to reset",
        "    2. Upgrade your plan",
        "",
        "  Enter to confirm · Esc to cancel"
      ])
    )
    expect(limit).toMatchObject({ kind: "limit", dialog: true, limit: { reset: "7:20pm (Europe/Berlin)" } })
  })

  it("reads an error from the CLI's own row at the tail only", () => {
    const error = (rows: ReadonlyArray<string>) => readScreen(claude({ above: ["❯ go", ...rows, ""] }))
    expect(error(["", "● API Error: 500 Internal server error."])).toMatchObject({
      kind: "error",
      error: "server",
      touchable: false
    })
    expect(error(["", "● API Error: 529 Overloaded", "", "✻ Cogitated for 0s"])).toMatchObject({
      kind: "error",
      error: "overloaded"
    })
    expect(error(["  ⎿\u00a0Invalid API key · Fix external API key"])).toMatchObject({
      kind: "error",
      error: "auth"
    })
    expect(error(["", "● API Error: Connection error."])).toMatchObject({
      kind: "error",
      error: "connection"
    })
    expect(error(["", "● API Error: 500", "", "❯ again", "", "● Fine now.", "", "✻ Baked for 2s"]).kind).toBe(
      "idle"
    )
    expect(error(["", "● The log says", "  API Error: 500 in prose", "", "✻ Baked for 2s"]).kind).toBe("idle")
  })

  it("reads a limit and its reset as the screen says them, and no advisory", () => {
    const limit = (row: string, footer = [IDLE_FOOTER]) =>
      readScreen(claude({ above: ["❯ go", `  ⎿\u00a0${row}`, ""], footer }))
    expect(limit("You've hit your weekly limit · resets Dec 3, 9:39pm (UTC)")).toMatchObject({
      kind: "limit",
      limit: { reset: "Dec 3, 9:39pm (UTC)" }
    })
    expect(limit("You've hit your session limit · resets 7:20pm").limit).toEqual({ reset: "7:20pm" })
    expect(limit("You've hit your 5-hour limit").limit).toEqual({})
    expect(
      readScreen(
        claude({
          above: ["✻ Mulling… (3s)", ""],
          footer: ["  You've used 97% of your session limit · resets 7:20pm", IDLE_FOOTER]
        })
      ).kind
    ).toBe("working")
    expect(
      readScreen(claude({ footer: ["  You've used 97% of your session limit · resets 7:20pm", IDLE_FOOTER] }))
        .kind
    ).toBe("idle")
  })

  it("reads a shell where the CLI has left, with the old box still above it", () => {
    const { ansi } = claude({ title: null })
    for (const prompt of ["dev@box:proj$ ", "> ", "❯ ", "› "]) {
      const rows = ["Resume this session with:", "claude --resume 0000", prompt]
      expect(readScreen({ cli: "claude-code", ansi: `${ansi}${rows.join("\n")}` }).kind).toBe("shell")
    }
  })

  it("reads model, version, effort and context only off the CLI's own rows", () => {
    const banner = [
      "▝▜██████▀  Opus 5.5 · API Usage Billing",
      " ▝▝   ▝▝   /home/dev/proj",
      "",
      "❯ which model?",
      "",
      "● I am Haiku 3.",
      "",
      `${" ".repeat(60)}◐ medium · /effort`
    ]
    expect(readScreen(claude({ above: banner }))).toMatchObject({
      kind: "idle",
      model: "Claude Opus",
      version: "5.5",
      effort: "medium"
    })
    const status = readScreen(
      claude({
        above: ["● I am Haiku 3.", ""],
        footer: ["  [Sonnet 5.5] ctx left 64% | ~/proj", "  ⏸ manual mode on · ← for agents"]
      })
    )
    expect(status).toMatchObject({ model: "Claude Sonnet", version: "5.5", context_left: 64 })
    expect(readScreen(claude({ above: ["● I run Opus 9.", ""] })).model).toBeUndefined()
  })

  it("follows a change of model below the banner, and forgets the banner's when the change names none", () => {
    const banner = ["▝▜██████▀  Opus 5.5 · API Usage Billing", ""]
    const changed = (...rows: ReadonlyArray<string>) =>
      readScreen(claude({ above: [...banner, ...rows, ""] }))
    expect(changed("❯ /model", "  ⎿\u00a0Set model to Sonnet 5.5")).toMatchObject({
      model: "Claude Sonnet",
      version: "5.5"
    })
    expect(changed("❯ /model", "  ⎿\u00a0Kept model as Opus 5.5 (default)").model).toBe("Claude Opus")
    expect(changed("❯ /model", "  ⎿\u00a0Set model to something new").model).toBeUndefined()
    expect(changed("● Bash(cat log)", "  ⎿\u00a0Set model to Sonnet 5.5").model).toBe("Claude Opus")
  })

  it("counts a queued message and keeps working", () => {
    const above = [
      "❯ go",
      "",
      "❯ and then this",
      "  ⎿  Queued · ctrl+x ctrl+s to send now",
      "",
      "✶ Hatching…",
      ""
    ]
    expect(
      readScreen(
        claude({ above, box: [`❯\u00a0\u001b[7mP\u001b[0;2mress up to edit queued messages${OFF}`] })
      )
    ).toMatchObject({ kind: "working", queued: 1 })
  })

  it("does not know a frame whose glyphs were replaced", () => {
    const frame = claude({ above: ["✻ Reworking… (12s)", ""] })
    expect(kindOf({ ...frame, ansi: frame.ansi.replace(/[^\u0000-\u007e]/gu, "_"), title: null })).toBe(
      "unknown"
    )
    expect(kindOf(raw("claude-code", ["_ Reworking… (12s)", "_ "]))).toBe("unknown")
  })

  it("keeps a title of another view from being an idle box", () => {
    expect(kindOf(claude({ title: "1 awaiting input · claude agents" }))).toBe("overlay")
    expect(
      kindOf(claude({ box: [EMPTY_BOX], footer: ["  enter to return · space to reply · ? for shortcuts"] }))
    ).toBe("overlay")
  })
})
