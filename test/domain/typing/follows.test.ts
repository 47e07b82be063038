import { describe, expect, it } from "vitest"
import { FOLLOWS, follows, type Sign } from "../../../src/domain/typing/follows.ts"
import { MINUTE, T0 } from "../../support/scenario.ts"

const sign = (more: Partial<Sign> = {}): Sign => ({
  at: T0 + MINUTE,
  asked: null,
  busy: false,
  unsure: false,
  hook: null,
  trace: null,
  ...more
})

const SENT = { at: T0, turn: false }
const TURN = { at: T0, turn: true }

describe("a turn after our line", () => {
  it.each<[string, before: typeof SENT | null, Partial<Sign>, last: typeof SENT | null, ours: boolean]>([
    ["nobody typed to", null, { busy: true }, null, false],
    ["begins", SENT, { busy: true }, TURN, true],
    ["goes on", TURN, { at: T0 + 99 * MINUTE, busy: true }, TURN, true],
    ["is over", TURN, {}, null, true],
    ["goes on where a look shows nothing", TURN, { at: T0 + 99 * MINUTE, unsure: true }, TURN, true],
    ["has not begun", SENT, {}, SENT, true],
    ["has not begun as far as a look shows", SENT, { unsure: true }, SENT, true],
    ["began and ended between two passes, by its hook", SENT, { hook: T0 + 9 }, null, true],
    ["is not the one an older hook tells of", SENT, { hook: T0 }, SENT, true],
    ["may begin to the last instant", SENT, { at: T0 + FOLLOWS }, SENT, true],
    ["never began", SENT, { at: T0 + FOLLOWS + 1 }, null, false],
    ["never began, and a look shows nothing", SENT, { at: T0 + FOLLOWS + 1, unsure: true }, null, false],
    ["leaves a trace", TURN, { busy: true, trace: T0 + 9 }, null, false],
    ["left its trace at once", SENT, { trace: T0 + 9 }, null, false],
    ["has no trace of its own but the message itself", SENT, { busy: true, trace: T0 }, TURN, true]
  ])("%s", (_, before, more, last, ours) => {
    expect(follows(before, sign(more))).toEqual({ last, ours })
  })
})

describe("a turn seen before anybody told what was typed", () => {
  const asked = T0 + MINUTE - 900

  it("is taken for our line's", () => {
    expect(follows(null, sign({ asked, busy: true }))).toEqual({
      last: { at: asked, turn: true },
      ours: true
    })
    expect(follows(SENT, sign({ asked, busy: true }))).toEqual({
      last: { at: asked, turn: true },
      ours: true
    })
  })

  it("is nobody's while there is none", () => {
    expect(follows(null, sign({ asked }))).toEqual({ last: null, ours: false })
    expect(follows(null, sign({ asked, unsure: true, hook: asked + 1 }))).toEqual({ last: null, ours: false })
  })

  it("is its own where it leaves a trace", () => {
    expect(follows(null, sign({ asked, busy: true, trace: asked + 1 }))).toEqual({ last: null, ours: false })
  })
})
