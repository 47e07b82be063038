import { describe, expect, it } from "vitest"
import { CHECK_NAMES } from "../../../src/domain/check/names.ts"
import { absent, capture, claude, DAY, plain, processes, type Shown } from "../../support/scenario.ts"
import { alone, by, told } from "./support.ts"

const CLAUDE = "claude-code/2.1.332"
const unread = plain("garbled", "▒▒▒")

describe("what waits for a person", () => {
  it.each([
    [
      "permission",
      claude.permission("npm publish"),
      "alpha waits at a permission prompt: its owner's to answer → owner"
    ],
    [
      "permission",
      capture(`${CLAUDE}/permission-write-80x24`),
      "alpha waits at a permission prompt: its owner's to answer → owner"
    ],
    [
      "trust",
      capture(`${CLAUDE}/trust-folder-80x24`),
      "alpha waits at a permission prompt: its owner's to answer → owner"
    ],
    [
      "plan",
      capture(`${CLAUDE}/plan-approval-80x24`),
      "alpha waits at a permission prompt: its owner's to answer → owner"
    ],
    [
      "question",
      capture(`${CLAUDE}/question-single-80x24`),
      "alpha asked a question: the operator's to act on → operator"
    ],
    [
      "notice",
      capture(`${CLAUDE}/notice-theme-80x24`),
      "alpha shows a vendor notice: its owner's to act on → owner"
    ]
  ])("%s, said on the first pass and once (case 184)", (kind, screen, text) => {
    const made = alone(screen)
    made.tick(0)
    expect(made.seat("alpha").screen?.kind).toBe(kind)
    expect(told(made.reports)).toEqual([text])
    made.run(60 * 60_000)
    expect(told(made.reports)).toEqual([text])
  })

  it.each([
    ["idle", claude.idle()],
    ["working", claude.working("Building")],
    ["a rate limit, which is provider-error's alone (design §4.8)", capture(`${CLAUDE}/limit-weekly-80x24`)],
    ["a provider error", capture(`${CLAUDE}/error-err500-80x24`)],
    ["unsent text", claude.unsent("and then")],
    ["an overlay", capture(`${CLAUDE}/menu-config-80x24`)],
    ["a screen nobody knows", unread]
  ])("nothing over %s", (_, screen) => {
    const made = alone(screen)
    made.tick(0)
    made.tick()
    expect(by(made.reports, "attention")).toEqual([])
  })

  it("reports a dialog under a hold, too (design §4.7)", () => {
    const made = alone(claude.permission("npm publish"))
    made.hold = { since: made.at }
    made.tick(0)
    expect(made.word("alpha")).toBe("held (hold)")
    expect(told(made.reports)).toEqual(["alpha waits at a permission prompt: its owner's to answer → owner"])
  })

  it("asks the screen before the host's word", () => {
    const made = alone(claude.permission("npm publish"), { status: "idle", cli: "claude" })
    made.tick(0)
    expect(made.word("alpha")).toBe("blocked (cli)")
    expect(told(made.reports)).toEqual(["alpha waits at a permission prompt: its owner's to answer → owner"])
  })
})

describe("the host's word over a screen nobody can read", () => {
  const says = (status: string, more: Shown = {}) => alone(unread, { status, cli: "claude", ...more })
  const blocked = "alpha is blocked, and its screen is not one the watch recognises → owner"

  it("blocked (case 54)", () => {
    const made = says("blocked")
    made.host = "herdr"
    made.run(120_000)
    expect(told(made.reports)).toEqual([blocked])
  })

  it.each([absent("scrolled"), capture(`${CLAUDE}/menu-config-80x24`)])(
    "blocked over an absent screen or an overlay",
    (screen) => {
      const made = alone(screen, { status: "blocked", cli: "claude" })
      made.tick(0)
      expect(told(made.reports)).toEqual([blocked])
    }
  )

  it("a status that is none of the four", () => {
    const made = says("unknown")
    made.host = "herdr"
    made.run(120_000)
    expect(told(made.reports)).toEqual([`alpha: herdr reports the status "unknown" → operator`])
  })

  it.each(["idle", "done", "working"])("nothing for %s", (status) => {
    const made = says(status)
    made.tick(0)
    expect(by(made.reports, "attention")).toEqual([])
  })

  it("nothing while the screen can be read", () => {
    const made = alone(claude.idle(), { status: "blocked", cli: "claude" })
    made.tick(0)
    expect(told(made.reports)).toEqual([])
  })

  it("prints no control characters of a status, and not much of it", () => {
    const made = says(`odd\u001b[31m\n\u202e${"y".repeat(9_000)}`)
    made.host = "herdr"
    made.tick(0)
    expect(made.said[0]).toMatch(/^alpha: herdr reports the status "odd y{10,60}…"$/)
  })
})

describe("clearing", () => {
  it("says a second permission again after the first was answered (case 34)", () => {
    const made = alone(claude.permission("npm publish"))
    made.tick(0)
    made.show("alpha", claude.working("Publishing"))
    made.tick()
    made.tick()
    made.show("alpha", claude.permission("git push"))
    made.tick()
    expect(by(made.reports, "attention")).toHaveLength(2)
  })

  it("does not when one pass only saw it gone", () => {
    const made = alone(claude.permission("npm publish"))
    made.tick(0)
    made.show("alpha", claude.working("Publishing"))
    made.tick()
    made.show("alpha", claude.permission("git push"))
    made.tick()
    expect(by(made.reports, "attention")).toHaveLength(1)
  })

  it.each([
    ["cannot be read", unread, {}],
    ["is scrolled back", absent("scrolled"), {}],
    ["cannot be read while the host says blocked", unread, { status: "blocked", cli: "claude" }]
  ])("stands through passes in which the screen %s", (_, screen, more) => {
    const made = alone(claude.permission("npm publish"), more)
    made.tick(0)
    made.show("alpha", screen, more)
    made.run(150_000)
    made.show("alpha", claude.permission("npm publish"), more)
    made.tick()
    expect(made.reports.filter((report) => report.key === "permission:alpha")).toHaveLength(1)
  })

  it("is a question again when the kind of dialog changes", () => {
    const made = alone(claude.permission("npm publish"))
    made.tick(0)
    made.show("alpha", capture(`${CLAUDE}/question-single-80x24`))
    made.tick()
    expect(by(made.reports, "attention")).toHaveLength(2)
  })
})

describe("always on", () => {
  it("cannot be switched off", () => {
    const made = alone(claude.permission("npm publish"), {}, {}, { checksOff: [...CHECK_NAMES] })
    made.tick(0)
    expect(told(made.reports)).toEqual(["alpha waits at a permission prompt: its owner's to answer → owner"])
  })

  it("is silent over a pane that is no running seat", () => {
    const made = alone(claude.permission("npm publish"), { dead: true })
    made.tick(0)
    expect(by(made.reports, "attention")).toEqual([])
  })

  it("says a dialog of a stopped seat that runs anyway", () => {
    const made = alone(
      claude.permission("npm publish"),
      { processes: processes("claude") },
      { stopped: true }
    )
    made.tick(0)
    made.tick(DAY)
    expect(by(made.reports, "attention")).toHaveLength(1)
  })
})
