import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import ts from "typescript"
import { describe, expect, it } from "vitest"

const SRC = fileURLToPath(new URL("../src/", import.meta.url))

const parse = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true)

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => ({
    path: path.replaceAll("\\", "/"),
    source: parse(path, readFileSync(join(SRC, path), "utf8"))
  }))

/** Every module a file names: imports, re-exports, `import()`, type imports. */
const importsOf = (source: ts.SourceFile): ReadonlyArray<string> => {
  const found: Array<string> = []
  const visit = (node: ts.Node): void => {
    const from =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
            ? node.argument.literal
            : undefined
    if (from !== undefined && ts.isStringLiteral(from)) found.push(from.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Where a relative import leads, from `src`; a package's name as it is. */
const target = (path: string, specifier: string): string =>
  specifier.startsWith(".")
    ? relative(SRC, join(SRC, path, "..", specifier)).replaceAll("\\", "/")
    : specifier

const importFault = (path: string, specifier: string): string | null => {
  const to = target(path, specifier)
  const own = specifier.startsWith(".")
  if (
    ["effect", "@effect/platform-node", "@effect/schema"].includes(to) ||
    to.startsWith("@effect/schema/") ||
    to.startsWith("@effect/platform-node/")
  )
    return "is not to be imported"
  if (own && !/\.(?:ts|json)$/.test(to)) return "has no .ts"
  if (path.startsWith("domain/") && !(own ? to.startsWith("domain/") : to.startsWith("effect/")))
    return "is not the domain's"
  if (path.startsWith("services/") && own && to.startsWith("cli/")) return "is above the services"
  return null
}

const WORLD: ReadonlySet<string> = new Set([
  "process",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "queueMicrotask",
  "performance",
  "globalThis",
  "fetch",
  "require",
  "Buffer",
  "console",
  "crypto"
])

/** Names a node binds for what is inside it. */
const bound = (node: ts.Node): ReadonlyArray<string> => {
  const names: Array<string> = []
  const take = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) names.push(name.text)
    else for (const element of name.elements) if (ts.isBindingElement(element)) take(element.name)
  }
  if (ts.isFunctionLike(node)) for (const parameter of node.parameters) take(parameter.name)
  const statements = ts.isBlock(node) || ts.isSourceFile(node) ? node.statements : []
  for (const statement of statements) {
    if (ts.isVariableStatement(statement))
      for (const one of statement.declarationList.declarations) take(one.name)
  }
  if (
    (ts.isForOfStatement(node) || ts.isForStatement(node)) &&
    node.initializer !== undefined &&
    ts.isVariableDeclarationList(node.initializer)
  )
    for (const one of node.initializer.declarations) take(one.name)
  return names
}

/** Clocks, chance and the process: what the domain may not touch (design §2). */
const impurities = (source: ts.SourceFile): ReadonlyArray<string> => {
  const found: Array<string> = []
  const visit = (node: ts.Node, outer: ReadonlySet<string>): void => {
    const names = bound(node)
    const scope = names.length === 0 ? outer : new Set([...outer, ...names])
    const parent = node.parent
    const isName =
      ts.isIdentifier(node) &&
      !(
        parent !== undefined &&
        ((ts.isPropertyAccessExpression(parent) && parent.name === node) ||
          (ts.isPropertyAssignment(parent) && parent.name === node) ||
          (ts.isPropertySignature(parent) && parent.name === node) ||
          (ts.isBindingElement(parent) && parent.propertyName === node) ||
          ts.isImportSpecifier(parent))
      )
    if (isName && WORLD.has(node.text) && !scope.has(node.text)) found.push(node.text)
    if (ts.isPropertyAccessExpression(node)) {
      const text = node.getText()
      if (text === "Date.now" || text === "Math.random") found.push(text)
    }
    const dateOf =
      (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "Date"
    if (dateOf && (ts.isCallExpression(node) || (node.arguments ?? []).length === 0))
      found.push("the current Date")
    ts.forEachChild(node, (child) => visit(child, scope))
  }
  visit(source, new Set())
  return found
}

describe("imports run cli → services → domain", () => {
  it("is asked of every file there is", () => {
    expect(files.filter(({ path }) => path.startsWith("domain/")).length).toBeGreaterThan(50)
    expect(files.flatMap(({ source }) => importsOf(source)).length).toBeGreaterThan(200)
  })

  it("holds", () =>
    expect(
      files.flatMap(({ path, source }) =>
        importsOf(source).flatMap((specifier) => {
          const fault = importFault(path, specifier)
          return fault === null ? [] : [`${path}: ${specifier} ${fault}`]
        })
      )
    ).toEqual([]))

  it.each([
    ["domain/a/b.ts", "node:fs"],
    ["domain/a/b.ts", "yaml"],
    ["domain/a/b.ts", "@effect/platform/FileSystem"],
    ["domain/a/b.ts", "../../services/Herdr.ts"],
    ["services/a.ts", "../cli/exit.ts"],
    ["cli/a.ts", "effect"],
    ["cli/a.ts", "@effect/platform-node"],
    ["services/a.ts", "@effect/schema/Schema"],
    ["cli/a.ts", "./exit"]
  ])("would not let %s import %s", (path, specifier) => expect(importFault(path, specifier)).not.toBeNull())
})

describe("the domain is pure", () => {
  it("holds", () =>
    expect(
      files
        .filter(({ path }) => path.startsWith("domain/"))
        .flatMap(({ path, source }) => impurities(source).map((what) => `${path}: ${what}`))
    ).toEqual([]))

  it.each([
    "const at = Date.now()",
    "const at = new Date()",
    "const at = Date()",
    "const home = process.env",
    "setTimeout(() => {}, 1)",
    "const odd = Math.random()",
    "const f = () => { console.log(1) }"
  ])("would find %s", (text) => expect(impurities(parse("a.ts", text))).toHaveLength(1))

  it.each([
    "const printed = new Date(at).toISOString()",
    "const names = list.map((process) => process.name)",
    "const pane = { process: 1 }"
  ])("lets %s be", (text) => expect(impurities(parse("a.ts", text))).toEqual([]))
})

/** What a file loads when it runs: no type-only import among it. */
const loads = (source: ts.SourceFile): ReadonlyArray<string> =>
  source.statements.flatMap((statement) => {
    const named = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)
    if (!named || statement.moduleSpecifier === undefined || !ts.isStringLiteral(statement.moduleSpecifier))
      return []
    const typeOnly = ts.isImportDeclaration(statement)
      ? statement.importClause?.isTypeOnly === true
      : statement.isTypeOnly
    return typeOnly ? [] : [statement.moduleSpecifier.text]
  })

/** Every file of ours that one loads, and the packages among what they load. */
const loadedBy = (
  start: string
): { readonly ours: ReadonlySet<string>; readonly foreign: ReadonlyArray<string> } => {
  const ours = new Set<string>()
  const foreign: Array<string> = []
  const follow = (path: string): void => {
    if (ours.has(path)) return
    ours.add(path)
    const file = files.find((one) => one.path === path)
    if (file === undefined) throw new Error(`no file ${path}`)
    for (const specifier of loads(file.source)) {
      if (specifier.startsWith(".")) follow(target(path, specifier))
      else if (!specifier.startsWith("node:")) foreign.push(`${path}: ${specifier}`)
    }
  }
  follow(start)
  return { ours, foreign }
}

describe("what has to start fast", () => {
  it.each([
    ["a CLI's hook", "services/hook/run.ts"],
    ["a beat", "services/beat/run.ts"]
  ])("%s loads nothing but Node and a few plain files of ours", (_, start) => {
    const { foreign, ours } = loadedBy(start)
    expect(foreign).toEqual([])
    expect(ours.size).toBeGreaterThan(8)
    expect(ours.size).toBeLessThan(20)
  })
})
