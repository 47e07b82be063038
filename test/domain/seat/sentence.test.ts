import * as Arbitrary from "effect/Arbitrary"
import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { Evidence } from "../../../src/domain/seat/evidence.ts"
import { readSeat } from "../../../src/domain/seat/reading.ts"
import { aged, readingSentences } from "../../../src/domain/seat/sentence.ts"

const AT = Date.UTC(2026, 11, 1, 9)
const SECOND = 1_000
const base: Evidence = {
  at: AT,
  hold: null,
  reachable: true,
  process: "same",
  screen: { kind: "idle" },
  hook: null,
  herdr: null,
  traces: {},
  unknownSince: null,
  windows: { traceSeconds: 120, hookWorkingSeconds: 120, blindAfterSeconds: 300 }
}
const said = (more: Partial<Evidence>, source: string): string => {
  const evidence = { ...base, ...more }
  const { because, sources } = readingSentences(evidence, readSeat(evidence))
  return source === "because" ? because : (sources.find(([name]) => name === source)?.[1] ?? "")
}

describe("why a seat reads as it does, in sentences", () => {
  it.each<[Partial<Evidence>, string]>([
    [{}, "it reads idle by its screen"],
    [{ hold: { since: AT } }, "it reads held by a hold"],
    [{ reachable: false }, "it reads unreachable because the host does not answer"],
    [{ process: "replaced" }, "it reads done by its process"],
    [{ hook: { word: "working", at: AT } }, "it reads working by its CLI's hook"],
    [{ screen: { kind: "absent" }, herdr: "idle" }, "it reads idle by the host's word"],
    [{ traces: { ack: AT } }, "it reads working by what it left behind"],
    [{ screen: { kind: "unknown" } }, "it reads unknown because no source was certain"],
    [
      { screen: { kind: "unknown" }, unknownSince: AT - 300 * SECOND },
      "it reads unknown because no source was certain, and has for so long that it counts as blind"
    ]
  ])("%j", (more, because) => {
    expect(said(more, "because")).toBe(because)
  })

  it.each<[string, Partial<Evidence>, string]>([
    ["hook", {}, "none of its process has written"],
    ["hook", { hook: { word: "idle", at: AT - 90 * SECOND } }, "said idle 90 s ago"],
    [
      "hook",
      { hook: { word: "working", at: AT - 121 * SECOND } },
      "said working 2 min ago, past the 120 s it counts for, so the screen answers"
    ],
    [
      "hook",
      { hook: { word: "working", at: AT - 600 * SECOND }, screen: { kind: "unknown" } },
      "said working 10 min ago, past the 120 s it counts for, and counts still because no screen answers"
    ],
    [
      "hook",
      { hook: { word: "working", at: AT - 600 * SECOND }, screen: { kind: "shell" } },
      "said working 10 min ago, past the 120 s it counts for"
    ],
    [
      "hook",
      { hook: { word: "working", at: AT - 90_000 * SECOND } },
      "said working 25 h ago, which is more than a day"
    ],
    [
      "hook",
      { hook: { word: "idle", at: AT + 61 * SECOND } },
      "said idle at an instant that lies ahead: no reading"
    ],
    ["trace", {}, "no commit, ack or message is known"],
    [
      "trace",
      { traces: { commit: AT - 120 * SECOND } },
      "the last commit was 2 min ago, inside the 120 s window"
    ],
    [
      "trace",
      { traces: { commit: AT - 121 * SECOND } },
      "the last commit was 2 min ago, outside the 120 s window"
    ],
    ["trace", { traces: { message: AT + 61 * SECOND } }, "the last message lies ahead of now: no trace"],
    [
      "trace",
      { traces: { message: AT + 61 * SECOND, ack: AT - 5 * SECOND } },
      "the last ack was 5 s ago, inside the 120 s window"
    ],
    ["hold", {}, "none stands"],
    ["hold", { hold: { since: AT - 7_200 * SECOND } }, "stands for 2 h"],
    ["process", { process: "gone" }, "the process recorded at its launch is gone from its pane"],
    ["process", { process: "unrecorded" }, "none was recorded for it: `team register` does"],
    ["screen", { screen: { kind: "absent" } }, "it could not be read"],
    ["screen", { screen: { kind: "overlay" } }, "it shows an overlay, which gives no word"],
    ["host", { herdr: "odd\u001b[31m word" }, "says odd word"],
    ["host", { herdr: "\u0007" }, "it gives no status word that counts"],
    ["host", { reachable: false }, "it does not answer"]
  ])("%s of %j", (source, more, text) => {
    expect(said(more, source)).toBe(text)
  })

  it.each([
    [0, "0 s"],
    [119_999, "119 s"],
    [120_000, "2 min"],
    [7_199_999, "119 min"],
    [7_200_000, "2 h"],
    [172_800_000, "2 d"]
  ])("%d ms is %s", (ms, text) => {
    expect(aged(ms)).toBe(text)
  })

  it("never holds a control character, whatever the evidence", () => {
    FastCheck.assert(
      FastCheck.property(Arbitrary.make(Evidence), (evidence) => {
        const { because, sources } = readingSentences(evidence, readSeat(evidence))
        expect([because, ...sources.flat()].join("")).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/u)
      })
    )
  })
})
