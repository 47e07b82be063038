import { describe, expect, it } from "vitest"
import { planDown } from "../../../src/domain/launch/down.ts"
import type { SeatView } from "../../../src/domain/pass/seat-view.ts"
import { ScreenKind } from "../../../src/domain/screen/kinds.ts"
import { seat } from "../../support/scenario.ts"
import { pane, screenOf, view } from "./given.ts"

const said = (more: Partial<SeatView>) => {
  const plan = planDown(view(more))
  return "reason" in plan ? `${plan._tag}: ${plan.reason}` : plan._tag
}
const working = { ...view().reading, word: "working" } as const

describe("team down, one seat", () => {
  it("types its exit into a proven empty idle prompt", () =>
    expect(planDown(view())).toEqual({ _tag: "Exit", seat: "alpha", exit: "/exit" }))

  it.each<[string, Partial<SeatView>, string]>([
    [
      "a prompt not proven",
      { screen: screenOf("idle", false) },
      "Left: shows a prompt that can't be proven empty"
    ],
    ["work", { screen: screenOf("working") }, "Busy: is working (`--wait` waits for it); left running"],
    ["work by another source", { reading: working }, "Busy: is working"],
    [
      "a dialog",
      { screen: screenOf("permission") },
      "Left: is blocked at a prompt, which `team never answers`"
    ],
    ["a draft", { screen: screenOf("unsent") }, "Left: holds unsent text in its input box; left running"],
    ["no screen", { screen: null }, "Left: shows a screen the profile does not recognise; left running"],
    ["two panes", { ambiguous: ["w1:p1", "w2:p1"] }, "Left: w1:p1 and w2:p1 carry its name; left running"],
    ["a scrolled pane", { pane: pane({ scrolled: true }) }, "Left: its pane is in copy mode"],
    ["no known exit", { spec: seat("alpha", { cli: "grok" }) }, "Left: no exit text is known"]
  ])("leaves %s", (_, more, text) => expect(said(more)).toContain(text))

  it("never types on any other screen", () => {
    for (const kind of ScreenKind.literals) {
      for (const touchable of [true, false]) {
        const types = planDown(view({ screen: screenOf(kind, touchable) }))._tag === "Exit"
        expect([kind, touchable, types]).toEqual([kind, touchable, kind === "idle" && touchable])
      }
    }
  })

  it("closes only a workspace that was made for the seat", () => {
    expect(planDown(view({ running: false }))).toMatchObject({ _tag: "Gone", workspace: "w1" })
    expect(planDown(view({ running: false, launched: null }))).toMatchObject({
      _tag: "Gone",
      workspace: null
    })
  })
})
