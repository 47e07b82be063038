import { describe, expect, it } from "vitest"
import { beatText, standDownText } from "../../../src/domain/supervision/records.ts"
import { type FileSeen, supervisionOf, tierStatus } from "../../../src/domain/supervision/status.ts"
import {
  BEAT,
  isSeatTier,
  isTier,
  SEAT_TIERS,
  STALE_AFTER,
  TIERS,
  type Tier
} from "../../../src/domain/supervision/tiers.ts"

const NOW = Date.UTC(2026, 10, 3)
const NONE: FileSeen = { _tag: "None" }
const BAD: FileSeen = { _tag: "Unreadable" }
const file = (mtime: number, text: string | null): FileSeen => ({ _tag: "File", mtime, text })

interface Who {
  readonly seat?: string | null
  readonly arm?: string | null
}
const writer = (tier: Tier, { arm = null, seat = isSeatTier(tier) ? "w3:p2" : null }: Who) => ({
  tier,
  seat,
  arm,
  pid: 7
})
const beat = (tier: Tier, mtime: number, who: Who = {}) => file(mtime, beatText(writer(tier, who), mtime))
const down = (tier: Tier, mtime: number, who: Who = {}) =>
  file(mtime, standDownText(writer(tier, who), mtime))
const at = (tier: Tier, beatSeen: FileSeen, standDown: FileSeen = NONE, now = NOW) =>
  tierStatus(tier, { beat: beatSeen, standDown }, now)
const stateAt = (...args: Parameters<typeof at>) => at(...args).state

describe("the tiers", () => {
  it("are five, in their order, four of them a seat's", () => {
    expect(TIERS).toEqual(["orchestrator", "orchestrator-context", "overseer", "overseer-context", "watch"])
    expect(SEAT_TIERS).toEqual(TIERS.slice(0, 4))
    expect([BEAT, STALE_AFTER]).toEqual([10_000, 60_000])
    expect([isTier("overseer"), isTier("Overseer"), isTier("__proto__"), isSeatTier("watch")]).toEqual([
      true,
      false,
      false,
      false
    ])
  })

  it("are all listed, whatever was seen", () => {
    const found = supervisionOf({ watch: { beat: beat("watch", NOW), standDown: NONE } }, NOW)
    expect(found.map(({ tier }) => tier)).toEqual(TIERS)
    expect(found.map(({ state }) => state)).toEqual(["ABSENT", "ABSENT", "ABSENT", "ABSENT", "ARMED"])
  })
})

describe("the age of a beat", () => {
  it.each([
    [0, "ARMED", 0],
    [59_999.5, "ARMED", 60_000],
    [60_000, "ARMED", 60_000],
    [60_000.1, "STALE", 60_001],
    [60_001, "STALE", 60_001],
    [86_400_000, "STALE", 86_400_000],
    [-1, "ARMED", 0],
    [-1_000, "ARMED", 0],
    [-1_000.5, "UNREADABLE", null],
    [-3_600_000, "UNREADABLE", null]
  ])("of %d ms reads %s", (age, state, told) =>
    expect(at("watch", beat("watch", NOW - age))).toEqual({ tier: "watch", state, age: told, seat: null })
  )

  it("is the file's, whatever the record says", () => {
    const old = beatText(writer("watch", {}), NOW - 9_000_000)
    const later = beatText(writer("watch", {}), NOW + 9_000_000)
    expect(stateAt("watch", file(NOW, old))).toBe("ARMED")
    expect(stateAt("watch", file(NOW - STALE_AFTER - 1, later))).toBe("STALE")
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY])("that is no number (%d) is not told", (mtime) => {
    expect(stateAt("watch", file(mtime, "{}"))).toBe("UNREADABLE")
    const marker = file(mtime, standDownText(writer("watch", {}), NOW))
    expect(stateAt("watch", beat("watch", NOW), marker)).toBe("UNREADABLE")
    expect(stateAt("watch", beat("watch", NOW), NONE, mtime)).toBe("UNREADABLE")
  })
})

describe("a seat's tier", () => {
  it("names its seat", () => expect(at("overseer", beat("overseer", NOW - 5)).seat).toBe("w3:p2"))

  it.each([
    ["no seat", JSON.stringify({ format: 1, tier: "overseer", pid: 7, beatAt: "2026-11-03T00:00:00Z" })],
    ["an empty one", JSON.stringify({ format: 1, tier: "overseer", seat: " \u200b\u001b[2m ", pid: 7 })],
    ["a number", JSON.stringify({ format: 1, tier: "overseer", seat: 3 })],
    ["no JSON", "overseer"],
    ["half of it", beatText(writer("overseer", {}), NOW).slice(0, -20)],
    ["null", "null"],
    ["a list", "[]"],
    ["nothing", ""],
    ["what cannot be read", null],
    ["another version's record", JSON.stringify({ format: 2, seat: "w3:p2" })]
  ])("with %s in its beat is unreadable, while the watch's is armed", (_, text) => {
    for (const tier of SEAT_TIERS)
      expect(at(tier, file(NOW, text))).toEqual({ tier, state: "UNREADABLE", age: null, seat: null })
    expect(at("watch", file(NOW, text)).state).toBe("ARMED")
  })

  it("is unreadable where no file of ours stands, the watch's too", () => {
    for (const tier of TIERS) expect(stateAt(tier, BAD)).toBe("UNREADABLE")
  })
})

describe("a stand-down", () => {
  it("outranks the beat it follows, at the same instant too, fresh or stale", () => {
    for (const tier of TIERS) {
      expect(stateAt(tier, beat(tier, NOW - 5), down(tier, NOW - 4))).toBe("DISARMED")
      expect(stateAt(tier, beat(tier, NOW - 5), down(tier, NOW - 5))).toBe("DISARMED")
      expect(stateAt(tier, beat(tier, NOW - 9e6), down(tier, NOW - 8e6))).toBe("DISARMED")
      expect(stateAt(tier, NONE, down(tier, NOW))).toBe("DISARMED")
    }
  })

  it("is outranked by a later beat, which then has its age", () => {
    expect(stateAt("watch", beat("watch", NOW), down("watch", NOW - 1))).toBe("ARMED")
    expect(stateAt("watch", beat("watch", NOW - 70_000), down("watch", NOW - 70_001))).toBe("STALE")
  })

  it("is outranked by a fresh beat of another arm, while that is fresh", () => {
    const marker = down("watch", NOW, { arm: "a" })
    expect(stateAt("watch", beat("watch", NOW - 3, { arm: "b" }), marker)).toBe("ARMED")
    expect(stateAt("watch", beat("watch", NOW - STALE_AFTER, { arm: "b" }), marker)).toBe("ARMED")
    expect(stateAt("watch", beat("watch", NOW - STALE_AFTER - 1, { arm: "b" }), marker)).toBe("DISARMED")
    expect(stateAt("watch", beat("watch", NOW - 3, { arm: "a" }), marker)).toBe("DISARMED")
  })

  it("is outranked by no arm unless both say theirs", () => {
    expect(stateAt("watch", beat("watch", NOW - 3, { arm: "b" }), down("watch", NOW))).toBe("DISARMED")
    expect(stateAt("watch", beat("watch", NOW - 3), down("watch", NOW, { arm: "a" }))).toBe("DISARMED")
  })

  it("names its own seat, else the beat's", () => {
    expect(
      at("overseer", beat("overseer", NOW - 9, { seat: "old" }), down("overseer", NOW, { seat: "new" })).seat
    ).toBe("new")
    expect(at("watch", beat("watch", NOW - 9, { seat: "board" }), down("watch", NOW)).seat).toBe("board")
    expect(at("watch", BAD, down("watch", NOW, { seat: "board" }))).toEqual({
      tier: "watch",
      state: "DISARMED",
      age: null,
      seat: "board"
    })
  })

  it.each([
    ["no file of ours", BAD],
    ["half a record", file(NOW, standDownText(writer("watch", {}), NOW).slice(0, 30))],
    ["nothing in it", file(NOW, "")],
    ["nothing to read", file(NOW, null)],
    ["another tier's", down("overseer", NOW)],
    ["no instant", file(NOW, JSON.stringify({ format: 1, tier: "watch", pid: 1, disarmedAt: "soon" }))],
    [
      "another version's",
      file(NOW, JSON.stringify({ format: 2, tier: "watch", pid: 1, disarmedAt: "2026-11-03T00:00:00Z" }))
    ]
  ])("that is %s makes its tier unreadable, whatever the beat says", (_, marker) => {
    for (const one of [NONE, BAD, beat("watch", NOW), beat("watch", NOW + 500, { arm: "b" })])
      expect(at("watch", one, marker)).toEqual({ tier: "watch", state: "UNREADABLE", age: null, seat: null })
  })

  it("of a seat's tier that names none is no record", () => {
    const text = JSON.stringify({ format: 1, tier: "overseer", pid: 1, disarmedAt: "2026-11-03T00:00:00Z" })
    expect(stateAt("overseer", beat("overseer", NOW), file(NOW, text))).toBe("UNREADABLE")
  })
})
