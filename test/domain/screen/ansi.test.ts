import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { PLAIN, parseAnsi, RGB_BASE } from "../../../src/domain/screen/ansi.ts"
import { PROFILES } from "../../../src/domain/screen/profiles/index.ts"
import { readScreen } from "../../../src/domain/screen/read.ts"
import { pointWidth } from "../../../src/domain/screen/width.ts"

const texts = (ansi: string) => parseAnsi(ansi).rows.map((row) => row.text)
const cell = (ansi: string, at = 0) => parseAnsi(ansi).rows[0]?.cells[at]

describe("parsing a capture", () => {
  it("ends rows in LF, CRLF, or CR alone where there is no LF", () => {
    expect(texts("a\nb\n")).toEqual(["a", "b"])
    expect(texts("a\r\nb\r\n")).toEqual(["a", "b"])
    expect(texts("a\rb")).toEqual(["a", "b"])
    expect(texts("a\n\n\nb")).toEqual(["a", "", "", "b"])
  })

  it("carries styling over from row to row until it is reset", () => {
    const rows = parseAnsi("\u001b[2;31mab\ncd\u001b[0m\nef").rows
    expect(rows[1]?.cells[0]?.style).toMatchObject({ faint: true, fg: 1 })
    expect(rows[2]?.cells[0]?.style).toEqual(PLAIN)
  })

  it("keeps every kind of colour and gives equal ones equal values", () => {
    expect(cell("\u001b[31mx")?.style.fg).toBe(1)
    expect(cell("\u001b[38;5;1mx")?.style.fg).toBe(1)
    expect(cell("\u001b[94mx")?.style.fg).toBe(12)
    expect(cell("\u001b[48;5;246mx")?.style.bg).toBe(246)
    expect(cell("\u001b[38;2;1;2;3mx")?.style.fg).toBe(RGB_BASE + 0x010203)
    expect(cell("\u001b[38:2::1:2:3mx")?.style.fg).toBe(RGB_BASE + 0x010203)
    expect(cell("\u001b[38:5:9mx")?.style.fg).toBe(9)
    expect(cell("\u001b[31m\u001b[39mx")?.style.fg).toBe(-1)
  })

  it("knows the ends of every attribute", () => {
    expect(cell("\u001b[1;2;3;4;7;8;9mx")?.style).toMatchObject({
      bold: true,
      faint: true,
      italic: true,
      underline: true,
      inverse: true,
      hidden: true,
      strike: true
    })
    expect(cell("\u001b[1;2;3;4;7;8;9m\u001b[22;23;24;27;28;29mx")?.style).toEqual(PLAIN)
    expect(cell("\u001b[7mx\u001b[mx", 1)?.style).toEqual(PLAIN)
    expect(cell("\u001b[4:3mx")?.style.underline).toBe(true)
    expect(cell("\u001b[4m\u001b[4:0mx")?.style.underline).toBe(false)
  })

  it("drops every other sequence and every control character", () => {
    expect(
      texts(
        "a\u001b]0;title\u0007b\u001b]8;;http://x\u001b\\c\u001b[2Kd\u001b[?25le\u001bMf\u0000\u0008\u007fg"
      )
    ).toEqual(["abcdefg"])
    expect(texts("a\u001bP1$r\u001b\\b\u001b_x\u001b\\c\u009b31md")).toEqual(["abcd"])
    expect(texts("a\u001b]0;never closed\nb")).toEqual(["a", "b"])
    expect(texts("a\u001b[31")).toEqual(["a"])
    expect(texts("a\u001b")).toEqual(["a"])
  })

  it("draws lines for the special graphics set", () => {
    expect(texts("\u000elqk\u000f x")).toEqual(["┌─┐ x"])
    expect(texts("\u001b(0mqj\u001b(B q")).toEqual(["└─┘ q"])
  })

  it("counts columns: wide characters two, combining marks and joined emoji none", () => {
    expect(parseAnsi("修x").rows[0]?.cells.map((c) => [c.char, c.col, c.width])).toEqual([
      ["修", 0, 2],
      ["x", 2, 1]
    ])
    expect(parseAnsi("e\u0301x").rows[0]?.cells.map((c) => c.col)).toEqual([0, 1])
    expect(parseAnsi("👩\u200d💻x").rows[0]?.cells.map((c) => c.char)).toEqual(["👩\u200d💻", "x"])
    expect(parseAnsi("a\tb").rows[0]?.cells.at(-1)?.col).toBe(8)
    expect([
      pointWidth(0x61),
      pointWidth(0x2714),
      pointWidth(0x1f41b),
      pointWidth(0xff0c),
      pointWidth(0x301),
      pointWidth(0x200b)
    ]).toEqual([1, 1, 2, 2, 0, 0])
  })

  it("leaves undrawn blanks at the end out and keeps those that show", () => {
    expect(parseAnsi("a   \u001b[2m  \u001b[0m").rows[0]?.cells).toHaveLength(1)
    expect(parseAnsi("a \u001b[7m \u001b[0m").rows[0]?.cells).toHaveLength(3)
  })

  it("says whether there was any styling at all", () => {
    expect(parseAnsi("plain").styled).toBe(false)
    expect(parseAnsi("\u001b[0mplain")).toMatchObject({ styled: true, coloured: false })
    expect(parseAnsi("\u001b[2mfaint")).toMatchObject({ styled: true, coloured: true })
  })

  it("replaces what is no character and never throws, with any profile", () => {
    expect(texts("a\ud800b")).toEqual(["a\ufffdb"])
    const piece = FastCheck.oneof(
      FastCheck.string({ unit: "binary" }),
      FastCheck.constantFrom(
        "\u001b[",
        "\u001b]",
        "\u001b(0",
        "\u000e",
        "\u009b",
        "7m",
        "38;2;",
        ":",
        "\r",
        "\n",
        "\t",
        "─".repeat(40),
        "\n❯\u00a0",
        "\n› ",
        "\ud83d",
        "\u200d",
        "(((",
        "…"
      )
    )
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(piece, { maxLength: 60 }),
        FastCheck.constantFrom("none", ...PROFILES.map((profile) => profile.id)),
        (pieces, cli) => {
          const reading = readScreen({ cli, ansi: pieces.join("") })
          expect(reading.touchable === false || reading.kind === "idle").toBe(true)
        }
      ),
      { numRuns: 300 }
    )
  })
})
