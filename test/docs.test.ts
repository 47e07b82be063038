import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import * as CliConfig from "@effect/cli/CliConfig"
import * as Command from "@effect/cli/Command"
import * as CommandDescriptor from "@effect/cli/CommandDescriptor"
import * as HelpDoc from "@effect/cli/HelpDoc"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { COMMANDS } from "../src/cli/commands.ts"
import { plain } from "../src/cli/console.ts"
import { CHECK_NAMES } from "../src/domain/check/names.ts"
import { type Consumer, makeConsumer, ROOT } from "./support/consumer.ts"

const below = (folder: string, ending: string): ReadonlyArray<string> =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort()

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8")
const PAGES = ["README.md", "AGENTS.md", "CHANGELOG.md", ...below("docs", ".md")]
const SOURCES = below("src", ".ts")

describe("the pages", () => {
  it.each(PAGES)("%s links to what is there", (page) => {
    const targets = [...read(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map((match) => match[1] ?? "")
    const broken = targets.filter(
      (target) => !/^[a-z]+:/.test(target) && !existsSync(resolve(ROOT, dirname(page), target))
    )
    expect(broken).toEqual([])
  })

  it.each(PAGES)("%s names sources that are there", (page) => {
    const named = [...read(page).matchAll(/`((?:src|test|scripts|contract|docs)\/[\w./-]+\.\w+)`/g)].map(
      (m) => m[1] ?? ""
    )
    expect(named.filter((path) => !path.includes("NAME") && !existsSync(join(ROOT, path)))).toEqual([])
  })

  it("name as dependencies exactly what package.json has", () => {
    const manifest: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
      read("package.json")
    )
    const readme = read("README.md")
    const packages = ["dependencies", "peerDependencies", "devDependencies"].flatMap((kind) =>
      Object.keys(manifest[kind] ?? {})
    )
    expect(packages.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
    const said = [...readme.matchAll(/`(@[a-z]+\/[a-z-]+)`/g)].map((match) => match[1] ?? "")
    expect(said.filter((name) => !packages.includes(name))).toEqual([])
  })
})

describe("the commands' pages", () => {
  it("are one for each command", () => {
    const pages = readdirSync(join(ROOT, "docs", "commands")).filter((name) => name !== "README.md")
    expect(pages.sort()).toEqual(COMMANDS.map(({ name }) => `${name}.md`).sort())
  })

  it.each(COMMANDS.map(({ load, name }) => [name, load] as const))(
    "%s.md says every option",
    async (name, load) => {
      const command = await load()
      const config = CliConfig.make({ showBuiltIns: false })
      const helps = [
        Command.getHelp(command, config),
        ...[...Command.getSubcommands(command)].map(([, inner]) => CommandDescriptor.getHelp(inner, config))
      ].map((help) => plain(HelpDoc.toAnsiText(help)))
      const options = new Set(
        [...helps.join("\n").matchAll(/^\s*(--[a-z]+(?:-[a-z]+)*)/gm)].map((m) => m[1] ?? "")
      )
      const page = read(`docs/commands/${name}.md`)
      expect([...options].filter((option) => !page.includes(option))).toEqual([])
      const invented = (page.match(/^\| `--[a-z-]+/gm) ?? []).map((row) => row.slice(3))
      expect(invented.filter((option) => !options.has(option))).toEqual([])
      expect(options.size).toBe(new Set(invented).size)
    }
  )

  it("say every exit id that the sources have, with its code", () => {
    const ids = new Map<string, string>()
    for (const source of SOURCES) {
      for (const match of read(source).matchAll(/exitWith\(\s*"([a-z]+\.[a-z-]+)",\s*(\d)/g)) {
        ids.set(match[1] ?? "", match[2] ?? "")
      }
    }
    expect(ids.size).toBeGreaterThan(15)
    const pages = below("docs/commands", ".md").map(read).join("\n")
    const missing = [...ids].filter(([id, code]) => !pages.includes(`| \`${id}\` | ${code} |`))
    expect(missing).toEqual([])
  })

  it("name the sixteen checks", () => {
    const page = read("docs/commands/watch.md")
    expect(CHECK_NAMES.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})

describe("the glossary", () => {
  it("holds words of the code", () => {
    const code = SOURCES.map(read).join("\n").toLowerCase()
    const terms = [...read("docs/glossary.md").matchAll(/^- \*\*([^*]+)\*\*/gm)].map(
      (match) => match[1] ?? ""
    )
    expect(terms.length).toBeGreaterThan(30)
    const unknown = terms.filter(
      // "screen reading" is ScreenReading in the code.
      (term) => !new RegExp(`\\b${term.replaceAll(" ", "\\s?")}`).test(code)
    )
    expect(unknown).toEqual([])
    expect(new Set(terms).size).toBe(terms.length)
  })
})

describe("the examples in TypeScript", () => {
  let consumer: Consumer | undefined
  beforeAll(() => {
    consumer = makeConsumer()
  })
  afterAll(() => consumer?.remove())

  it("compile against the built package", { timeout: 90_000 }, () => {
    const blocks = PAGES.flatMap((page) =>
      [...read(page).matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(
        (match, index) => [`${page.replaceAll(/[^\w]/g, "-")}-${index}.ts`, match[1] ?? ""] as const
      )
    )
    expect(blocks.length).toBeGreaterThan(1)
    expect(consumer?.typecheck(Object.fromEntries(blocks))).toBe("")
  })
})
