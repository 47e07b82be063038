import { describe, expect, it } from "vitest"
import type { Drawn } from "../../../src/testing/draw.ts"
import { capture, claude, plain, T0 } from "../../support/scenario.ts"
import { alone, by, told } from "./support.ts"

const CLAUDE = "claude-code/2.1.332"
const CODEX = { cli: "codex" }

/** An idle claude-code screen whose last turn ended in this row. */
const endedIn = (row: string): Drawn => {
  const idle = claude.idle()
  return { ...idle, rows: idle.rows.map((text) => (text.includes("Brewed") ? row : text)) }
}

const lost = endedIn("● API Error: Connection error.")
const LOST = "alpha shows a provider error: connection lost, and no capture names a retry"

describe("a provider error", () => {
  it("of the connection is told to the operator and the owner, once", () => {
    const made = alone(lost)
    made.tick(0)
    made.run(30 * 60_000)
    expect(made.word("alpha")).toBe("blocked (cli)")
    expect(told(made.reports)).toEqual([`${LOST} → operator`, `${LOST} → owner`])
  })

  it.each([
    [`${CLAUDE}/error-err401-80x24`, {}, "it refused the credentials"],
    [`${CLAUDE}/error-err500-80x24`, {}, "it failed on its side"],
    [`${CLAUDE}/error-err529-80x24`, {}, "it is overloaded"],
    [`${CLAUDE}/error-err400-credit-80x24`, {}, "the turn ended in an error"],
    ["codex/0.171.0/error-err400-80x24", CODEX, "the turn ended in an error"]
  ])("%s is named by its class, to the operator", (name, spec, what) => {
    const made = alone(capture(name), {}, spec)
    made.tick(0)
    expect(by(made.reports, "provider-error")).toEqual([
      `alpha shows a provider error: ${what}, and no capture names a retry → operator`
    ])
  })

  it.each(["working-retry-err500-80x24", "working-retry-err401-80x24"])(
    "is not said over %s (case 10)",
    (name) => {
      const made = alone(capture(`${CLAUDE}/${name}`))
      made.tick(0)
      expect(made.word("alpha")).toBe("working (cli)")
      expect(told(made.reports)).toEqual([])
    }
  )

  it("is not said while a trace shows work, and is when the window is over", () => {
    const made = alone(lost)
    made.fact("alpha", { traces: { commit: T0 } })
    made.tick(0)
    expect(made.reports).toEqual([])
    made.tick(120_000)
    expect(made.reports).toEqual([])
    made.tick(30_000)
    expect(by(made.reports, "provider-error")).toHaveLength(2)
  })

  it("is said again after two passes of work", () => {
    const made = alone(lost)
    made.tick(0)
    made.show("alpha", claude.working("Trying again"))
    made.tick()
    made.tick()
    made.show("alpha", lost)
    made.tick()
    expect(by(made.reports, "provider-error")).toHaveLength(4)
  })

  it("stands while the screen cannot be read", () => {
    const made = alone(lost)
    made.tick(0)
    made.show("alpha", plain("▒▒▒"))
    made.run(90_000)
    expect(made.tick().standing.map((report) => report.key)).toEqual(["error:alpha", "error-owner:alpha"])
    made.show("alpha", lost)
    made.tick()
    expect(by(made.reports, "provider-error")).toHaveLength(2)
  })

  it("can be switched off", () => {
    const made = alone(lost, {}, {}, { checksOff: ["provider-error"] })
    made.tick(0)
    expect(made.reports).toEqual([])
  })
})

describe("a rate limit", () => {
  it.each([
    [
      "with its reset as the screen says it (case 133)",
      capture(`${CLAUDE}/limit-weekly-80x24`),
      {},
      "alpha is at a rate limit on north: usage limit, resets at Dec 3, 9:39pm (UTC) → operator"
    ],
    [
      "without one, and none is invented (case 137)",
      capture(`${CLAUDE}/limit-noreset-esc-80x24`),
      {},
      "alpha is at a rate limit on north: usage limit, and the screen names no reset time → operator"
    ],
    [
      "of codex",
      capture("codex/0.171.0/limit-reset-80x24"),
      CODEX,
      "alpha is at a rate limit on north: usage limit, resets at 11:10 PM → operator"
    ]
  ])("%s", (_, screen, spec, text) => {
    const made = alone(screen, {}, spec)
    made.tick(0)
    made.run(20 * 60_000)
    expect(by(made.reports, "provider-error")).toEqual([text])
    // What else is said of it is that the capture's model is not the file's.
    expect(by(made.reports, "attention")).toEqual([])
  })

  it("names the account of the file", () => {
    const made = alone(capture(`${CLAUDE}/limit-noreset-esc-80x24`), {}, { account: "south-2" })
    made.tick(0)
    expect(by(made.reports, "provider-error")).toEqual([
      "alpha is at a rate limit on south-2: usage limit, and the screen names no reset time → operator"
    ])
  })
})
