import { describe, expect, it } from "vitest"
import { absent, capture, claude, MINUTE, plain, processes } from "../../support/scenario.ts"
import { alone, by, told } from "../check/support.ts"

describe("time nobody observed (design §4.17)", () => {
  it("is not counted while the host is silent: no seat is idle or blind for it", () => {
    const made = alone(claude.working("Sorting"))
    made.tick(0)
    made.silent = true
    made.run(40 * MINUTE)
    made.silent = false
    made.show("alpha", claude.idle())
    made.tick()
    made.run(4 * MINUTE)
    expect(by(made.reports, "idle")).toEqual([])
    made.run(2 * MINUTE)
    expect(by(made.reports, "idle")).toEqual(["alpha has been idle for 5 minutes → operator"])
  })

  it("does not make an unknown seat blind", () => {
    const made = alone(plain("a screen of nobody's"))
    made.tick(0)
    made.silent = true
    made.run(40 * MINUTE)
    made.silent = false
    expect(made.tick().seats[0]?.reading).toMatchObject({ word: "unknown", blind: false })
    made.run(5 * MINUTE)
    expect(made.seat("alpha").reading.blind).toBe(true)
  })
})

describe("herdr's word", () => {
  it("done, over a screen that cannot be read, is told as idle: nobody has looked at it yet", () => {
    const made = alone(absent("failed"), { cli: "claude", status: "done" })
    made.tick(0)
    made.run(5 * MINUTE)
    expect(made.word("alpha")).toBe("done (herdr)")
    expect(told(made.reports)).toContain("alpha has been idle since the watch started → operator")
  })

  it("working counts for nothing over a bare shell (design §4.16)", () => {
    const made = alone(absent("failed"), { cli: "claude", status: "working", processes: processes("zsh") })
    made.tick(0)
    expect(made.word("alpha")).toBe("unknown (none)")
  })

  it("working that lags behind does not silence an error the screen shows (case 23)", () => {
    const made = alone(capture("claude-code/2.1.332/error-err500-80x24"), {
      cli: "claude",
      status: "working"
    })
    made.tick(0)
    expect(by(made.reports, "provider-error")).toHaveLength(1)
  })
})

describe("a viewer opened over a dialog", () => {
  it("does not clear it", () => {
    const made = alone(claude.permission("make all"))
    made.tick(0)
    made.show("alpha", capture("claude-code/2.1.332/menu-transcript-80x24"))
    expect(made.tick().seats[0]?.screen?.kind).toBe("overlay")
    made.run(5 * MINUTE)
    made.show("alpha", claude.permission("make all"))
    made.tick()
    expect(by(made.reports, "attention")).toHaveLength(1)
  })
})
