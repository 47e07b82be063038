import { describe, expect, it } from "vitest"
import { heldBack, inForce } from "../../../src/domain/approval/in-force.ts"
import type { Verdict } from "../../../src/domain/approval/verdict.ts"
import type { TeamFile } from "../../../src/domain/team/file.ts"
import { OWNER_SECTIONS, seatFingerprint, sectionFingerprints } from "../../../src/domain/team/fingerprint.ts"
import { example, file, seat, valid } from "../team/support.ts"
import { judged, sealed } from "./support.ts"

const full = example("full")
const verified = (text: string): Verdict => judged(sealed(text).text)
const with_ = (approved: string, present: string): TeamFile =>
  inForce(valid(present), valid(approved), verified(approved))

describe("without a verified approval", () => {
  const untrusted: ReadonlyArray<readonly [string, Verdict]> = [
    ["never approved", { _tag: "None" }],
    ["unsigned", { _tag: "Legacy" }],
    ["refused", { _tag: "Refused", reason: "changed", text: "x" }]
  ]
  it.each(untrusted)("(%s) all of the file holds but what loosens, runs, types or lets act", (_, verdict) => {
    const present = valid(full)
    const held = inForce(present, valid(example("small")), verdict)
    expect(held.watch).toEqual({ ...present.watch, checks: [], notify_command: null, nudge: null })
    expect(held.watch.interval.ms).toBe(60_000)
    expect(held.dialogs).toEqual({ trust: "owner" })
    expect(held.delegates).toEqual([])
    expect(held.budgets.accounts["plan"]).toMatchObject({
      check: null,
      sources: ["status_line"],
      reserve: 20
    })
    expect(held.budgets.accounts["coins"]).toMatchObject({ check: null, sources: [] })
    const { budgets: _b, delegates: _d, dialogs: _i, watch: _w, ...same } = present
    expect(held).toMatchObject(same)
  })

  it("a file without any of those holds whole", () => {
    const present = valid(file("watch: { interval: 9s, tempo: 2 }\nlimits: { seats: 3 }", [seat()]))
    expect(inForce(present, null, { _tag: "None" })).toEqual(present)
    expect(heldBack(present)).toEqual([])
  })

  it("says which settings are held back", () => {
    expect(heldBack(valid(full))).toEqual([
      "watch.checks",
      "watch.notify_command",
      "watch.nudge",
      "dialogs.trust",
      "delegates",
      "budgets.accounts.plan.check",
      "budgets.accounts.coins.check"
    ])
  })

  it("holds so too when the approved text is no longer read", () => {
    expect(inForce(valid(full), null, verified(full)).watch.checks).toEqual([])
  })
})

describe("with a verified approval", () => {
  it("the file holds as it is while nothing differs, in its own spelling", () => {
    expect(with_(full, full)).toEqual(valid(full))
    const spelled = full.replace("interval: 60s", "interval: 1m")
    expect(with_(full, spelled)).toEqual(valid(spelled))
  })

  it("every owner section holds as approved, whatever the file says now", () => {
    const present = full
      .replace("interval: 60s", "interval: 1h")
      .replace("{ swap-growth: off, extra: off }", "{ idle: off, unsent: off }")
      .replace("/usr/local/bin/ring", "/tmp/ring")
      .replace("Look at your messages.", "Do something else.")
      .replace("check: plan-left", "check: /tmp/plan")
      .replace("[90, 60%]", "[99]")
      .replace("commands: [up, down]", "commands: [up, down, add, remove]")
      .replace("{ trust: orchestrator }", "{ trust: owner }")
      .replace("base: main", "base: other")
      .replace("since: v1", "since: v2")
      .replace("Ask first: then change.", "Never ask.")
      .replace("load_max: 2.5", "load_max: 99")
      .replace("seats: 6,", "seats: 60,")
      .replace("  - /srv/lagoon", "  - /srv")
      .replace("visibility: private", "visibility: public")
      .replace("operator: voice", "operator: keeper")
      .replace("session: lagoon-main", "session: other")
      .replace("leads: true, ", "")
      .replace("name: voice,", "name: voice, leads: true,")
    const [old, now] = [sectionFingerprints(valid(full)), sectionFingerprints(valid(present))]
    expect(OWNER_SECTIONS.filter((name) => old.get(name) === now.get(name))).toEqual([])
    expect([...sectionFingerprints(with_(full, present))]).toEqual([...old])
  })

  it("a check that was approved as off stays off, and no other", () => {
    const present = full.replace("{ swap-growth: off, extra: off }", "{ extra: off, idle: off }")
    expect(with_(full, present).watch.checks).toEqual(["extra", "swap-growth"])
  })

  it("no seat parks or stops itself; a new seat is as it says, and one taken out is gone", () => {
    const approved = file("", [seat(), seat({ name: "three", parked: "true" })])
    const present = file("", [
      seat({ parked: "true", stopped: "true", launch: "codex -m other" }),
      seat({ name: "four", parked: "true" })
    ])
    const seats = with_(approved, present).seats.map(({ launch, name, parked, stopped }) => [
      name,
      launch,
      parked,
      stopped
    ])
    expect(seats).toEqual([
      ["one", "codex", false, false],
      ["two", "codex -m other", false, false],
      ["four", "codex", true, false]
    ])
  })

  it("a lead or an operator that left the file leads no more", () => {
    const approved = file("", [seat()]).replace("operator: one", "operator: two")
    const present = file("", [seat({ name: "three" })]).replace("operator: one", "operator: three")
    expect(with_(approved, present).operator).toBe("three")
    const back = approved.replace("operator: two", "operator: one")
    expect(with_(approved, back).operator).toBe("two")
  })

  it("the seats keep what the file says of them in all else", () => {
    const present = full.replace("cwd: src", "cwd: lib")
    const held = with_(full, present)
    expect(held.seats.map(seatFingerprint)).toEqual(valid(present).seats.map(seatFingerprint))
    expect(held.seats.at(-1)?.cwd).toBe("lib")
  })
})
