import * as Option from "effect/Option"
import { describe, expect, it } from "vitest"
import { parseReset, resetInstant } from "../../../src/domain/screen/reset.ts"

const iso = (words: string, at: string, zone = "UTC"): string | null =>
  Option.getOrNull(
    Option.flatMap(parseReset(words), (parsed) => resetInstant(parsed, Date.parse(at), zone)).pipe(
      Option.map((instant) => new Date(instant).toISOString())
    )
  )

describe("a limit's reset as an instant (case 138)", () => {
  it.each([
    ["12:10am", "2026-10-18T23:50:00Z", "UTC", "2026-10-19T00:10:00.000Z"],
    ["7:20pm", "2026-10-18T08:00:00Z", "UTC", "2026-10-18T19:20:00.000Z"],
    ["7:20pm", "2026-10-18T08:00:00Z", "Europe/Berlin", "2026-10-18T17:20:00.000Z"],
    ["7:20pm (Europe/Berlin)", "2026-10-18T08:00:00Z", "UTC", "2026-10-18T17:20:00.000Z"],
    ["11:02pm (UTC)", "2026-10-18T23:30:00Z", "Asia/Tokyo", "2026-10-19T23:02:00.000Z"],
    ["11:10 PM.", "2026-10-18T20:00:00Z", "UTC", "2026-10-18T23:10:00.000Z"],
    ["Oct 3, 9am", "2026-10-01T08:00:00Z", "UTC", "2026-10-03T09:00:00.000Z"],
    ["Dec 3, 9:39pm (UTC)", "2026-11-30T20:00:00Z", "UTC", "2026-12-03T21:39:00.000Z"],
    ["Jan 2, 9am", "2026-12-31T08:00:00Z", "UTC", "2027-01-02T09:00:00.000Z"],
    ["in 3h 20m", "2026-10-18T08:00:00Z", "UTC", "2026-10-18T11:20:00.000Z"],
    ["114h4m", "2026-10-18T00:00:00Z", "UTC", "2026-10-22T18:04:00.000Z"],
    // the night the clocks go back in Berlin: 07:20 is after the change
    ["7:20am", "2026-10-24T22:30:00Z", "Europe/Berlin", "2026-10-25T06:20:00.000Z"]
  ])("%s seen at %s in %s is %s", (words, at, zone, instant) => {
    expect(iso(words, at, zone)).toBe(instant)
  })

  it.each(["", "soon", "7", "25:00", "13:00pm", "Feb 30, 9am", "9am (Mars/Base)", "x".repeat(10_000)])(
    "%s names no instant (case 137)",
    (words) => {
      expect(iso(words, "2026-10-18T08:00:00Z")).toBeNull()
    }
  )
})
