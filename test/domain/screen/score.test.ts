import { describe, expect, it } from "vitest"
import {
  type CaptureLabel,
  frameOf,
  isUnsafe,
  rightKinds,
  type Scored,
  scoreOf,
  textRight
} from "../../../src/domain/screen/score.ts"

const label = (more: Partial<CaptureLabel> & Pick<CaptureLabel, "kind">): CaptureLabel => ({
  cli: "lark",
  ...more
})
const scored = (truth: CaptureLabel, kind: string, text?: string, ansi = ""): Scored => ({
  name: `${truth.kind}-${kind}`,
  label: truth,
  ansi,
  answer: { kind, text }
})

describe("a label", () => {
  it.each([
    ["menu", ["overlay", "unknown"]],
    ["shell", ["shell", "unknown"]],
    ["shell-cmd", ["overlay", "unsent", "unknown"]],
    ["permission", ["permission"]]
  ] as const)("%s is answered right by %j", (kind, right) => {
    expect(rightKinds(label({ kind }))).toEqual(right)
  })

  it("may name other kinds that are true too, as a word or as a list", () => {
    expect(rightKinds(label({ kind: "working", also: "unsent" }))).toEqual(["working", "unsent"])
    expect(rightKinds(label({ kind: "working", also: ["unsent", "overlay"] }))).toContain("overlay")
  })

  it.each([
    "working",
    "permission",
    "trust",
    "question",
    "plan",
    "notice",
    "unsent",
    "menu",
    "shell",
    "shell-cmd"
  ] as const)("%s makes idle unsafe, and nothing else", (kind) => {
    expect(isUnsafe(label({ kind }), "idle")).toBe(true)
    expect(isUnsafe(label({ kind }), "working")).toBe(false)
  })

  it("of an error or a limit makes idle wrong, not unsafe, unless a choice stands open", () => {
    expect(isUnsafe(label({ kind: "limit" }), "idle")).toBe(false)
    expect(isUnsafe(label({ kind: "limit", dialog: true }), "idle")).toBe(true)
    expect(isUnsafe(label({ kind: "working", also: "idle" }), "idle")).toBe(false)
  })

  it("hands the reader what a host knows and nothing of the truth", () => {
    const truth = label({
      kind: "unsent",
      text: "x",
      cols: 80,
      rows: 24,
      cursor_x: 2,
      cursor_y: 5,
      pane_title: "t"
    })
    const frame = frameOf(truth, "rows")
    expect(frame).toEqual({
      cli: "lark",
      ansi: "rows",
      cols: 80,
      rows: 24,
      cursor: { x: 2, y: 5, visible: true },
      title: "t",
      altScreen: null
    })
  })
})

describe("a text in the box", () => {
  const truth = label({ kind: "unsent", text: "fix the tests" })
  it("is compared without blanks, and only where it can be", () => {
    expect(textRight(scored(truth, "unsent", "fix\n the  tests"))).toBe(true)
    expect(textRight(scored(truth, "unsent", "fix the test"))).toBe(false)
    expect(textRight(scored(truth, "unknown"))).toBe(false)
    expect(textRight(scored(truth, "unsent", "", "[Pasted text #1 +3 lines]"))).toBeNull()
    expect(textRight(scored({ ...truth, clipped: true }, "unsent"))).toBeNull()
    expect(textRight(scored(label({ kind: "idle" }), "idle"))).toBeNull()
  })
})

describe("a score", () => {
  it("counts by CLI and in all, and names the misses, the unsafe ones first", () => {
    const score = scoreOf([
      scored(label({ kind: "idle" }), "idle"),
      scored(label({ kind: "error" }), "idle"),
      scored(label({ kind: "permission", cli: "wren" }), "idle"),
      scored(label({ kind: "unsent", text: "hi" }), "unsent", "hi")
    ])
    expect(score.all).toEqual({ screens: 4, right: 2, unsafe: 1, texts: 1, textsRight: 1 })
    expect(score.byCli.get("wren")).toEqual({ screens: 1, right: 0, unsafe: 1, texts: 0, textsRight: 0 })
    expect(score.misses.map((miss) => [miss.scored.name, miss.unsafe])).toEqual([
      ["permission-idle", true],
      ["error-idle", false]
    ])
    expect(score.confusion.get("error")?.get("idle")).toBe(1)
  })
})
