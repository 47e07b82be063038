import { describe, expect, it } from "@effect/vitest"
import type { Frame } from "../../../src/domain/screen/frame.ts"
import { readScreen } from "../../../src/domain/screen/read.ts"
import { raw } from "./build.ts"

interface Parts {
  readonly above?: ReadonlyArray<string>
  readonly status?: string
  readonly mode?: string
  readonly box?: ReadonlyArray<string>
  readonly footer?: ReadonlyArray<string>
  readonly below?: ReadonlyArray<string>
  readonly title?: string | null
  readonly width?: number
}

const QUIET = "\u001b[38;2;175;175;175m"
const WORDS = "Type your message or @path/to/file"
const GHOST = ` \u001b[35m> \u001b[39;7m \u001b[0m${QUIET} ${WORDS}\u001b[39m`
const READY = "◇  Ready (proj)"
const BUSY = "✦  Working… (proj)"
const SPINNER = " ⠇ Thinking... (esc to cancel, 3s)                    ? for shortcuts"

/** A Gemini screen: conversation, status row, rule, mode row, box between bands, footer table. */
const gemini = (parts: Parts): Frame => {
  const width = parts.width ?? 80
  return {
    ...raw(
      "gemini",
      [
        ...(parts.above ?? ["✦ Done.", "", ""]),
        parts.status ?? "",
        `\u001b[2m${"─".repeat(width)}\u001b[0m`,
        parts.mode ?? " Shift+Tab to accept edits",
        "▄".repeat(width),
        ...(parts.box ?? [GHOST]),
        "▀".repeat(width),
        ...(parts.footer ?? [
          ` ${QUIET}workspace (/directory)\u001b[39m    ${QUIET}branch\u001b[39m    ${QUIET}sandbox\u001b[39m       ${QUIET}/model\u001b[39m`,
          " /home/dev/proj            main      no sandbox      Auto"
        ]),
        ...(parts.below ?? [])
      ],
      parts.title === undefined ? READY : parts.title
    ),
    cols: width
  }
}

const kindOf = (frame: Frame): string => readScreen(frame).kind

describe("Gemini: the box", () => {
  it("reads idle over its own words, in any mode", () => {
    expect(readScreen(gemini({}))).toMatchObject({ kind: "idle", touchable: true, model: "Gemini Auto" })
    for (const [glyph, mode] of [
      ["*", " YOLO Ctrl+Y"],
      [">", " plan Shift+Tab to manual"],
      [">", " auto-accept edits Shift+Tab to plan    1 GEMINI.md file | 2 MCP servers"]
    ] as const) {
      expect(kindOf(gemini({ box: [GHOST.replace("> ", `${glyph} `)], mode }))).toBe("idle")
    }
  })

  it("case 64: knows its words by the hints' colour, wrapped and in another language too", () => {
    const wrapped = [
      ` > \u001b[7m \u001b[0m${QUIET} Type your message or`,
      `   ${QUIET}@path/to/file\u001b[0m`
    ]
    expect(readScreen(gemini({ box: wrapped, width: 30 }))).toMatchObject({ kind: "idle", touchable: true })
    const other = ` > \u001b[7m \u001b[0m${QUIET} Schreib etwas\u001b[39m`
    expect(kindOf(gemini({ box: [other] }))).toBe("idle")
  })

  it("case 60: tells typed text from a ghost by its colour, with the cursor at its start too", () => {
    const typed = (text: string) => readScreen(gemini({ box: [text] }))
    expect(typed(" > fix the login bug\u001b[7m \u001b[0m")).toMatchObject({
      kind: "unsent",
      text: "fix the login bug",
      touchable: false
    })
    expect(typed(" > \u001b[7mf\u001b[0mix the login bug")).toMatchObject({ kind: "unsent" })
    expect(typed(` > ${QUIET}fix the login bug\u001b[0m`)).toMatchObject({ kind: "unsent" })
    expect(typed(" > \u001b[7m \u001b[0m fix the login bug")).toMatchObject({ kind: "unsent" })
  })

  it("takes a box that shows nothing for typed blanks, never for an empty one", () => {
    expect(readScreen(gemini({ box: [" >    \u001b[7m \u001b[0m"] }))).toMatchObject({
      kind: "unsent",
      touchable: false
    })
  })

  it("unwraps long text by the box's own margin, and keeps line breaks", () => {
    const box = [" > please look at the parser", "   and tell me what you", "   find\u001b[7m \u001b[0m"]
    expect(readScreen(gemini({ box, width: 30 })).text).toBe(
      "please look at the parser and tell me what you find"
    )
    expect(readScreen(gemini({ box, width: 80 })).text).toBe(
      "please look at the parser\nand tell me what you\nfind"
    )
  })

  it("case 65: says that a paste is folded", () => {
    expect(readScreen(gemini({ box: [" > [Pasted Text: 40 lines]\u001b[7m \u001b[0m"] }))).toMatchObject({
      kind: "unsent",
      folded: true
    })
    const above = [" > [Pasted Text: 40 lines]", "▀".repeat(80), "✦ Read.", "", ""]
    expect(kindOf(gemini({ above }))).toBe("idle")
  })

  it("reads the box between rules without colours, and between blank rows with few", () => {
    const rule = "─".repeat(80)
    const rows = (edge: string, box: string) => [
      "> do it",
      "",
      "✦ Done.",
      "",
      "",
      rule,
      " Shift+Tab to accept edits",
      edge,
      box,
      edge,
      " workspace (/directory)    branch    /model",
      " /home/dev/proj            main        Auto"
    ]
    for (const edge of [rule, ""]) {
      expect(kindOf(raw("gemini", rows(edge, ` > \u001b[7m \u001b[0m ${WORDS}`), READY))).toBe("idle")
      expect(kindOf(raw("gemini", rows(edge, " > fix it\u001b[7m \u001b[0m"), READY))).toBe("unsent")
      expect(kindOf(raw("gemini", rows(edge, ` > ${WORDS}\u001b[7m \u001b[0m`), READY))).toBe("unsent")
    }
  })

  it("case 67: reads vim's normal mode idle, and lets nothing be typed there", () => {
    const box = [` > \u001b[7m \u001b[0m${QUIET} Press 'i' for INSERT mode.\u001b[39m`]
    expect(readScreen(gemini({ box }))).toMatchObject({ kind: "idle", touchable: false })
  })

  it("case 68: never takes shell mode for a prompt", () => {
    for (const box of [
      ` ! \u001b[7m \u001b[0m${QUIET} Type your shell command\u001b[39m`,
      " ! ls -la\u001b[7m \u001b[0m"
    ]) {
      const reading = readScreen(gemini({ box: [box], mode: "  shell mode enabled (esc to disable)" }))
      expect(reading.kind).not.toBe("idle")
      expect(reading.touchable).toBe(false)
    }
  })

  it("says unknown where the footer is missing, strange, or the box is half drawn", () => {
    expect(kindOf(gemini({ footer: [] }))).toBe("unknown")
    expect(kindOf(gemini({ below: ["something else"] }))).not.toBe("idle")
    expect(kindOf(gemini({ box: [] }))).not.toBe("idle")
    expect(kindOf(gemini({ box: [" (r:)  Type to search"] }))).toBe("unknown")
  })

  it("reads the older frame with side borders and a footer of one row", () => {
    const rows = (box: string, status: string) => [
      "✦ Done.",
      "",
      status,
      "Using: 1 GEMINI.md file",
      `╭${"─".repeat(78)}╮`,
      box,
      `╰${"─".repeat(78)}╯`,
      "",
      "~/proj (main*)        no sandbox (see /docs)        gemini-2.5-pro (99% context left)"
    ]
    const pad = " ".repeat(39)
    const ghost = `│ > \u001b[7m \u001b[0m ${WORDS}${pad}│`
    expect(readScreen(raw("gemini", rows(ghost, "")))).toMatchObject({
      kind: "idle",
      model: "Gemini Pro",
      version: "2.5",
      context_left: 99
    })
    expect(kindOf(raw("gemini", rows(ghost, "⠏ I'm Feeling Lucky (esc to cancel, 2s)")))).toBe("working")
    expect(
      readScreen(raw("gemini", rows(`│ > fix it\u001b[7m \u001b[0m${" ".repeat(67)}│`, "")))
    ).toMatchObject({
      kind: "unsent",
      text: "fix it"
    })
  })
})

describe("Gemini: turns", () => {
  it("reads working by the status row, with and without its title, typed text or a queue", () => {
    for (const title of [BUSY, null, READY]) {
      expect(kindOf(gemini({ status: SPINNER, title }))).toBe("working")
      expect(kindOf(gemini({ status: SPINNER, title, box: [" > and then\u001b[7m \u001b[0m"] }))).toBe(
        "working"
      )
    }
    const above = [
      "✦ Step 1",
      "",
      "  Queued (press ↑ to edit):",
      "    and then fix the tests",
      "    and more",
      ""
    ]
    expect(readScreen(gemini({ above, status: SPINNER }))).toMatchObject({ kind: "working", queued: 2 })
  })

  it("case 5: finds the status row in a narrow pane, wrapped, with context rows between", () => {
    const rows = [
      "✦ Step 1",
      "",
      " ⠴ Considering option 6 (esc to",
      " cancel, 6s)",
      "─".repeat(30),
      " Shift+Tab to accept edits",
      "",
      " 1 GEMINI.md file",
      "▄".repeat(30),
      ` > \u001b[7m \u001b[0m Type your message or`,
      "   @path/to/file",
      "▀".repeat(30),
      " workspace (/directory)",
      " /home/dev/proj           …"
    ]
    expect(kindOf(raw("gemini", rows))).toBe("working")
    expect(kindOf(raw("gemini", rows.toSpliced(2, 2, "")))).toBe("idle")
  })

  it("takes the title's word over a screen that shows no turn", () => {
    for (const title of [BUSY, "⏲  Working… (proj)", "✦  Weighing the options (proj)"])
      expect(kindOf(gemini({ title }))).toBe("working")
    expect(kindOf(gemini({ title: "✋  Action Required (proj)" }))).toBe("overlay")
  })

  it("case 58: takes no words of the conversation for a turn or a failure", () => {
    const above = [
      "▀".repeat(80),
      "✦ It prints (esc to cancel, 3s) and ⠏ Thinking... while it runs.",
      "  ✕ [API Error: 401]",
      "  ⠏ Thinking... (esc to cancel, 3s)",
      "",
      ""
    ]
    expect(kindOf(gemini({ above }))).toBe("idle")
  })

  it("says unknown over a message without an answer when no title speaks", () => {
    const sent = (text: string) => ["▄".repeat(80), ` > ${text}`, "▀".repeat(80), "", ""]
    expect(kindOf(gemini({ above: sent("do it"), title: null }))).toBe("unknown")
    expect(kindOf(gemini({ above: sent("do it") }))).toBe("idle")
    expect(kindOf(gemini({ above: sent("/model"), title: null }))).toBe("idle")
  })

  it("names what failed, until something newer is sent", () => {
    const failed = (text: string) => [
      `✕ [API Error: ${text}]`,
      "",
      "",
      "ℹ This request failed. Press F12 for diagnostics, or run /settings and change",
      '  "Error Verbosity" to full for full details.',
      ""
    ]
    const reading = (text: string) => readScreen(gemini({ above: failed(text) }))
    expect(reading('{"error":{"code":400,"status":"INVALID_ARGUMENT"}}')).toMatchObject({
      kind: "error",
      error: "other"
    })
    expect(reading('{"error":{"message":"API key not valid."}}')).toMatchObject({
      kind: "error",
      error: "auth"
    })
    expect(reading('{"error":{"code":503,"status":"UNAVAILABLE"}}')).toMatchObject({ error: "overloaded" })
    expect(reading('{"error":{"code":500}}')).toMatchObject({ error: "server" })
    expect(reading("fetch failed")).toMatchObject({ error: "connection" })
    expect(reading("You exceeded your current quota")).toMatchObject({ kind: "limit" })
    expect(
      kindOf(gemini({ above: [...failed("x"), "▄".repeat(80), " > again", "▀".repeat(80), "✦ Done.", ""] }))
    ).toBe("idle")
    expect(kindOf(gemini({ above: ["✦ Step 1", "", "ℹ Request cancelled.", "", ""] }))).toBe("idle")
  })
})

const frame = (rows: ReadonlyArray<string>, width = 60): ReadonlyArray<string> => [
  `╭${"─".repeat(width - 2)}╮`,
  ...rows.map((row) => `│ ${row.padEnd(width - 4)} │`),
  `╰${"─".repeat(width - 2)}╯`
]

const PERMISSION = [
  "? Shell  touch /tmp/x",
  "Allow execution of [Shell]?",
  "",
  "● 1. Allow once",
  "  2. Allow for this session",
  "  3. No, suggest changes (esc)"
]

describe("Gemini: dialogs", () => {
  it("reads each by its frame, whatever the title says", () => {
    const open = (rows: ReadonlyArray<string>, width = 60, title: string | null = BUSY) =>
      readScreen(raw("gemini", ["✦ I will use a tool now.", "", ...frame(rows, width)], title))
    expect(open(PERMISSION)).toMatchObject({ kind: "permission", touchable: false })
    expect(
      open(PERMISSION.map((row) => row.replace("Allow execution of [Shell]?", "Erlauben?")))
    ).toMatchObject({
      kind: "permission"
    })
    expect(
      open(["Usage limit reached for gemini-3-pro.", "", "● 1. Keep trying", "  2. Stop", ""])
    ).toMatchObject({
      kind: "limit",
      dialog: true
    })
    expect(
      open([
        "Ready to start implementation?",
        " 1. Read it",
        "● 1.  Yes, automatically accept edits",
        "Enter to select · Esc to cancel"
      ])
    ).toMatchObject({ kind: "plan" })
    expect(
      open(
        ["Do you trust the files in this", "folder?", "", "● 1. Trust folder (proj)", "  3. Don't trust"],
        40
      )
    ).toMatchObject({ kind: "trust" })
    expect(open(["Select Model", "● 1. Auto", "(Press Esc to close)"])).toMatchObject({ kind: "overlay" })
  })

  it("case 50: reads a question at every width that wraps its hint", () => {
    for (const hint of [
      ["Enter to select · ↑/↓ to navigate · Esc to cancel"],
      ["Enter to select · ↑/↓ to navigate", "· Esc to cancel"],
      ["Enter to select ·", "↑/↓ to navigate ·", "Esc to cancel"]
    ]) {
      const rows = ["Answer Questions", "", "Which one?", "", "● 1.  PostgreSQL", "  2.  SQLite", "", ...hint]
      expect(kindOf(raw("gemini", ["✦ So:", "", ...frame(rows, 56)], null)), hint.join("/")).toBe("question")
    }
  })

  it("case 47: a quoted dialog above a live box stays idle", () => {
    const above = ["▀".repeat(80), "✦ It asks:", ...frame(PERMISSION).map((row) => `  ${row}`), "", ""]
    expect(kindOf(gemini({ above }))).toBe("idle")
    expect(kindOf(gemini({ above: ["✦ I did.", "", ...frame(PERMISSION), "", ""] }))).toBe("idle")
  })

  it("case 13: the key list above the box is no idle prompt", () => {
    const above = [
      " Shortcuts See /help for more",
      " ! shell mode             Shift+Tab cycle mode",
      " @ select file or folder  Ctrl+Y YOLO mode",
      ""
    ]
    expect(kindOf(gemini({ above }))).toBe("overlay")
  })

  it("says unknown of a frame that it does not know", () => {
    expect(kindOf(raw("gemini", ["✦ So:", "", ...frame(["Something new", "● Yes", "  No"])], null))).toBe(
      "unknown"
    )
  })

  it("case 71: reads the shell that a CLI left behind", () => {
    const stats = frame([
      "Agent powering down. Goodbye!",
      "",
      "To resume this session: gemini --resume",
      "0b-1"
    ])
    for (const prompt of ["$", "❯", ">", "dev@box:proj#"]) {
      expect(kindOf(raw("gemini", [...stats, `${prompt} `], ""))).toBe("shell")
    }
    expect(kindOf(gemini({ below: ["dev@box:proj$ "] }))).toBe("shell")
  })
})
