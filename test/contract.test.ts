import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { contractFiles, generatedPages } from "../src/cli/contract.ts"
import { CommandExit, ErrorDocument, errorDocument } from "../src/cli/exit.ts"
import { SeatsDocument, seatsDocument } from "../src/cli/render/seats.ts"
import { StatusDocument, statusDocument } from "../src/cli/render/status.ts"
import { CHECK_NAMES } from "../src/domain/check/names.ts"
import { RecordedLine } from "../src/domain/pass/recording.ts"
import { differencesOf } from "../src/domain/report/differences.ts"
import { makeScenario, Screens } from "../src/testing/index.ts"

const FOLDER = fileURLToPath(new URL("../contract", import.meta.url))
const committed = (name: string): string => readFileSync(`${FOLDER}/${name}`, "utf8")

const TEAM = `format: 1
project: harbour
operator: lead
workspace: { mode: shared }
seats:
  - { role: orchestrator, name: lead, leads: true, cli: claude-code, vendor: anthropic, model: Claude, version: "0", launch: claude }
  - { role: implementer, name: builder, cli: claude-code, vendor: anthropic, model: Claude, version: "0", launch: claude }
  - { role: tester, name: tester, cli: codex, vendor: openai, model: GPT, version: "0", launch: codex }
`

describe("contract/", () => {
  it("is what the Schemas say now (npm run generate writes it)", () => {
    const files = contractFiles()
    expect([...readdirSync(FOLDER)].sort()).toEqual([...files.keys()].sort())
    for (const [name, text] of files) expect([name, committed(name)]).toEqual([name, text])
  })

  it("has its pages beside it in docs/, as they are generated now", () => {
    const folder = fileURLToPath(new URL("../docs", import.meta.url))
    const pages = generatedPages()
    expect([...pages.keys()]).toEqual(["exit-codes.md"])
    for (const [name, text] of pages) expect(readFileSync(`${folder}/${name}`, "utf8")).toBe(text)
  })

  it("is generated the same way twice", () => {
    expect([...contractFiles(), ...generatedPages()]).toEqual([...contractFiles(), ...generatedPages()])
  })

  it("names no address but the dialect of JSON Schema", () => {
    for (const name of readdirSync(FOLDER)) {
      const addresses = committed(name).match(/\b[a-z]+:\/\/[^"\s]+/g) ?? []
      expect([name, addresses]).toEqual([
        name,
        name.endsWith(".schema.json") ? ["http://json-schema.org/draft-07/schema#"] : []
      ])
    }
  })

  it("lists the seven words, the seven sources and the sixteen checks, four of them always on", () => {
    const states = JSON.parse(committed("states.json"))
    expect(states.words).toHaveLength(7)
    expect(states.sources).toHaveLength(7)
    const { checks } = JSON.parse(committed("checks.json"))
    expect(checks.map((check: { readonly name: string }) => check.name)).toEqual(CHECK_NAMES)
    expect(checks.filter((check: { readonly always_on: boolean }) => check.always_on)).toHaveLength(4)
    expect(JSON.parse(committed("policy-names.json")).policies).toHaveLength(5)
  })
})

describe("the documents", () => {
  const strictly = <A, I>(schema: Schema.Schema<A, I>) =>
    Schema.decodeUnknown(schema, { onExcessProperty: "error" })
  const throughJson = (document: unknown): unknown => JSON.parse(JSON.stringify(document))

  it.effect("of a team at work are what their Schemas say, and nothing beside", () =>
    Effect.gen(function* () {
      const team = yield* makeScenario({ team: TEAM })
      yield* team.show("lead", Screens.claude.working("Reading the plan"))
      yield* team.show("builder", Screens.claude.permission("npm publish"))
      const result = yield* team.pass
      const snapshot = yield* team.snapshot
      const seats = yield* strictly(SeatsDocument)(throughJson(seatsDocument(snapshot, result)))
      expect(seats.seats.map(({ seat, source, state }) => [seat, state, source])).toEqual([
        ["lead", "working", "cli"],
        ["builder", "blocked", "cli"],
        ["tester", "unknown", "none"]
      ])
      const differences = differencesOf(snapshot, result, null)
      const status = yield* strictly(StatusDocument)(
        throughJson(statusDocument(snapshot, result, differences))
      )
      expect(status.differences).toHaveLength(1)
      expect(status.reports.map((report) => report.check)).toEqual(["attention", "missing"])
      for (const line of yield* team.recorded) yield* strictly(RecordedLine)(throughJson(line))
    })
  )

  it.effect("of a refusal is one", () =>
    Effect.gen(function* () {
      const refused = new CommandExit({ id: "check.host", code: 2, lines: ["one", "two"] })
      expect(yield* strictly(ErrorDocument)(throughJson(errorDocument(refused)))).toEqual({
        format: 1,
        kind: "team.error",
        id: "check.host",
        code: 2,
        message: "one\ntwo"
      })
    })
  )
})
