import { describe, expect, it } from "@effect/vitest"
import type { Frame } from "../../../src/domain/screen/frame.ts"
import { profileOf } from "../../../src/domain/screen/profiles/index.ts"
import { readScreen } from "../../../src/domain/screen/read.ts"

const TABS = " [Current]  Sessions   Issues   Pull requests   Gists"
const IDLE = " ← open sidebar · Interactive · Manual Approval · / commands            gpt-5.4"
const WORKING = " ◎ Working · 449 B esc esc interrupt                                   gpt-5.4"
const FOLDER = " /home/dev/proj [⎇ main]"

interface Screen {
  readonly above?: ReadonlyArray<string>
  readonly box?: ReadonlyArray<string>
  readonly footer?: ReadonlyArray<string>
  readonly cols?: number
  readonly cursor?: Frame["cursor"]
}

/** A row of the conversation with the scroll bar at its end. */
const bar = (text: string, cols = 80): string => `${text.padEnd(cols - 2)}\u001b[37m┃\u001b[39m`

const copilot = (screen: Screen): Frame => {
  const cols = screen.cols ?? 80
  const above = screen.above ?? [" ❯ do it", "", " ● Done."]
  const rows = [TABS, "", ...above.map((row) => bar(row, cols)), bar("", cols), FOLDER]
  const rule = `\u001b[2m${"─".repeat(cols)}\u001b[22m`
  const box = screen.box ?? ["❯ "]
  return {
    cli: "copilot",
    ansi: `\u001b[0m${[...rows, rule, ...box, rule, ...(screen.footer ?? [IDLE])].join("\n")}\n`,
    cols,
    title: "do it - GitHub Copilot",
    cursor: screen.cursor === undefined ? { x: 2, y: rows.length + 1, visible: true } : screen.cursor
  }
}

const dialog = (
  rows: ReadonlyArray<string>,
  cols = 60,
  above: ReadonlyArray<string> = [TABS, "", bar(" ● I will use a tool now.", 60), ""]
): Frame => ({
  cli: "copilot",
  ansi: `\u001b[0m${[
    ...above,
    `╭${"─".repeat(cols - 2)}╮`,
    ...rows.map((row) => `│ ${row.padEnd(cols - 4)} │`),
    `╰${"─".repeat(cols - 2)}╯`
  ].join("\n")}\n`,
  cols,
  title: "do it - GitHub Copilot",
  cursor: { x: cols - 1, y: 3, visible: false }
})

const HINT = "↑/↓ to navigate · enter to select · esc to cancel"
const kindOf = (frame: Frame): string => readScreen(frame).kind

describe("Copilot: the box", () => {
  it("reads an empty box idle, with the model of its footer", () => {
    expect(profileOf("github-copilot").id).toBe("copilot")
    expect(readScreen(copilot({}))).toMatchObject({
      kind: "idle",
      touchable: true,
      model: "GPT",
      version: "5.4"
    })
    const footer = [" Plan · Manual Approval · / commands · tab next tab claude-sonnet-4.5 · High"]
    expect(readScreen(copilot({ footer }))).toMatchObject({
      kind: "idle",
      model: "Claude Sonnet",
      version: "4.5",
      effort: "high"
    })
    expect(readScreen(copilot({ footer: [" Autopilot · All Approved   llama-4-maverick"] }))).toMatchObject({
      model: "llama-4-maverick"
    })
  })

  it("takes no model from an answer", () => {
    const above = [" ❯ do it", "", " ● Now it runs claude-opus-4.5", "   claude-opus-4.5 · Max"]
    expect(readScreen(copilot({ above }))).toMatchObject({ kind: "idle", model: "GPT", version: "5.4" })
  })

  it("gives back what is typed, over several rows, and a folded paste", () => {
    const footer = [" Interactive · Manual Approval · @ files · # issues                     gpt-5.4"]
    expect(readScreen(copilot({ box: ["❯ fix it"], footer }))).toMatchObject({
      kind: "unsent",
      text: "fix it"
    })
    expect(readScreen(copilot({ box: ["❯ one", "  two"], footer })).text).toBe("one\ntwo")
    expect(readScreen(copilot({ box: ["❯ [Paste #1 - 40 lines]"], footer }))).toMatchObject({ folded: true })
  })

  it("reads a dim suggestion as nothing typed", () => {
    const box = ["❯ \u001b[2mEnter @ to mention files or / for commands\u001b[22m"]
    expect(kindOf(copilot({ box }))).toBe("idle")
    expect(kindOf(copilot({ box: ["❯ Enter @ to mention files or / for commands"] }))).toBe("unsent")
  })

  it("case 68: takes another glyph or another mode for no place to type", () => {
    expect(kindOf(copilot({ box: ["! "] }))).not.toBe("idle")
    expect(kindOf(copilot({ footer: [" Shell · / commands                         gpt-5.4"] }))).not.toBe(
      "idle"
    )
  })

  it("is unknown where nothing below the box is its own, or the cursor is not in it", () => {
    expect(kindOf(copilot({ footer: [] }))).toBe("unknown")
    expect(kindOf(copilot({ footer: [" what is this"] }))).toBe("unknown")
    expect(kindOf(copilot({ cursor: { x: 3, y: 2, visible: true } }))).toBe("unknown")
    expect(kindOf(copilot({ cursor: { x: 2, y: 8, visible: false } }))).toBe("unknown")
  })

  it("is idle in a window too narrow for hints and model", () => {
    for (const footer of [
      " Interactive",
      " Interactive · Manual Approval",
      " Plan · Manual Approval  gpt-5.4"
    ]) {
      expect(kindOf(copilot({ cols: 40, footer: [footer] })), footer).toBe("idle")
    }
    expect(kindOf(copilot({ cols: 30, footer: [" ○ W esc esc inter"] }))).toBe("working")
  })

  it("asks for a sign-in: a notice, and never idle without a model", () => {
    const footer = [" ← open sidebar · Interactive · Manual Approval · / commands"]
    const frame = copilot({ footer })
    expect(kindOf(frame)).toBe("unknown")
    const ansi = frame.ansi.replace(FOLDER, `Please use /login to sign in to use Copilot\n${FOLDER}`)
    expect(kindOf({ ...frame, ansi, cursor: null })).toBe("notice")
  })
})

describe("Copilot: turns", () => {
  it("reads a turn by its footer, at any width, typed or not", () => {
    for (const footer of [
      WORKING,
      " ○ Working esc esc edit prompt                                          gpt-5.4",
      " ● Working esc esc interrupt · ctrl+q enqueue",
      " ○ W esc esc interrupt · ctrl+q enqueue",
      " ◉ Thinking"
    ]) {
      expect(kindOf(copilot({ footer: [footer] })), footer).toBe("working")
      expect(readScreen(copilot({ footer: [footer], box: ["❯ next"] })), footer).toMatchObject({
        kind: "working",
        text: "next"
      })
    }
  })

  it("says that a message waits", () => {
    const above = [" ❯ do it", " ❯ and then that", "   └ [pending · ↑ recall]"]
    expect(readScreen(copilot({ above, footer: [WORKING] }))).toMatchObject({ kind: "working", queued: 1 })
  })

  it("is idle after an interrupt and after a refused plan", () => {
    const above = [
      " ❯ plan it",
      "",
      " ✗ Plan ready for review  Plan not approved.",
      "",
      " ● Operation cancelled by user"
    ]
    expect(kindOf(copilot({ above }))).toBe("idle")
    expect(kindOf(copilot({ above: above.slice(0, 3) }))).toBe("idle")
  })
})

describe("Copilot: failures", () => {
  const failed = (...rows: ReadonlyArray<string>) => [
    " ❯ do it",
    "",
    " ● Request failed due to a transient API error. Retrying...",
    "",
    ...rows
  ]

  it("reads the last failure and what kind it is, over wrapped rows", () => {
    for (const [rows, error] of [
      [
        [" ✗ Authentication failed with provider at http://localhost:1 (HTTP 401).", "     Check your key"],
        "auth"
      ],
      [
        [
          " ✗ Failed to get response from the AI model; retried 5 times Last",
          "   error: error sending request"
        ],
        "connection"
      ],
      [[" ✗ Failed to get response from the AI model; retried 5 times (HTTP 503)"], "server"],
      [[" ✗ Failed to get response from the AI model; rate limited, HTTP 429"], "overloaded"],
      [[" ✗ Execution failed: something else"], "other"]
    ] as const) {
      expect(readScreen(copilot({ above: failed(...rows) })), rows[0]).toMatchObject({ kind: "error", error })
    }
    expect(kindOf(copilot({ above: failed(" ✗ You have exceeded your premium request allowance.") }))).toBe(
      "limit"
    )
  })

  it("takes neither a failed tool nor an older failure for one", () => {
    expect(kindOf(copilot({ above: [" ❯ do it", "", " ✗ Shell Run the tests  exit 1"] }))).toBe("idle")
    const above = [...failed(" ✗ Authentication failed"), "", " ❯ again", "", " ● Done."]
    expect(kindOf(copilot({ above }))).toBe("idle")
  })
})

describe("Copilot: dialogs", () => {
  it("reads trust, permission, plan and question, wrapped at narrow widths", () => {
    const options = ["❯ 1. Yes", "  2. No (Esc)"]
    expect(kindOf(dialog(["Do you trust the files in this folder?", "", ...options, "", HINT]))).toBe("trust")
    expect(
      kindOf(
        dialog(
          [
            "Do you trust the files in",
            "this folder?",
            "",
            "❯1. Yes",
            "",
            "↑/↓ to navigate · enter",
            "to select · esc to cancel"
          ],
          30
        )
      )
    ).toBe("trust")
    expect(
      kindOf(dialog(["touch x", "", "Do you want to run this command?", "", "  1. Yes", "❯ 2. No", "", HINT]))
    ).toBe("permission")
    expect(
      kindOf(
        dialog(
          ["Do you want to", "run this command?", "", "❯2. Yes", "", "↑/↓ to navigate · esc to", "cancel"],
          30
        )
      )
    ).toBe("permission")
    expect(kindOf(dialog(["Plan Ready for Review", "", "❯ 1. Accept plan and continue", "", HINT]))).toBe(
      "plan"
    )
    expect(kindOf(dialog(["Something unheard of", "", ...options, "", HINT]))).toBe("question")
  })

  it("reads a dialog whose first rows are above the screen", () => {
    const whole = dialog(["Do you trust the files in this folder?", "", "❯ 1. Yes", "", HINT])
    const rows = whole.ansi.split("\n")
    expect(kindOf({ ...whole, ansi: [TABS, "", ...rows.slice(5)].join("\n") })).toBe("trust")
  })

  it("reads a form", () => {
    const rule = "─".repeat(60)
    const rows = [
      TABS,
      "",
      " ❯ ask me",
      "",
      " ○ Asking user",
      "",
      rule,
      " Copilot needs information.",
      " Which one?",
      "",
      " ❯ A",
      "   B",
      "",
      " ↑/↓ select · enter accept · ctrl+d decline · esc",
      " cancel",
      rule
    ]
    expect(kindOf({ cli: "copilot", ansi: `\u001b[0m${rows.join("\n")}\n`, title: null, cursor: null })).toBe(
      "question"
    )
  })

  it("reads a picker as an overlay", () => {
    const rows = [
      TABS,
      "",
      bar(" ● Done."),
      "",
      "─".repeat(80),
      " ❯ gpt-5.4 ✓",
      "",
      ` ${"─".repeat(78)}`,
      " ❯  Search models…",
      ` ${"─".repeat(78)}`,
      ` ${HINT}`
    ]
    expect(kindOf({ cli: "copilot", ansi: `\u001b[0m${rows.join("\n")}\n`, title: null, cursor: null })).toBe(
      "overlay"
    )
  })

  it("stays idle under quoted dialogs, turns and boxes", () => {
    const above = [
      " ❯ quote them",
      "",
      " ● Here:",
      "",
      `   ╭${"─".repeat(40)}╮`,
      "   │ Do you want to run this command?       │",
      "   │ ❯ 1. Yes                               │",
      `   │ ${HINT.slice(0, 38)} │`,
      `   ╰${"─".repeat(40)}╯`,
      "   ◎ Working · 449 B esc esc interrupt",
      `   ${"─".repeat(40)}`,
      "   ❯ run it",
      `   ${"─".repeat(40)}`
    ]
    expect(readScreen(copilot({ above }))).toMatchObject({ kind: "idle", touchable: true })
  })
})

describe("Copilot: ends", () => {
  it("sees the shell after it left, and the one that a killed CLI leaves inside the frame", () => {
    const left = ["  ▔▔▔▔    Resume     copilot --resume=1234", "", "❯ "]
    expect(
      kindOf({
        cli: "copilot",
        ansi: `${left.join("\n")}\n`,
        title: null,
        cursor: { x: 2, y: 2, visible: true }
      })
    ).toBe("shell")
    const whole = copilot({ footer: [WORKING] })
    const rows = whole.ansi.split("\n")
    const at = whole.cursor?.y ?? 0
    rows[at] = "❯ Killed"
    rows[at + 1] = `dev@box:proj$ ${"─".repeat(66)}`
    const kind = kindOf({ ...whole, ansi: rows.join("\n"), cursor: { x: 14, y: at + 1, visible: true } })
    expect(["shell", "unknown"]).toContain(kind)
  })
})
