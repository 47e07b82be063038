import { describe, expect, it } from "vitest"
import type { SeatView } from "../../../src/domain/pass/seat-view.ts"
import {
  FIRST_WAIT,
  lineDue,
  MOST_TRIES,
  ownSince,
  TYPED_STANDS,
  toRing
} from "../../../src/domain/typing/due.ts"
import { ASKED_STANDS, type TypingMemory } from "../../../src/domain/typing/typed.ts"
import { HOUR, MINUTE, T0, team } from "../../support/scenario.ts"
import { AT, due, input, onHold, pane, spec, viewOf } from "./due-given.ts"
import { held, message, messageId, typingOf } from "./given.ts"

describe("the line that is due", () => {
  it("is the held send's before the ring, the ring before the nudge, and one of them", () => {
    const [first, second, third] = [message(1), message(2, { pending: held(2) }), message(3)]
    expect(lineDue(input({ mail: [first, second, third] })).intent).toEqual({
      _tag: "Retry",
      seat: "alpha",
      pane: "%alpha",
      message: second.id
    })
    expect(lineDue(input({ mail: [first, third] })).intent).toEqual({
      _tag: "Ring",
      seat: "alpha",
      pane: "%alpha",
      message: third.id
    })
    expect(lineDue(input()).intent).toEqual({ _tag: "Nudge", seat: "alpha", pane: "%alpha" })
  })

  it("leaves a message that has come to its seat", () => {
    const receipt = { at: T0, how: "shown" as const }
    const fresh = spec({ idleWindow: 2 * HOUR })
    expect(due({ seat: fresh, mail: [message(1, { receipt })] })).toBe("nothing")
    expect(due({ seat: fresh, mail: [message(1, { receipt, pending: held(1) })] })).toBe("nothing")
  })

  it.each<[string, SeatView, nudge: string, others: string]>([
    ["the operator", spec({ operator: true }), "nothing", "Ring"],
    ["the orchestrator", spec({ leads: true }), "nothing", "Ring"],
    ["a parked seat", spec({ parked: true }), "nothing", "Ring"],
    ["a stopped seat", spec({ stopped: true }), "nothing", "Ring"],
    ["a seat that is idle for less than its window", spec({ idleWindow: HOUR + 1 }), "nothing", "Ring"],
    ["a seat at its window", spec({ idleWindow: HOUR }), "Nudge", "Ring"],
    ["a seat with work behind its prompt", viewOf("free", { quiet: false }), "nothing", "Ring"],
    ["a seat under a hold", onHold(viewOf("free")), "nothing", "nothing"],
    ["a seat at work", viewOf("working"), "nothing", "nothing"],
    ["a dialog", viewOf("dialog"), "nothing", "nothing"],
    ["a draft", viewOf("draft"), "nothing", "nothing"],
    ["a line that goes on", viewOf("longer"), "nothing", "nothing"],
    ["a seat without a pane", viewOf("free", { pane: null }), "nothing", "nothing"],
    ["a seat of two panes", viewOf("free", { ambiguous: ["%1", "%2"] }), "nothing", "nothing"],
    ["another process than the recorded one", viewOf("free", { restored: true }), "nothing", "nothing"],
    ["a seat that does not run", viewOf("free", { running: false }), "nothing", "nothing"],
    ["a screen that was not read", viewOf("free", { screen: null }), "nothing", "nothing"],
    ["a dead pane", pane({ dead: true }), "nothing", "nothing"],
    ["a pane scrolled back", pane({ scrolled: true }), "nothing", "nothing"],
    ["a pane whose status is none of idle and done", pane({ status: "working" }), "nothing", "nothing"],
    ["a screen without its styling", viewOf("ring", { styled: false }), "nothing", "nothing"]
  ])("to %s", (_, seat, nudge, others) => {
    expect(due({ seat })).toBe(nudge)
    expect(due({ seat, mail: [message(1)] })).toBe(others)
    expect(due({ seat, mail: [message(1, { pending: held(1) })] })).toBe(
      others === "Ring" ? "Retry" : "nothing"
    )
  })

  it("is none in the pane the watch runs in, the retry neither", () => {
    const typing = typingOf({ pane: "%alpha" })
    for (const mail of [[], [message(1)], [message(1, { pending: held(1) })]]) {
      expect(due({ typing, mail })).toBe("nothing")
    }
  })

  it("is no nudge where the file switches the idle check off", () => {
    const off = team([], { checksOff: ["idle"] })
    expect(due({ team: off })).toBe("nothing")
    expect(due({ team: off, mail: [message(1)] })).toBe("Ring")
  })

  it("is none where the drop's path may not be typed", () => {
    expect(due({ typing: typingOf({ work: "/my project/.agents/work" }) })).toBe("nothing")
  })
})

describe("a line of ours in the box", () => {
  it("is what may be sent, each by its own delivery", () => {
    expect(due({ seat: viewOf("ring"), mail: [message(1)] })).toBe("Ring")
    expect(due({ seat: viewOf("trigger"), mail: [message(1, { pending: held(1) })] })).toBe("Retry")
    const nudge = { at: T0, tries: 1, again: true }
    expect(due({ seat: viewOf("nudge"), memory: { nudge } })).toBe("Nudge")
  })

  it("is nothing to any other line", () => {
    expect(due({ seat: viewOf("ring"), mail: [message(1, { pending: held(1) })] })).toBe("nothing")
    expect(due({ seat: viewOf("trigger"), mail: [message(2, { pending: held(2) })] })).toBe("nothing")
    expect(due({ seat: viewOf("trigger"), mail: [message(1)] })).toBe("nothing")
    // Nobody nudged in this period: whose the words are, the watch cannot know.
    expect(due({ seat: viewOf("nudge") })).toBe("nothing")
  })

  it("is not the retry's where the marker names another line", () => {
    const pending = held(1, { trigger: "Read /elsewhere.md and do that." })
    expect(due({ seat: viewOf("trigger"), mail: [message(1, { pending })] })).toBe("nothing")
  })
})

describe("a held send", () => {
  const at = (tries: number, lastAt: number, enters = 0) =>
    due({
      seat: spec({ idleWindow: 2 * HOUR }),
      mail: [message(1, { pending: held(1, { tries, lastAt, enters }) })]
    })

  it.each([
    [1, MINUTE],
    [2, 2 * MINUTE],
    [3, 4 * MINUTE],
    [4, 8 * MINUTE]
  ])("that was tried %d times waits %d ms for the next", (tries, wait) => {
    expect(at(tries, AT - wait)).toBe("Retry")
    expect(at(tries, AT - wait + 1)).toBe("nothing")
  })

  it("is given up after five tries or two Enters, and then rung for", () => {
    expect(at(MOST_TRIES, T0)).toBe("Ring")
    expect(at(2, T0, 2)).toBe("Ring")
    const mail = [message(1, { pending: held(1) }), message(2, { pending: held(2, { tries: 5 }) })]
    expect(toRing(mail, "alpha", AT).map(({ id }) => id)).toEqual([messageId(2)])
  })

  it("is the oldest that may be tried now", () => {
    const mail = [
      message(1, { pending: held(1, { tries: 1, lastAt: AT }) }),
      message(2, { pending: held(2) }),
      message(3, { pending: held(3) })
    ]
    expect(lineDue(input({ mail })).intent).toMatchObject({ _tag: "Retry", message: messageId(2) })
  })
})

describe("a ring", () => {
  const seat = spec({ idleWindow: 2 * HOUR })
  const ring = (more: Partial<NonNullable<TypingMemory["ring"]>> = {}) => ({
    ring: { upTo: messageId(2), at: AT - HOUR, tries: 1, again: false, ...more }
  })
  const mail = [message(1), message(2)]

  it("is typed once for the messages there are, and at once for a newer one", () => {
    expect(due({ seat, mail, memory: ring({ at: AT - 9 * MINUTE }) })).toBe("nothing")
    expect(
      lineDue(input({ seat, mail: [...mail, message(3)], memory: ring({ at: AT - MINUTE }) }))
    ).toMatchObject({
      intent: { _tag: "Ring", message: messageId(3) },
      memory: { ring: { upTo: messageId(3), tries: 1 } }
    })
  })

  it("comes again after nudge_wait while they stay unread, five times in all", () => {
    expect(due({ seat, mail, memory: ring({ at: AT - 10 * MINUTE }) })).toBe("Ring")
    expect(due({ seat, mail, memory: ring({ tries: 4 }) })).toBe("Ring")
    expect(due({ seat, mail, memory: ring({ tries: 5 }) })).toBe("nothing")
  })

  it("that was not sent comes again after a minute, then twice as long", () => {
    for (const [tries, wait] of [
      [1, MINUTE],
      [2, 2 * MINUTE],
      [3, 4 * MINUTE],
      [4, 8 * MINUTE]
    ] as const) {
      expect(due({ seat, mail, memory: ring({ tries, again: true, at: AT - wait }) })).toBe("Ring")
      expect(due({ seat, mail, memory: ring({ tries, again: true, at: AT - wait + 1 }) })).toBe("nothing")
    }
    expect(due({ seat, mail, memory: ring({ tries: 5, again: true, at: T0 }) })).toBe("nothing")
  })

  it("for a seat that nobody nudges keeps no shorter rhythm than a minute", () => {
    const hasty = team([], { nudgeWait: 0 })
    expect(due({ seat, mail, team: hasty, memory: ring({ at: AT - MINUTE + 1 }) })).toBe("nothing")
    expect(due({ seat, mail, team: hasty, memory: ring({ at: AT - MINUTE }) })).toBe("Ring")
  })
})

describe("a nudge", () => {
  const nudge = (more: Partial<NonNullable<TypingMemory["nudge"]>> = {}) => ({
    nudge: { at: T0 + 5 * MINUTE, tries: 1, again: false, ...more }
  })
  const repeats = team([], { idleRepeat: 30 * MINUTE })

  it("is typed once in an idle period", () => {
    expect(lineDue(input()).memory).toEqual({
      asked: AT,
      nudge: { at: AT, tries: 1, again: false }
    })
    expect(due({ memory: nudge() })).toBe("nothing")
    expect(due({ memory: nudge({ at: T0 - 1 }) })).toBe("Nudge")
  })

  it("comes again only after idle_repeat", () => {
    expect(due({ team: repeats, memory: nudge({ at: AT - 30 * MINUTE + 1 }) })).toBe("nothing")
    expect(
      lineDue(input({ team: repeats, memory: nudge({ at: AT - 30 * MINUTE, tries: 3 }) }))
    ).toMatchObject({
      intent: { _tag: "Nudge" },
      memory: { nudge: { at: AT, tries: 1 } }
    })
  })

  it("that was not sent comes again five times at the most", () => {
    expect(due({ memory: nudge({ again: true, at: AT - MINUTE }) })).toBe("Nudge")
    expect(due({ memory: nudge({ again: true, at: AT - MINUTE + 1 }) })).toBe("nothing")
    expect(due({ memory: nudge({ again: true, tries: 5, at: T0 }) })).toBe("nothing")
  })

  it("whose five deliveries all failed is tried anew after idle_repeat, like one that was sent", () => {
    const memory = nudge({ again: true, tries: 5, at: AT - 30 * MINUTE })
    expect(lineDue(input({ team: repeats, memory }))).toMatchObject({
      intent: { _tag: "Nudge" },
      memory: { nudge: { tries: 1, again: false } }
    })
    expect(due({ team: repeats, memory: nudge({ again: true, tries: 5, at: AT - 29 * MINUTE }) })).toBe(
      "nothing"
    )
  })

  it("waits for the window since the turn that our last line began, and counts its period by the seat's own work", () => {
    const view = viewOf("free")
    const worked = { ...view, memory: { ...view.memory, lastWorking: AT - MINUTE, ownWorking: T0 } }
    expect(ownSince(worked.memory)).toBe(T0)
    expect(due({ seat: worked })).toBe("nothing")
    const rested = { ...worked, memory: { ...worked.memory, lastWorking: AT - 5 * MINUTE } }
    expect(due({ seat: rested })).toBe("Nudge")
    expect(due({ seat: rested, memory: nudge() })).toBe("nothing")
  })
})

describe("a seat that was just typed to", () => {
  const mail = [message(1)]

  it("is left alone while its delivery may be under way, after a refusal, and until its turn begins", () => {
    const edges: ReadonlyArray<[TypingMemory, number]> = [
      [{ asked: T0 }, ASKED_STANDS],
      [{ refused: T0 }, FIRST_WAIT],
      [{ last: { at: T0, turn: false } }, TYPED_STANDS]
    ]
    for (const [memory, stands] of edges) {
      expect(due({ at: T0 + stands - 1, memory, mail }), JSON.stringify(memory)).toBe("nothing")
      expect(due({ at: T0 + stands, memory, mail }), JSON.stringify(memory)).toBe("Ring")
    }
    expect(due({ at: T0 + 1, memory: { last: { at: T0, turn: true } }, mail })).toBe("Ring")
  })

  it("is not left alone by an instant ahead of the clock, which stepped back", () => {
    for (const memory of [{ asked: AT + HOUR }, { refused: AT + HOUR }])
      expect(due({ memory, mail })).toBe("Ring")
  })
})
