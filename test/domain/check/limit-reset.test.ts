import { describe, expect, it } from "vitest"
import { capture, HOUR, MINUTE } from "../../support/scenario.ts"
import { alone } from "./support.ts"

// It says "try again at 11:10 PM" and names no zone; a scenario's clock begins at 09:00 UTC.
const limited = () =>
  alone(capture("codex/0.171.0/limit-reset-80x24"), {}, { cli: "codex", modelFrom: "launcher" })

describe("a limit whose reset is known (design §4.8)", () => {
  it("stands until its reset, and is gone afterwards though the screen still shows it (case 138)", () => {
    const made = limited()
    made.tick(0)
    made.run(14 * HOUR)
    expect(made.said).toHaveLength(1)
    expect(made.tick(5 * MINUTE).standing.map((report) => report.key)).toContain("limit:alpha")
    made.run(10 * MINUTE)
    expect(made.tick().standing).toEqual([])
    made.run(12 * HOUR)
    expect(made.said).toHaveLength(1)
  })

  it("keeps the first instant over passes that cannot read the screen", () => {
    const made = limited()
    made.tick(0)
    const reset = made.seat("alpha").memory.limit?.reset
    expect(new Date(reset ?? 0).toISOString()).toBe("2026-10-18T23:10:00.000Z")
    made.show("alpha", { _tag: "Absent", reason: "failed" })
    made.run(15 * HOUR)
    expect(made.seat("alpha").memory.limit?.reset).toBe(reset)
  })
})
