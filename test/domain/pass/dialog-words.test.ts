import { describe, expect, it } from "@effect/vitest"
import { claude, MINUTE, scene, seat, team } from "../../support/scenario.ts"

/** Words that stand in a dialog and nowhere else. */
const SECRET = "deploy --to quarry-seven"

describe("the words of an open dialog", () => {
  const asking = () => {
    const made = scene(team([seat("alpha"), seat("beta")]))
    made.show("alpha", claude.permission(SECRET))
    made.show("beta", claude.permission(SECRET))
    return made
  }

  it("are read: the seat's view has them and the choice", () => {
    const made = asking()
    made.tick(0)
    for (const name of ["alpha", "beta"]) {
      expect(made.seat(name).screen?.words).toContain(SECRET)
      expect(made.seat(name).screen?.choice?.index).toBe(1)
    }
  })

  it("enter no report, standing report, line, machine line and no memory, ever", () => {
    const made = asking()
    const label = made.tick(0) && made.seat("alpha").screen?.choice?.label
    for (let pass = 0; pass < 40; pass++) {
      const { again, lines, memory, readings, say, seats, standing } = made.tick(MINUTE)
      const kept = JSON.stringify({ again, lines, memory, readings, say, standing })
      expect(kept).not.toContain("quarry-seven")
      expect(kept).not.toMatch(/"(?:words|choice)"/)
      // what the reading rests on holds neither
      for (const { evidence, reading } of seats)
        expect(JSON.stringify({ evidence, reading })).not.toMatch(/quarry-seven|"(?:words|choice)"/)
    }
    expect(label).toBe("Yes")
    expect(made.said.length).toBeGreaterThan(0)
    expect(made.said.join("\n")).not.toContain("quarry-seven")
  })
})
