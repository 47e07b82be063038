import { describe, expect, it } from "@effect/vitest"
import type { Frame } from "../../../src/domain/screen/frame.ts"
import { readScreen } from "../../../src/domain/screen/read.ts"

const EMPTY = "\u001b[7m \u001b[0m"
const ERROR = (text: string): string => ` \u001b[38;2;204;102;102m${text}\u001b[39m`

interface PiScreen {
  readonly above?: ReadonlyArray<string>
  readonly box?: ReadonlyArray<string>
  readonly below?: ReadonlyArray<string>
  readonly stats?: string
  readonly width?: number
  readonly cursor?: Frame["cursor"]
}

const pi = ({ above, below, box, cursor, stats, width = 80 }: PiScreen): Frame => {
  const rule = `\u001b[38;2;80;80;80m${"─".repeat(width)}\u001b[39m`
  return {
    cli: "pi",
    ansi: [
      ...(above ?? [" Done.", ""]),
      rule,
      ...(box ?? [EMPTY]),
      rule,
      ...(below ?? []),
      "~/proj (main)",
      stats ?? "↑12k ↓50 R3k $0.123 (sub) 9.4%/128k (auto)          claude-opus-4-5 • high",
      ""
    ].join("\n"),
    cols: width,
    title: "π - proj",
    cursor: cursor ?? null
  }
}
const kindOf = (screen: PiScreen): string => readScreen(pi(screen)).kind

describe("pi: the box", () => {
  it("reads idle over an empty box, with the facts of its last row", () => {
    expect(readScreen(pi({}))).toMatchObject({
      kind: "idle",
      touchable: true,
      model: "claude-opus-4-5",
      effort: "high",
      context_left: 90.6
    })
  })

  it("reads what is typed, over several rows", () => {
    expect(readScreen(pi({ box: ["first line", `second${EMPTY}`] }))).toMatchObject({
      kind: "unsent",
      text: "first line\nsecond"
    })
  })

  it("reads a text whose first rows are scrolled out as unsent", () => {
    const frame = pi({ box: ["d", "e", `f${EMPTY}`] })
    const clipped = { ...frame, ansi: frame.ansi.replace("─".repeat(80), `─── ↑ 3 more ${"─".repeat(67)}`) }
    expect(readScreen(clipped)).toMatchObject({ kind: "unsent", touchable: false })
  })

  it("reads a shell command line as an overlay", () => {
    expect(kindOf({ box: [`!ls${EMPTY}`] })).toBe("overlay")
    expect(kindOf({ box: [`!${EMPTY}`] })).toBe("overlay")
  })

  it("takes a box without its cursor cell for none of its own", () => {
    expect(readScreen(pi({ box: [""] }))).toMatchObject({ kind: "unknown", rule: "no-cursor-cell" })
  })

  it("takes only a model that is not cut off", () => {
    const stats = "↑12k ↓50 9.4%/128k (auto)  claude-"
    expect(readScreen(pi({ width: 34, stats })).model).toBeUndefined()
    expect(readScreen(pi({ width: 34, stats }))).toMatchObject({ kind: "idle", context_left: 90.6 })
  })

  it("names no context while it is not known", () => {
    const reading = readScreen(pi({ stats: "↑12k ?/128k (auto)                    gpt-5 • thinking off" }))
    expect(reading).toMatchObject({ kind: "idle", model: "gpt-5", effort: "off" })
    expect(reading.context_left).toBeUndefined()
  })

  it("forbids typing while its command list is open", () => {
    expect(
      readScreen(pi({ box: [`/m${EMPTY}`], below: ["→ model   Select a model", "  more"] }))
    ).toMatchObject({
      kind: "overlay",
      touchable: false
    })
  })
})

describe("pi: turns", () => {
  it("reads its spinner, whatever the words, wrapped or not, typed text or not", () => {
    for (const row of [
      " ⠹ Working...",
      " ⠴ Retrying (1/3) in 2s... (escape to cancel)",
      " ⠧ Auto-compacting... (escape to cancel)"
    ]) {
      expect(kindOf({ above: [" Text.", "", row, ""] })).toBe("working")
      expect(readScreen(pi({ above: [" Text.", "", row, ""], box: [`and${EMPTY}`] }))).toMatchObject({
        kind: "working",
        text: "and"
      })
    }
    expect(kindOf({ width: 30, above: [" ⠴ Retrying (3/3) in 2s...", " (escape to cancel)", ""] })).toBe(
      "working"
    )
  })

  it("counts what waits for the turn's end", () => {
    const above = [
      " \u001b[90mSteering: then more\u001b[39m",
      " \u001b[90mFollow-up: and more\u001b[39m",
      " ↳ Alt+Up to edit all queued messages",
      "",
      " ⠹ Working...",
      ""
    ]
    expect(readScreen(pi({ above })).queued).toBe(2)
  })

  it("reads working while its own shell command runs", () => {
    const above = [
      "─".repeat(80),
      " $ sleep 5",
      "",
      " ⠇ Running... (escape/ctrl+c to cancel)",
      "─".repeat(80),
      ""
    ]
    expect(kindOf({ above })).toBe("working")
    expect(kindOf({ above: [...above.slice(0, 2), "─".repeat(80), ""] })).toBe("idle")
  })

  it("reads idle after an interrupt and under an older spinner", () => {
    expect(kindOf({ above: [" Text", "", ERROR("Operation aborted"), ""] })).toBe("idle")
    expect(kindOf({ above: [" ⠹ Working...", "", " Done.", ""] })).toBe("idle")
  })
})

describe("pi: failures", () => {
  it("classes its errors, wrapped or not", () => {
    const cases = [
      ["Error: 401 Incorrect API key provided", "auth"],
      ["Error: Retry failed after 3 attempts: 503 The engine is overloaded", "overloaded"],
      ["Error: 500 The server had an error", "server"],
      ["Error: fetch failed", "connection"],
      ["Error: something else", "other"]
    ] as const
    for (const [text, error] of cases) {
      expect(readScreen(pi({ above: [ERROR(text), ""] }))).toMatchObject({ kind: "error", error })
    }
  })

  it("case 133: reads a usage limit with its end", () => {
    const above = [ERROR("Error: You have hit your usage limit (plus plan). Try again in 93 min."), ""]
    expect(readScreen(pi({ above }))).toMatchObject({ kind: "limit", limit: { reset: "93 min" } })
  })

  it("case 58: does not take an answer's or a tool's own words for an error", () => {
    expect(kindOf({ above: [" Error: this is what the log said", ""] })).toBe("idle")
    expect(kindOf({ above: [" \u001b[48;2;60;40;40m\u001b[38;2;1;2;3mError: exit 1\u001b[0m", ""] })).toBe(
      "idle"
    )
  })
})

describe("pi: pickers and questions", () => {
  const selector = (title: string): PiScreen => ({
    box: ["", ` ${title}`, "", " → Yes", "   No", "", " ↑↓ navigate  enter select  escape cancel", ""]
  })

  it("reads an extension's choice as a question, at any width", () => {
    expect(readScreen(pi(selector("Allow rm -rf build?")))).toMatchObject({
      kind: "question",
      touchable: false
    })
    const narrow = pi({ ...selector("Allow it?"), width: 40 })
    expect(
      readScreen({ ...narrow, ansi: narrow.ansi.replace("  escape cancel", "\n escape/ctrl+c cancel") }).kind
    ).toBe("question")
  })

  it("reads its own pickers as overlays", () => {
    expect(kindOf({ box: ["", "> ", "", "→ mock-model [mock] ✓", "  other", ""] })).toBe("overlay")
    expect(kindOf(selector("Select authentication method:"))).toBe("overlay")
  })

  it("case 47: stays idle when the conversation quotes one", () => {
    const above = [
      " → Yes",
      "   No",
      "",
      " ↑↓ navigate  enter select  escape cancel",
      "",
      " That was it.",
      ""
    ]
    expect(kindOf({ above })).toBe("idle")
  })
})

describe("pi: after it has left", () => {
  it("reads a shell under the frame, whatever its prompt", () => {
    const frame = pi({})
    for (const prompt of ["dev@box:proj$ ", "❯ "]) {
      const rows = frame.ansi.split("\n").length
      const reading = readScreen({
        ...frame,
        ansi: `${frame.ansi}\n${prompt}`,
        cursor: { x: prompt.length, y: rows, visible: true }
      })
      expect(reading.kind).toBe("shell")
    }
  })

  it("is not idle while the cursor is shown elsewhere", () => {
    expect(kindOf({ cursor: { x: 0, y: 9, visible: true } })).not.toBe("idle")
    expect(kindOf({ cursor: { x: 0, y: 3, visible: true } })).toBe("idle")
  })
})
