import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { parseBranches, parseTips, parseWorktrees, trailerOf } from "../../../src/domain/trace/git-parse.ts"

const A = "a".repeat(40)
const B = "b".repeat(64)
const record = (...fields: ReadonlyArray<string>): string => `${fields.join("\0")}\0\n`

describe("the branches git prints", () => {
  it("are read with their trailers, seconds as milliseconds", () => {
    const text =
      record("refs/heads/x", A, "1796096461", "Ann", "<ann@example.test>", "Agent: Opus  4\nFoo: a: b\n") +
      record("refs/heads/y", B, "1", "", "<>", "")
    expect(parseBranches(text)).toEqual([
      {
        ref: "refs/heads/x",
        oid: A,
        at: 1_796_096_461_000,
        author: "Ann",
        email: "ann@example.test",
        trailers: [
          { token: "Agent", value: "Opus 4" },
          { token: "Foo", value: "a: b" }
        ]
      },
      { ref: "refs/heads/y", oid: B, at: 1000, author: "", email: "", trailers: [] }
    ])
  })

  it.each([
    ["no date", ["refs/heads/x", A, "", "n", "<e>", ""]],
    ["a date before 1970", ["refs/heads/x", A, "-5", "n", "<e>", ""]],
    ["a date no clock has", ["refs/heads/x", A, "9999999999999", "n", "<e>", ""]],
    ["no object id", ["refs/heads/x", "--output=x", "5", "n", "<e>", ""]],
    ["another kind of ref", ["refs/tags/x", A, "5", "n", "<e>", ""]]
  ])("with %s cost themselves only", (_, fields) => {
    const good = record("refs/heads/good", A, "5", "n", "<e>", "")
    expect(parseBranches(record(...fields) + good).map(({ ref }) => ref)).toEqual(["refs/heads/good"])
  })

  it("keep a name with a line break in its place", () => {
    const text =
      record("refs/heads/x", A, "5", "a\nrefs/heads/y", "<e>", "") +
      record("refs/heads/z", A, "5", "n", "<e>", "")
    expect(parseBranches(text).map(({ ref }) => ref)).toEqual(["refs/heads/x", "refs/heads/z"])
  })

  it("never throw, whatever comes", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(FastCheck.constantFrom("\0", "\n", A, "refs/heads/x", "5", ": ", "worktree /"), {
          maxLength: 40
        }),
        (parts) => {
          const text = parts.join("")
          for (const one of [...parseBranches(text), ...parseTips(text)])
            expect(one.oid).toMatch(/^[0-9a-f]{40,64}$/)
          for (const one of [...parseWorktrees(text, "\0"), ...parseWorktrees(text, "\n")])
            expect(one.path[0]).toBe("/")
        }
      )
    )
  })
})

describe("a trailer", () => {
  it.each([
    ["Agent: x", { token: "Agent", value: "x" }],
    ["Agent:x  y\t z ", { token: "Agent", value: "x y z" }],
    ["Agent : x", { token: "Agent", value: "x" }],
    ["Agent x: y", null],
    ["— Opus", null],
    [`Agent: ${"x".repeat(2000)}`, null]
  ])("%j is %j", (line, trailer) => expect(trailerOf(line)).toEqual(trailer))
})

describe("the checkouts git prints", () => {
  const records = (end: string): string =>
    [
      ["worktree /p", `HEAD ${A}`, "branch refs/heads/main", ""],
      ["worktree /w/with space", `HEAD ${A}`, "detached", "locked a reason", ""],
      ["worktree /w/new", `HEAD ${"0".repeat(40)}`, "branch refs/heads/new", "prunable gone", ""]
    ]
      .map((lines) => lines.map((line) => line + end).join(""))
      .join("")

  it.each(["\0", "\n"] as const)("are read with %j between the lines", (end) => {
    expect(parseWorktrees(records(end), end)).toEqual([
      { path: "/p", main: true, head: A, branch: "refs/heads/main" },
      { path: "/w/with space", main: false, head: A, branch: null },
      { path: "/w/new", main: false, head: null, branch: "refs/heads/new" }
    ])
  })

  it("may start with a bare repository", () => {
    expect(parseWorktrees("worktree /p.git\0bare\0\0", "\0")).toEqual([
      { path: "/p.git", main: true, head: null, branch: null }
    ])
  })
})
