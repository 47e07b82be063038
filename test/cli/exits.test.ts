import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import ts from "typescript"
import { OWNERS_FLAGS } from "../../src/cli/caller.ts"
import { COMMANDS } from "../../src/cli/commands.ts"
import { FAMILIES } from "../../src/cli/exits/families.ts"
import { type CodeOf, EXITS } from "../../src/cli/exits.ts"
import { setup, TEAM } from "../support/cli.ts"
import { FAMILY_DRIVES } from "../support/exit-families.ts"
import { OWN_DRIVES } from "../support/exit-own.ts"

const ROOT = fileURLToPath(new URL("../../", import.meta.url))
const CODES: ReadonlyMap<string, number> = new Map(EXITS.map(({ code, id }) => [id, code]))

/** Ids that another test file makes happen. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "approve.store": "test/cli/approve-refused.test.ts",
  "approve.key": "test/cli/approve-refused.test.ts",
  "approve.state": "test/cli/approve-refused.test.ts"
}

/** Ids that nothing a person can write gets: the reason why. */
const GUARDS: Readonly<Record<string, string>> = {
  "approve.input": "a team file that is valid always makes a record"
}

const DRIVES = Object.entries({ ...FAMILY_DRIVES, ...OWN_DRIVES }).filter(([id]) => !(id in ELSEWHERE))

describe("the table of exits", () => {
  it("has the watch's ids of spec 000 §4, and of its own only what a host and a caller add", () => {
    const watch = EXITS.filter(({ command }) => command === "watch").map(({ code, id }) => [id, code])
    const spec = [
      ["watch.started", 0],
      ["watch.stopped", 0],
      ["watch.already", 1],
      ["watch.caller", 1],
      ["watch.file-owner", 1],
      ["watch.no-notify", 1],
      ["watch.no-nudge", 1],
      ["watch.watchdog", 1],
      ["watch.workspace", 1],
      ["watch.file", 2],
      ["watch.file-invalid", 2],
      ["watch.invocation", 2],
      ["watch.not-a-repo", 2]
    ]
    const more = [["watch.host", 2]]
    expect(watch).toEqual([...spec, ...more].sort(([left], [right]) => ((left ?? 0) < (right ?? 0) ? -1 : 1)))
  })

  it("is of commands there are, each with what it says of its options", () => {
    const names = COMMANDS.map(({ name }) => name)
    expect([...new Set(EXITS.map(({ command }) => command))].filter((name) => !names.includes(name))).toEqual(
      ["team"]
    )
    const without = names.filter((name) => !CODES.has(`${name}.invocation`))
    expect(without).toEqual(["hook"])
  })

  it("is sorted, has each id once, and says each in one sentence", () => {
    const ids = EXITS.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort())
    for (const { code, id, repair, when } of EXITS) {
      expect([id, id.match(/^[a-z]+\.[a-z]+(-[a-z]+)*$/) !== null]).toEqual([id, true])
      expect([id, /^[A-Z-][^|\n]*\.$/.test(when)]).toEqual([id, true])
      if (code === 0) expect([id, repair]).toEqual([id, null])
      else if (code === 2) expect([id, repair === null]).toEqual([id, false])
    }
  })

  it("gives a shared word the same code at every command", () => {
    const codes = new Map<string, number>(Object.entries(FAMILIES).map(([word, { code }]) => [word, code]))
    const others = EXITS.filter(({ code, command, id }) => {
      const shared = codes.get(id.slice(command.length + 1))
      return shared !== undefined && shared !== code
    })
    expect(others).toEqual([])
  })

  it("gives an exit its code by its type", () => {
    const fits: readonly [CodeOf<"watch.already">, CodeOf<`${string}.file-owner`>, CodeOf<"watch.file">] = [
      1, 1, 2
    ]
    const none: [CodeOf<"watch.alredy">] extends [never] ? true : false = true
    expect([...fits, none]).toEqual([1, 1, 2, true])
  })
})

/** Calls of the sources by the name of what is called, with their arguments. */
const calls = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .flatMap((path) => {
    const text = readFileSync(join(ROOT, "src", path), "utf8")
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true)
    const found: Array<{ path: string; name: string; args: ReadonlyArray<ts.Expression> }> = []
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) {
        found.push({ path, name: node.expression.getText(), args: node.arguments })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
    return found
  })

const wordsOf = (suffix: string): ReadonlyArray<string> =>
  suffix === "." ? Object.values(OWNERS_FLAGS).map(({ id }) => id) : [suffix.slice(1)]

/** What is wrong with the id and the code of one `exitWith`; empty where they are the table's. */
const faults = (id: ts.Expression | undefined, code: string): ReadonlyArray<string> => {
  if (id === undefined) return ["no id"]
  if (ts.isStringLiteralLike(id)) {
    const known = CODES.get(id.text)
    return String(known) === code ? [] : [`${id.text} ends with ${code}; the table says ${known}`]
  }
  if (ts.isTemplateExpression(id)) {
    const [first, ...rest] = id.templateSpans
    const suffix = first?.literal.text ?? ""
    if (id.head.text !== "" || rest.length > (suffix === "." ? 1 : 0)) return [`odd id ${id.getText()}`]
    return wordsOf(suffix).flatMap((word) => {
      const codes = Object.entries(FAMILIES).flatMap(([name, row]) => (name === word ? [row.code] : []))
      return codes.map(String).includes(code)
        ? []
        : [`<command>.${word} ends with ${code}; families: ${codes}`]
    })
  }
  // An exit that was made already, said again with others.
  return id.getText() === "first.id" && code === "first.code" ? [] : [`unknown id ${id.getText()}`]
}

/** What a command gets by calling these: the words of its ids. The command is the first argument. */
const IMPLIED: Readonly<Record<string, ReadonlyArray<string>>> = {
  openFor: ["invocation", "file", "file-invalid", "not-a-repo", "host"],
  teamsFor: ["invocation", "file", "file-invalid", "not-a-repo", "host", "project"],
  fileExit: ["file", "file-invalid", "not-a-repo"],
  requireCallerAlone: ["caller"],
  requireQuietTerminal: ["input-waiting", "input-unreadable"],
  seatNamed: ["seat"]
}

describe("the sources", () => {
  it("end with the ids of the table and their codes", () => {
    const exits = calls.filter(({ name }) => name === "exitWith")
    expect(exits.length).toBeGreaterThan(80)
    expect(
      exits.flatMap(({ args, path }) =>
        faults(args[0], args[1]?.getText() ?? "no code").map((fault) => `${path}: ${fault}`)
      )
    ).toEqual([])
  })

  it.each([
    ['"watch.alredy"', "1"],
    ['"watch.already"', "2"],
    [`\`\${command}.fle\``, "2"],
    [`\`\${command}.file\``, "1"],
    [`\`watch.\${word}\``, "1"],
    ["id", "1"]
  ])("would not end with %s, %s", (id, code) => {
    const source = ts.createSourceFile("a.ts", id, ts.ScriptTarget.ES2022, true)
    const [statement] = source.statements
    const expression =
      statement !== undefined && ts.isExpressionStatement(statement) ? statement.expression : undefined
    expect(faults(expression, code)).toHaveLength(1)
  })

  it("call nothing for a command that the table does not know of", () => {
    const missing = calls.flatMap(({ args: [first], name, path }) => {
      const words = IMPLIED[name]
      if (words === undefined || first === undefined || !ts.isStringLiteralLike(first)) return []
      const command = first.text.split(" ")[0]
      return words.flatMap((word) => (CODES.has(`${command}.${word}`) ? [] : [`${path}: ${command}.${word}`]))
    })
    expect(missing).toEqual([])
  })

  it("name every id of the table that has no other way to happen", () => {
    const literal = new Set(
      calls.flatMap(({ args: [id] }) => (id && ts.isStringLiteralLike(id) ? [id.text] : []))
    )
    const words = new Set(Object.keys(FAMILIES))
    const unused = EXITS.filter(
      ({ code, id }) => code !== 0 && !literal.has(id) && !words.has(id.slice(id.indexOf(".") + 1))
    ).map(({ id }) => id)
    expect(unused).toEqual(["team.defect"])
  })
})

describe("an exit", () => {
  it("of the table is made to happen here, or in a file that names it", () => {
    const driven = new Set(DRIVES.map(([id]) => id))
    const missing = EXITS.filter(({ id }) => !driven.has(id))
    expect(missing.map(({ id }) => id)).toEqual([...Object.keys(ELSEWHERE), ...Object.keys(GUARDS)].sort())
    for (const [id, path] of Object.entries(ELSEWHERE)) {
      const text = existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : ""
      expect([id, path, text.includes(`"${id}"`)]).toEqual([id, path, true])
    }
    expect([...driven].filter((id) => !CODES.has(id))).toEqual([])
  })

  for (const [id, { file = TEAM, run, said }] of DRIVES) {
    it.scoped(`${id} happens with its code`, () =>
      Effect.gen(function* () {
        const ran = yield* run(yield* setup(file))
        const code = CODES.get(id)
        expect([ran.code, ran.id]).toEqual([code, code === 0 ? null : id])
        if (code === 0) expect(ran.out).toMatch(said ?? /never/)
        else expect(said).toBeUndefined()
      })
    )
  }
})
