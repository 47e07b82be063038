import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { emptyMemory, PassMemory } from "../../../src/domain/pass/memory.ts"
import { pass } from "../../../src/domain/pass/pass.ts"
import { Snapshot } from "../../../src/domain/pass/snapshot.ts"
import {
  absent,
  claude,
  HOUR,
  MINUTE,
  plain,
  processes,
  scene,
  seat,
  T0,
  team
} from "../../support/scenario.ts"
import { alone, by, told } from "../check/support.ts"

const SILENT = "herdr doesn't answer; the watch keeps trying → owner"

describe("a silent host", () => {
  const crew = () => {
    const made = scene(team([seat("alpha"), seat("beta"), seat("gamma")]))
    made.show("alpha", claude.permission("ls"))
    made.show("beta", claude.idle())
    made.show("stray", claude.idle(), { cli: "claude" })
    made.run(20 * MINUTE)
    return made
  }

  it("reads unreachable, is said once, and nothing is gone or said again (cases 97, 98)", () => {
    const made = crew()
    const before = told(made.reports).length
    made.silent = true
    made.run(10 * MINUTE)
    expect(["alpha", "beta", "gamma"].map(made.word)).toEqual(Array(3).fill("unreachable (herdr)"))
    expect(told(made.reports).slice(before)).toEqual([SILENT])
    made.silent = false
    made.run(10 * MINUTE)
    expect(told(made.reports).slice(before)).toEqual([SILENT])
  })

  it("logs each seat's change once, there and back", () => {
    const made = crew()
    const before = made.lines.length
    made.silent = true
    made.run(5 * MINUTE)
    made.silent = false
    made.run(5 * MINUTE)
    expect(made.lines.slice(before).filter((line) => line.startsWith("beta"))).toEqual([
      "beta: idle (cli) → unreachable (herdr)",
      "beta: unreachable (herdr) → idle (cli)"
    ])
  })

  it("never lets every agent be idle", () => {
    const made = scene(team([seat("alpha")]))
    made.show("alpha", claude.idle())
    made.run(5 * MINUTE)
    made.silent = true
    made.run(HOUR)
    expect(by(made.reports, "team-idle")).toEqual([])
  })

  it("is said again after two passes that answered", () => {
    const made = crew()
    for (const silent of [true, false, false, true]) {
      made.silent = silent
      made.tick()
    }
    expect(by(made.reports, "watch")).toEqual([SILENT, SILENT])
  })
})

describe("what is remembered of a seat", () => {
  const twice = (name: string, change: boolean) => {
    const made = scene(team([seat(name), seat("other")]))
    for (const known of [name, "other"]) made.show(known, claude.permission("ls"))
    made.show("stray", claude.idle(), { cli: "claude", pane: `w1:${name}` })
    made.tick(0)
    if (change) made.team = team([seat(name, { fingerprint: "new" }), seat("other")])
    made.tick()
    return made.reports.map((report) => report.key)
  }

  it("is dropped when its entry in the file changed, and only its own", () => {
    const first = ["permission:p2", "permission:other", "extra:w1:p2"]
    expect(twice("p2", false)).toEqual(first)
    expect(twice("p2", true)).toEqual([...first, "permission:p2"])
  })

  it("never is a notice of the watch", () => {
    const made = scene(team([seat("host")]))
    made.silent = true
    made.tick(0)
    made.team = team([seat("host", { fingerprint: "new" })])
    made.tick()
    expect(told(made.reports)).toEqual([SILENT])
  })

  it("starts its clocks over with a changed entry", () => {
    const made = alone(claude.idle())
    made.run(4 * MINUTE)
    made.team = team([seat("alpha", { fingerprint: "new" })])
    made.run(4 * MINUTE)
    expect(made.reports).toEqual([])
  })
})

describe("flapping (cases 7, 45, 88)", () => {
  it("one blank frame of a turn starts nothing", () => {
    const made = alone(claude.working("On"))
    made.run(HOUR, (elapsed) =>
      made.show("alpha", elapsed % (3 * MINUTE) === 0 ? claude.idle() : claude.working("On"))
    )
    expect(made.reports).toEqual([])
  })

  it("a dialog that flickers between passes is said once", () => {
    const made = alone(claude.permission("ls"))
    made.tick(0)
    for (let at = 0; at < 200; at++) {
      made.show("alpha", at % 2 === 0 ? claude.working("On") : claude.permission("ls"))
      made.tick(1_000, { cause: "change" })
    }
    expect(by(made.reports, "attention")).toHaveLength(1)
  })

  it("a footer that moves for eight hours gives one line to the operator and one to the owner", () => {
    const made = alone(claude.idle())
    made.run(8 * HOUR, (elapsed) => {
      const idle = claude.idle()
      made.show(
        "alpha",
        { ...idle, rows: idle.rows.map((row) => row.replace("12s", `${elapsed / 1_000}s`)) },
        { changed: String(elapsed) }
      )
    })
    expect(by(made.reports, "idle")).toEqual([
      "alpha has been idle since the watch started → operator",
      "alpha has been idle since the watch started — reported to the owner → owner"
    ])
  })
})

describe("which pane is a seat's", () => {
  it("is none of two with its name: said once, nothing read, nothing missing", () => {
    const made = alone(claude.permission("ls"))
    made.show("alpha", claude.idle(), { pane: "%twin" })
    made.run(10 * MINUTE)
    expect(made.seat("alpha").pane).toBeNull()
    expect(made.word("alpha")).toBe("unknown (none) blind")
    expect(made.reports).toEqual([])
    expect(made.lines.filter((line) => line.includes("panes carry its name"))).toEqual([
      "alpha: 2 panes carry its name (%alpha, %twin); none is read until one does"
    ])
  })

  it("is the launched one, whatever another calls itself", () => {
    const made = alone(claude.working("On"), { processes: processes("claude") })
    made.show("alpha", claude.permission("ls"), { pane: "%twin" })
    const launched = {
      pane: "%alpha",
      processes: [{ pid: 200, start: "200", name: "claude" }],
      session: null,
      at: T0
    }
    made.fact("alpha", { launched })
    made.tick(0)
    expect(made.word("alpha")).toBe("working (cli)")
  })

  it.each([
    ["another start under the same pid (case 108)", "199", "done (process)"],
    ["the same pid and start", "200", "working (cli)"]
  ])("reads %s", (_, start, word) => {
    const made = alone(claude.working("On"), { processes: processes("claude") })
    const launched = {
      pane: "%alpha",
      processes: [{ pid: 200, start, name: "claude" }],
      session: null,
      at: T0
    }
    made.fact("alpha", { launched })
    made.tick(0)
    expect(made.word("alpha")).toBe(word)
  })

  it("is read by no one when it closed mid-pass", () => {
    const made = alone(claude.working("On"))
    made.tick(0)
    made.show("alpha", absent("gone"))
    made.tick()
    expect(made.said).toEqual(["alpha was running and is gone (its pane closed, or its CLI ended)"])
  })
})

describe("herdr's word (cases 16, 71)", () => {
  it.each([
    ["idle without an agent", { status: "idle", processes: processes("node") }, "unknown (none)"],
    [
      "idle over a bare shell",
      { status: "idle", cli: "claude", processes: processes("zsh") },
      "unknown (none)"
    ],
    [
      "done over a bare shell",
      { status: "done", cli: "claude", processes: processes("-bash") },
      "unknown (none)"
    ],
    [
      "idle with an agent in front",
      { status: "idle", cli: "claude", processes: processes("claude") },
      "idle (herdr)"
    ]
  ])("%s", (_, more, word) => {
    const made = alone(plain("▒▒▒"), more)
    made.tick(0)
    expect(made.word("alpha")).toBe(word)
  })

  it("idle counts again only on the second pass of a new server", () => {
    const made = alone(plain("▒▒▒"), { status: "idle", cli: "claude", processes: processes("claude") })
    made.tick(0)
    made.server = "server-2"
    made.tick()
    expect(made.word("alpha")).toBe("unknown (none)")
    made.tick()
    expect(made.word("alpha")).toBe("idle (herdr)")
  })
})

describe("remarks", () => {
  it("are said once each, also when there are hundreds, and never as reports", () => {
    const made = alone(claude.idle())
    made.remarks = Array.from({ length: 500 }, (_, at) => `seat ${at}: set aside`)
    made.warnings = ["an untested protocol", "an untested protocol"]
    made.run(5 * MINUTE)
    expect(made.lines.filter((line) => line.includes("set aside"))).toHaveLength(500)
    expect(made.lines.filter((line) => line.includes("untested"))).toHaveLength(1)
    expect(made.reports).toEqual([])
  })

  it("name a session that is not the file's", () => {
    const made = alone(claude.idle())
    made.session = "pier"
    made.run(2 * MINUTE)
    expect(made.lines.filter((line) => line.includes("session"))).toEqual([
      `the session "pier" is not this file's "harbour": its readings are not saved`
    ])
  })
})

it("says once that the file cannot be read", () => {
  const made = alone(claude.idle())
  made.fileProblem = "line 3: a tab"
  made.run(2 * MINUTE)
  expect(told(made.reports)).toEqual([
    "team.yaml can't be read (line 3: a tab); watching with the team as it was → owner"
  ])
})

describe("replay", () => {
  it("gives the same from snapshots and memory that went through JSON", () => {
    const made = scene(team([seat("alpha"), seat("beta")], { idleRepeat: 10 * MINUTE }))
    made.fact("alpha", { hook: { word: "idle", at: T0 }, traces: { ack: T0 - 1 } })
    made.run(30 * MINUTE, (elapsed) => {
      made.silent = elapsed % (7 * MINUTE) === 0
      made.show("alpha", elapsed % (4 * MINUTE) === 0 ? claude.permission("ls") : claude.idle())
      made.show("beta", elapsed > 20 * MINUTE ? claude.idle() : absent("scrolled"), {
        processes: processes("claude")
      })
    })
    const snapshots = Schema.parseJson(Snapshot)
    const memories = Schema.parseJson(PassMemory)
    let memory = emptyMemory
    const said = made.snapshots.flatMap((snapshot) => {
      const stored = Schema.decodeSync(memories)(Schema.encodeSync(memories)(memory))
      const result = pass(Schema.decodeSync(snapshots)(Schema.encodeSync(snapshots)(snapshot)), stored)
      memory = result.memory
      return result.say
    })
    expect(said.length).toBeGreaterThan(3)
    expect(said).toEqual(made.reports)
    expect(memory).toEqual(made.memory)
  })
})
