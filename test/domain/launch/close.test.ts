import { describe, expect, it } from "vitest"
import { type CloseLook, proveClose } from "../../../src/domain/launch/close.ts"
import type { ScreenKind } from "../../../src/domain/screen/kinds.ts"
import { launched, listing, OTHER, pane, SAME, SHELL } from "./given.ts"

const look = (more: Partial<CloseLook> = {}): CloseLook => ({
  listing: listing(pane()),
  processes: SHELL,
  kind: "shell",
  ...more
})
const held = (kind: ScreenKind | null) => look({ processes: OTHER, kind })

describe("the proof before a close (spec 001)", () => {
  it("closes a pane at its shell, and one that holds another process", () => {
    expect(proveClose("alpha", launched(), look())).toEqual({
      _tag: "Close",
      workspace: "w1",
      detail: "its pane held no CLI; closed without input and launched again"
    })
    expect(proveClose("alpha", launched(), held("idle"))).toEqual({
      _tag: "Close",
      workspace: "w1",
      detail: "its pane held a process team did not launch; closed without input and launched again"
    })
  })

  it("is no close and no failure when the seat is back in its pane", () =>
    expect(proveClose("alpha", launched(), look({ processes: SAME }))).toEqual({ _tag: "Again" }))

  it.each<[string, CloseLook, string]>([
    ["not listed", look({ listing: listing() }), "herdr no longer shows this seat on its recorded pane"],
    ["another name", look({ listing: listing(pane({ name: "beta" })) }), "herdr no longer shows this seat"],
    ["no name", look({ listing: listing(pane({ name: null })) }), "herdr no longer shows this seat"],
    [
      "on another pane",
      look({ listing: listing(pane({ pane: "w1:p2" })) }),
      "herdr no longer shows this seat"
    ],
    [
      "another workspace",
      look({ listing: listing(pane({ workspace: "w2" })) }),
      "not in its recorded workspace"
    ],
    [
      "an unread workspace",
      look({ listing: listing(pane({ workspace: null })) }),
      "not in its recorded workspace"
    ],
    [
      "another pane, not named",
      look({ listing: listing(pane(), pane({ pane: "w1:p2", name: null })) }),
      "its workspace holds other panes"
    ],
    ["unread processes", look({ processes: null }), "its pane could not be read"],
    ["a turn", held("working"), "the process in its pane is working; nothing closed"],
    ["unsent text", held("unsent"), "the process in its pane holds unsent text; nothing closed"],
    ["an unread screen", held(null), "its pane could not be read"],
    [
      "a turn by the host's word",
      look({ processes: OTHER, kind: "unknown", listing: listing(pane({ status: "working" })) }),
      "the process in its pane is working"
    ]
  ])("closes nothing: %s", (_, seen, reason) => {
    const proof = proveClose("alpha", launched(), seen)
    expect(proof._tag).toBe("Not")
    expect(proof._tag === "Not" ? proof.reason : "").toContain(reason)
    expect(proof._tag === "Not" ? proof.reason : "").toContain("nothing closed")
  })

  it("closes nothing by a record without a workspace or a process", () => {
    const { workspace: _, ...bare } = launched()
    expect(proveClose("alpha", bare, look())._tag).toBe("Not")
    expect(proveClose("alpha", launched({ processes: [] }), held("idle"))._tag).toBe("Not")
  })
})
