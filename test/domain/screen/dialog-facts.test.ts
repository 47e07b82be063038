import { describe, expect, it } from "@effect/vitest"
import { readScreen } from "../../../src/domain/screen/read.ts"
import type { ScreenReading } from "../../../src/domain/screen/reading.ts"
import { CAPTURES, plainText } from "./corpus.ts"

const named = (name: string) => {
  const found = CAPTURES.find((capture) => capture.name === name)
  if (found === undefined) throw new Error(`no capture ${name}`)
  return found
}
const read = (name: string): ScreenReading => readScreen(named(name).frame)

const CHOICES: ReadonlyArray<readonly [string, number, string]> = [
  [
    "claude-code/2.1.332/permission-bash-down1-80x24",
    2,
    "Yes, and always allow access to /tmp from this project"
  ],
  ["claude-code/2.1.332/dumb.permission-bash-80x24", 1, "Yes"],
  ["claude-code/2.1.332/permission-automode-bash-80x24", 1, "No"],
  ["claude-code/2.1.332/trust-folder-54x30", 1, "No, exit"],
  ["claude-code/2.1.332/question-single-down1-80x24", 2, "SQLite"],
  ["claude-code/2.1.332/light.question-single-60x15", 1, "PostgreSQL"],
  ["claude-code/2.1.332/plan-approval-down1-80x24", 2, "Yes, manually approve edits"],
  ["claude-code/2.1.332/limit-weekly-80x24", 1, "Stop and wait for limit to reset"],
  ["codex/0.171.0/permission-bash-down1-54x30", 2, "Yes, and don't ask again for commands that start"],
  ["codex/0.171.0/nocolor.plan-approval-down1-60x15", 2, "Yes, clear context and implement"],
  ["codex/0.171.0/question-two-120x40", 1, "PostgreSQL"],
  ["gemini/0.61.0/permission-bash-opt2-80x24", 2, "Allow for this session"],
  ["gemini/0.61.0/question-single-down1-54x30", 2, "SQLite"],
  ["gemini/0.61.0/limit-limitr-dialog-80x24", 1, "Keep trying"],
  ["qwen/0.15.10/permission-bash-opt2-80x24", 2, "Always allow run 'touch *' commands in this project"],
  ["qwen/0.15.10/question-multi-80x24", 1, "PostgreSQL"],
  ["copilot/1.0.102/permission-bash-opt2-80x24", 2, "Yes, and don't ask again for `touch` in this repo"],
  ["copilot/1.0.102/nocolor.permission-bash-80x24", 2, "Yes, and remember this path for this session"],
  ["copilot/1.0.102/question-single-down1-80x24", 2, "SQLite"],
  ["opencode/1.18.33/permission-bash-opt2-54x30", 2, "Allow always"],
  ["opencode/1.18.33/permission-bash-80x24", 1, "Allow once"],
  ["opencode/1.18.33/light.question-single-80x24", 1, "PostgreSQL"],
  ["opencode/1.18.33/plan-approval-80x24", 1, "Yes"],
  ["kilocode/7.7.9/permission-bash-second-80x24", 1, "Allow once"],
  ["kilocode/7.7.9/question-single-down1-80x24", 2, "SQLite"],
  ["grok/0.0.34/permission-bash-opt2-80x24", 2, "Yes, and don't ask again this session"],
  ["grok/0.0.34/permission-write-80x24", 1, "Yes"]
]

const ASKED: ReadonlyArray<readonly [string, string]> = [
  ["claude-code/2.1.332/question-single-80x24", "☐ Database\nWhich database should the service use?"],
  ["codex/0.171.0/plan-approval-40x20", "Implement this plan?"],
  [
    "gemini/0.61.0/permission-bash-80x24",
    "? Shell  touch /tmp/zz-test\ntouch /tmp/zz-test\nAllow execution of [Shell]?"
  ],
  [
    "qwen/0.15.10/question-single-80x24",
    "?  AskUserQuestion Ask user 1 question ←\nDatabase\nWhich database should the service use?"
  ],
  [
    "copilot/1.0.102/permission-bash-opt2-80x24",
    "Create a marker file\ntouch /tmp/zz-test\nDo you want to run this command?"
  ],
  [
    "opencode/1.18.33/permission-bash-second-80x24",
    "△ Permission required\n# Shell command\n$ touch /tmp/zz-test"
  ],
  [
    "kilocode/7.7.9/permission-bash-second-80x24",
    "△ Permission required\n# Create a marker file\n$ touch /tmp/zz-test"
  ]
]

const DIALOGS: ReadonlySet<string> = new Set(["permission", "trust", "question", "plan"])
/** Open dialogs that stand on a text field, not on an option. */
const FIELDS = /question-single-notes|permission-reject-msg/

describe("the choice that an open dialog stands on", () => {
  for (const [name, index, label] of CHOICES) {
    it(`${name}: ${index}`, () => expect(read(name).choice).toEqual({ index, label }))
  }

  it("is told in every dialog with options, of every CLI that has been captured", () => {
    const open = CAPTURES.filter((c) => DIALOGS.has(readScreen(c.frame).kind))
    expect(open.length).toBeGreaterThan(150)
    const untold = open.filter((c) => readScreen(c.frame).choice === undefined).map((c) => c.name)
    expect(untold.filter((name) => !FIELDS.test(name))).toEqual([])
    expect(untold.length).toBeLessThan(5)
  })

  it("is the one that the capture's name says", () => {
    const moved = CAPTURES.filter(({ name }) => /-(?:down1|opt2)-\d+x\d+$/.test(name))
    expect(moved.length).toBeGreaterThan(25)
    const wrong = moved.filter((c) => (readScreen(c.frame).choice?.index ?? 2) !== 2)
    expect(wrong.map((c) => c.name)).toEqual([])
  })

  it("is absent where only colours would tell it and the host gives none", () => {
    for (const name of [
      "opencode/1.18.33/permission-bash-opt2-80x24",
      "kilocode/7.7.9/question-single-down1-80x24",
      "grok/0.0.34/permission-bash-opt2-80x24"
    ]) {
      const { frame } = named(name)
      const reading = readScreen({ ...frame, ansi: plainText(frame.ansi) })
      expect([name, reading.choice]).toEqual([name, undefined])
      expect(reading.words).toBeDefined()
    }
  })

  it("is absent when two options are marked, and on every screen that asks nothing", () => {
    const { frame } = named("claude-code/2.1.332/dumb.permission-bash-80x24")
    const twice = readScreen({ ...frame, ansi: frame.ansi.replace("   2. Yes", " ❯ 2. Yes") })
    expect([twice.kind, twice.choice]).toEqual(["permission", undefined])
    const others = CAPTURES.map((c) => readScreen(c.frame)).filter(
      ({ dialog, kind }) => !DIALOGS.has(kind) && kind !== "notice" && dialog !== true
    )
    expect(others.length).toBeGreaterThan(500)
    expect(others.filter(({ choice, words }) => choice !== undefined || words !== undefined)).toEqual([])
  })
})

describe("the words of an open dialog", () => {
  for (const [name, words] of ASKED) it(name, () => expect(read(name).words).toBe(words))

  it("are there for every dialog, of 500 characters at most, without borders, escapes and options", () => {
    for (const capture of CAPTURES) {
      const { choice, kind, words } = readScreen(capture.frame)
      if (DIALOGS.has(kind)) expect([capture.name, words ?? ""]).not.toEqual([capture.name, ""])
      if (words === undefined) continue
      expect(words.length, capture.name).toBeLessThanOrEqual(500)
      expect(words, capture.name).not.toMatch(/\u001b|^[│┃╭╰─]|[│┃]$/mu)
      if (choice !== undefined)
        expect(words.split("\n").some((row) => row.startsWith(`❯ ${choice.index}. ${choice.label}`))).toBe(
          false
        )
    }
  })

  it("keep the rows nearest to the options of a long command", () => {
    const { words } = read("copilot/1.0.102/permission-bash-long-80x24")
    expect(words).toMatch(/touch \/tmp\/zz-\ntest\nDo you want to run this command\?$/)
  })
})

describe("what the CLIs' own rows count", () => {
  const facts: ReadonlyArray<readonly [string, Partial<ScreenReading>]> = [
    ["opencode/1.18.33/idle-after-edit-80x24", { context_used: 9, context_left: 91 }],
    ["kilocode/7.7.9/idle-afterturn-80x24", { context_used: 9, context_left: 91 }],
    ["pi/0.73.1/working-hang-queued-80x24", { queued: 1 }],
    ["codex/0.171.0/plan-approval-80x24", { context_used: 7, context_left: 93 }],
    ["codex/0.171.0/idle-statusline-80x24", { context_left: 93 }],
    ["codex/0.171.0/idle-bgshell-80x24", { background: 1 }],
    ["codex/0.171.0/screen.working-bgshell-100x30", { background: 1 }],
    ["codex/0.171.0/working-hang-queued-tab-80x24", { queued: 2 }],
    ["codex/0.171.0/unsent-bigpaste-80x24", { folded: true }],
    ["claude-code/2.1.332/unsent-bgshell2-80x24", { background: 2 }],
    ["claude-code/2.1.332/working-subagent-80x24", { background: 1 }],
    // only the last of them carries the hint that says so
    ["claude-code/2.1.332/working-retry-err401-queued2-80x24", { queued: 1 }],
    ["claude-code/2.1.332/unsent-bigpaste-80x24", { folded: true }],
    ["gemini/0.61.0/light.working-hang-queued-80x24", { queued: 1 }],
    ["gemini/0.61.0/unsent-bigpaste-80x24", { folded: true }],
    ["qwen/0.15.10/working-hang-queued-80x24", { queued: 1 }],
    ["copilot/1.0.102/working-hang-queued-80x24", { queued: 1 }],
    ["opencode/1.18.33/working-hang-queued-80x24", { queued: 1 }],
    ["opencode/1.18.33/unsent-bigpaste-80x24", { folded: true }],
    ["kilocode/7.7.9/unsent-bigpaste-80x24", { folded: true }]
  ]
  for (const [name, fact] of facts) it(name, () => expect(read(name)).toMatchObject(fact))

  it("says only what is left where the CLI shows that", () => {
    expect(read("codex/0.171.0/idle-statusline-80x24").context_used).toBeUndefined()
  })
})
