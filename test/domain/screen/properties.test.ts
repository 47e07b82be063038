import { describe, expect, it } from "@effect/vitest"
import { type Cell, parseAnsi } from "../../../src/domain/screen/ansi.ts"
import type { Frame } from "../../../src/domain/screen/frame.ts"
import { profileOf } from "../../../src/domain/screen/profiles/index.ts"
import { readScreen } from "../../../src/domain/screen/read.ts"
import type { ScreenReading } from "../../../src/domain/screen/reading.ts"
import {
  acceptedKinds,
  CAPTURES,
  type Capture,
  isUnsafe,
  plainText,
  reencoded,
  rowsOf,
  withRows
} from "./corpus.ts"

/** Numbers below `n` from a seed: the same run every time. */
const dice = (seed: number) => {
  let state = seed >>> 0
  return (n: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

const KNOWN = CAPTURES.filter(({ label }) => profileOf(label.cli).composers.length > 0)
const SIBLINGS = new Map<string, ReadonlyArray<Capture>>()
for (const c of KNOWN) SIBLINGS.set(c.label.cli, [...(SIBLINGS.get(c.label.cli) ?? []), c])

/** Every third capture, another third for every property: together they see them all. */
const share = (third: number): ReadonlyArray<Capture> => KNOWN.filter((_, at) => at % 3 === third)

const harmful = (c: Capture, reading: ScreenReading): boolean =>
  isUnsafe(c, reading.kind) ||
  (reading.touchable &&
    !acceptedKinds(c).includes("idle") &&
    c.label.kind !== "error" &&
    c.label.kind !== "limit")

const drawnRows = (c: Capture): ReadonlyArray<string> => {
  const rows = [...rowsOf(c.frame.ansi)]
  while (rows[rows.length - 1] === "\u001b[0m") rows.pop()
  return rows
}

/** Captures for which a change of the frame lets a reading do harm. */
const harmed = (
  captures: ReadonlyArray<Capture>,
  change: (c: Capture) => Frame | undefined
): ReadonlyArray<string> =>
  captures.flatMap((c) => {
    const frame = change(c)
    if (frame === undefined) return []
    const reading = readScreen(frame)
    return harmful(c, reading) ? [`${c.name}: ${reading.kind} by ${reading.rule}`] : []
  })

const SGR = /\u001b\[[\d;]*m/gu
const WORDS = [
  "ok",
  "  more of it",
  "● text",
  "$ ls",
  "dev@box:~$ ",
  "Terminated",
  "│ │",
  "─".repeat(30),
  "❯ ",
  "› ",
  "> ",
  "  hint"
]

describe("captures that were changed at random", () => {
  it("keep their kind below rows of an older frame, from any row of it on", () => {
    const roll = dice(11)
    const wrong: Array<string> = []
    for (const c of KNOWN) {
      const before = readScreen(c.frame).kind
      const same = SIBLINGS.get(c.label.cli) ?? []
      const older = same[roll(same.length)] ?? c
      const history = drawnRows(older).slice(roll(30))
      const reading = readScreen(withRows(c.frame, [...history, ...rowsOf(c.frame.ansi)], history.length))
      // a menu under an older dialog may pass for that dialog; an idle one it never is
      const settled = !["overlay", "notice", "shell", "unknown"].includes(before)
      if (harmful(c, reading) || (settled && reading.kind !== before))
        wrong.push(`${c.name} under ${older.name}: ${before} became ${reading.kind}`)
    }
    expect(wrong).toEqual([])
  })

  it("are never idle above rows that stand below the live ones", () => {
    const roll = dice(12)
    const wrong = harmed(share(0), (c) => {
      const other = drawnRows(KNOWN[roll(KNOWN.length)] ?? c)
      const added = Array.from({ length: 1 + roll(3) }, () =>
        roll(2) === 0 ? (WORDS[roll(WORDS.length)] ?? "") : (other[roll(other.length)] ?? "")
      )
      return withRows(c.frame, [...drawnRows(c), ...added])
    })
    expect(wrong).toEqual([])
  })

  it("are no more touchable without their styles", () => {
    const wrong = share(1).filter((c) => {
      const frame = { ...c.frame, ansi: plainText(c.frame.ansi) }
      const poor = { cli: c.frame.cli, ansi: frame.ansi }
      return [frame, poor].some((plain) => readScreen(plain).touchable || harmful(c, readScreen(plain)))
    })
    expect(wrong.map((c) => c.name)).toEqual([])
  })

  it.each([
    ["foregrounds", /\u001b\[(?:3[0-79]|9[0-7]|38;[\d;]+)m/gu],
    ["faint", /(?<=\u001b\[0?);?2(?=m)/gu],
    ["reverse", /(?<=\u001b\[0?);?7(?=m)/gu]
  ])("are never idle without one of their styles (%s)", (_, style) => {
    expect(harmed(share(2), (c) => ({ ...c.frame, ansi: c.frame.ansi.replace(style, "") }))).toEqual([])
  })

  it("are never idle with rows and columns broken, away from the rows that say what they are", () => {
    const roll = dice(13)
    const wrong: Array<string> = []
    for (const c of KNOWN) {
      const signs = readScreen(c.frame).rows
      const low = Math.min(...signs) - 1
      const high = Math.max(...signs) + 4
      const rows = [...rowsOf(c.frame.ansi)]
      const at = roll(rows.length)
      // failures may go over to idle with their row, and a wrapped sign is more than its first row
      if (signs.length === 0 || (at >= low && at <= high)) continue
      const cells = parseAnsi(c.frame.ansi).rows[at]?.cells ?? []
      const from = roll(80)
      const how = roll(4)
      const text = (keep: (cell: Cell) => string): string => cells.map(keep).join("")
      if (how === 0) rows[at] = ""
      else if (how === 1) rows[at] = text((cell) => (cell.col < from ? cell.char : ""))
      else if (how === 2)
        rows[at] = text((cell) => (cell.col >= from && cell.col < from + 20 ? "#" : cell.char))
      else rows.splice(at, 0, rows[at] ?? "")
      const reading = readScreen(withRows(c.frame, rows, how === 3 && at <= (c.frame.cursor?.y ?? 0) ? 1 : 0))
      if (harmful(c, reading)) wrong.push(`${c.name}: row ${at} changed by ${how}: ${reading.rule}`)
    }
    expect(wrong).toEqual([])
  })

  it("are never idle when the pane shows fewer columns, or fewer rows at its end", () => {
    const roll = dice(14)
    const narrow = harmed(share(0), (c) => {
      const width = 20 + roll(Math.max(1, (c.label.cols ?? 80) - 20))
      const title = profileOf(c.label.cli).titles === undefined
      // where only a row's words say that a turn runs, a cut takes the words away
      if (title && c.label.kind === "working") return undefined
      const rows = parseAnsi(c.frame.ansi).rows.map((row) =>
        row.cells.flatMap((cell) => (cell.col + cell.width <= width ? [cell.char] : [])).join("")
      )
      return { ...withRows(c.frame, rows), cols: width }
    })
    const low = harmed(share(1), (c) => {
      const rows = rowsOf(c.frame.ansi)
      return withRows(c.frame, rows.slice(0, roll(rows.length)))
    })
    expect([...narrow, ...low]).toEqual([])
  })

  it("are never idle where the host knows less, or gives a title that is not the CLI's", () => {
    const roll = dice(15)
    const titles = [null, "", "bash", "zsh", "dev@box: ~/work", "✳", "a | b", "team"]
    const wrong = harmed(KNOWN, (c) => {
      const title = titles[roll(titles.length)] ?? null
      // a pipe is what Codex itself puts into a title
      if (title === "a | b" && c.label.cli === "codex") return undefined
      return {
        cli: c.frame.cli,
        title,
        ansi: roll(2) === 0 ? c.frame.ansi : reencoded(c.frame.ansi, c.label.cols ?? 0),
        cursor: roll(2) === 0 ? c.frame.cursor : null,
        cols: roll(2) === 0 ? c.frame.cols : null
      }
    })
    expect(wrong).toEqual([])
  })

  it("are never idle with glyphs replaced, some of them or all", () => {
    const roll = dice(16)
    const sets = [/[^\u0000-\u007e]/gu, /[\u2500-\uffff]/gu, /[\u2700-\u27bf]/gu]
    const wrong = harmed(KNOWN, (c) => {
      const set = sets[roll(sets.length)] ?? /[^\u0000-\u007e]/gu
      const by = ["_", "?", "\ufffd", " "][roll(4)] ?? "_"
      const replaced = (text: string): string => text.replace(set, by)
      return { ...c.frame, ansi: replaced(c.frame.ansi), title: replaced(c.frame.title ?? "") }
    })
    expect(wrong).toEqual([])
  })

  it("say nothing that rests on a style when all styles are gone and the title with them", () => {
    const wrong = share(2).filter((c) => {
      const reading = readScreen({
        cli: c.frame.cli,
        ansi: c.frame.ansi.replace(SGR, ""),
        cursor: c.frame.cursor
      })
      return reading.touchable || harmful(c, reading)
    })
    expect(wrong.map((c) => c.name)).toEqual([])
  })
})
