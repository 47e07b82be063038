import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { BLOCKING_KINDS } from "../../../src/domain/screen/kinds.ts"
import type { Evidence } from "../../../src/domain/seat/evidence.ts"
import { newestTrace, readSeat, SeatReading, showsWork } from "../../../src/domain/seat/reading.ts"
import { AT, anyEvidence, evidence } from "./arbitrary.ts"

const base: Evidence = {
  at: AT,
  hold: null,
  reachable: true,
  process: "unrecorded",
  screen: { kind: "absent" },
  hook: null,
  herdr: null,
  traces: {},
  unknownSince: null,
  windows: { traceSeconds: 120, hookWorkingSeconds: 120, blindAfterSeconds: 300 }
}

const ago = (seconds: number): number => AT - seconds * 1_000
const hook = (word: "working" | "idle", seconds: number) => ({ hook: { word, at: ago(seconds) } })
const screen = (kind: Evidence["screen"]["kind"]) => ({ screen: { kind } })
const read = (...parts: ReadonlyArray<Partial<Evidence>>): string => {
  const reading = readSeat(Object.assign({}, base, ...parts))
  return `${reading.word} (${reading.source})${reading.blind ? " blind" : ""}`
}

describe("the order of §3.1", () => {
  // Each row is certain and every row below it says something else: the first one answers.
  const rows: ReadonlyArray<readonly [string, Partial<Evidence>]> = [
    ["held (hold)", { hold: { since: ago(50) } }],
    ["unreachable (herdr)", { reachable: false }],
    ["done (process)", { process: "gone" }],
    ["blocked (cli)", screen("permission")],
    ["working (cli-hook)", hook("working", 5)],
    ["idle (cli)", screen("idle")],
    ["done (herdr)", { herdr: "done" }],
    ["working (trace)", { traces: { commit: ago(60) } }],
    ["unknown (none)", {}]
  ]

  it.each(rows.map(([word], at) => [at + 1, word] as const))(
    "row %d answers %s over all below",
    (row, word) => {
      // Two rows set the screen: merged from the bottom up, the higher one has it. An idle word is the trace's exception.
      const below = rows.slice(row - 1).map(([, part]) => part)
      const merged = row === 6 ? below.filter((part) => part.traces === undefined) : below
      expect(read(...merged.reverse())).toBe(word)
    }
  )

  it.each(rows)("%s is read from its source alone", (word, part) => expect(read(part)).toBe(word))

  it("reads a replaced process as done, too", () =>
    expect(read({ process: "replaced" }, hook("working", 1))).toBe("done (process)"))

  it.each(["same", "unrecorded", "unread"] as const)("goes on to the screen over a process %s", (process) =>
    expect(read({ process }, screen("working"))).toBe("working (cli)")
  )

  it.each(BLOCKING_KINDS)("reads %s as blocked, whatever any clock says", (kind) =>
    expect(read(screen(kind), hook("working", 0), { herdr: "working", traces: { ack: ago(0) } })).toBe(
      "blocked (cli)"
    )
  )

  it.each([
    ["working", "working (herdr)"],
    ["idle", "idle (herdr)"],
    ["done", "done (herdr)"],
    ["blocked", "unknown (none)"],
    ["unknown", "unknown (none)"],
    ["Idle", "unknown (none)"]
  ])("takes herdr's %s as %s", (herdr, word) => expect(read({ herdr })).toBe(word))

  it("prefers the screen to herdr's word (case 23)", () =>
    expect(read(screen("idle"), { herdr: "working" })).toBe("idle (cli)"))

  it("prefers an idle hook to a working screen, and still calls the seat active (design §4.1)", () => {
    const seen = { ...base, ...hook("idle", 10), ...screen("working") }
    expect(read(seen)).toBe("idle (cli-hook)")
    expect(showsWork(seen)).toBe(true)
  })
})

describe("a trace inside the window", () => {
  const trace = { traces: { message: ago(30) } }

  it.each([
    ["hook", hook("idle", 5)],
    ["screen", screen("idle")],
    ["herdr", { herdr: "idle" }]
  ])("outranks an idle word from the %s", (_, part) => expect(read(part, trace)).toBe("working (trace)"))

  it("does so even when it is the older of the two", () =>
    expect(read(hook("idle", 1), { traces: { commit: ago(119) } })).toBe("working (trace)"))

  it.each([
    ["herdr's done", { herdr: "done" }, "done (herdr)"],
    ["a working screen", screen("working"), "working (cli)"],
    ["a dialog", screen("question"), "blocked (cli)"],
    ["a gone process", { process: "gone" as const }, "done (process)"]
  ])("does not outrank %s", (_, part, word) => expect(read(part, trace)).toBe(word))

  it.each([
    [119, "working (trace)"],
    [120, "working (trace)"],
    [120.001, "idle (cli)"],
    [121, "idle (cli)"],
    [-59, "working (trace)"],
    [-60, "working (trace)"],
    [-60.001, "idle (cli)"],
    [-3_600, "idle (cli)"]
  ])("of %d s against an idle prompt reads %s (cases 104, 105)", (age, word) =>
    expect(read(screen("idle"), { traces: { ack: ago(age) } })).toBe(word)
  )

  it("is the newest readable one of the three", () => {
    expect(newestTrace(AT, { commit: ago(90), ack: ago(30), message: ago(-3_600) }, 120_000)).toBe(ago(30))
    expect(newestTrace(AT, { commit: null, ack: null }, 120_000)).toBeNull()
  })
})

describe("a working hook", () => {
  it.each([
    [120, "idle", "working (cli-hook)"],
    [120.001, "idle", "idle (cli)"],
    [120, "working", "working (cli-hook)"],
    [121, "working", "working (cli)"],
    [121, "absent", "working (cli-hook)"],
    [121, "unknown", "working (cli-hook)"],
    [121, "overlay", "working (cli-hook)"],
    [121, "shell", "unknown (none)"],
    [120, "shell", "working (cli-hook)"],
    [600, "unsent", "blocked (cli)"],
    [86_400, "absent", "working (cli-hook)"],
    [86_400.001, "absent", "unknown (none)"],
    [-59, "idle", "working (cli-hook)"],
    [-60, "idle", "working (cli-hook)"],
    [-60.001, "idle", "idle (cli)"],
    [-61, "absent", "unknown (none)"]
  ] as const)("%d s old over the screen %s reads %s", (age, kind, word) =>
    expect(read(hook("working", age), screen(kind))).toBe(word)
  )

  it("past its window leaves the word to herdr over a shell", () =>
    expect(read(hook("working", 121), screen("shell"), { herdr: "idle" })).toBe("idle (herdr)"))
})

describe("an idle hook", () => {
  it.each([
    [121, "idle (cli-hook)"],
    [86_400, "idle (cli-hook)"],
    [86_400.001, "working (cli)"],
    [-60, "idle (cli-hook)"],
    [-61, "working (cli)"]
  ])("%d s old over a working screen reads %s", (age, word) =>
    expect(read(hook("idle", age), screen("working"))).toBe(word)
  )
})

describe("overlays and shells (design §4.5)", () => {
  it.each(["overlay", "shell", "unknown", "absent"] as const)("%s gives no word", (kind) => {
    expect(read(screen(kind))).toBe("unknown (none)")
    expect(read(screen(kind), { herdr: "idle" })).toBe("idle (herdr)")
    expect(read(screen(kind), hook("idle", 500))).toBe("idle (cli-hook)")
  })
})

describe("blind", () => {
  it.each([
    [299.999, "unknown (none)"],
    [300, "unknown (none) blind"],
    [900, "unknown (none) blind"],
    [-5, "unknown (none)"]
  ])("unknown for %d s reads %s", (age, word) => expect(read({ unknownSince: ago(age) })).toBe(word))

  it("never marks a word that was read", () =>
    expect(read({ unknownSince: ago(9_000) }, screen("idle"))).toBe("idle (cli)"))
})

describe("the instant a word stands on", () => {
  it.each([
    ["the hold", { hold: { since: ago(77) } }, ago(77)],
    ["the hook", hook("idle", 44), ago(44)],
    ["the trace", { traces: { commit: ago(12), ack: ago(30) } }, ago(12)],
    ["the screen, now", screen("idle"), AT],
    ["nothing", {}, null]
  ] as const)("is that of %s", (_, part, at) => expect(readSeat({ ...base, ...part }).at).toBe(at))

  it.each([hook("working", -30), { traces: { ack: ago(-30) } }])(
    "is as it was written, even a little ahead",
    (part) => expect(readSeat({ ...base, ...part }).at).toBe(ago(-30))
  )
})

describe("why", () => {
  const whyOf = (...parts: ReadonlyArray<Partial<Evidence>>) =>
    readSeat(Object.assign({}, base, ...parts)).why.map(
      ({ age, note, said, source }) => `${source} ${said} ${age} ${note}`
    )

  it("lists every source of a reading that nothing answered", () => {
    expect(whyOf()).toEqual([
      "hold none null no hold stands",
      "process unrecorded null nothing to compare",
      "cli absent null gives no word",
      "cli-hook none null no hook has written",
      "herdr none null no word",
      "trace none in the window null none"
    ])
  })

  it("says which one answers and how the others stand", () => {
    expect(
      whyOf(hook("idle", 40), screen("idle"), { herdr: "working", process: "same", traces: { ack: ago(7) } })
    ).toEqual([
      "hold none null no hold stands",
      "process same null still in its pane",
      "cli idle 0 outranked",
      "cli-hook idle 40000 outranked",
      "herdr working null outranked",
      "trace activity 7000 answers"
    ])
  })

  it.each([
    [hook("working", -61), "cli-hook working 0 its instant is in the future"],
    [hook("working", 86_401), "cli-hook working 86401000 older than a day"],
    [
      { ...hook("working", 300), ...screen("idle") },
      "cli-hook working 300000 past its window, the screen answers"
    ]
  ])("names what is wrong with a hook", (part, line) => expect(whyOf(part)).toContain(line))

  it("names an unreachable host once", () => {
    expect(whyOf({ reachable: false })).toContain("herdr unreachable null answers")
    expect(whyOf({ reachable: false }).filter((line) => line.startsWith("herdr"))).toHaveLength(1)
    expect(whyOf({ reachable: false, hold: { since: AT } })).toContain(
      "herdr unreachable null outranked by the hold"
    )
  })

  it("does not print what a host's word may carry", () => {
    const [line] = whyOf({ herdr: `\u001b[31m${"x".repeat(5_000)}\n` }).filter((known) =>
      known.startsWith("herdr")
    )
    expect(line).toMatch(/^herdr x{1,60}… null no word$/)
  })
})

describe("properties", () => {
  const holds = (arbitrary: FastCheck.Arbitrary<Evidence>, check: (e: Evidence) => void) =>
    FastCheck.assert(
      FastCheck.property(arbitrary, (e) => {
        check(e)
      }),
      { numRuns: 1_000 }
    )
  const isReading = Schema.is(SeatReading)

  it("is total, and every reading is one by its Schema", () => {
    holds(anyEvidence, (e) => expect(isReading(readSeat(e))).toBe(true))
    holds(evidence, (e) => expect(isReading(readSeat(e))).toBe(true))
  })

  it("a hold outranks everything", () =>
    holds(evidence, (e) => expect(readSeat({ ...e, hold: { since: AT } }).word).toBe("held")))

  it("held is never read without a hold, unreachable never of a host that answers", () =>
    holds(evidence, (e) => {
      const { word } = readSeat({ ...e, hold: null, reachable: true })
      expect(word).not.toBe("held")
      expect(word).not.toBe("unreachable")
    }))

  it("a blocking screen never reads working, idle or unknown", () =>
    FastCheck.assert(
      FastCheck.property(evidence, FastCheck.constantFrom(...BLOCKING_KINDS), (e, kind) => {
        expect(["held", "unreachable", "done", "blocked"]).toContain(
          readSeat({ ...e, screen: { kind } }).word
        )
      })
    ))

  it("is never idle while a trace is in the window", () =>
    holds(evidence, (e) => {
      if (newestTrace(e.at, e.traces, e.windows.traceSeconds * 1_000) === null) return
      expect(readSeat(e).word).not.toBe("idle")
    }))

  it("is not changed by a trace older than the newest in the window", () =>
    FastCheck.assert(
      FastCheck.property(evidence, FastCheck.nat(1_000_000), (e, older) => {
        const newest = newestTrace(e.at, e.traces, e.windows.traceSeconds * 1_000)
        if (newest === null) return
        const alone = { ...e, traces: { commit: newest } }
        expect(readSeat({ ...e, traces: { commit: newest, ack: newest - older } })).toEqual(readSeat(alone))
      })
    ))

  it("is not changed by a trace past the window or too far ahead", () =>
    FastCheck.assert(
      FastCheck.property(
        evidence,
        FastCheck.integer({ min: 1, max: 1_000_000 }),
        FastCheck.boolean(),
        (e, by, ahead) => {
          const instant = ahead ? e.at + 60_000 + by : e.at - e.windows.traceSeconds * 1_000 - by
          expect(readSeat({ ...e, traces: { message: instant } })).toEqual(readSeat({ ...e, traces: {} }))
        }
      )
    ))

  it("is blind only where it is unknown", () =>
    holds(evidence, (e) => {
      const reading = readSeat(e)
      if (reading.blind) expect([reading.word, reading.source]).toEqual(["unknown", "none"])
      expect(reading.word === "unknown").toBe(reading.source === "none")
    }))

  it("does not depend on the order of keys", () =>
    holds(evidence, (e) => {
      const turned = <A extends object>(value: A): A =>
        // The same entries in reverse: still an A.
        Object.fromEntries(Object.entries(value).reverse()) as A
      const other: Evidence = turned({
        ...e,
        traces: turned(e.traces),
        windows: turned(e.windows),
        screen: turned(e.screen)
      })
      expect(readSeat(other)).toEqual(readSeat(e))
    }))

  it("gives one line of why per source, the answering one marked, ages never negative, under 1 kB", () =>
    holds(evidence, (e) => {
      const { source, why } = readSeat(e)
      expect(why.map((line) => line.source).sort()).toEqual([
        "cli",
        "cli-hook",
        "herdr",
        "hold",
        "process",
        "trace"
      ])
      expect(why.filter((line) => line.note === "answers").map((line) => line.source)).toEqual(
        source === "none" ? [] : [source]
      )
      for (const line of why) {
        expect(line.note).not.toBe("")
        expect(line.age === null || line.age >= 0).toBe(true)
      }
      expect(JSON.stringify(why).length).toBeLessThan(1_024)
    }))
})
