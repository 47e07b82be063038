import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { END, outReason, planLines, planNotes } from "../../../src/domain/launch/dry-run.ts"
import type { Launching } from "../../../src/domain/launch/launching.ts"
import { planSeat, type SeatInput } from "../../../src/domain/launch/plan.ts"
import { seat } from "../../support/scenario.ts"
import { FOLDER, input, launched, listing, OTHER, pane, SAME, SHELL, view } from "./given.ts"

const all = listing(pane())
const plan = (more: Partial<SeatInput>) => planSeat(input(more), all)
const gone = view({ pane: null, running: false, processes: null, launched: null })
const preview = { label: "alpha", folder: FOLDER, line: "claude", rulesLine: null, workspace: "w1" }
const cut: Launching = {
  stage: "made",
  pane: "w1:p1",
  workspace: "w1",
  server: "server-1",
  folder: FOLDER,
  at: 1
}

describe("a seat already ready (spec 001)", () => {
  const detail = (more: Partial<SeatInput>) => {
    const made = plan(more)
    return made._tag === "Ready" ? made.detail : made._tag
  }
  const one = "team remove alpha --keep, then team add alpha (or team down, then team up, for the whole team)"

  it("is left as it is", () => expect(detail({})).toBe("already ready; left as it is"))
  it.each([launched({ processes: [] }), null])("without its process identity: %j", (record) =>
    expect(detail({ view: view({ launched: record }) })).toBe(
      `already ready; left as it is; a relaunch records its process: ${one}`
    )
  )
  it.each([{ leads: true }, { operator: true }])("offers the whole team alone: %j", (more) =>
    expect(detail({ view: view({ launched: null, spec: seat("alpha", more) }) })).toBe(
      "already ready; left as it is; a relaunch records its process: team down, then team up (to restart the whole team)"
    )
  )
  it("started elsewhere", () =>
    expect(detail({ folder: "/home/owner/other" })).toBe(
      `already ready; left as it is; a relaunch moves it into its start folder: ${one}`
    ))
})

describe("a stale pane", () => {
  it.each([
    [SHELL, "its pane held no CLI; closed without input and launched again"],
    [OTHER, "its pane held a process team did not launch; closed without input and launched again"]
  ])("is launched again", (processes, stale) =>
    expect(plan({ view: view({ processes }) })).toMatchObject({ _tag: "Launch", stale, from: null })
  )
  it("is left alone when its processes cannot be read", () =>
    expect(plan({ view: view({ processes: null }) })._tag).toBe("Out"))
})

describe("the dry-run plan (spec 001)", () => {
  const lines = (more: Partial<SeatInput>) => planLines(plan(more), preview)

  it("prints commands, waits and the end", () => {
    expect(lines({ view: gone })).toEqual([
      `+ open a workspace "alpha" in ${FOLDER}`,
      "+ claude",
      "  wait alpha: its idle prompt",
      "+ name its pane alpha"
    ])
    expect(END).toBe("dry run: nothing was run")
  })

  it.each(["north is unknown", "north: first sight only, not yet counted"])(
    "carries the account under the first command, stale or not: %s",
    (text) => {
      const said = `    (${text}; would launch)`
      const budget = { _tag: "Notice", text } as const
      expect(lines({ view: gone, budget })[1]).toBe(said)
      expect(lines({ view: view({ processes: SHELL }), budget }).slice(0, 2)).toEqual([
        "+ close the workspace w1",
        said
      ])
    }
  )

  it("keeps a running seat's reading in a note", () =>
    expect(lines({ budget: { _tag: "Notice", text: "north is unknown" } })).toEqual([
      "  skip alpha: already ready; left as it is",
      "    (north is unknown)"
    ]))

  it("shows the one line that is typed, and where the rules go", () =>
    expect(planLines(plan({ view: gone }), { ...preview, rulesLine: "Read /r.md" }).slice(-2)).toEqual([
      "+ Read /r.md",
      "    (its rules go to a file of its own in the project state folder first)"
    ]))

  it("goes on with a launch that was cut short", () => {
    const fresh = view({ launched: null })
    const from = (stage: Launching["stage"]) => lines({ view: fresh, launching: { ...cut, stage } })
    expect(from("made")[0]).toBe("+ claude")
    expect(from("run")[0]).toBe("  wait alpha: its idle prompt")
    expect(plan({ view: fresh, launching: { ...cut, server: "server-2" } })).toMatchObject({ _tag: "Ready" })
  })

  it("says a note once", () =>
    expect(planNotes(plan({ view: gone, line: { miss: null, notes: ["why"] } }))).toEqual([
      "note alpha: why"
    ]))
})

const inputs = fc.record({
  view: fc.constantFrom(
    gone,
    view(),
    view({ processes: SHELL }),
    view({ processes: OTHER }),
    view({ processes: null }),
    view({ launched: null }),
    view({ launched: launched({ processes: [] }) }),
    view({ ambiguous: ["w1:p1", "w2:p1"] }),
    view({ spec: seat("alpha", { cli: "nobodys" }), pane: null, launched: null }),
    view({ launched: null, running: false })
  ),
  launching: fc.constantFrom<Launching | null>(null, cut, { ...cut, stage: "named" }),
  stopped: fc.constantFrom<"file" | "remove" | null>(null, "file", "remove"),
  line: fc.constantFrom(
    { miss: null, notes: [] },
    { miss: "its launch line starts `x`, which is not on the PATH", notes: [] }
  ),
  budget: fc.constantFrom<SeatInput["budget"]>(
    { _tag: "Clear" },
    { _tag: "Notice", text: "north is unknown" },
    { _tag: "Refused", text: "north 5h left 3%, inside its 10% reserve" }
  ),
  folder: fc.constantFrom(FOLDER, "/home/owner/other")
})

describe("any seat", () => {
  it("has the same words after `would refuse:` and after `refused:`", () =>
    fc.assert(
      fc.property(inputs, (given) => {
        const made = planSeat(given, all)
        if (made._tag !== "Refused") return
        const [line] = planLines(made, preview)
        expect(line).toBe(`  skip alpha: would ${outReason(made)?.replace("refused:", "refuse:")}`)
      })
    ))

  it("is never closed or launched while its own process is there, and never launched when stopped or refused", () =>
    fc.assert(
      fc.property(inputs, (given) => {
        const made = planSeat(given, all)
        if (made._tag !== "Launch") return
        expect(given.stopped).toBe(null)
        expect(given.view.ambiguous).toEqual([])
        if (made.from === null)
          expect([given.line.miss, given.budget._tag === "Refused"]).toEqual([null, false])
        const holds = given.view.launched !== null && given.view.processes === SAME
        if (holds) expect(made.stale).toBe(null)
      })
    ))

  it("prints nothing but the grammar's own lines", () =>
    fc.assert(
      fc.property(inputs, (given) => {
        const printed = planLines(planSeat(given, all), preview)
        expect(printed.length).toBeGreaterThan(0)
        for (const line of printed) expect(line).toMatch(/^(\+ | {4}\(| {2}wait | {2}skip )[^\p{Cc}]+$/u)
      })
    ))
})
