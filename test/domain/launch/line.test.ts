import * as Either from "effect/Either"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { checkLine, composeLine, type Found, type LineLook } from "../../../src/domain/launch/line.ts"
import { quoted } from "../../../src/domain/launch/words.ts"
import { rulesLine } from "../../../src/domain/typing/line.ts"

const look = (command: Found = "there", there: ReadonlyArray<string> = []): LineLook => ({
  command: () => command,
  path: (word) => there.includes(word)
})

describe("a launch line is checked", () => {
  it.each<[string, Found, string]>([
    ["claude", "missing", "its launch line starts `claude`, which is not on the PATH"],
    ["/opt/claude", "missing", "its launch line starts `/opt/claude`, which does not exist"],
    ["./claude", "not-executable", "its launch line starts `./claude`, which is not executable"],
    ["./claude", "missing", "its launch line starts `./claude`, not found from its start folder"],
    ["~/claude", "missing", "its launch line starts `~/claude`, not found from `~`"],
    ["sh run/seat.sh", "there", "its launch line runs `run/seat.sh`, not found from its start folder"]
  ])("%s (%s) is a miss", (line, found, miss) =>
    expect(checkLine(line, look(found))).toEqual({ miss, notes: [] })
  )
  it.each(["claude $X", "claude 'a b'", "A=1", "claude out/log", "claude ~/x"])(
    "%s is a note, never a miss",
    (line) => {
      const { miss, notes } = checkLine(line, look())
      expect(miss).toBe(null)
      expect(notes).toHaveLength(1)
    }
  )
})

describe("a launch line as it is run", () => {
  const run = (cli: string, launch: string, rules: string | null = null) =>
    Either.getOrThrow(composeLine({ cli, launch }, rules))

  it("switches claude-code's suggestions off, unless the file has settings of its own", () => {
    expect(run("claude-code", "claude").line).toBe(`claude --settings '{"promptSuggestionEnabled":false}'`)
    expect(run("claude-code", "claude --settings=a.json").line).toBe("claude --settings=a.json")
  })
  it("carries the rules where the CLI takes them, else leaves the line as it is", () => {
    expect(run("claude-code", "claude", "/s/rules/alpha.md")).toMatchObject({ rules: "option" })
    expect(run("codex", "codex", "/s/rules/alpha.md")).toMatchObject({
      line: "codex",
      rules: "message",
      added: []
    })
  })
  it("never adds behind text it does not read, and says so", () =>
    expect(run("claude-code", "claude | tee log")).toMatchObject({ line: "claude | tee log", added: [] }))
  it("refuses a line with a line break", () =>
    expect(Either.isLeft(composeLine({ cli: "codex", launch: "codex\nrm" }, null))).toBe(true))
})

it("a quoted word holds no open quote", () =>
  fc.assert(
    fc.property(fc.string(), (word) => {
      const bare = quoted(word)
        .replaceAll("'\\''", "\u0000")
        .replace(/^'([^']*)'$/, "$1")
        .replaceAll("\u0000", "'")
      expect(bare).toBe(word)
    })
  ))

describe("the rules line (spec 001)", () => {
  const sha = `5e1d0a9c4b2f${"0".repeat(52)}`
  const path = "/home/owner/.config/team/demo-3f9c2a8e1d7b/rules/implementer.md"
  it("is the spec's, to the letter", () =>
    expect(Either.getOrThrow(rulesLine(path, sha))).toBe(
      `Read ${path} (sha256 5e1d0a9c4b2f): your standing rules for this session; reply ready and wait for your brief.`
    ))
  it.each(["/a b", "/a'b", "/a$b", "/a\nb", "/ä", ""])("is never typed with the path %j", (bad) =>
    expect(Either.isLeft(rulesLine(bad, sha))).toBe(true)
  )
  it("wants the whole digest", () => expect(Either.isLeft(rulesLine(path, "5e1d"))).toBe(true))
})
