import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { shippedOnly } from "../../../src/domain/screen/user-profile.ts"
import { RING, typedLine } from "../../../src/domain/typing/line.ts"
import { holdsLine } from "../../../src/domain/typing/readback.ts"
import { sightOf } from "../../../src/domain/typing/sight.ts"
import { claude, codex, EMPTY_BOX, GHOST_BOX } from "../screen/build.ts"
import { CAPTURES } from "../screen/corpus.ts"

const see = (frame: Parameters<typeof sightOf>[1], styled = true) => sightOf(shippedOnly, frame, styled)
const typed = (text: string): ReadonlyArray<string> => [`❯\u00a0${text}\u001b[7m \u001b[0m`]
const holds = (frame: Parameters<typeof sightOf>[1], styled = true): boolean => {
  const { drawn, kind, troubled } = see(frame, styled)
  return kind === "unsent" && !troubled && drawn !== null && holdsLine(RING, drawn)
}

describe("what one look shows to a typist", () => {
  it("is touchable over an empty box and a suggestion, and holds the line once typed", () => {
    expect(see(claude({}))).toEqual({
      kind: "idle",
      touchable: true,
      troubled: false,
      box: "empty",
      drawn: null
    })
    expect(see(codex({}))).toMatchObject({ touchable: true, box: "empty" })
    expect(holds(claude({ box: typed(RING) }))).toBe(true)
    expect(holds(codex({ box: [`\u001b[1m›\u001b[0m ${RING}`] }))).toBe(true)
  })

  it("proves nothing without styling", () => {
    expect(see(claude({}), false)).toMatchObject({ touchable: false })
    expect(holds(claude({ box: typed(RING) }), false)).toBe(false)
  })

  it("does not hold the line with a row below it, in vim's normal mode, or as a suggestion", () => {
    expect(holds(claude({ box: [`❯\u00a0${RING}`, "  \u001b[7m \u001b[0m"] }))).toBe(false)
    expect(holds(codex({ box: [`\u001b[1m›\u001b[0m ${RING}`, ""] }))).toBe(false)
    expect(
      holds(claude({ box: typed(RING), footer: ["  -- NORMAL -- ⏸ manual mode on · ← for agents"] }))
    ).toBe(false)
    expect(holds(codex({ box: [GHOST_BOX.replace("Ask Codex to do anything", RING)] }))).toBe(false)
    expect(holds(claude({ box: typed(`${RING} [Pasted text #1 +2 lines]`) }))).toBe(false)
  })

  it("does not hold the line in a box whose first rows are scrolled out", () => {
    const frame = claude({ box: typed(RING) })
    const more = "─ ↑ 4 more ".padEnd(80, "─")
    const clipped = { ...frame, ansi: frame.ansi.replace("─".repeat(80), more) }
    expect(see(clipped)).toMatchObject({ kind: "unsent", box: "text", drawn: null })
    expect(holds(clipped)).toBe(false)
  })

  it("names no box where the keys do not go to it as text", () => {
    const shell = { box: ["!\u00a0ls\u001b[7m \u001b[0m"] }
    expect(see(claude(shell))).toMatchObject({ kind: "overlay", touchable: false, box: "none", drawn: null })
  })

  it("sees no box behind a turn's mark, a dialog below it or a shell", () => {
    const above = ["❯ go", "", "✳ Reworking tangents… (2m 18s · ↓ 4.8k tokens)", ""]
    expect(see(claude({ above }))).toMatchObject({ kind: "working", touchable: false })
    expect(holds(claude({ above, box: typed(RING) }))).toBe(false)
    expect(see(claude({ box: [EMPTY_BOX], below: ["dev@box:proj$ "] }))).toMatchObject({
      touchable: false,
      box: "none"
    })
  })

  it("is touchable on no capture that is not idle, and box and kind agree", () => {
    const wrong = CAPTURES.flatMap(({ frame, label, name }) => {
      const { box, drawn, kind, touchable } = see(frame)
      const fine =
        (!touchable || (kind === "idle" && box === "empty")) &&
        (drawn === null || box === "text") &&
        !(
          touchable &&
          ["unsent", "permission", "question", "trust", "plan", "working", "shell"].includes(label.kind)
        )
      return fine ? [] : [name]
    })
    expect(wrong).toEqual([])
  })

  it("reads every captured draft that wraps back to the letter", () => {
    let wrapped = 0
    const wrong = CAPTURES.flatMap(({ frame, label, name }) => {
      const line = typeof label.text === "string" ? typedLine(label.text.trimEnd()) : null
      const { drawn, kind } = see(frame)
      if (
        line === null ||
        label.clipped === true ||
        Either.isLeft(line) ||
        kind !== "unsent" ||
        drawn === null ||
        drawn.folded
      )
        return []
      if (drawn.rows.length > 1) wrapped++
      return holdsLine(line.right, drawn) ? [] : [`${name}: ${drawn.rows.join("|")}`]
    })
    expect(wrong).toEqual([])
    expect(wrapped).toBeGreaterThan(8)
  })
})
