import { describe, expect, it } from "@effect/vitest"
import { readScreen } from "../../../src/domain/screen/read.ts"
import { plainText } from "./corpus.ts"
import { answer, asking, block, closing, DARK, IDLE_FOOTER, PALETTE, session } from "./opencode-frames.ts"

const kindOf = (frame: Parameters<typeof readScreen>[0]): string => readScreen(frame).kind
const SENT = block(["do it"])
const SPIN = "   ⬝⬝■■■■■■  esc interrupt                         12.1K (9%)  ctrl+p commands"

describe("OpenCode: the box", () => {
  it("reads an empty box idle, with model and context", () => {
    const reading = readScreen(session({}))
    expect(reading).toMatchObject({ kind: "idle", touchable: true, model: "Mock Model", context_left: 91 })
    expect(reading.text).toBeUndefined()
  })

  it("tells the model's family and version apart, and the effort behind them", () => {
    const status = ["Build", "Claude Opus 4.5", "Anthropic", "high"]
    expect(readScreen(session({ status }))).toMatchObject({
      model: "Claude Opus",
      version: "4.5",
      effort: "high"
    })
    expect(readScreen(session({ status: ["Plan", "GPT-5.4", "OpenAI"] }))).toMatchObject({
      model: "GPT",
      version: "5.4"
    })
  })

  it("takes no model from an answer", () => {
    const above = [
      ...SENT,
      "",
      ...answer("Build · Claude Opus 4.5 Anthropic", "99.9K (80%)"),
      "",
      closing(" · 1.1s"),
      ""
    ]
    expect(readScreen(session({ above }))).toMatchObject({ model: "Mock Model", context_left: 91 })
  })

  it("knows a suggestion by the colour of quiet words, in any theme", () => {
    const ghost = 'Mögliche Frage… "irgendwas"'
    for (const theme of [DARK, PALETTE]) {
      expect(readScreen(session({ ghost, theme })).kind).toBe("idle")
      expect(readScreen(session({ typed: [ghost], theme }))).toMatchObject({ kind: "unsent", text: ghost })
      expect(readScreen(session({ ghost, theme, cursor: { x: 9, y: 9, visible: true } })).kind).toBe("unsent")
    }
  })

  it("takes text for typed where a theme draws words and quiet words alike", () => {
    const theme = { ...DARK, quiet: DARK.words }
    expect(kindOf(session({ typed: ["run it"], theme, cursor: null }))).toBe("unsent")
  })

  it("knows the words of its placeholder where an older status row tells no quiet colour", () => {
    const ghost = 'Ask anything... "Fix broken tests"'
    expect(readScreen(session({ ghost, status: "Build  Mock Model" }))).toMatchObject({ kind: "idle" })
    expect(kindOf(session({ ghost, status: "Build  Mock Model", cursor: null }))).toBe("unsent")
  })

  it("reads several lines, wrapped words and a folded paste", () => {
    expect(readScreen(session({ typed: ["one", "", "three"] })).text).toBe("one\n\nthree")
    expect(
      readScreen(session({ footer: ["   /home/dev/pro-12.1K (9%) ctrl+p commands", "   j"], cols: 54 })).kind
    ).toBe("idle")
    expect(readScreen(session({ typed: ["", ""] })).kind).toBe("unsent")
    expect(readScreen(session({ typed: ["see [Pasted ~40 lines]"] }))).toMatchObject({
      kind: "unsent",
      folded: true
    })
  })

  it("stays out of a panel at the right", () => {
    const panel = "• LSPs are disabled"
    expect(readScreen(session({ panel, cols: 120, edge: "▀".repeat(113) }))).toMatchObject({
      kind: "idle",
      touchable: true
    })
    expect(readScreen(session({ panel, cols: 120, edge: "▀".repeat(113), typed: ["hello"] })).text).toBe(
      "hello"
    )
  })

  it("does not take the rows of a completion list for text", () => {
    const list = "  ┃ /models     Switch model                    ┃"
    expect(readScreen(session({ above: ["", list, list], typed: ["/mod"] }))).toMatchObject({
      kind: "unsent",
      text: "/mod"
    })
  })

  it("case 68: reads its shell mode as no place to type, empty or not", () => {
    const footer = ["                                       esc exit shell mode"]
    expect(kindOf(session({ status: "Shell", footer, ghost: 'Run a command… "ls"' }))).toBe("overlay")
    expect(kindOf(session({ status: "Shell", footer, typed: ["ls -la"] }))).toBe("overlay")
    // the words of the footer may be cut away: the status row is enough
    expect(kindOf(session({ status: "Shell" }))).toBe("overlay")
  })

  it("is unknown without its own footer, with a hidden cursor or one that stands elsewhere", () => {
    expect(kindOf(session({ footer: [] }))).toBe("unknown")
    expect(kindOf(session({ footer: ["   /home/dev/proj"] }))).toBe("unknown")
    expect(kindOf(session({ cursor: { x: 5, y: 8, visible: false } }))).toBe("unknown")
    expect(kindOf(session({ cursor: { x: 20, y: 2, visible: true } }))).toBe("unknown")
  })

  it("sees a window over the page also where no cursor is told", () => {
    const above = [
      "",
      "          Select model                              esc",
      "",
      "          Search",
      "",
      ""
    ]
    expect(kindOf(session({ above, cursor: null }))).toBe("overlay")
    expect(kindOf(session({ edge: `${"▀".repeat(9)}          ${"▀".repeat(9)}` }))).toBe("unknown")
  })
})

describe("OpenCode: turns", () => {
  it("reads a turn by the moving bar, wherever it is, at any width, typed or not", () => {
    for (const footer of [
      [SPIN],
      ["   ⬝⬝⬝⬝⬝⬝⬝⬝  esc again to interrupt                 tab agents  ctrl+p commands"],
      ["   ■■■■⬝⬝⬝⬝  esc    12.1K (9ctrl+p", "             interr %)     commands", "             upt"],
      ["   [⋯]  esc interrupt        ctrl+p commands"],
      ["   esc    12.1K (9ctrl+p", "   interr %)     commands", "   upt"],
      [
        "   ⬝Rate⬝limit reached for gpt-5 on tokens per min",
        "    (click to expand) [retrying in 7s attempt #4]"
      ],
      ["   Your server had an error while processing the request. Sorry! [re", "    in 5s attempt #3]"]
    ]) {
      expect(kindOf(session({ footer })), footer[0]).toBe("working")
      expect(readScreen(session({ footer, typed: ["next"] })), footer[0]).toMatchObject({
        kind: "working",
        text: "next"
      })
    }
  })

  it("counts the messages that wait", () => {
    const badge = (text: string) => block([text, " QUEUED"])
    const above = [...SENT, "", closing(""), "", ...badge("and then"), "", ...badge("and last"), ""]
    expect(readScreen(session({ above, footer: [SPIN] }))).toMatchObject({ kind: "working", queued: 2 })
  })

  it("says limit while it retries against one, also over a wrapped row", () => {
    const footer = [
      "   ⬝⬝⬝⬝⬝Usage limit reached for 5 hour. Your limit will reset at 2026-11-30 23:50:00",
      "   [retrying in 6s]"
    ]
    expect(readScreen(session({ footer, cols: 100 }))).toMatchObject({
      kind: "limit",
      limit: { reset: "2026-11-30 23:50:00" }
    })
    expect(
      kindOf(
        session({ footer: ["   ⬝You■exceeded your current", "   quota, please check [retrying in 6s]"] })
      )
    ).toBe("limit")
  })

  it("is idle after an interrupt and after a refused permission", () => {
    const text = answer("I will use a tool now.", "", "$ touch x")
    expect(kindOf(session({ above: [...SENT, "", ...text, "", closing(" · interrupted"), ""] }))).toBe("idle")
    expect(kindOf(session({ above: [...SENT, "", ...text, "", closing(""), ""] }))).toBe("idle")
    expect(kindOf(session({ above: [...SENT, "", closing(" · interrupted"), ""] }))).toBe("idle")
  })
})

describe("OpenCode: failures", () => {
  const failed = (...words: ReadonlyArray<string>) => [
    ...SENT,
    "",
    ...block(words, DARK, DARK.failure, DARK.quiet),
    "",
    closing(""),
    ""
  ]

  it("reads a failure behind its own bar, and what kind it is", () => {
    for (const [words, error] of [
      ["Incorrect API key provided: sk-x", "auth"],
      ["Overloaded", "overloaded"],
      ["Unable to connect. Is the computer able to access the url?", "connection"],
      ["500 Internal server error", "server"],
      ["Your input exceeds the context window of this model.", "other"]
    ] as const) {
      expect(readScreen(session({ above: failed(words) })), words).toMatchObject({
        kind: "error",
        error,
        touchable: false
      })
    }
    expect(kindOf(session({ above: failed("You've hit your usage limit.") }))).toBe("limit")
    expect(readScreen(session({ above: failed("Overloaded"), typed: ["again"] }))).toMatchObject({
      kind: "unsent",
      text: "again",
      error: "overloaded"
    })
  })

  it("takes neither a sent message nor a tool's output nor an older failure for one", () => {
    const words = ["401 Unauthorized: Incorrect API key"]
    expect(kindOf(session({ above: [...block(words), "", closing(""), ""] }))).toBe("idle")
    const tool = block(words, DARK, "38;2;10;10;10", DARK.quiet)
    expect(kindOf(session({ above: [...SENT, "", ...tool, "", closing(""), ""] }))).toBe("idle")
    const later = [
      ...failed(...words),
      ...block(["again"]),
      "",
      ...answer("Done."),
      "",
      closing(" · 1.2s"),
      ""
    ]
    expect(kindOf(session({ above: later }))).toBe("idle")
  })
})

describe("OpenCode: dialogs", () => {
  const before = [...SENT, "", ...answer("I will use a tool now."), "", closing("")]

  it("reads permissions, with buttons and hints in one row or more", () => {
    for (const rows of [
      [
        "△ Permission required",
        "  # Shell command",
        "",
        "$ touch x",
        "",
        " Allow once   Allow always   Reject"
      ],
      ["△ Always allow", "", "This will allow the following patterns", "", " Confirm   Cancel"],
      ["△ Reject permission", "", "Tell OpenCode what to do differently", "", "enter confirm  esc cancel"]
    ]) {
      expect(kindOf(asking("opencode", before, rows)), rows[0]).toBe("permission")
    }
  })

  it("reads questions, their review and the plan's question", () => {
    const hint = "↑↓ select  enter submit  esc dismiss"
    expect(kindOf(asking("opencode", before, ["Which one?", "", "1. A", "2. B", "", hint]))).toBe("question")
    expect(
      kindOf(
        asking("opencode", before, [" A   Confirm", "", "Review", "", "⇆ tab  enter submit  esc dismiss"])
      )
    ).toBe("question")
    const narrow = ["Which one?", "1. A", "", "⇆    ↑↓     enter      esc", "tab  select confirm    dismiss"]
    expect(kindOf(asking("opencode", before, narrow))).toBe("question")
    const plan = [
      "Would you like to switch to the build agent and start implementing?",
      "",
      "1. Yes",
      "2. No",
      "",
      hint
    ]
    expect(kindOf(asking("opencode", before, plan))).toBe("plan")
  })

  it("stays idle under quoted dialogs, spinners and boxes", () => {
    const quoted = [
      ...block(["△ Permission required", "", " Allow once   Allow always   Reject"]),
      "",
      ...answer(
        "┃  △ Permission required",
        "┃   Allow once   Allow always   Reject",
        "⬝⬝■■■■■■  esc interrupt",
        "╹▀▀▀▀▀▀▀▀▀▀▀▀▀▀",
        "[retrying in 5s attempt #3]"
      ),
      "",
      closing(" · 3.1s"),
      ""
    ]
    expect(readScreen(session({ above: quoted }))).toMatchObject({ kind: "idle", touchable: true })
  })

  it("is never idle on a message that looks like a dialog, and unknown on a box cut off", () => {
    expect(kindOf({ cli: "opencode", ansi: `${SENT.join("\n")}\n` })).toBe("unknown")
  })
})

describe("OpenCode: other hosts and ends", () => {
  it("touches nothing on a screen without styles, but reads its box", () => {
    const plain = (frame: ReturnType<typeof session>) => readScreen({ ...frame, ansi: plainText(frame.ansi) })
    expect(plain(session({}))).toMatchObject({ kind: "idle", touchable: false })
    expect(plain(session({ typed: ["run it"] }))).toMatchObject({ kind: "unsent", text: "run it" })
    expect(plain(session({ footer: [SPIN] })).kind).toBe("working")
  })

  it("sees the shell that a killed CLI leaves inside the box", () => {
    const whole = session({})
    const rows = whole.ansi.split("\n")
    const at = (whole.cursor?.y ?? 0) + 1
    rows[at - 1] = `${rows[at - 1]?.trimEnd()}Killed`
    rows[at] = `\u001b[0mdev@box:proj$ \u001b[48;2;30;30;30m${" ".repeat(50)}`
    const reading = readScreen({ ...whole, ansi: rows.join("\n"), cursor: { x: 14, y: at, visible: true } })
    expect(["shell", "unknown"]).toContain(reading.kind)
  })

  it("sees the shell after it left", () => {
    const rows = ["  Session   Mock", "  Continue  opencode -s ses_1234", "", "> "]
    expect(
      kindOf({ cli: "opencode", ansi: `${rows.join("\n")}\n`, cursor: { x: 2, y: 3, visible: true } })
    ).toBe("shell")
    expect(kindOf(session({ footer: [IDLE_FOOTER, "dev@box:proj$ "] }))).not.toBe("idle")
  })
})
