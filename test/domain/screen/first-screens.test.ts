import { describe, expect, it } from "@effect/vitest"
import { findProfile } from "../../../src/domain/screen/profiles/index.ts"
import { readScreen } from "../../../src/domain/screen/read.ts"
import { acceptedKinds, CAPTURES } from "./corpus.ts"

const CLIS = ["droid", "amp", "qoder", "auggie", "cline"]
const OWN = CAPTURES.filter(({ label }) => CLIS.includes(label.cli))
const kindOf = (cli: string, rows: ReadonlyArray<string>): string =>
  readScreen({ cli, ansi: `\u001b[0m${rows.join("\n")}\n` }).kind

describe("CLIs of which only the first screens are known", () => {
  it("read every captured screen right", () => {
    expect(OWN.length).toBeGreaterThanOrEqual(13)
    for (const capture of OWN)
      expect(acceptedKinds(capture), capture.name).toContain(readScreen(capture.frame).kind)
  })

  it("have no box, so that none of their screens is idle or touchable", () => {
    for (const cli of CLIS) expect(findProfile(cli)?.composers, cli).toEqual([])
    for (const cli of CLIS) {
      for (const { frame } of CAPTURES) {
        const reading = readScreen({ ...frame, cli })
        expect([reading.kind === "idle", reading.touchable], cli).toEqual([false, false])
      }
    }
  })

  it("case 53: read a trust question with its choice, and not its words in prose", () => {
    const words = " Do you trust the files in this folder?"
    expect(
      kindOf("qoder", [
        words,
        "  ❯ 1. Trust folder",
        "    2. Don't trust and exit",
        " ↑/↓ navigate · Enter select · Esc back"
      ])
    ).toBe("trust")
    expect(kindOf("qoder", [words, " I answered yes.", " done"])).toBe("unknown")
  })

  it("case 54: read a dialog in words they do not know as unknown", () => {
    expect(kindOf("qoder", [" 信任此文件夹吗?", "  ❯ 1. 信任", "    2. 退出"])).toBe("unknown")
    expect(kindOf("amp", ["Möchten Sie fortfahren? [j/n]"])).toBe("unknown")
  })

  it("read the login question only while it waits", () => {
    const ask = "Would you like to log in to Amp? [(y)es, (n)o]:"
    expect(kindOf("amp", ["No API key found.", ask])).toBe("notice")
    expect(kindOf("amp", [`${ask} n`, "Login cancelled.", "dev@box:proj$ "])).toBe("shell")
  })

  it("read what is told of their dialogs and turns", () => {
    expect(
      kindOf("droid", [
        "Run npm test?",
        "> Yes, allow",
        "  No, cancel",
        "Use ↑↓ to navigate, Enter to select, Esc to cancel"
      ])
    ).toBe("permission")
    expect(kindOf("droid", ["⠴ Thinking about it  (esc to stop)", "> "])).toBe("working")
    expect(kindOf("cline", ["[act mode] Execute command?", "> Yes", "  No"])).toBe("permission")
    expect(kindOf("amp", [" text", "╰ ∿ Streaming ───────────╯"])).toBe("working")
  })
})
