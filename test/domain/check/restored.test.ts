import { describe, expect, it } from "vitest"
import type { PaneProcesses, ProcessId } from "../../../src/domain/host/pane.ts"
import type { Launched } from "../../../src/domain/pass/snapshot.ts"
import type { SeatSpec } from "../../../src/domain/pass/team-view.ts"
import { claude, MINUTE, plain, type Scene, type Shown, T0 } from "../../support/scenario.ts"
import { alone, by } from "./support.ts"

const shell: ProcessId = { pid: 100, start: "100", name: "zsh" }
const cli: ProcessId = { pid: 200, start: "200", name: "claude" }
const other: ProcessId = { pid: 300, start: "300", name: "claude" }
const runs = (...foreground: ReadonlyArray<ProcessId>): PaneProcesses => ({ root: shell, foreground })

const launched: Launched = {
  pane: "%alpha",
  processes: [cli],
  session: "conversation-1",
  at: T0 - 10 * MINUTE,
  server: "server-1",
  by: "register"
}

const recorded = (processes: PaneProcesses | null, spec: Partial<SeatSpec> = {}, more: Shown = {}): Scene => {
  const made = alone(claude.idle(), { processes, ...more }, spec)
  made.fact("alpha", { launched })
  return made
}

const RESTORED =
  "alpha is no longer the process team launched (its session was restored, or its CLI was restarted) → operator"

describe("the recorded process", () => {
  it.each<[string, PaneProcesses | null, string]>([
    ["in front", runs(cli), "idle (cli)"],
    [
      "a tool of it in front (case 117)",
      { ...runs({ pid: 7, start: "7", name: "vim" }), behind: [cli] },
      "idle (cli)"
    ],
    ["the pane's own root", { root: cli, foreground: [cli] }, "idle (cli)"],
    ["unread", null, "idle (cli)"],
    ["another program", runs(other), "done (process)"],
    ["a reused pid (case 108)", runs({ ...cli, start: "later" }), "done (process)"],
    ["a shell at its prompt", runs(shell), "done (process)"],
    ["nothing", runs(), "done (process)"]
  ])("%s", (_, processes, word) => {
    const made = recorded(processes)
    made.tick(0)
    expect(made.word("alpha")).toBe(word)
  })

  it("suspended behind its shell is no idle seat and not gone", () => {
    const made = recorded({ ...runs(shell), behind: [cli] })
    made.fact("alpha", { hook: { word: "idle", at: T0 - MINUTE } })
    made.tick(0)
    expect(made.word("alpha")).toBe("unknown (none)")
    expect(made.said).toEqual([])
    made.run(5 * MINUTE)
    expect(made.word("alpha")).toBe("unknown (none) blind")
  })

  it("is found in a pane that the host renumbered (case 114)", () => {
    const made = recorded(null, {}, { pane: "w1:p2", name: null, processes: runs(cli) })
    made.show("beta", claude.permission("rm"), { pane: "%alpha", name: null, processes: runs(other) })
    made.tick(0)
    expect(made.seat("alpha").pane?.pane).toBe("w1:p2")
    expect(made.word("alpha")).toBe("idle (cli)")
  })

  it("is not found by a pid whose start nobody could read", () => {
    const made = recorded(null, {}, { pane: "w1:p2", name: null, processes: runs({ ...cli, start: null }) })
    made.tick(0)
    expect(made.seat("alpha").pane).toBeNull()
  })
})

describe("restored", () => {
  it("is said once for a replaced process, and again after the new one was recorded and replaced", () => {
    const made = recorded(runs(other))
    made.tick(0)
    made.run(20 * MINUTE)
    expect(by(made.reports, "restored")).toEqual([RESTORED])
    made.fact("alpha", { launched: { ...launched, processes: [other] } })
    made.tick()
    made.tick()
    made.show("alpha", claude.idle(), { processes: runs({ ...other, pid: 400 }) })
    made.tick()
    expect(by(made.reports, "restored")).toEqual([RESTORED, RESTORED])
  })

  it("of a CLI that simply ended is missing's to tell", () => {
    const made = recorded(runs(cli))
    made.tick(0)
    made.show("alpha", plain("$ "), { processes: runs(shell) })
    made.tick()
    expect(by(made.reports, "restored")).toEqual([])
    expect(by(made.reports, "missing")).toEqual([
      "alpha was running and is gone (its pane closed, or its CLI ended) → operator"
    ])
  })

  it("is told, and missing is not, where another server restored the pane without its program", () => {
    const made = recorded(runs(cli))
    made.tick(0)
    made.server = "server-2"
    made.show("alpha", plain("$ "), { processes: runs(shell) })
    made.tick()
    expect(by(made.reports, "restored")).toEqual([RESTORED])
    expect(by(made.reports, "missing")).toEqual([])
  })

  it("is silent where the conversation came back (design §4.11), which status says", () => {
    const made = recorded(runs(other), {}, { cli: "claude", session: "conversation-1" })
    made.tick(0)
    expect(made.word("alpha")).toBe("done (process)")
    expect(made.said).toEqual([])
    expect(made.seat("alpha").returned).toBe(true)
  })

  it("is told where the host only remembers the conversation and no CLI runs", () => {
    const made = recorded(runs({ pid: 9, start: "9", name: "vim" }), {}, { session: "conversation-1" })
    made.tick(0)
    expect(by(made.reports, "restored")).toEqual([RESTORED])
  })

  it("of a launcher's seat names the launcher and the repair, of a lead's none", () => {
    const made = recorded(runs(other), { modelFrom: "launcher" })
    made.tick(0)
    expect(by(made.reports, "restored")).toEqual([
      "alpha: its launch line starts a launcher, and the process in its pane is not the one team launched — team remove alpha --keep, then team add alpha → operator"
    ])
    const lead = recorded(runs(other), { modelFrom: "launcher", leads: true })
    lead.tick(0)
    expect(by(lead.reports, "restored")).toEqual([
      "alpha: started by a launcher; team cannot tell its process from the one it launched → operator"
    ])
  })

  it("stands through passes that could not read the processes, and such a pass makes none", () => {
    const made = recorded(runs(other))
    made.tick(0)
    made.show("alpha", claude.idle(), { processes: null })
    made.run(10 * MINUTE)
    expect(made.tick().standing.map((report) => report.key)).toContain("restored:alpha")
    made.show("alpha", claude.idle(), { processes: runs(other) })
    made.tick()
    expect(by(made.reports, "restored")).toHaveLength(1)
    const unread = recorded(null)
    unread.run(5 * MINUTE)
    expect(by(unread.reports, "restored")).toEqual([])
  })

  it("can be switched off", () => {
    const made = recorded(runs(other))
    made.team = { ...made.team, checksOff: ["restored"] }
    made.tick(0)
    expect(made.said).toEqual([])
  })
})
