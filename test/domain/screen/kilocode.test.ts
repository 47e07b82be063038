import { describe, expect, it } from "@effect/vitest"
import { profileOf } from "../../../src/domain/screen/profiles/index.ts"
import { readScreen } from "../../../src/domain/screen/read.ts"
import { asking, block, closing, DARK, session } from "./opencode-frames.ts"

const kilo = (screen: Parameters<typeof session>[0]) =>
  session({ cli: "kilocode", status: ["Code", "Mock Model", "Mock"], ...screen })
/** Kilo draws its agent in the colour of quiet words. */
const THEME = { ...DARK, agent: DARK.quiet }
const FOOTER = ["                                                   tab agents  ctrl+p commands"]

describe("Kilo", () => {
  it("is found by its names", () => {
    for (const name of ["kilocode", "kilo", "kilo-code"]) expect(profileOf(name).id).toBe("kilocode")
  })

  it("is idle without a folder below the box, and with an agent in quiet colours", () => {
    expect(readScreen(kilo({ theme: THEME, footer: FOOTER }))).toMatchObject({
      kind: "idle",
      touchable: true,
      model: "Mock Model"
    })
    expect(
      readScreen(kilo({ theme: THEME, footer: FOOTER, ghost: 'Ask anything... "Fix a TODO"' })).kind
    ).toBe("idle")
    expect(readScreen(kilo({ theme: THEME, footer: FOOTER, typed: ["fix it"] }))).toMatchObject({
      kind: "unsent",
      text: "fix it"
    })
  })

  it("is idle after a command of its shell mode: no failure, no turn", () => {
    const output = block(["$ ls -la", "", "total 24"], THEME, "38;2;10;10;10")
    expect(
      readScreen(kilo({ theme: THEME, footer: FOOTER, above: [...output, "", closing("", THEME), ""] })).kind
    ).toBe("idle")
  })

  it("works while it retries, asks in its own name", () => {
    const footer = [
      "   ⬝The⬝engine is currently overloaded, please try again later [retrying in 1s a",
      "    #1]"
    ]
    expect(readScreen(kilo({ footer })).kind).toBe("working")
    const rows = [
      "△ Reject permission",
      "",
      "Tell Kilo what to do differently",
      "",
      "enter confirm  esc cancel"
    ]
    expect(readScreen(asking("kilocode", [...block(["do it"]), "", closing("")], rows)).kind).toBe(
      "permission"
    )
  })

  it("sees the shell after it left", () => {
    const rows = ["  Session   Mock", "  Continue  kilo -s ses_1234", "", "❯ "]
    expect(
      readScreen({ cli: "kilocode", ansi: `${rows.join("\n")}\n`, cursor: { x: 2, y: 3, visible: true } })
        .kind
    ).toBe("shell")
  })
})
