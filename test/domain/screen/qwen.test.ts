import { describe, expect, it } from "@effect/vitest"
import type { Frame } from "../../../src/domain/screen/frame.ts"
import { readScreen } from "../../../src/domain/screen/read.ts"
import { raw } from "./build.ts"

interface Parts {
  readonly above?: ReadonlyArray<string>
  readonly box?: ReadonlyArray<string>
  readonly footer?: ReadonlyArray<string>
  readonly below?: ReadonlyArray<string>
  readonly title?: string
  readonly width?: number
}

const QUIET = "\u001b[38;2;108;112;134m"
const WORDS = "Type your message or @path/to/file"
const GHOST = `\u001b[35m> \u001b[7;39m \u001b[0m${QUIET} ${WORDS}\u001b[39m`
const HINT = `  ${QUIET}? for shortcuts\u001b[39m`

/** A Qwen Code screen: conversation, box between two rules, footer. */
const qwen = (parts: Parts): Frame => {
  const width = parts.width ?? 80
  return {
    ...raw(
      "qwen",
      [
        ...(parts.above ?? ["  > do it", "", "  ✦ Done.", ""]),
        "─".repeat(width),
        ...(parts.box ?? [GHOST]),
        "─".repeat(width),
        ...(parts.footer ?? [HINT]),
        ...(parts.below ?? [])
      ],
      parts.title ?? "Qwen - proj"
    ),
    cols: width
  }
}

const kindOf = (frame: Frame): string => readScreen(frame).kind

describe("Qwen Code: the box", () => {
  it("reads idle over its own words, in any mode and wrapped", () => {
    expect(readScreen(qwen({}))).toMatchObject({ kind: "idle", touchable: true })
    const yolo = { box: [GHOST.replace("> ", "* ")], footer: ["  YOLO mode (shift + tab to cycle)"] }
    expect(readScreen(qwen(yolo))).toMatchObject({ kind: "idle", touchable: true })
    const narrow = [`> \u001b[7m \u001b[0m${QUIET} Type your message or`, `  ${QUIET}@path/to/file\u001b[39m`]
    expect(kindOf(qwen({ box: narrow, width: 30 }))).toBe("idle")
  })

  it("case 60: tells a suggestion from typed text by its colour alone", () => {
    expect(kindOf(qwen({ box: [`> \u001b[7mr\u001b[0m${QUIET}un the tests\u001b[39m`] }))).toBe("idle")
    for (const box of [
      "> \u001b[7mr\u001b[0mun the tests",
      "> run the tests\u001b[7m \u200b\u001b[0m",
      `> ${QUIET}run the tests\u001b[39m`
    ]) {
      expect(readScreen(qwen({ box: [box] }))).toMatchObject({
        kind: "unsent",
        text: "run the tests",
        touchable: false
      })
    }
  })

  it("reads idle without colours by its own words, and only by those", () => {
    expect(kindOf(qwen({ box: [`> \u001b[7m \u001b[0m ${WORDS}`], footer: ["  ? for shortcuts"] }))).toBe(
      "idle"
    )
    expect(kindOf(qwen({ box: ["> \u001b[7m \u001b[0m run it"], footer: ["  ? for shortcuts"] }))).toBe(
      "unsent"
    )
    expect(kindOf(qwen({ box: [`> ${WORDS}\u001b[7m \u001b[0m`], footer: ["  ? for shortcuts"] }))).toBe(
      "unsent"
    )
  })

  it("gives back lines and unwraps at the box's own width", () => {
    const lines = ["> first line of it", "  second\u001b[7m \u200b\u001b[0m"]
    expect(readScreen(qwen({ box: lines })).text).toBe("first line of it\nsecond")
    const wrapped = ["> please look at the", "  parser module and", "  then stop\u001b[7m \u200b\u001b[0m"]
    expect(readScreen(qwen({ box: wrapped, width: 30 })).text).toBe(
      "please look at the parser module and then stop"
    )
  })

  it("case 68: never takes shell mode, a key list or a search for a prompt", () => {
    const footer = ["  shell mode enabled (esc to disable)"]
    expect(kindOf(qwen({ box: [GHOST.replace("> ", "! ")], footer }))).toBe("overlay")
    expect(kindOf(qwen({ footer: ["  ! for shell mode      ctrl+c to quit", "  / for commands"] }))).toBe(
      "unknown"
    )
    expect(kindOf(qwen({ box: ["(r:) Type to search"] }))).toBe("unknown")
    expect(kindOf(qwen({ footer: [] }))).toBe("unknown")
  })

  it("case 67: reads vim's normal mode idle, and lets nothing be typed there", () => {
    expect(readScreen(qwen({ footer: [`  ${QUIET}-- NORMAL --\u001b[39m`] }))).toMatchObject({
      kind: "idle",
      touchable: false
    })
  })

  it("names model and context by its own rows, never by an answer", () => {
    const banner = ["  ┌────┐", "  │ >_ Qwen Code (v0.15.10)  │", "  │                          │"]
    const named = [...banner, "  │ API Key | qwen3-coder-plus (/model to change) │", "", "  ✦ Done.", ""]
    expect(readScreen(qwen({ above: named }))).toMatchObject({ model: "Qwen Coder Plus", version: "3" })
    const footer = [`${HINT}          12.5% context used`]
    expect(readScreen(qwen({ footer }))).toMatchObject({ kind: "idle", context_left: 87.5 })
    const quoted = ["  ✦ It says", "    API Key | qwen3-coder-plus (/model to change)", ""]
    expect(readScreen(qwen({ above: quoted })).model).toBeUndefined()
  })

  it("reads the older box with its glyph in the second column", () => {
    const rows = (status: string) => [
      "> do it",
      "",
      "✦ Done.",
      "",
      status,
      "Using:",
      "  - 1 QWEN.md file",
      "─".repeat(80),
      ` > \u001b[7m \u001b[0m ${WORDS}`,
      "─".repeat(80),
      "/home/dev/proj              no sandbox               qwen3-coder-plus (99%)"
    ]
    expect(readScreen(raw("qwen", rows("")))).toMatchObject({
      kind: "idle",
      model: "Qwen Coder Plus",
      version: "3",
      context_left: 99
    })
    expect(kindOf(raw("qwen", rows("⠏ Loading... (esc to cancel, 2s)")))).toBe("working")
  })
})

describe("Qwen Code: turns", () => {
  it("reads working by the row above the box, wrapped in every way, with and without typed text", () => {
    for (const rows of [
      ["  ⠇ One moment, optimizing humor... (3s · esc to cancel)"],
      ["  ⠇Why don't they? Too many bugs. (1m 2s · ↓ 102 tokens · esc to cancel)", ""],
      ["  ⠹What can you do with a pencil? Nothing (42s · esc to", `${" ".repeat(40)}cancel)`],
      ["  ⠇ Why did the developer go broke? Because", "u…", "  (3s · esc to cancel)"],
      ["  ⠇ Einen Moment... (3s · Esc zum Abbrechen)"]
    ]) {
      const above = ["  > go", "", "  ✦ Step 1", "", ...rows]
      expect(kindOf(qwen({ above })), rows[0]).toBe("working")
      expect(kindOf(qwen({ above, box: ["> and then\u001b[7m \u200b\u001b[0m"] })), rows[0]).toBe("working")
    }
  })

  it("counts the messages that wait", () => {
    const above = [
      "  > go",
      "",
      "  ⠏ Polishing... (5s · esc to cancel)",
      "",
      "  and then",
      "  and more",
      "  Press ↑ to edit queued messages"
    ]
    expect(readScreen(qwen({ above }))).toMatchObject({ kind: "working", queued: 2 })
  })

  it("takes a newer version's footer and title at their word", () => {
    expect(kindOf(qwen({ footer: ["  Enter to steer · Ctrl+Q to queue"] }))).toBe("working")
    expect(kindOf(qwen({ title: "◐ proj" }))).toBe("working")
    expect(kindOf(qwen({ title: "✳ proj" }))).toBe("overlay")
  })

  it("says unknown over a message that nothing answers", () => {
    expect(kindOf(qwen({ above: ["  > do it", ""] }))).toBe("unknown")
    expect(kindOf(qwen({ above: ["  > /model", ""] }))).toBe("idle")
    expect(kindOf(qwen({ above: ["  > do it", "", "  ● Request cancelled.", ""] }))).toBe("idle")
  })

  it("names what failed, and forgets it when more is sent", () => {
    const failed = (text: string) => [
      "  > go",
      "",
      `  ✕ [API Error: ${text}]`,
      "    (Press Ctrl+Y to retry)",
      ""
    ]
    const error = (text: string) => readScreen(qwen({ above: failed(text) })).error
    expect(error("401 Incorrect API key provided")).toBe("auth")
    expect(error("Connection error. (cause: fetch failed)")).toBe("connection")
    expect(error("500 status code")).toBe("server")
    expect(error("429 Rate limit reached")).toBe("overloaded")
    expect(error("something")).toBe("other")
    expect(kindOf(qwen({ above: [...failed("500"), "  > again", "", "  ✦ Done.", ""] }))).toBe("idle")
  })
})

const frame = (rows: ReadonlyArray<string>, width = 60): ReadonlyArray<string> => [
  `  ╭${"─".repeat(width - 2)}╮`,
  ...rows.map((row) => `  │ ${row.padEnd(width - 4)} │`),
  `  ╰${"─".repeat(width - 2)}╯`
]

const WAITS = "  ⠏ Waiting for user confirmation..."
const PERMISSION = [
  "?  Shell touch /tmp/x ←",
  "Allow execution of: 'touch'?",
  "",
  "› 1. Yes, allow once",
  "  2. No, suggest changes (esc)"
]

describe("Qwen Code: dialogs", () => {
  it("reads each by its frame, with the row below it that looks like a spinner", () => {
    const open = (rows: ReadonlyArray<string>) =>
      kindOf(raw("qwen", ["  ✦ So:", "", ...frame(rows), "", WAITS]))
    expect(open(PERMISSION)).toBe("permission")
    expect(open(["?  WriteFile Writing to a ←", "Apply this change?", "› 1. Yes, allow once"])).toBe(
      "permission"
    )
    expect(
      open(["Would you like to proceed?", "› 1. Yes, and auto-accept edits", "  3. No, keep planning (esc)"])
    ).toBe("plan")
    const hint = "↑/↓: Navigate | Enter: Select | Esc: Cancel"
    expect(open(["?  AskUserQuestion Ask user 1 question ←", "❯ 1. PostgreSQL", "  2. SQLite", hint])).toBe(
      "question"
    )
    expect(open(["?  AskUserQuestion Ask", "❯ [ ] 1. PostgreSQL", "  [ ] 2. SQLite", hint])).toBe("question")
    expect(open(["Do you trust this folder?", "› 1. Trust folder (proj)", "  3. Don't trust (esc)"])).toBe(
      "trust"
    )
  })

  it("case 54: reads a dialog in another language by its shape, never idle", () => {
    const rows = [
      "?  Shell touch /tmp/x ←",
      "允许执行：'touch'？",
      "› 1. 是，允许一次",
      "  2. 否，建议更改 (esc)"
    ]
    const reading = readScreen(raw("qwen", ["  ✦ 好", "", ...frame(rows), "", "  ⠏ 等待用户确认..."]))
    expect(reading).toMatchObject({ kind: "permission", touchable: false })
  })

  it("case 47: quoted dialogs, spinners and boxes stay idle", () => {
    const above = [
      "  ✦ It shows",
      ...frame(PERMISSION).map((row) => `  ${row}`),
      "    ⠏ Waiting for user confirmation...",
      "    ⠇ Thinking... (3s · esc to cancel)",
      "    ────────────────────────",
      "    > ",
      "    ────────────────────────",
      ""
    ]
    expect(kindOf(qwen({ above }))).toBe("idle")
    expect(kindOf(qwen({ above: ["  ✦ I did", "", ...frame(PERMISSION), ""] }))).toBe("idle")
  })

  it("case 71: reads the shell below a frame that a killed CLI left", () => {
    expect(kindOf(qwen({ below: ["dev@box:proj$ "] }))).toBe("shell")
    expect(kindOf(qwen({ below: ["$ "] }))).not.toBe("idle")
  })
})
