import { describe, expect, it } from "vitest"
import type { PaneRead } from "../../../src/domain/host/pane.ts"
import { capture, claude, MINUTE, plain, type Scene } from "../../support/scenario.ts"
import { alone, by } from "./support.ts"

/** A capture whose own rows name its model. */
const SHOWS = capture("codex/0.171.0/idle-start-80x24")
const CODEX = { cli: "codex", model: "GPT Sol", version: "6.2" }

const drifts = (made: Scene): ReadonlyArray<string> => by(made.reports, "model-drift")
const modelOf = (screen: PaneRead): string => {
  const made = alone(screen, {}, CODEX)
  made.tick(0)
  const { model, version } = made.seat("alpha").screen ?? {}
  return `${model ?? "unread"} ${version ?? ""}`.trim()
}

describe("model drift", () => {
  it("is silent while the file's own model runs", () => {
    expect(modelOf(SHOWS)).toBe("GPT Sol 6.2")
    const made = alone(SHOWS, {}, CODEX)
    made.tick(0)
    expect(drifts(made)).toEqual([])
  })

  it("names what runs, what the file says and the repair, once (case 140)", () => {
    const made = alone(SHOWS, {}, { ...CODEX, version: "6.1" })
    made.tick(0)
    made.run(20 * MINUTE)
    expect(drifts(made)).toEqual([
      "alpha runs GPT Sol 6.2; the file says GPT Sol 6.1: it signs with the wrong model — team remove alpha --keep, then team add alpha → operator"
    ])
  })

  it("repairs a lead with the whole team", () => {
    const made = alone(SHOWS, {}, { ...CODEX, model: "GPT Luna", leads: true })
    made.tick(0)
    expect(drifts(made)).toEqual([
      "alpha runs GPT Sol 6.2; the file says GPT Luna 6.2: it signs with the wrong model — team down, then team up → operator"
    ])
  })

  it("of version 0 compares the family alone", () => {
    const made = alone(SHOWS, {}, { ...CODEX, version: "0" })
    made.tick(0)
    expect(drifts(made)).toEqual([])
    const other = alone(SHOWS, {}, { ...CODEX, model: "Claude Opus", version: "0" })
    other.tick(0)
    expect(drifts(other)).toEqual([
      "alpha runs GPT Sol 6.2; the file says Claude Opus: it signs with the wrong model — team remove alpha --keep, then team add alpha → operator"
    ])
  })

  it("is not asked where a launcher chooses the model", () => {
    const made = alone(SHOWS, {}, { ...CODEX, model: "GPT Luna", modelFrom: "launcher" })
    made.tick(0)
    expect(drifts(made)).toEqual([])
  })

  it("stands while no screen names a model, and is not repeated after", () => {
    const made = alone(SHOWS, {}, { ...CODEX, version: "6.1" })
    made.tick(0)
    made.show("alpha", plain("▒▒▒"))
    made.run(10 * MINUTE)
    made.show("alpha", SHOWS)
    made.tick()
    expect(drifts(made)).toHaveLength(1)
  })

  it("of a screen that names none is silent", () => {
    const made = alone(claude.idle())
    made.tick(0)
    expect(drifts(made)).toEqual([])
  })

  it("cannot be switched off", () => {
    const made = alone(SHOWS, {}, { ...CODEX, version: "6.1" }, { checksOff: ["model-drift"] })
    made.tick(0)
    expect(drifts(made)).toHaveLength(1)
  })
})
