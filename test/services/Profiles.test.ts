import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as TestClock from "effect/TestClock"
import { afterEach, beforeEach, describe, expect } from "vitest"
import type { Frame } from "../../src/domain/screen/frame.ts"
import { isBlockingKind, ScreenKind } from "../../src/domain/screen/kinds.ts"
import { findProfile } from "../../src/domain/screen/profiles/index.ts"
import { readScreen } from "../../src/domain/screen/read.ts"
import type { ScreenReading } from "../../src/domain/screen/reading.ts"
import {
  moreCautious,
  readScreenWith,
  shippedOnly,
  USER_BUDGET
} from "../../src/domain/screen/user-profile.ts"
import { Profiles } from "../../src/services/Profiles.ts"
import { CAPTURES } from "../domain/screen/corpus.ts"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "profiles-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
const load = Effect.suspend(() =>
  Effect.flatMap(Profiles, (profiles) => profiles.load).pipe(Effect.provide(Profiles.layerAt(folder)))
)
const problems = Effect.map(load, (read) => read.problems.map((problem) => problem.replace(`${folder}/`, "")))

const DOC = readFileSync(
  join(fileURLToPath(import.meta.url), "..", "..", "..", "docs", "profiles.md"),
  "utf8"
)
const EXAMPLE = /```yaml\n([\s\S]*?)```/u.exec(DOC)?.[1] ?? ""

const RULE = "─".repeat(42)
const GHOST = "> \u001b[2mask lark anything\u001b[0m"
const STATUS = "  lark-2 (medium) · 41% used · ? for help"
const lark = (above: ReadonlyArray<string>, box = GHOST, below: ReadonlyArray<string> = [STATUS]): Frame => ({
  cli: "lark",
  ansi: ["> rename the module", "", ...above, "", RULE, box, RULE, ...below, ""].join("\n"),
  cols: 42
})

describe("the example of the documentation", () => {
  it.effect("loads as it stands and reads the screens it describes", () =>
    Effect.gen(function* () {
      write("lark.yaml", EXAMPLE)
      const { lookup, own, problems } = yield* load
      expect(problems).toEqual([])
      expect(own.map(({ id }) => id)).toEqual(["lark"])
      const read = (frame: Frame): ScreenReading => readScreenWith(lookup, frame)
      expect(read(lark(["* Done."]))).toMatchObject({
        kind: "idle",
        touchable: true,
        model: "lark-2",
        effort: "medium",
        context_left: 59
      })
      expect(read(lark(["* Done."], "> and then"))).toMatchObject({ kind: "unsent", text: "and then" })
      expect(read(lark(["* Done."], "! ls")).kind).toBe("overlay")
      expect(read(lark(["* Text", "", "| Reading… (12s)"])).kind).toBe("working")
      expect(read(lark(["! Daily limit reached, resets at 18:30"]))).toMatchObject({
        kind: "limit",
        limit: { reset: "18:30" }
      })
      expect(read(lark(["! No connection to the service"]))).toMatchObject({
        kind: "error",
        error: "connection"
      })
      expect(read(lark(["* Done."], GHOST, [STATUS, "  esc to close help"])).kind).toBe("overlay")
      const dialog = [
        "* Text",
        "",
        "May lark run this?",
        "> 1. yes",
        "  2. no",
        "enter to allow, esc to refuse"
      ]
      expect(read({ cli: "lark", ansi: dialog.join("\n") }).kind).toBe("permission")
      expect(read(lark(dialog)).kind).toBe("idle")
      expect(read({ ...lark(["* Done."]), title: "* rename the module" }).kind).toBe("working")
      expect(readScreen(lark(["* Done."])).kind).toBe("unknown")
    })
  )

  it.effect("touches no box that nobody has seen", () =>
    Effect.gen(function* () {
      write("lark.yaml", EXAMPLE.replace("captured: true  ", "captured: false "))
      const { lookup } = yield* load
      expect(readScreenWith(lookup, lark(["* Done."]))).toMatchObject({ kind: "idle", touchable: false })
    })
  )
})

describe("a file that is wrong", () => {
  it.effect("is refused with path, line and reason, and costs only itself", () =>
    Effect.gen(function* () {
      write("good.yaml", "exits: ['^bye$']\n")
      write(
        "bad.yaml",
        "aliases: [b]\ndialogs:\n  - id: ask\n    kind: asking\n  - id: two\n    kind: notice\n    colour: red\n"
      )
      write("broken.yaml", "dialogs: [\n")
      write("list.yaml", "- a\n")
      const { own } = yield* load
      expect(own.map(({ id }) => id)).toEqual(["good"])
      const said = yield* problems
      expect(said).toHaveLength(4)
      expect(said[0]).toMatch(/^bad\.yaml line 4: dialogs\[0\]\.kind must be one of "idle", "working", /)
      expect(said[1]).toBe("bad.yaml line 7: dialogs[1].colour is no field of a profile")
      expect(said[2]).toMatch(/^broken\.yaml line \d+: /)
      expect(said[3]).toBe("list.yaml line 1: a profile is a map of fields")
    })
  )

  it.effect("may hold no pattern that can explode", () =>
    Effect.gen(function* () {
      const patterns = ["^(a+)+$", "(?<=x)y", "(a)\\1", "(", `^${"x".repeat(500)}`]
      for (const [i, pattern] of patterns.entries()) write(`p${i}.yaml`, `entries: ['^ok', '${pattern}']\n`)
      const said = yield* problems
      expect(said).toHaveLength(patterns.length)
      for (const [i, one] of said.entries())
        expect(one).toMatch(new RegExp(`^p${i}\\.yaml line 1: entries\\[1\\] `))
    })
  )

  it.live("may hold no pattern that is slow on a long row", () =>
    Effect.gen(function* () {
      write("slow.yaml", `entries:\n  - '^> .{0,40} .{0,40}$'\n  - 'a*a*a*a*b'\n  - '${" *".repeat(150)}x'\n`)
      const reason =
        'this pattern takes too long on a long row: begin it with ^, and give its repeats an end, such as ".{0,40}"'
      expect(yield* problems).toEqual([`slow.yaml line 3: ${reason}`, `slow.yaml line 4: ${reason}`])
    })
  )

  it.effect("may not take the name of a shipped CLI, nor another id than its own", () =>
    Effect.gen(function* () {
      write("mine.yaml", "id: other\naliases: [own, claude]\n")
      const said = yield* problems
      expect(said[0]).toBe('mine.yaml line 1: id must be the name of the file, "mine", or be left out')
      expect(said[1]).toContain("mine.yaml line 2: aliases[1] is the name of claude-code")
    })
  )

  it.effect("needs a name that a CLI can have; a missing folder is no profiles", () =>
    Effect.gen(function* () {
      write("Big Name.yaml", "exits: []\n")
      write("lark.yml", "exits: []\n")
      write("notes.txt", "not a profile")
      mkdirSync(join(folder, "dir.yaml"))
      expect(yield* problems).toEqual([
        "Big Name.yaml line 1: name it <cli>.yaml, in small letters",
        "dir.yaml is not a regular file",
        "lark.yml line 1: name it <cli>.yaml, in small letters"
      ])
      rmSync(folder, { recursive: true })
      expect(yield* load).toMatchObject({ own: [], problems: [] })
    })
  )
})

// everything a file could try in order to make screens idle
const HOSTILE = `
composers:
  - id: box
    captured: true
    shape: edges
    top: '^.'
    bottom: '^.'
    glyphs: [{ char: '❯', mode: prompt }, { char: '›', mode: prompt }, { char: '>', mode: prompt }]
    glyphColumn: 0
    textColumn: 2
    glyphOptional: true
    ghost: { faint: true, firstInverse: true, colours: [default] }
    placeholders: ['^']
    footer: { indent: 0, anchors: ['^'], after: ['^'], emptyHint: ['^'], status: ['^'] }
dialogs:
  - { id: permission, kind: overlay, not: [''] }
marks:
  - { id: spinner, role: end, row: '^' }
  - { id: working, role: end, row: '^' }
titles: { working: [], idle: ['^'], overlay: [], turnHidden: false }
`

describe("a file for a shipped CLI", () => {
  it.effect("never makes a screen idle, touchable or unblocked that is not", () =>
    Effect.gen(function* () {
      const clis = ["claude-code", "codex", "pi", "grok", "gemini"]
      for (const cli of clis) write(`${cli}.yaml`, HOSTILE)
      const { lookup, problems } = yield* load
      expect(problems).toEqual([])
      let seen = 0
      for (const [i, { frame, name }] of CAPTURES.entries()) {
        if (!clis.includes(frame.cli) || i % 3 !== 0) continue
        seen++
        const shipped = readScreen(frame)
        const both = readScreenWith(lookup, frame)
        expect(both.kind === "idle" && shipped.kind !== "idle", name).toBe(false)
        expect(both.touchable && !shipped.touchable, name).toBe(false)
        if (isBlockingKind(shipped.kind))
          expect(isBlockingKind(both.kind) || both.kind === "shell", name).toBe(true)
        if (shipped.kind === "shell" || shipped.kind === "permission")
          expect(both.kind, name).toBe(shipped.kind)
      }
      expect(seen).toBeGreaterThan(100)
    })
  )

  it.effect("adds what it knows: a dialog, a working mark, a title, a model", () =>
    Effect.gen(function* () {
      write(
        "claude.yaml",
        `
dialogs:
  - { id: extra-gate, kind: permission, says: ['company gate'], tail: ['y or n$'] }
marks:
  - { id: extra-spinner, role: working, row: '^≈ ' }
titles: { working: ['^≈ '] }
extractors:
  - { id: own-line, at: footer, row: 'ctx=(\\d+)', contextLeft: '{1}' }
`
      )
      const { lookup, problems } = yield* load
      expect(problems).toEqual([])
      const rule = "─".repeat(60)
      const screen = (above: string, title: string | null = null, footer = "  ? for shortcuts"): Frame => ({
        cli: "claude-code",
        ansi: ["● Done.", "", above, "", rule, "❯\u00a0\u001b[7m \u001b[0m", rule, footer, ""].join("\n"),
        title
      })
      const read = (frame: Frame): ScreenReading => readScreenWith(lookup, frame)
      expect(read(screen("✻ Cogitated for 2s"))).toMatchObject({ kind: "idle", touchable: true })
      expect(read(screen("≈ pondering"))).toMatchObject({
        kind: "working",
        rule: "extra-spinner",
        touchable: false
      })
      expect(read(screen("✻ Cogitated for 2s", "≈ do it")).kind).toBe("working")
      expect(read(screen("✻ Cogitated for 2s", null, "  ? for shortcuts · ctx=12")).context_left).toBe(12)
      expect(readScreen(screen("≈ pondering")).kind).toBe("idle")
      const gate = { cli: "claude", ansi: "● Text\n\nThe company gate asks:\ny or n\n" }
      expect([readScreen(gate).kind, read(gate).kind]).toEqual(["unknown", "permission"])
    })
  )

  it("more cautious of two readings: never lower than the shipped one, whatever the other says", () => {
    const kinds = ScreenKind.literals
    const reading = FastCheck.record({
      kind: FastCheck.constantFrom(...kinds),
      touchable: FastCheck.boolean(),
      model: FastCheck.option(FastCheck.constantFrom("a", "b"), { nil: undefined })
    }).map(
      ({ kind, model, touchable }): ScreenReading => ({
        kind,
        rule: "r",
        rows: [],
        touchable: touchable && kind === "idle",
        ...(model === undefined ? {} : { model })
      })
    )
    FastCheck.assert(
      FastCheck.property(reading, reading, (shipped, user) => {
        const both = moreCautious(shipped, user)
        if (both.kind === "idle") expect([shipped.kind, user.kind]).toEqual(["idle", "idle"])
        expect(both.touchable).toBe(shipped.touchable && user.touchable)
        if (isBlockingKind(shipped.kind))
          expect(isBlockingKind(both.kind) || both.kind === "shell").toBe(true)
        if (shipped.kind === "permission" || shipped.kind === "shell") expect(both.kind).toBe(shipped.kind)
        if (shipped.model !== undefined) expect(both.model).toBe(shipped.model)
      }),
      { numRuns: 2000 }
    )
  })

  it.effect("is not asked for a CLI that it does not name", () =>
    Effect.gen(function* () {
      write("lark.yaml", EXAMPLE)
      const { lookup } = yield* load
      for (const { frame } of CAPTURES.slice(0, 20)) {
        expect(readScreenWith(lookup, frame)).toEqual(readScreen(frame))
        expect(readScreenWith(shippedOnly, frame)).toEqual(readScreen(frame))
      }
      expect(findProfile("lark")).toBeUndefined()
    })
  )
})

describe("the budget of a person's patterns", () => {
  it.effect("makes their answer unknown when it is spent, and leaves a shipped dialog standing", () =>
    Effect.gen(function* () {
      write("lark.yaml", EXAMPLE)
      write("codex.yaml", "marks: [{ id: extra, role: working, row: '^≈ ' }]\n")
      const { lookup } = yield* load
      let at = 0
      const slow = (): number => {
        at += USER_BUDGET
        return at
      }
      const steady = (): number => 5
      expect(readScreenWith(lookup, lark(["* Done."]), steady).kind).toBe("idle")
      expect(readScreenWith(lookup, lark(["* Done."]), slow)).toMatchObject({
        kind: "unknown",
        rule: "over-budget",
        touchable: false
      })
      const own = CAPTURES.filter(({ label }) => label.cli === "codex")
      const idle = own.find(({ frame }) => readScreen(frame).touchable)
      const asks = own.find(({ frame }) => readScreen(frame).kind === "permission")
      expect(idle && readScreenWith(lookup, idle.frame, slow).kind).toBe("unknown")
      expect(idle && readScreenWith(lookup, idle.frame, steady).touchable).toBe(true)
      expect(asks && readScreenWith(lookup, asks.frame, slow).kind).toBe("permission")
    })
  )

  it.effect("runs on the program's clock", () =>
    Effect.gen(function* () {
      write("lark.yaml", EXAMPLE)
      const { problems, read } = yield* Effect.flatMap(Profiles, (profiles) => profiles.reader).pipe(
        Effect.provide(Profiles.layerAt(folder))
      )
      yield* TestClock.adjust("1 hour")
      expect(problems).toEqual([])
      expect(read(lark(["* Done."])).kind).toBe("idle")
    })
  )
})
