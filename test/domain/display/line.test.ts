import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { displayLine, launchEffort } from "../../../src/domain/display/line.ts"
import { capture, MINUTE, plain } from "../../support/scenario.ts"
import { alone } from "../check/support.ts"

const declared = { display: "Opus 5.5", model: "Claude Opus", version: "5.5", effort: null }

describe("the display line (spec 000 §3.9)", () => {
  it.each([
    ["the file's while its own model shows", { model: "Claude Opus", version: "5.5" }, null, "Opus 5.5"],
    ["the file's while the screen cannot be read", null, null, "Opus 5.5"],
    [
      "the screen's where it shows another",
      { model: "Claude Sonnet", version: "5.5" },
      null,
      "Claude Sonnet 5.5"
    ],
    [
      "the screen's effort after it",
      { model: "Claude Opus", version: "5.5", effort: "high" },
      "low",
      "Opus 5.5 high"
    ],
    ["the last effort seen", null, "low", "Opus 5.5 low"]
  ])("is %s", (_, screen, last, line) => {
    expect(displayLine(declared, screen, last)).toBe(line)
  })

  it("falls back on the effort of the launch line", () => {
    expect(displayLine({ ...declared, effort: "xhigh" }, null, null)).toBe("Opus 5.5 xhigh")
  })

  it.each([
    ["claude --model opus --effort High", "high"],
    ['codex -m gpt-6-sol -c model_reasoning_effort="xhigh"', "xhigh"],
    ["droid --reasoning-effort=medium", "medium"],
    ["claude --model opus", null],
    ["claude --effortless yes", null]
  ])("reads the effort of %s", (launch, effort) => {
    expect(launchEffort(launch)).toBe(effort)
  })

  it("carries no control character, whatever a screen names", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ unit: "binary" }), FastCheck.string(), (model, effort) => {
        expect(displayLine(declared, { model, version: "1", effort }, null)).not.toMatch(
          /[\u0000-\u001f\u007f]/u
        )
      })
    )
  })

  it("keeps an effort once seen, through screens that show none, and drops it with the seat's entry", () => {
    const made = alone(capture("claude-code/2.1.332/idle-afterturn-80x24"))
    const first = made.tick(0).display[0]?.display
    made.show("alpha", plain("▒▒▒"))
    made.run(10 * MINUTE)
    const last = made.tick().display[0]?.display
    expect(first).toMatch(/ (?:low|medium|high|xhigh|max)$/)
    expect(last).toBe(`Opus 5.5 ${first?.split(" ").at(-1)}`)
    made.team = { ...made.team, seats: made.team.seats.map((one) => ({ ...one, fingerprint: "alpha-2" })) }
    expect(made.tick().display[0]?.display).toBe("Opus 5.5")
  })
})
