import { describe, expect, it } from "vitest"
import type { TypedFact } from "../../../src/domain/typing/typed.ts"
import { claude, HOUR, MINUTE, processes, type Scene, SECOND, T0 } from "../../support/scenario.ts"
import { by } from "../check/support.ts"
import { fact, typingOf, typist } from "../typing/given.ts"

const tell = (made: Scene, ...typed: ReadonlyArray<TypedFact>) => {
  made.typing = typingOf({ typed })
}

describe("the owner's idle clock (design §4.14)", () => {
  const OPERATOR = (minutes: number) => `alpha has been idle for ${minutes} minutes → operator`
  const OWNER = (minutes: number) =>
    `alpha has been idle for ${minutes} minutes — reported to the owner → owner`
  const WORKED = { spec: { idleWindow: 5 * MINUTE, idleOwner: 15 * MINUTE } }

  /** A seat whose own turn ended at `T0`. */
  const rested = () => {
    const made = typist(claude.working("On"), WORKED)
    made.tick(0)
    made.show("alpha", claude.idle())
    return made
  }
  /** Passes until a nudge is asked for, which is then sent. */
  const nudged = (made: Scene) => {
    for (let count = 0; count < 40; count++) {
      if (made.tick().intents.some(({ _tag }) => _tag === "Nudge")) return
    }
    throw new Error("nobody was nudged")
  }
  const sent = (made: Scene) => tell(made, fact({ line: "nudge", message: null, at: made.at + 800 }))
  const turn = (made: Scene, ms: number) => {
    made.show("alpha", claude.working("On it"))
    made.run(ms)
    made.show("alpha", claude.idle())
  }

  it("goes on through a turn that our nudge began; the lead's window begins anew", () => {
    const made = rested()
    nudged(made)
    expect(made.at).toBe(T0 + 5 * MINUTE)
    sent(made)
    turn(made, 2 * MINUTE)
    made.run(20 * MINUTE)
    expect(by(made.reports, "idle")).toEqual([OPERATOR(5), OPERATOR(5), OWNER(15)])
    // One nudge a period of the seat's own work.
    expect(made.seat("alpha").memory.typing?.nudge).toMatchObject({
      at: T0 + 5 * MINUTE,
      tries: 1,
      again: false
    })
  })

  it("begins anew with a turn of the seat's own", () => {
    const made = rested()
    nudged(made)
    tell(made, fact({ line: "nudge", message: null, at: made.at + 800, outcome: "not-typed", reason: "x" }))
    turn(made, 2 * MINUTE)
    made.run(14 * MINUTE)
    expect(by(made.reports, "idle")).toEqual([OPERATOR(5), OPERATOR(5)])
    made.run(MINUTE)
    expect(by(made.reports, "idle")).toEqual([OPERATOR(5), OPERATOR(5), OWNER(15)])
  })

  it("begins anew where the nudged turn leaves a trace", () => {
    const made = rested()
    nudged(made)
    sent(made)
    made.show("alpha", claude.working("On it"))
    made.tick()
    made.fact("alpha", { traces: { commit: made.at + 10 * SECOND } })
    made.run(MINUTE)
    made.show("alpha", claude.idle())
    made.run(14 * MINUTE)
    expect(by(made.reports, "idle").filter((line) => line.endsWith("owner"))).toEqual([])
  })

  it("goes on where a pass sees the turn before it is told that the line was sent", () => {
    const made = rested()
    nudged(made)
    made.show("alpha", claude.working("On it"))
    made.tick(SECOND, { cause: "change" })
    sent(made)
    made.run(MINUTE)
    made.show("alpha", claude.idle())
    made.tick()
    expect(made.seat("alpha").memory.ownWorking).toBe(T0)
    made.run(20 * MINUTE)
    expect(by(made.reports, "idle").at(-1)).toBe(OWNER(15))
  })

  it("goes on where the host was silent in the pass that was told", () => {
    const made = rested()
    nudged(made)
    sent(made)
    made.silent = true
    made.tick()
    made.silent = false
    turn(made, 2 * MINUTE)
    made.tick()
    // A silent host is time that nobody observed.
    expect(made.seat("alpha").memory.ownWorking).toBe(T0 + 30 * SECOND)
  })

  it("goes on where a person scrolls the pane back in the middle of the turn", () => {
    const made = rested()
    nudged(made)
    sent(made)
    turn(made, MINUTE)
    made.show("alpha", { _tag: "Absent", reason: "scrolled" }, { scrolled: true })
    made.run(MINUTE)
    turn(made, MINUTE)
    made.tick()
    expect(made.seat("alpha").memory.ownWorking).toBe(T0)
  })

  it("goes on through a restart of the watch in the middle of a delivery", () => {
    const made = rested()
    nudged(made)
    made.restart()
    made.show("alpha", claude.working("On it"))
    made.tick(10 * SECOND)
    made.run(2 * MINUTE)
    made.show("alpha", claude.idle())
    made.tick()
    expect(made.seat("alpha").memory.ownWorking).toBe(T0)
  })

  it("begins no period of its own where the clock steps back behind the launch record", () => {
    const made = typist(claude.idle(), WORKED)
    made.show("alpha", claude.idle(), { processes: processes("claude") })
    const launched = {
      pane: "%alpha",
      processes: [{ pid: 200, start: "200", name: "claude" }],
      session: null
    }
    made.fact("alpha", { launched: { ...launched, at: T0 - 58 * MINUTE } })
    made.tick(0)
    nudged(made)
    // Killed before it was told what became of the line.
    made.restart()
    made.tick(-HOUR)
    for (let count = 0; count < 240; count++) expect(made.tick().intents).toEqual([])
  })

  it("runs from the start for a seat that never worked, and one nudge restarts nothing of it", () => {
    const made = typist(claude.idle(), WORKED)
    made.tick(0)
    nudged(made)
    sent(made)
    turn(made, 2 * MINUTE)
    made.run(20 * MINUTE)
    expect(by(made.reports, "idle").filter((line) => line.endsWith("owner"))).toEqual([OWNER(15)])
  })
})
