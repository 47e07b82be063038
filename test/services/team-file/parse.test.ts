import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { decodeText } from "../../../src/services/TeamFile.ts"
import { parseYaml } from "../../../src/services/team-file/parse.ts"

const said = (text: string): ReadonlyArray<string> => {
  const node = parseYaml(text)
  return Either.isLeft(node) ? node.left.map(({ line, message }) => `${line}: ${message}`) : []
}

describe("the form of a file", () => {
  it.each([
    ["a: &x 1", "1: anchors (&name) are not used in a team file: write the value out"],
    [
      "a: 1\nb: *x",
      "2: aliases (*name) are not used in a team file: write the value out, or quote a text that starts with *"
    ],
    ["a: !!str 1", "1: tags (!name) are not used in a team file: quote a text that starts with !"],
    ["a: !own 1", "1: tags (!name) are not used in a team file: quote a text that starts with !"],
    ["x: 1\n<<: { a: 1 }", "2: merge keys (<<) are not used in a team file: write the values out"],
    [
      "a: |\n  b",
      "1: block texts (| and >) are not used in a team file: write the text on one line, in quotes"
    ],
    [
      "a: >-\n  b",
      "1: block texts (| and >) are not used in a team file: write the text on one line, in quotes"
    ],
    ["%YAML 1.2\n---\na: 1", "1: directives (%) are not used in a team file"],
    ["? a\n: b", '1: keys written with "?" are not used in a team file'],
    ["a: 1\n---\nb: 2", "2: a second document (---) is not used in a team file"],
    ["---\n---\na: 1", "2: a second document (---) is not used in a team file"],
    ["a: 1\n...\nb: 2", "3: a second document (---) is not used in a team file"],
    ["a: 1\nb: 2\na: 3", '3: the key "a" is given twice (the other is on line 1)'],
    ["x: { on: 1, on: 2 }", '1: the key "on" is given twice (the other is on line 1)'],
    ["a:\n\tb: 1", "2: tabs are not used for indentation: use spaces"],
    ["a:\n  - b\n \t- c", "3: tabs are not used for indentation: use spaces"],
    ["a: [1, 2", "1: a bracket is opened here and never closed"],
    ["x: 1\na: { b: 1\nc: 2\nd: 3", "2: a bracket is opened here and never closed"],
    ['a: "b', "1: a quote, bracket, comma or colon is missing"],
    ["a: ]", "1: a bracket is closed that was never opened"],
    ["a: @b", "1: a plain text can't start with this character: quote it"],
    ["a: b: c", '1: a value holds ": " and reads as a second key: quote it'],
    [
      'a: "\\q"',
      "1: an escape in a double-quoted text is not known: use single quotes for a plain backslash"
    ],
    ["[a, b]: c", "1: a key must be plain text"]
  ])("%j is refused by name", (text, message) => expect(said(text)[0]).toBe(message))

  it("says every refusal of the form at once", () => {
    expect(said("a: &x 1\nb: *x\nc: !t 2").map((line) => line[0])).toEqual(["1", "2", "3"])
  })

  it.each([
    "a: 'it is & not * an ! anchor'",
    'a: "&x *y !z | > <<"',
    "# &a *b !c\na: 1 # &d",
    "a: b&c",
    "a:\tb",
    "a: 1\n\t\nb: 2",
    "a: 1\n\t# note",
    "---\na: 1\n...\n",
    "'<<': 1",
    ""
  ])("%j is taken", (text) => expect(said(text)).toEqual([]))

  it("keeps what was written beside what YAML makes of it", () => {
    const node = parseYaml("a: 5.10\non: no\nc: '7'\nd:\n1: ~")
    expect(Either.getOrThrow(node)).toEqual({
      kind: "map",
      line: 1,
      entries: [
        { key: "a", line: 1, value: { kind: "scalar", line: 1, text: "5.10", quoted: false, value: 5.1 } },
        { key: "on", line: 2, value: { kind: "scalar", line: 2, text: "no", quoted: false, value: "no" } },
        { key: "c", line: 3, value: { kind: "scalar", line: 3, text: "7", quoted: true, value: "7" } },
        { key: "d", line: 4, value: { kind: "scalar", line: 4, text: "", quoted: false, value: null } },
        { key: "1", line: 5, value: { kind: "scalar", line: 5, text: "~", quoted: false, value: null } }
      ]
    })
  })

  it("keeps a key that is the name of an object's own property as data", () => {
    const node = Either.getOrThrow(parseYaml("__proto__: { a: 1 }\nconstructor: 2"))
    expect(node.kind === "map" && node.entries.map((entry) => entry.key)).toEqual([
      "__proto__",
      "constructor"
    ])
  })
})

const MEGA = 1_000_000
const repeat = (unit: string, size = MEGA): string => unit.repeat(Math.floor(size / unit.length))

describe("hostile files", () => {
  // Each must come back, small: a quadratic or recursive reader would hit the test's own limit or overflow its stack.
  it.each([
    ["10 KB of aliases", `a: [${repeat("*a, ", 10_000)}]`],
    ["10 KB of bare aliases", repeat("*a ", 10_000)],
    [
      "an anchor bomb",
      `a: &a [x,x]\n${Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [*a,*a]`).join("\n")}`
    ],
    ["open brackets", `a: ${repeat("[")}`],
    ["open braces", repeat("{a: ")],
    ["dashes", repeat("- ")],
    ["question marks", repeat("? ")],
    ["closed brackets", repeat("]")],
    ["a flat list on one line", `a: [${repeat("x, ")}]`],
    ["a flat map on one line", `{${Array.from({ length: 100_000 }, (_, i) => `k${i}: v`).join(",")}}`],
    ["the same key again and again", repeat("a: 1\n")],
    ["ever deeper maps", Array.from({ length: 1_400 }, (_, i) => `${" ".repeat(i)}a:`).join("\n")],
    ["anchors", repeat("&a ")],
    ["tags", repeat("!x ")],
    ["documents", repeat("---\n")],
    ["tabs", repeat("\ta\n")],
    ["quotes", repeat("'")],
    ["colons", repeat("a: ")],
    ["NULs", `a: ${repeat("\u0000")}`]
  ])("%s", (_, text) => {
    const result = decodeText(text)
    expect(Either.isLeft(result)).toBe(true)
    if (Either.isLeft(result)) {
      expect(result.left.length).toBeGreaterThan(0)
      expect(result.left.length).toBeLessThanOrEqual(101)
      for (const problem of result.left) expect(problem.message.length).toBeLessThan(400)
    }
  })

  it.each([
    ["33 brackets", `a: ${"[".repeat(33)}${"]".repeat(33)}`, "nested too deep for a team file"],
    ["17 dashes", `a:\n  ${"- ".repeat(17)}x`, "nested too deep for a team file"],
    ["a very wide indentation", `a:\n${" ".repeat(121)}b: 1`, "nested too deep for a team file"],
    ["a list without end", `a: [${"x, ".repeat(20_000)}]`, "more values than a team file can have"]
  ])("%s is refused before it is parsed", (_, text, message) => {
    expect(said(text).map((line) => line.replace(/^\d+: /, ""))).toEqual([message])
  })

  it("as deep as the bounds allow is taken", () => {
    expect(said(`a: ${"[".repeat(32)}${"]".repeat(32)}`)).toEqual([])
    expect(said(`a:\n  ${"- ".repeat(16)}x`)).toEqual([])
  })
})
