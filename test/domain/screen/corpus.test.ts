import { describe, expect, it } from "@effect/vitest"
import { parseAnsi } from "../../../src/domain/screen/ansi.ts"
import { isBlockingKind } from "../../../src/domain/screen/kinds.ts"
import { PROFILES, profileOf } from "../../../src/domain/screen/profiles/index.ts"
import { readScreen } from "../../../src/domain/screen/read.ts"
import { readTitle } from "../../../src/domain/screen/title.ts"
import { acceptedKinds, CAPTURES, isUnsafe, plainText, reencoded, rowsOf, withRows } from "./corpus.ts"

const KNOWN = CAPTURES.filter(({ label }) => PROFILES.some((profile) => profile.id === label.cli))
/** CLIs that draw the same screens: one is a fork of the other. */
const FORKS: ReadonlySet<string> = new Set(["opencode", "kilocode"])
const isFork = (one: string, other: string): boolean => FORKS.has(one) && FORKS.has(other)
const squeeze = (text: string): string => text.replace(/\s+/g, "")

/** True for a row that says alone what the screen is, while the title says nothing of a turn. */
const isOnlySign = ({ frame, label }: (typeof CAPTURES)[number], row: number): boolean => {
  const silent = readTitle(profileOf(label.cli), frame.title ?? undefined) !== "working"
  const reading = readScreen(frame)
  if (!silent || reading.kind !== "working") return false
  // a wrapped sign is one block of rows
  const texts = plainText(frame.ansi).split("\n")
  return reading.rows.some(
    (from) => row >= from && texts.slice(from, row + 1).every((text) => text.trim() !== "")
  )
}

describe("captures of real CLIs", () => {
  it("holds captures of every profile that can call a screen idle", () => {
    for (const profile of PROFILES.filter(({ composers }) => composers.length > 0)) {
      const count = KNOWN.filter(({ label }) => label.cli === profile.id).length
      expect(count, profile.id).toBeGreaterThanOrEqual(20)
    }
  })

  it("never reads idle where typing would do harm, for any CLI", () => {
    expect(CAPTURES.filter((c) => isUnsafe(c, readScreen(c.frame).kind)).map((c) => c.name)).toEqual([])
  })

  for (const profile of PROFILES) {
    it(`reads at least 98 % of the ${profile.id} kinds right`, () => {
      const own = KNOWN.filter(({ label }) => label.cli === profile.id)
      if (own.length === 0) return expect(profile.composers).toEqual([])
      const wrong = own
        .map((c) => [c, readScreen(c.frame).kind] as const)
        .filter(([c, kind]) => !acceptedKinds(c).includes(kind))
      expect(
        wrong.length / own.length,
        wrong.map(([c, kind]) => `${c.name}: ${kind}`).join("\n")
      ).toBeLessThanOrEqual(0.03)
    })
  }

  it("gives back the unsent text, unwrapped", () => {
    const texts = KNOWN.filter(
      ({ label, frame }) =>
        label.kind === "unsent" &&
        label.text &&
        !label.clipped &&
        !label.garbled &&
        !/\[Paste(d|\s#)/i.test(frame.ansi)
    )
    expect(texts.length).toBeGreaterThan(30)
    const wrong = texts.filter((c) => squeeze(readScreen(c.frame).text ?? "") !== squeeze(c.label.text ?? ""))
    expect(wrong.map((c) => c.name)).toEqual([])
  })

  it("lets only proven idle screens be touched, and most of them", () => {
    const touched = CAPTURES.filter((c) => readScreen(c.frame).touchable)
    expect(touched.filter((c) => !acceptedKinds(c).includes("idle")).map((c) => c.name)).toEqual([])
    const idle = KNOWN.filter(({ label }) => label.kind === "idle")
    expect(touched.length / idle.length).toBeGreaterThan(0.9)
  })
})

describe("the same screens as other hosts and accidents give them", () => {
  it("reads equal cells from a host that resets every run, pads rows and ends them in CRLF", () => {
    for (const { name, frame } of CAPTURES) {
      const other = reencoded(frame.ansi, frame.cols ?? 0)
      const cells = parseAnsi(frame.ansi).rows.map((row) => row.cells)
      expect(
        parseAnsi(other).rows.map((row) => row.cells),
        name
      ).toEqual(cells)
      expect(readScreen({ ...frame, ansi: other }), name).toEqual(readScreen(frame))
    }
  })

  it("touches nothing and calls nothing harmful idle in a plain capture", () => {
    const wrong = CAPTURES.filter((c) => {
      const reading = readScreen({ ...c.frame, ansi: plainText(c.frame.ansi) })
      return reading.touchable || isUnsafe(c, reading.kind)
    })
    expect(wrong.map((c) => c.name)).toEqual([])
  })

  it("stays safe without a title, a cursor and a size", () => {
    const wrong = CAPTURES.filter((c) =>
      isUnsafe(c, readScreen({ cli: c.frame.cli, ansi: c.frame.ansi, title: c.label.pane_title }).kind)
    )
    expect(wrong.map((c) => c.name)).toEqual([])
    const untitled = CAPTURES.filter((c) =>
      isUnsafe(c, readScreen({ cli: c.frame.cli, ansi: c.frame.ansi }).kind)
    )
    expect(untitled.map((c) => c.name)).toEqual([])
  })

  it("reads the live frame, whatever older frames stand above it", () => {
    const wrong: Array<string> = []
    for (const [i, c] of KNOWN.entries()) {
      const older = KNOWN[(i * 7 + 31) % KNOWN.length]
      if (older === undefined || older.label.cli !== c.label.cli) continue
      const history = rowsOf(older.frame.ansi)
      const reading = readScreen(withRows(c.frame, [...history, ...rowsOf(c.frame.ansi)], history.length))
      const kind = readScreen(c.frame).kind
      // a picker may have no frame of its own, so that a dialog right above it still counts: cautious, not wrong
      const raised = kind === "overlay" && isBlockingKind(reading.kind)
      if (reading.kind !== kind && !raised)
        wrong.push(`${c.name} under ${older.name}: ${kind} became ${reading.kind}`)
    }
    expect(wrong).toEqual([])
  })

  it("never turns a harmful screen idle when rows are missing", () => {
    const wrong: Array<string> = []
    for (const [i, c] of KNOWN.entries()) {
      const rows = rowsOf(c.frame.ansi)
      // the odd rows of one capture and the even rows of the next: all of them take long and find no more
      for (let at = i % 2; at < rows.length; at += 2) {
        const dropped = withRows(c.frame, rows.toSpliced(at, 1))
        const cut = withRows(c.frame, rows.slice(0, at))
        const only = isOnlySign(c, at)
        const blanked = withRows(c.frame, rows.toSpliced(at, 1, ""))
        for (const [how, frame] of [
          ["dropped", dropped],
          ["cut", cut],
          ["blanked", blanked]
        ] as const) {
          if (only && how !== "cut") continue
          const reading = readScreen(frame)
          if (
            isUnsafe(c, reading.kind) ||
            (reading.touchable &&
              !acceptedKinds(c).includes("idle") &&
              c.label.kind !== "error" &&
              c.label.kind !== "limit")
          )
            wrong.push(`${c.name}: row ${at} ${how}: ${reading.rule}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it("never reads idle over a shell prompt below the frame", () => {
    const prompts = [
      "dev@box:proj$ ",
      "$ ",
      "> ",
      "❯ ",
      "› ",
      "➜  proj git:(main) ",
      "% make",
      "root@box:/# ls"
    ]
    const wrong: Array<string> = []
    for (const c of KNOWN) {
      const rows = rowsOf(c.frame.ansi)
      while (rows.length > 0 && rows[rows.length - 1] === "\u001b[0m") (rows as Array<string>).pop()
      for (const prompt of prompts) {
        const kind = readScreen(withRows(c.frame, [...rows, prompt])).kind
        if (kind === "idle") wrong.push(`${c.name}: ${prompt}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it("never reads idle with another CLI's profile", () => {
    const wrong: Array<string> = []
    for (const c of CAPTURES) {
      for (const profile of PROFILES) {
        if (profile.id === c.label.cli || isFork(profile.id, c.label.cli)) continue
        if (readScreen({ ...c.frame, cli: profile.id }).kind === "idle")
          wrong.push(`${c.name} as ${profile.id}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it("reads unknown when every glyph outside ASCII was replaced", () => {
    const wrong = KNOWN.filter((c) => {
      const kind = readScreen({
        ...c.frame,
        ansi: c.frame.ansi.replace(/[^\u0000-\u007e]/gu, "_"),
        title: (c.frame.title ?? "").replace(/[^\u0000-\u007e]/gu, "_")
      }).kind
      return kind === "idle" || kind === "working"
    })
    expect(wrong.map((c) => c.name)).toEqual([])
  })
})
