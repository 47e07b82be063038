import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import {
  leadOf,
  operatorOf,
  seatCeiling,
  seatsDeclared,
  TeamFile,
  teamDeclared
} from "../../../src/domain/team/file.ts"
import { canonical, seatFingerprint, sectionFingerprints } from "../../../src/domain/team/fingerprint.ts"
import { placementProblems } from "../../../src/domain/team/places.ts"
import { versionOf } from "../../../src/domain/team/seat.ts"
import { example, file, seat, valid, warnings } from "./support.ts"

describe("good files", () => {
  it.each(["small", "full", "old"])("%s decodes to its golden form", async (name) => {
    const decoded = valid(example(name))
    await expect(`${JSON.stringify(decoded, null, 2)}\n`).toMatchFileSnapshot(
      `../../fixtures/team-file/${name}.golden.json`
    )
    // The Schema of the decoded form takes it, and JSON carries it.
    expect(Schema.decodeUnknownSync(TeamFile)(JSON.parse(JSON.stringify(decoded)))).toEqual(decoded)
  })

  it("ships the values of the spec", () => {
    const { budgets, limits, machine, watch } = valid(example("small"))
    expect(watch.interval).toEqual({ ms: 120_000, written: null })
    expect([watch.team_idle.ms, watch.unsent_after.ms, watch.nudge_wait.ms]).toEqual([
      600_000, 60_000, 600_000
    ])
    expect([watch.idle_first.seconds, watch.idle_owner.seconds, watch.blind_after.seconds]).toEqual([
      300, 900, 300
    ])
    expect([watch.idle_repeat, watch.nudge, watch.tempo, watch.checks]).toEqual([null, null, 1, []])
    expect(machine).toEqual({
      load_max: 6,
      memory_min: 15,
      disk_min: 10_000_000_000,
      swap_free_min: 2_000_000_000,
      swap_growth_max: 1_000_000_000,
      swap_growth_window: { ms: 600_000, written: null }
    })
    expect([limits.seats, limits.temporary, budgets.marks]).toEqual([null, 2, [50, 75, 90]])
    expect(seatCeiling(valid(example("small")))).toBe(4)
  })

  it("says each old word once as a warning, and reads it", () => {
    const text = example("old")
    expect(warnings(text)).toEqual([
      "4: `coordinator:` is now `leads: true` on the lead's seat, and is still read",
      "12: machine.load_start is not used: machine.load_max holds for launches too",
      "13: machine.memory_start is not used: machine.memory_min holds for launches too",
      "16: watch.quota_marks is now budgets.marks, and is still read",
      "18: tasks is read by no part of this version and has no effect",
      "19: tools is read by no part of this version and has no effect",
      "20: releases is read by no part of this version and has no effect"
    ])
    expect(valid(text).budgets.marks).toEqual([40, 80])
    expect(leadOf(valid(text))?.name).toBe("potter")
    expect(operatorOf(valid(text))?.name).toBe("on")
  })

  it("expands count, names and labels alike", () => {
    const seats = valid(example("full")).seats.filter((one) => one.declared === "oar")
    expect(seats.map((one) => [one.name, one.label, one.instance, one.count, one.line])).toEqual([
      ["oar", "rowing", 1, 3, 5],
      ["oar-2", "rowing-2", 2, 3, 5],
      ["oar-3", "rowing-3", 3, 3, 5]
    ])
  })

  it("takes the version 0 as none declared", () => {
    const [potter] = valid(example("old")).seats
    expect(potter && [versionOf(potter), potter.display, potter.label]).toEqual([null, "Claude", "claude"])
  })

  it("hands the watch's and the seats' words to the chain, invalid ones too", () => {
    const text = file("watch: { idle_first: 1.5s, idle_owner: 0s, blind_after: -5s }", [
      seat({ idle_lead_seconds: "0", idle_owner_seconds: '"5m"', blind_after_seconds: "300.0" })
    ])
    const decoded = valid(text)
    expect(teamDeclared(decoded)).toMatchObject({
      idle_lead_seconds: { seconds: 1.5, written: "1.5s" },
      idle_owner_seconds: { seconds: 0, written: "0s" },
      blind_after_seconds: { seconds: -5, written: "-5s" }
    })
    expect(seatsDeclared(decoded)[1]?.declared).toMatchObject({
      idle_lead_seconds: { seconds: 0, written: null },
      idle_owner_seconds: { seconds: null, written: "5m" },
      blind_after_seconds: { seconds: 300, written: null },
      trace_window_seconds: null
    })
  })

  it("accepts a byte order mark, CRLF, trailing spaces, a leading document mark and comments", () => {
    const text = file()
    const dressed = `\ufeff---\n# a team\n${text}  \n`.replaceAll("\n", "\r\n")
    expect(valid(dressed).seats.map((one) => one.name)).toEqual(["one"])
  })

  it("keeps words that YAML could misread, when they are quoted", () => {
    for (const name of ["null", "true", "on", "no", "y", "012", "1e3", "0x10"]) {
      expect(valid(file("", [seat({ name: `"${name}"` })])).seats[1]?.name).toBe(name)
      expect(valid(file("", [seat({ name: `'${name}'` })])).seats[1]?.name).toBe(name)
    }
  })
})

describe("fingerprints", () => {
  const of = (text: string) => valid(text).seats.map(seatFingerprint)
  it("does not change with lines, spelling, order of keys or who leads", () => {
    const plain = of(file("", [seat({ count: "2" })]))
    const moved = of(`# moved\n\n${file("", [seat({ count: "3", cwd: ".", parked: "false" })])}`)
    expect(moved.slice(0, 3)).toEqual(plain)
    expect(of(file().replace("leads: true", "leads: false").concat("\ncoordinator: one"))).toEqual(of(file()))
  })
  it.each(["launch: other", "parked: true", "stopped: true", "idle_lead_seconds: 20", "cwd: src"])(
    "changes with %s",
    (change) => {
      const [key, value] = change.split(": ")
      const changed = of(file("", [seat({ [key ?? ""]: value ?? "" })]))
      expect(changed[0]).toBe(of(file("", [seat()]))[0])
      expect(changed[1]).not.toBe(of(file("", [seat()]))[1])
    }
  )
  it("tells the owner's sections apart, checks on a line of their own", () => {
    const base = sectionFingerprints(valid(file()))
    const differs = (more: string) => {
      const other = sectionFingerprints(valid(file(more)))
      return [...other].filter(([name, text]) => base.get(name) !== text).map(([name]) => name)
    }
    expect(differs("watch: { interval: 2m }")).toEqual([])
    expect(differs("watch: { interval: 3m }")).toEqual(["watch"])
    expect(differs("watch: { checks: { idle: off } }")).toEqual(["watch.checks"])
    expect(differs("machine: { load_max: 3 }")).toEqual(["machine"])
    expect(differs("session: q")).toEqual(["session"])
  })
  it("prints one text for equal values", () => {
    expect(canonical({ b: 1, a: [{ d: null, c: "x" }] })).toBe('{"a":[{"c":"x","d":null}],"b":1}')
    expect(canonical({ ms: 1_000, written: "1s" })).toBe(canonical({ written: null, ms: 1_000 }))
  })
})

describe("where a team runs", () => {
  const places = { root: "/home/u/src/p", home: "/home/u" }
  const tree = file(`trust: [~/trees]`).replace(
    "{ mode: shared }",
    "{ mode: worktree, path: '../../trees/p/{task}', base: main }"
  )
  it("takes a folder inside the project or a trust entry", () => {
    expect(placementProblems(valid(tree), places)).toEqual([])
    expect(placementProblems(valid(file("", [seat({ cwd: "a/../b" })])), places)).toEqual([])
  })
  it("refuses one outside", () => {
    expect(placementProblems(valid(tree.replace("~/trees", "~/other")), places)).toEqual([
      { line: 1, message: "workspace.path matches no trust pattern" }
    ])
    const outside = valid(file("trust: [/home/u/src/pq]", [seat({ cwd: "../q" })]))
    expect(placementProblems(outside, places)).toEqual([
      { line: 14, message: 'cwd "../q" must stay inside the project or a trust path' }
    ])
  })
})
