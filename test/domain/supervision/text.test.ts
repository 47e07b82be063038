import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { BeatRecord, PresenceRecord, StandDownRecord } from "../../../src/domain/supervision/payload.ts"
import { lastOut } from "../../../src/domain/supervision/presence.ts"
import { beatText, presenceOf, presenceText, standDownText } from "../../../src/domain/supervision/records.ts"
import { refusalOf, seatName } from "../../../src/domain/supervision/seat-name.ts"
import { supervisionOf } from "../../../src/domain/supervision/status.ts"
import { supervisionText } from "../../../src/domain/supervision/text.ts"
import { STALE_AFTER, TIERS } from "../../../src/domain/supervision/tiers.ts"

const NOW = Date.UTC(2026, 10, 3)

describe("the line", () => {
  it("has every tier once, with its seat beside the state", () => {
    const writer = { tier: "overseer", seat: "w3:p2", arm: null, pid: 7 } as const
    const seen = {
      overseer: {
        beat: { _tag: "File", mtime: NOW, text: beatText(writer, NOW) },
        standDown: { _tag: "None" }
      }
    } as const
    expect(supervisionText(supervisionOf(seen, NOW))).toBe(
      "supervision: orchestrator ABSENT · orchestrator-context ABSENT · overseer ARMED (w3:p2) · overseer-context ABSENT · watch ABSENT"
    )
  })

  it.each([
    ["x) · watch ARMED (y", "x_ _ watch ARMED _y"],
    ["\u001b]0;evil\u0007%3", "%3"],
    ["a\nb", "a b"],
    ["\u202egnissim", "gnissim"],
    ["é東-1", "é東-1"],
    ["s".repeat(90), `${"s".repeat(39)}…`]
  ])("lets no name pass for more than a name: %j", (seat, shown) =>
    expect(supervisionText([{ tier: "overseer", state: "STALE", age: 61_000, seat }])).toBe(
      `supervision: overseer STALE (${shown})`
    )
  )

  it("has no empty brackets", () =>
    expect(supervisionText([{ tier: "watch", state: "STALE", age: 61_000, seat: "\u001b[2m" }])).toBe(
      "supervision: watch STALE"
    ))
})

describe("a seat's name", () => {
  it.each([undefined, null, 3, "", "  ", "\u200b", {}])("is none in %j", (raw) =>
    expect(seatName(raw)).toBeNull()
  )
  it("is cut", () => expect(seatName("s".repeat(5_000))).toHaveLength(100))
  it("is asked for on every tier but the watch's", () =>
    expect(TIERS.filter((tier) => refusalOf(tier, null) === null)).toEqual(["watch"]))
})

describe("a record", () => {
  const writer = { tier: "overseer", seat: "w3:p2", arm: "7.u", pid: 7 } as const
  it("is what its Schema says", () => {
    const read = <A, I>(schema: Schema.Schema<A, I>, text: string) =>
      Schema.decodeUnknownSync(Schema.parseJson(schema))(text)
    const common = { format: 1, tier: "overseer", seat: "w3:p2", armId: "7.u", pid: 7 }
    expect(read(BeatRecord, beatText(writer, NOW))).toEqual({ ...common, beatAt: "2026-11-03T00:00:00.000Z" })
    expect(read(StandDownRecord, standDownText(writer, NOW))).toEqual({
      ...common,
      disarmedAt: "2026-11-03T00:00:00.000Z"
    })
    expect(read(PresenceRecord, presenceText(writer, "7.u"))).toEqual({
      format: 1,
      tier: "overseer",
      pid: 7,
      id: "7.u"
    })
    expect(read(BeatRecord, beatText({ ...writer, seat: null, arm: null }, NOW))).toEqual({
      format: 1,
      tier: "overseer",
      pid: 7,
      beatAt: "2026-11-03T00:00:00.000Z"
    })
  })

  it("of a presence is the tier's it is named for", () => {
    expect(presenceOf("overseer", "overseer.live.7.u")).toBe("7.u")
    expect(presenceOf("overseer", "overseer-context.live.7.u")).toBeNull()
    expect(presenceOf("overseer", "overseer.live.")).toBeNull()
    expect(presenceOf("overseer", "overseer.beat")).toBeNull()
  })
})

describe("the last one out", () => {
  const peer = (id: string, age: number) => ({ id, mtime: NOW - age })
  it("is who sees nobody else alive, and gets the stale ones", () => {
    expect(lastOut([], "own", NOW)).toEqual([])
    expect(lastOut([peer("own", 0)], "own", NOW)).toEqual([])
    expect(lastOut([peer("own", 0), peer("dead", STALE_AFTER + 1)], "own", NOW)).toEqual([
      peer("dead", STALE_AFTER + 1)
    ])
  })
  it.each([STALE_AFTER, 0, -3_600_000])("is nobody beside a peer of age %d", (age) =>
    expect(lastOut([peer("dead", 9e6), peer("other", age)], "own", NOW)).toBeNull()
  )
})
