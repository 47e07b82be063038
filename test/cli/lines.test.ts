import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeProject, runTeam, SCREENS } from "../support/cli.ts"

const EVIDENCE = JSON.stringify({
  at: 1_000_000,
  hold: null,
  reachable: true,
  process: "same",
  screen: { kind: "idle" },
  hook: null,
  herdr: "working",
  traces: {},
  unknownSince: null,
  windows: { traceSeconds: 120, hookWorkingSeconds: 120, blindAfterSeconds: 300 }
})
const { ansi, cursor, title } = SCREENS.claudePermission
const FRAME = JSON.stringify({ cli: "claude-code", ansi, cursor, title })

const setup = Effect.map(makeProject(), (project) => ({
  put: (text: string) => writeFileSync(join(project.root, "lines"), text),
  team: (...argv: ReadonlyArray<string>) => runTeam(argv, { cwd: project.root })
}))

const commands = [
  {
    argv: ["explain", "--evidence", "lines"],
    good: EVIDENCE,
    bad: '{"at":"secret words"}',
    answer: { word: "idle", source: "cli" },
    refused: "explain.evidence",
    unread: "explain.file"
  },
  {
    argv: ["screen", "read", "--frames", "lines"],
    good: FRAME,
    bad: '{"cli":"secret words"}',
    answer: { kind: "permission" },
    refused: "screen.frame",
    unread: "screen.file"
  }
]

for (const { argv, good, bad, answer, refused, unread } of commands) {
  describe(`team ${argv.slice(0, -2).join(" ")}`, () => {
    it.scoped("answers each line with a line, past empty ones, with or without a last line end", () =>
      Effect.gen(function* () {
        const { put, team } = yield* setup
        for (const end of ["", "\n", "\r\n\n"]) {
          put(`${good}\n\n${good}\r\n${good}${end}`)
          const ran = yield* team(...argv)
          expect([ran.code, ran.err]).toEqual([0, ""])
          const lines = ran.out.trimEnd().split("\n")
          expect(lines.length).toBe(3)
          for (const line of lines) expect(JSON.parse(line)).toMatchObject(answer)
        }
      })
    )

    it.scoped("names the line that is none, after what it answered before, and none of its words", () =>
      Effect.gen(function* () {
        const { put, team } = yield* setup
        for (const wrong of [bad, "not json: secret words", "[]", "null", '{"', "\u0000"]) {
          put(`${good}\n\n${wrong}\n${good}\n`)
          const ran = yield* team(...argv)
          expect([wrong, ran.code, ran.id]).toEqual([wrong, 2, refused])
          expect(ran.err).toMatch(/line 3 /)
          expect(ran.err).not.toContain("secret")
          expect(ran.out.trimEnd().split("\n").length).toBe(1)
        }
      })
    )

    it.scoped("takes nothing for nothing", () =>
      Effect.gen(function* () {
        const { put, team } = yield* setup
        put("")
        expect(yield* team(...argv)).toEqual({ code: 0, out: "", err: "", id: null })
      })
    )

    it.scoped("refuses a line without an end by its number, in bounded memory", () =>
      Effect.gen(function* () {
        const { put, team } = yield* setup
        put(`${good}\n${"x".repeat(9 * 1024 * 1024)}`)
        const ran = yield* team(...argv)
        expect([ran.code, ran.id]).toEqual([2, refused])
        expect(ran.err).toMatch(/line 2 is too long/)
        expect(ran.err.length).toBeLessThan(200)
        expect(ran.out.trimEnd().split("\n").length).toBe(1)
      })
    )

    it.scoped("refuses a file that is not there, and a folder", () =>
      Effect.gen(function* () {
        const { team } = yield* setup
        for (const name of ["nowhere", "."]) {
          const ran = yield* team(...argv.slice(0, -1), name)
          expect([ran.code, ran.id, ran.out]).toEqual([2, unread, ""])
          expect(ran.err).toContain(`${name} cannot be read`)
          const json = yield* team(...argv.slice(0, -1), name, "--json")
          expect(json.err).toBe("")
          expect(JSON.parse(json.out)).toMatchObject({ kind: "team.error", id: unread })
        }
      })
    )
  })
}

describe("team screen read of saved screens", () => {
  it.scoped("says the kind, the rule and the rows, as text and as JSON", () =>
    Effect.gen(function* () {
      const { put, team } = yield* setup
      put(ansi)
      const text = yield* team("screen", "read", "--cli", "claude-code", "lines", "lines")
      expect([text.code, text.err]).toEqual([0, ""])
      expect(text.out).toMatch(/^(lines: permission {2}\(\S+, rows [\d,]+\).*\n){2}$/)
      const json = yield* team("screen", "read", "--cli", "claude-code", "--json", "lines")
      expect(JSON.parse(json.out)).toMatchObject({ file: "lines", kind: "permission" })
      expect((yield* team("screen", "read", "--cli", "claude-code", "nowhere")).id).toBe("screen.file")
    })
  )

  it.scoped("names the nearest profile to one it does not have, and reads with the generic one", () =>
    Effect.gen(function* () {
      const { put, team } = yield* setup
      put(ansi)
      const ran = yield* team("screen", "read", "--cli", "claude-cod", "lines")
      expect(ran.code).toBe(0)
      expect(ran.out + ran.err).toContain("did you mean claude-code?")
    })
  )
})
