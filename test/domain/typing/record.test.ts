import { describe, expect, it } from "@effect/vitest"
import { RING } from "../../../src/domain/typing/line.ts"
import { isFree, type Seen } from "../../../src/domain/typing/observation.ts"
import { REASONS, reasonText } from "../../../src/domain/typing/outcome.ts"
import { recordAfter, type TypingRecord } from "../../../src/domain/typing/record.ts"
import { MODEL_PROCESS, ModelPane } from "../../support/model-pane.ts"
import { CALM, PANE } from "./model.ts"

const record: TypingRecord = { pane: PANE, server: "s1", process: MODEL_PROCESS, text: RING, enters: 0 }

const seen = (text: string, what?: ConstructorParameters<typeof ModelPane>[1][number]["what"]): Seen => {
  const model = new ModelPane({ ...CALM, text }, what === undefined ? [] : [{ at: 0, what }])
  model.advanceTo(0)
  const look = model.observe().seen
  if (look._tag === "Unseen") throw new Error("unseen")
  return look
}

describe("the record of what was typed", () => {
  it("stands while its box holds the text, and where no box can be read", () => {
    expect(recordAfter(record, PANE, seen(RING))).toBe(record)
    expect(recordAfter(record, PANE, seen(RING, { _tag: "dialog", on: true }))).toBe(record)
    expect(recordAfter(record, PANE, seen(RING, { _tag: "torn", on: true }))).toBe(record)
  })

  it("ends with an emptied box, other text, another process, server or pane", () => {
    expect(recordAfter(record, PANE, seen(""))).toBeNull()
    expect(recordAfter(record, PANE, seen(`${RING} now`))).toBeNull()
    expect(recordAfter(record, PANE, seen(RING, { _tag: "restarts" }))).toBeNull()
    expect(recordAfter(record, PANE, seen(RING, { _tag: "exits" }))).toBeNull()
    expect(recordAfter(record, PANE, seen(RING, { _tag: "server" }))).toBeNull()
    expect(recordAfter(record, "%2", seen(RING))).toBeNull()
  })
})

describe("a free seat", () => {
  it("is idle or done by its host, or idle by its own hook or screen, and never blind", () => {
    for (const status of ["idle", "done"]) expect(isFree({ _tag: "Host", status })).toBe(true)
    for (const status of ["working", "blocked", "unknown", "", "idle "]) {
      expect(isFree({ _tag: "Host", status }), status).toBe(false)
    }
    const own = (
      word: "idle" | "done" | "working" | "unknown" | "held",
      source: "cli" | "cli-hook" | "herdr",
      blind = false
    ) => isFree({ _tag: "Own", reading: { word, source, blind } })
    expect(own("idle", "cli")).toBe(true)
    expect(own("idle", "cli-hook")).toBe(true)
    expect(own("idle", "herdr")).toBe(false)
    expect(own("idle", "cli", true)).toBe(false)
    for (const word of ["done", "working", "unknown", "held"] as const)
      expect(own(word, "cli"), word).toBe(false)
    expect(isFree({ _tag: "None" })).toBe(false)
  })
})

describe("the reasons", () => {
  it("have words of their own each, with nothing of a pane in them", () => {
    const texts = Object.values(REASONS)
    expect(new Set(texts).size).toBe(texts.length)
    expect(reasonText("holds")).toBe("its box still holds the line after Enter")
  })
})
