import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { lastRows } from "../../../src/domain/launch/last-rows.ts"
import { beginWait, PATIENCE, POLL, type ReadyLook, step } from "../../../src/domain/launch/ready.ts"
import { detailLines, leftOut, ready } from "../../../src/domain/launch/records.ts"
import { ScreenKind } from "../../../src/domain/screen/kinds.ts"

const look = (more: Partial<ReadyLook> = {}): ReadyLook => ({
  at: 0,
  shell: false,
  kind: "unknown",
  touchable: false,
  gone: false,
  ...more
})
const IDLE = { kind: "idle", touchable: true } as const
const run = (looks: ReadonlyArray<Partial<ReadyLook>>) =>
  looks.reduce((state, more, nth) => step(state, look({ at: (nth + 1) * POLL, ...more })), beginWait(0)).wait

describe("the wait for a prompt", () => {
  it.each<[string, ReadonlyArray<Partial<ReadyLook>>, object]>([
    ["two idle prompts", [IDLE, IDLE], { _tag: "Ready" }],
    ["one is not yet listening (case 173)", [IDLE], { _tag: "Waiting" }],
    ["two, not in a row", [IDLE, { kind: "working" }, IDLE], { _tag: "Waiting" }],
    [
      "a prompt behind a shell",
      [
        { ...IDLE, shell: true },
        { ...IDLE, shell: true }
      ],
      { _tag: "Waiting" }
    ],
    ["a prompt that is not proven", [{ kind: "idle" }, { kind: "idle" }], { _tag: "Waiting" }],
    ["trust", [{ kind: "trust" }], { _tag: "Asks", kind: "trust" }],
    ["a vendor notice", [{ kind: "notice" }], { _tag: "Asks", kind: "vendor notice" }],
    ["three shells", Array.from({ length: 3 }, () => ({ shell: true })), { _tag: "Waiting" }],
    ["four shells", Array.from({ length: 4 }, () => ({ shell: true })), { _tag: "BackAtShell", seconds: 6 }],
    ["gone", [{ gone: true }], { _tag: "Gone" }]
  ])("%s", (_, looks, wait) => expect(run(looks)).toEqual(wait))

  it("ends at its deadline and not before, and on a clock that stands still", () => {
    const most = PATIENCE / POLL
    expect(run(Array.from({ length: most - 1 }, () => ({})))._tag).toBe("Waiting")
    expect(run(Array.from({ length: most }, () => ({})))).toEqual({
      _tag: "Timeout",
      seconds: 90,
      kind: "unknown"
    })
    expect(run(Array.from({ length: 4 * most }, () => ({ at: 0 })))._tag).toBe("Timeout")
  })

  it("is never ready on a screen that is not a proven idle prompt", () => {
    const any = fc.record({
      shell: fc.constantFrom(true, false, null),
      kind: fc.constantFrom(null, ...ScreenKind.literals),
      touchable: fc.boolean(),
      gone: fc.boolean()
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), (looks) => {
        let state = beginWait(0)
        for (const [nth, more] of looks.entries()) {
          const before = state.wait._tag
          state = step(state, look({ at: nth * POLL, ...more }))
          if (state.wait._tag !== "Ready" || before !== "Waiting") continue
          expect(more).toMatchObject({ kind: "idle", touchable: true, gone: false })
          expect(more.shell).not.toBe(true)
        }
      })
    )
  })
})

describe("the records", () => {
  it("are `ready` and `left out`", () => {
    expect(ready("alpha").record).toBe("alpha: ready")
    expect(leftOut("alpha", "timeout").record).toBe("alpha: left out: timeout")
  })

  it("keep the pane's rows to the terminal, six at most, each behind a bar", () => {
    const rows = ["$ claude", ...Array.from({ length: 9 }, (_, nth) => `\u001b[31mrow ${nth}\u0007`), "  "]
    const made = leftOut("alpha", "timeout", ["run `team up` again to resume it"], lastRows(rows, "claude"))
    expect(made.record).not.toContain("row")
    expect(detailLines(made)).toEqual([
      "  run `team up` again to resume it",
      "  | $ claude",
      ...[4, 5, 6, 7, 8].map((nth) => `  | row ${nth}`)
    ])
    expect([...(lastRows(["x".repeat(300)], "")[0] ?? "")]).toHaveLength(200)
  })

  it("never let a control character through", () =>
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { maxLength: 9 }), fc.string(), (rows, launch) => {
        const kept = lastRows(rows, launch)
        expect(kept.length).toBeLessThanOrEqual(6)
        for (const row of kept) expect(row).toMatch(/^[^\p{Cc}]+$/u)
      })
    ))
})
