import { describe, expect, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { LONGEST_HOLD, parseFor, parseUntil } from "../../../src/domain/hold/until.ts"

const BERLIN = DateTime.zoneUnsafeMakeNamed("Europe/Berlin")
const iso = (text: string, now: string) =>
  Either.match(parseUntil(text, Date.parse(now), BERLIN), {
    onLeft: (why) => why.replace(/;.*/u, ""),
    onRight: (at) => new Date(at).toISOString()
  })

describe("the TIME of a hold", () => {
  // Berlin's wall: 2026-12-01 10:00.
  const NOW = "2026-12-01T09:00:00Z"
  it.each([
    ["18:30", "2026-12-01T17:30:00.000Z"],
    ["09:00", "2026-12-02T08:00:00.000Z"],
    ["10:00", "2026-12-02T09:00:00.000Z"],
    [" 10:01 ", "2026-12-01T09:01:00.000Z"],
    ["tomorrow 09:00", "2026-12-02T08:00:00.000Z"],
    ["2026-12-24 09:00", "2026-12-24T08:00:00.000Z"],
    ["2026-12-24T09:00", "2026-12-24T08:00:00.000Z"],
    ["2026-12-24T09:00:00Z", "2026-12-24T09:00:00.000Z"],
    ["2026-12-24 09:00+02:00", "2026-12-24T07:00:00.000Z"],
    ["2027-01-01T09:00:00Z", "2027-01-01T09:00:00.000Z"],
    ["2027-01-01T09:00:01Z", "that is more than 31 days ahead"],
    ["2026-12-01T09:00:00Z", "that time has passed"],
    ["2026-11-30 09:00", "that time has passed"],
    ["2027-02-30 09:00", "there is no day 2027-02-30"],
    ["2027-13-01T09:00Z", "there is no day 2027-13-01"],
    ["24:00", "that is no time"],
    ["soon", "that is no time"],
    ["", "that is no time"],
    ["18:30\n", "2026-12-01T17:30:00.000Z"],
    ["\u001b[31m18:30", "that is no time"]
  ])("%j is %s", (text, said) => expect(iso(text, NOW)).toBe(said))

  it("follows the clock's changes", () => {
    // The wall skips 02:00 to 03:00 on 2027-03-28, and shows 02:00 to 03:00 twice on 2026-10-25.
    expect(iso("2027-03-28 02:30", "2027-03-27T12:00:00Z")).toBe("2027-03-28T01:30:00.000Z")
    expect(iso("02:30", "2026-10-25T00:00:00Z")).toBe("2026-10-25T00:30:00.000Z")
    expect(iso("02:30", "2026-10-25T00:45:00Z")).toBe("2026-10-25T01:30:00.000Z")
    // Berlin is a day ahead of UTC at 23:30Z.
    expect(iso("tomorrow 09:00", "2026-12-01T23:30:00Z")).toBe("2026-12-03T08:00:00.000Z")
  })

  it("is refused with an example and without its own text", () => {
    expect(parseUntil("hunter2", 0, BERLIN)).toEqual(
      Either.left("that is no time; write 18:30, tomorrow 09:00, 2026-12-24 09:00 or 2026-12-24T09:00:00Z")
    )
  })
})

describe("the DURATION of a hold", () => {
  it.each([
    ["2h", 7_200_000],
    ["1.5h", 5_400_000],
    ["744h", LONGEST_HOLD]
  ])("%s", (text, ms) => expect(parseFor(text, 1_000)).toEqual(Either.right(1_000 + ms)))
  it.each(["744.1h", "0s", "0.0001s", "2d", "-1h", ""])("%j is refused", (text) =>
    expect(Either.isLeft(parseFor(text, 1_000))).toBe(true)
  )
})
