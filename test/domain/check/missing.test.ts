import { describe, expect, it } from "vitest"
import { CHECK_NAMES } from "../../../src/domain/check/names.ts"
import { absent, claude, MINUTE, plain, processes, scene, seat, team } from "../../support/scenario.ts"
import { alone, told } from "./support.ts"

const NOT_RUNNING = "alpha is in the file and is not running → operator"
const GONE = "alpha was running and is gone (its pane closed, or its CLI ended) → operator"

const empty = (spec = {}, view = {}) => scene(team([seat("alpha", spec)], view))

describe("a seat that was never seen running", () => {
  it("is said once, on the first pass", () => {
    const made = empty()
    made.tick(0)
    made.run(60 * MINUTE)
    expect(told(made.reports)).toEqual([NOT_RUNNING])
    expect(made.word("alpha")).toBe("unknown (none)")
  })

  it("is not said when it runs, or when the file stops it", () => {
    const running = alone(claude.idle())
    running.tick(0)
    const stopped = empty({ stopped: true })
    stopped.tick(0)
    expect([...running.said, ...stopped.said]).toEqual([])
  })

  it("is said again after it ran and the report cleared", () => {
    const made = empty()
    made.tick(0)
    made.show("alpha", claude.idle())
    made.tick()
    made.tick()
    made.close("%alpha")
    made.tick()
    expect(told(made.reports)).toEqual([NOT_RUNNING, GONE])
  })

  it("is always on", () => {
    const made = empty({}, { checksOff: [...CHECK_NAMES] })
    made.tick(0)
    expect(told(made.reports)).toEqual([NOT_RUNNING])
  })
})

describe("a seat that was seen running", () => {
  const ran = () => {
    const made = alone(claude.idle(), { processes: processes("claude") })
    made.tick(0)
    return made
  }

  it("is told at each disappearance, and once at each", () => {
    const made = ran()
    for (const _ of [1, 2, 3]) {
      made.close("%alpha")
      made.run(5 * MINUTE)
      made.show("alpha", claude.idle())
      made.tick()
    }
    expect(told(made.reports)).toEqual([GONE, GONE, GONE])
  })

  it.each([
    ["its pane stayed dead", claude.idle(), { dead: true }],
    ["its pane went between the listing and the read", absent("gone"), {}],
    ["its CLI left the pane to a shell", plain("user@host:~/src$"), { processes: processes("zsh") }],
    ["a frame of its CLI stands over a bare shell", claude.idle(), { processes: processes("-zsh") }],
    ["herdr kept its name over an empty pane", plain(""), { status: "idle", processes: processes() }]
  ])("is gone when %s", (_, screen, more) => {
    const made = ran()
    made.show("alpha", screen, more)
    made.tick()
    made.tick()
    expect(made.seat("alpha").running).toBe(false)
    expect(told(made.reports)).toEqual([GONE])
  })

  it.each([
    [
      "a tool's own shell is not all there is in front",
      claude.working("Building"),
      { processes: processes("claude", "bash") }
    ],
    ["the screen cannot be read", absent("failed"), { processes: processes("claude") }],
    ["a person scrolled back", absent("scrolled"), {}],
    ["a dialog stands over a shell", claude.permission("ls"), { processes: processes("bash") }]
  ])("is not gone when %s", (_, screen, more) => {
    const made = ran()
    made.show("alpha", screen, more)
    made.tick()
    made.tick()
    expect(made.seat("alpha").running).toBe(true)
    expect(made.said.filter((text) => text.includes("gone"))).toEqual([])
  })
})
