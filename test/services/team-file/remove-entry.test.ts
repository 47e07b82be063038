import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { decodeText } from "../../../src/services/TeamFile.ts"
import { withoutSeat } from "../../../src/services/team-file/remove-entry.ts"

const HEAD = "format: 1\nproject: lantern\noperator: one\nworkspace: { mode: shared }\n# the seats\nseats:\n"
const flow = (name: string) =>
  `  - { role: ${name}, name: ${name}, cli: codex, vendor: openai, model: GPT, version: "1", launch: codex${name === "one" ? ", leads: true" : ""} }\n`
const block = (name: string) =>
  `  - role: ${name} # what it does\n    name: ${name}\n    cli: codex\n    vendor: openai\n    model: GPT\n    version: "1"\n    launch: codex\n`
const TAIL = "rules:\n  - be kind\n"

const names = (text: string): ReadonlyArray<string> =>
  Either.getOrThrow(decodeText(text)).file.seats.map(({ name }) => name)

describe("a seat's entry taken out of a team file", () => {
  it.each([
    ["in the middle, one a line", [flow("one"), flow("two"), flow("three")], "two"],
    ["at the end, before another section", [flow("one"), flow("two")], "two"],
    ["of several lines", [flow("one"), block("two"), block("three")], "two"],
    ["of several lines, the last", [flow("one"), block("two"), block("three")], "three"]
  ])("%s: everything else stays to the letter", (_, entries, seat) => {
    const text = `${HEAD}${entries.join("")}${TAIL}`
    const rest = entries.filter((entry) => !entry.includes(`name: ${seat}`)).join("")
    expect(Either.getOrThrow(withoutSeat(text, seat))).toBe(`${HEAD}${rest}${TAIL}`)
    expect(names(`${HEAD}${rest}${TAIL}`)).not.toContain(seat)
  })

  it("is refused where it is not one entry of its own", () => {
    const counted = flow("two").replace("name: two,", "name: two, count: 2,")
    const left = (text: string, seat: string) => Either.getOrThrow(Either.flip(withoutSeat(text, seat)))
    expect(left(`${HEAD}${flow("one")}${counted}`, "two")).toBe("its entry stands for several seats")
    expect(left(`${HEAD}${flow("one")}${counted}`, "two-2")).toBe(
      "its entry has no name of its own in the file"
    )
    expect(left(`${HEAD}${flow("one")}`, "one")).toBe("it is the only seat of the file")
    expect(left("seats: [{ name: one }, { name: two }]\n", "two")).toBe(
      "the seats stand in one line of the file"
    )
    expect(left("project: lantern\n", "one")).toBe("the file has no list of seats")
  })
})
