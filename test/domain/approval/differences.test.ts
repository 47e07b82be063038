import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { approvalDifferences } from "../../../src/domain/approval/differences.ts"
import { fingerprintsOf } from "../../../src/domain/approval/fingerprints.ts"
import { changesOf } from "../../../src/domain/approval/shown.ts"
import { sha256 } from "../../../src/services/approvals/places.ts"
import { example, file, seat, valid } from "../team/support.ts"

const between = (approved: string, present: string): ReadonlyArray<string> => {
  const old = valid(approved)
  return approvalDifferences(
    valid(present),
    { file: old, fingerprints: fingerprintsOf(old, sha256) },
    sha256
  ).map(({ text }) => text)
}
const full = example("full")
/** The full example with one piece of its text replaced. */
const edited = (from: string, to: string): string => {
  const text = full.replace(from, to)
  if (text === full) throw new Error(`not in the example: ${from}`)
  return text
}
const change = (from: string, to: string): ReadonlyArray<string> => between(full, edited(from, to))

describe("a section that changed", () => {
  it("says which field, from what to what", () => {
    expect(change("seats: 6,", "seats: 8,")).toEqual(["`limits` changed: seats 6 → 8"])
    expect(change("interval: 60s", "interval: 5m")).toEqual(["`watch` changed: interval 60s → 5m"])
    expect(change("idle_first: 2m", "idle_first: 90s")).toEqual(["`watch` changed: idle_first 2m → 90s"])
    expect(change("operator: voice", "operator: keeper")).toEqual(["`operator` changed: voice → keeper"])
    expect(change("memory_min: 20%", "memory_min: 10%")).toEqual(["`machine` changed: memory_min 20% → 10%"])
    expect(change("disk_min: 25GB", "disk_min: 0.5GB")).toEqual([
      "`machine` changed: disk_min 25 GB → 0.5 GB"
    ])
    expect(change("visibility: private", "visibility: public")).toEqual([
      "`visibility` changed: private → public"
    ])
    expect(change("trust: orchestrator", "trust: owner")).toEqual([
      "`dialogs` changed: trust orchestrator → owner"
    ])
    expect(change("reserve: 20%", "reserve: 5%")).toEqual([
      "`budgets` changed: accounts.plan.reserve 20% → 5%"
    ])
    expect(change("floor: 5.50 EUR", "floor: 1 EUR")).toEqual([
      "`budgets` changed: accounts.coins.floor 5.5 EUR → 1 EUR"
    ])
    expect(change("check: plan-left", "check: /tmp/plan")).toEqual([
      "`budgets` changed: accounts.plan.check plan-left → /tmp/plan"
    ])
    expect(change("vendors: { openai: 3 }", "vendors: { xai: 1 }")).toEqual([
      "`limits` changed: vendors.openai taken out, vendors.xai added"
    ])
    expect(change("seats: 6, ", "")).toEqual(["`limits` changed: seats 6 → none"])
  })

  it("says of a list what came and what went", () => {
    expect(change("  - /srv/lagoon", "  - /srv/reef")).toEqual([
      "`trust` changed: /srv/reef added, /srv/lagoon taken out"
    ])
    expect(change("{ swap-growth: off, extra: off }", "{ idle: off, extra: off }")).toEqual([
      "`watch.checks` changed: idle added, swap-growth taken out"
    ])
    expect(change("[90, 60%]", "[90, 75]")).toEqual(["`budgets` changed: marks 75 added, marks 60 taken out"])
    expect(change("commands: [up, down]", "commands: [down]")).toEqual([
      "`delegates` changed: main/w1:p1 changed"
    ])
    expect(change("sources: [check, status_line]", "sources: [status_line, check]")).toEqual([
      "`budgets` changed: accounts.plan.sources in another order"
    ])
  })

  it("names the field of a free text and never shows it", () => {
    expect(change("Look at your messages.", "rm -rf everything")).toEqual(["`watch` changed: nudge"])
    expect(change("Ask first: then change.", "Never ask.")).toEqual([
      "`rules` changed: 1 entry added, 1 entry taken out"
    ])
    expect(change("npm ci", "curl x")).toEqual([
      "`workspace` changed: setup 1 entry added, setup 1 entry taken out"
    ])
    expect(change("someone@example.test", "other@example.test")).toEqual([
      "`identity` changed: humans 1 entry added, humans 1 entry taken out"
    ])
    const long = "x".repeat(41)
    expect(change("/usr/local/bin/ring", `/${long}`)).toEqual(["`watch` changed: notify_command"])
  })

  it("is told from its checks, and from how it is spelled", () => {
    expect(change("interval: 60s", "interval: 1m")).toEqual([])
    expect(change("idle_owner: 10m", "idle_owner: 600s")).toEqual([])
    expect(between(full, full)).toEqual([])
  })

  it("is cut after six details", () => {
    const text = full.replace(/^watch:\n(?: {2}.*\n)+/m, "watch: { interval: 7s }\n")
    const [watch, checks] = between(full, text)
    expect(watch?.match(/, /g)?.length).toBe(6)
    expect(watch).toMatch(/, and \d+ more$/)
    expect(checks).toBe("`watch.checks` changed: extra taken out, swap-growth taken out")
  })
})

describe("a seat that changed", () => {
  const team = (more: Readonly<Record<string, string | null>> = {}) => file("", [seat(more)])

  it("says which fields", () => {
    expect(between(team(), team({ launch: "codex --yolo" }))).toEqual(["seat two changed: launch"])
    expect(between(team(), team({ version: '"7"' }))).toEqual([
      'seat two changed: display "GPT 6" → "GPT 7", label "gpt 6" → "gpt 7", version 6 → 7'
    ])
  })

  it("counts parked and stopped, so that no seat silences itself", () => {
    expect(between(team(), team({ parked: "true" }))).toEqual(["seat two changed: parked false → true"])
    expect(between(team({ stopped: "true" }), team())).toEqual(["seat two changed: stopped true → false"])
    expect(between(team(), team({ idle_lead_seconds: "600" }))).toEqual([
      "seat two changed: liveness.idle_lead_seconds none → 10m"
    ])
  })

  it("is new, or gone without a word", () => {
    expect(between(file(), team())).toEqual(["seat two is not in the approved file"])
    expect(between(team(), file())).toEqual([])
    expect(between(team(), team({ count: "2" }))).toEqual(["seat two-2 is not in the approved file"])
  })

  it("is named constructor and read as any other", () => {
    expect(between(file(), team({ name: "constructor" }))).toEqual([
      "seat constructor is not in the approved file"
    ])
  })

  it("may hand the lead over: that is the team's difference, not the seat's", () => {
    const moved = team({ leads: "true" }).replace("    leads: true\n", "")
    expect(between(team(), moved)).toEqual(["`lead` changed: one → two"])
  })
})

describe("an approved text that this version no longer reads", () => {
  const by = (present: string, approved: string) =>
    approvalDifferences(
      valid(present),
      { file: null, fingerprints: fingerprintsOf(valid(approved), sha256) },
      sha256
    ).map(({ kind, name, text }) => [kind, name, text])

  it("is compared by its digests", () => {
    expect(by(full, full)).toEqual([])
    expect(by(edited("seats: 6,", "seats: 8,"), full)).toEqual([["section", "limits", "`limits` changed"]])
    expect(by(file("", [seat({ parked: "true" }), seat({ name: "three" })]), file("", [seat()]))).toEqual([
      ["seat", "two", "seat two changed"],
      ["new", "three", "seat three is not in the approved file"]
    ])
  })

  it("says nothing of a section that did not exist then", () => {
    const { sections, seats } = fingerprintsOf(valid(full), sha256)
    const { delegates: _, ...rest } = sections
    const present = valid(edited("commands: [up, down]", "commands: [down]"))
    expect(
      approvalDifferences(present, { file: null, fingerprints: { sections: rest, seats } }, sha256)
    ).toEqual([])
  })
})

describe("the words of a change", () => {
  it("fit on one line and hold no long or hidden text, whatever the values are", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.jsonValue(), FastCheck.jsonValue(), (before, after) => {
        for (const text of changesOf(before, after, "", "x")) {
          expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
        }
        expect(changesOf(before, before, "", "x")).toEqual([])
      })
    )
    expect(changesOf("a\u001b[2Jb", "c", "field", "field")).toEqual(["field"])
    expect(changesOf({ "k\u0007\n": 1 }, {}, "", "x")).toEqual(["k  taken out".replace("  ", " ")])
  })
})
