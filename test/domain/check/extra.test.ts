import { describe, expect, it } from "vitest"
import { claude, plain, processes, type Shown } from "../../support/scenario.ts"
import { alone, by } from "./support.ts"

const withPane = (name: string, more: Shown, view = {}) => {
  const made = alone(claude.idle(), {}, {}, view)
  made.show(name, plain("something"), more)
  made.tick(0)
  made.tick()
  return made
}

describe("an agent no seat claims", () => {
  it.each([
    [
      "named",
      "stray",
      { pane: "w1:p4", cli: "claude" },
      "stray (w1:p4) is running and is not in the file → operator"
    ],
    [
      "unnamed",
      "x",
      { pane: "%7", name: null, cli: "codex" },
      "an unnamed codex (%7) is running and is not in the file → operator"
    ],
    [
      "known by its process where the host cannot say",
      "stray",
      { pane: "%8", processes: processes("codex") },
      "stray (%8) is running and is not in the file → operator"
    ]
  ])("is said once: %s", (_, name, more, text) =>
    expect(by(withPane(name, more).reports, "extra")).toEqual([text])
  )

  it.each([
    ["a shell", { pane: "%7", processes: processes("zsh") }],
    [
      "a program that only has an agent's name in it",
      { pane: "%7", processes: processes("pip", "claude-log", "xcodex") }
    ],
    ["a pane the host says nothing of", { pane: "%7" }],
    ["another session's", { pane: "%7", cli: "claude", inSession: false }],
    ["a dead pane", { pane: "%7", cli: "claude", dead: true }],
    ["the watch's own workspace", { pane: "%7", cli: "claude", workspaceLabel: "Watch · harbour" }]
  ])("is not %s", (_, more) => expect(withPane("stray", more).reports).toEqual([]))

  it("is said of another project's watch workspace", () =>
    expect(
      by(withPane("stray", { pane: "%7", cli: "claude", workspaceLabel: "Watch · pier" }).reports, "extra")
    ).toHaveLength(1))

  it("is not one of two panes that carry a seat's name", () => {
    const made = alone(claude.idle(), { cli: "claude" })
    made.show("alpha", claude.idle(), { pane: "%twin", cli: "claude" })
    made.tick(0)
    expect(by(made.reports, "extra")).toEqual([])
  })

  it("carries no escapes in its name", () =>
    expect(by(withPane("a\u001b[2Jb\u202e\n", { pane: "%7", cli: "claude" }).reports, "extra")).toEqual([
      "ab (%7) is running and is not in the file → operator"
    ]))

  it("can be switched off", () =>
    expect(withPane("stray", { pane: "%7", cli: "claude" }, { checksOff: ["extra"] }).reports).toEqual([]))
})
