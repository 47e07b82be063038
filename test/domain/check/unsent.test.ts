import { describe, expect, it } from "vitest"
import { capture, claude, plain, T0 } from "../../support/scenario.ts"
import { alone, by, told } from "./support.ts"

const TEXT = "alpha holds text in its input box that was never sent → operator"
const typed = claude.unsent("please also check the r")

describe("unsent", () => {
  it.each([
    [59_999, []],
    [60_000, [TEXT]]
  ])("after %d ms of text in the box", (ms, said) => {
    const made = alone(typed)
    made.tick(0)
    made.tick(ms)
    expect(told(made.reports)).toEqual(said)
  })

  it("is said once, whatever is typed on", () => {
    const made = alone(typed)
    made.tick(0)
    made.run(20 * 60_000, (elapsed) => made.show("alpha", claude.unsent(`line ${elapsed}`)))
    expect(told(made.reports)).toEqual([TEXT])
  })

  it("reads blocked over a working hook ten minutes old (case 15)", () => {
    const made = alone(typed)
    made.fact("alpha", { hook: { word: "working", at: T0 - 600_000 } })
    made.tick(0)
    expect(made.word("alpha")).toBe("blocked (cli)")
    made.tick(60_000)
    expect(told(made.reports)).toEqual([TEXT])
  })

  it("starts over when the box was empty between", () => {
    const made = alone(typed)
    made.tick(0)
    made.show("alpha", claude.idle())
    made.tick()
    made.show("alpha", typed)
    made.tick()
    made.tick()
    expect(made.reports).toEqual([])
    made.tick()
    expect(told(made.reports)).toEqual([TEXT])
  })

  it("neither starts nor ends its clock in a pass that could not read", () => {
    const made = alone(typed)
    made.tick(0)
    made.show("alpha", plain("▒▒▒"))
    made.tick()
    expect(made.reports).toEqual([])
    made.show("alpha", typed)
    made.tick()
    expect(told(made.reports)).toEqual([TEXT])
  })

  it("follows the file's unsent_after", () => {
    const made = alone(typed, {}, {}, { unsentAfter: 10 * 60_000 })
    made.tick(0)
    made.run(10 * 60_000 - 30_000)
    expect(made.reports).toEqual([])
    made.tick()
    expect(told(made.reports)).toEqual([TEXT])
  })

  it("is not said of a turn that runs with text in the box", () => {
    const made = alone(capture("claude-code/2.1.332/working-hang-typed-80x24"))
    made.run(10 * 60_000)
    expect(made.word("alpha")).toBe("working (cli)")
    expect(made.reports).toEqual([])
  })

  it("can be switched off", () => {
    const made = alone(typed, {}, {}, { checksOff: ["unsent"] })
    made.run(10 * 60_000)
    expect(by(made.reports, "unsent")).toEqual([])
  })
})
