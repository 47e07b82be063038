import { describe, expect, it } from "@effect/vitest"
import type { Who } from "../../../src/domain/caller/caller.ts"
import { type Action, allowedTo, may, sentenceOf } from "../../../src/domain/caller/rights.ts"

const OWNER: Who = { _tag: "Owner" }
const NO_TTY: Who = { _tag: "OwnerNoTty" }
const seat = (role: "seat" | "operator" | "orchestrator"): Who => ({
  _tag: "Seat",
  name: "glass",
  pane: "%1",
  role
})
const UNPLACED: Who = { _tag: "Unplaced", why: { _tag: "Unattended" } }
const STRANGER: Who = { _tag: "Unplaced", why: { _tag: "NamelessPane", pane: "%9", program: "claude" } }
const ALL = [OWNER, NO_TTY, seat("orchestrator"), seat("operator"), seat("seat"), UNPLACED]

describe("may", () => {
  it.each([
    ["look", "111111"],
    ["watch", "111111"],
    ["approve", "100000"],
    ["abandon", "100000"],
    ["init", "110000"],
    ["up", "110000"],
    ["watch-flags", "110000"],
    ["other-file", "110000"],
    ["down", "111100"],
    ["add", "111100"],
    ["remove", "111100"],
    ["hold", "111100"],
    ["register", "111100"]
  ] satisfies ReadonlyArray<readonly [Action, string]>)("%s: %s", (action, expected) => {
    expect(ALL.map((who) => (may(who, action) ? "1" : "0")).join("")).toBe(expected)
    // An agent in the session that is no seat's may only look.
    expect(may(STRANGER, action)).toBe(action === "look")
  })
})

describe("the sentences", () => {
  it("name the caller on one line", () => {
    expect(ALL.map(sentenceOf)).toEqual([
      "is the owner's",
      "is the owner's, without a terminal",
      "comes from the seat glass, the orchestrator, in pane %1",
      "comes from the seat glass, the operator, in pane %1",
      "comes from the seat glass in pane %1",
      "has AGENT_UNATTENDED set"
    ])
    expect(sentenceOf({ _tag: "Seat", name: "wick", pane: null, role: "operator" })).toBe(
      "comes from the seat wick, the operator"
    )
  })

  it("clean what came from elsewhere", () => {
    const why = { _tag: "NamelessPane", pane: "%1\n", program: "cl\u001b[31maude\u202e" } as const
    expect(sentenceOf({ _tag: "Unplaced", why })).toBe(
      "runs in pane %1, whose agent (claude) is no seat of the team"
    )
  })

  it("say who may", () => {
    expect((["abandon", "up", "hold"] as const).map(allowedTo)).toEqual([
      "the owner at a terminal",
      "the owner",
      "the owner, the orchestrator or the operator"
    ])
  })
})
