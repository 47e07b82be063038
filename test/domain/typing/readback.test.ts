import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { RING, triggerLine } from "../../../src/domain/typing/line.ts"
import { beginsLine, type Drawn, holdsLine, holdsLineStill } from "../../../src/domain/typing/readback.ts"

const TRIGGER = Either.getOrThrow(triggerLine("/home/dev/proj/.agents/drops/a-b/4f2c.md"))

const drawn = (...rows: ReadonlyArray<string>): Drawn => ({ rows, text: rows.join(" "), folded: false })

describe("a box read back", () => {
  it("holds the line in one row, and wrapped between words or inside one", () => {
    expect(holdsLine(RING, drawn("Team: run team messages"))).toBe(true)
    expect(holdsLine(RING, drawn("Team: run team", "messages"))).toBe(true)
    expect(holdsLine(RING, drawn("Team: run te", "am messages"))).toBe(true)
    // The space a row ends in is cut, or stands at the start of the next.
    expect(holdsLine(RING, drawn("Team: run", " team", "messages"))).toBe(true)
    expect(
      holdsLine(TRIGGER, drawn("Read", "/home/dev/proj/.agents/", "drops/a-b/4f2c.md and", "do that."))
    ).toBe(true)
  })

  it("does not hold it when anything stands beside it", () => {
    for (const rows of [
      ["Team: run team messages", ""],
      ["", "Team: run team messages"],
      ["Team: run team", "", "messages"],
      ["Team: run team messages", "x"],
      ["Team: run team messages", "────────────"],
      ["Team: run team messages", "❯ "],
      ["xTeam: run team messages"],
      [" Team: run team messages"],
      ["Team: run team messagesx"],
      ["Team: run team messages Team: run team messages"],
      ["Team: run team"],
      ["team: run team messages"],
      ["Team:  run team messages"],
      [""],
      []
    ]) {
      expect(holdsLine(RING, drawn(...rows)), JSON.stringify(rows)).toBe(false)
    }
  })

  it("does not hold it behind a fold mark, nor over a break that no wrap explains", () => {
    expect(holdsLine(RING, { ...drawn(RING), folded: true })).toBe(false)
    const rows = ["Team: run team", "messages"]
    expect(holdsLine(RING, { rows, text: rows.join("\n"), folded: false })).toBe(false)
  })

  it("takes a break in a row with room for what follows for somebody's own (found by the model)", () => {
    // A person's line break in the middle of the path, where a composer of this width does not wrap.
    expect(
      holdsLine(TRIGGER, drawn("Read", "/home/dev", "/proj/.agents/drops/a-b/4f2c.md", "and do that."))
    ).toBe(false)
    expect(holdsLine(RING, drawn("Team: run", "te", "am messages"))).toBe(false)
    expect(holdsLine(RING, drawn("Team:", "run team messages"))).toBe(false)
  })

  it("begins with it while it is drawn, and still holds it over an Enter that became a line break", () => {
    expect(beginsLine(RING, drawn("Team:"))).toBe(true)
    expect(beginsLine(RING, drawn("Team: run", "te"))).toBe(true)
    expect(beginsLine(RING, drawn("Team: run", ""))).toBe(true)
    expect(beginsLine(RING, drawn("Tea run"))).toBe(false)
    expect(beginsLine(RING, { ...drawn("Team:"), folded: true })).toBe(false)
    expect(holdsLineStill(RING, drawn("Team: run team messages", ""))).toBe(true)
    expect(holdsLineStill(RING, drawn("Team: run team messages", "x"))).toBe(false)
  })
})
