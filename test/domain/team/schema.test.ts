import { readFileSync } from "node:fs"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { teamFileJsonSchema, WrittenTeamFile } from "../../../src/domain/team/json-schema.ts"
import { projectNameOf, renderSkeleton } from "../../../src/domain/team/skeleton.ts"
import { example, problems, valid, warnings } from "./support.ts"

const isWritten = Schema.is(Schema.encodedBoundSchema(WrittenTeamFile))
const strict = Schema.validateEither(Schema.encodedBoundSchema(WrittenTeamFile), {
  onExcessProperty: "error"
})

describe("the JSON Schema", () => {
  it("is the committed one (npm run generate writes it)", () => {
    const committed = readFileSync(
      new URL("../../../contract/team-file.schema.json", import.meta.url),
      "utf8"
    )
    expect(committed).toBe(`${JSON.stringify(teamFileJsonSchema(), null, 2)}\n`)
  })

  it.each(["small", "full", "old"])("takes the example %s", (name) => {
    expect(Either.isRight(strict(parse(example(name))))).toBe(true)
  })

  it("refuses what the reader refuses for its type", () => {
    const good: Record<string, unknown> = parse(example("small"))
    expect(isWritten(good)).toBe(true)
    for (const bad of [
      { format: 2 },
      { operator: 3 },
      { seats: [] },
      { watch: { interval: "120" } },
      { watch: { tempo: -1 } },
      { watch: { checks: { approval: "off" } } },
      { machine: { disk_min: "10 GB" } },
      { visibility: "open" }
    ]) {
      expect(Either.isLeft(strict({ ...good, ...bad }))).toBe(true)
    }
  })

  it("describes every key, without references that would hide it, and lets no other in", () => {
    expect(JSON.stringify(teamFileJsonSchema())).not.toContain("$ref")
    const schema = teamFileJsonSchema()
    expect(schema).toMatchObject({ type: "object", additionalProperties: false })
    const properties: Readonly<Record<string, unknown>> = "properties" in schema ? schema.properties : {}
    for (const [key, property] of Object.entries(properties)) {
      expect([key, property]).toEqual([key, expect.objectContaining({ description: expect.any(String) })])
    }
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(["watch", "seats", "machine", "tasks"]))
  })
})

describe("the skeleton", () => {
  const options = {
    project: "my project",
    schema: "file:///opt/app/contract/team-file.schema.json",
    root: "~/src/my project"
  }
  it("is valid as it stands, without a warning", () => {
    const text = renderSkeleton(options)
    expect(problems(text)).toEqual([])
    expect(warnings(text)).toEqual([])
    expect(text.split("\n")[0]).toBe(
      "# yaml-language-server: $schema=file:///opt/app/contract/team-file.schema.json"
    )
    expect(valid(text)).toMatchObject({
      project: "my-project",
      lead: "lead",
      operator: "lead",
      trust: ["~/.config/team/lobby", "~/src/my project"]
    })
    expect(valid(text).seats.map((seat) => seat.version)).toEqual(["0", "0"])
  })

  it("stays valid when its section comments are taken off", () => {
    const bare = renderSkeleton(options)
      .split("\n")
      .map((line) => line.replace(/^# (?=(?:watch|machine|rules):$| {2})/, ""))
      .join("\n")
    expect(problems(bare)).toEqual([])
    expect(valid(bare).watch.checks).toEqual(["extra"])
    expect(valid(bare).machine.load_max).toBe(6)
  })

  it.each(["on", "null", "12", "...", "-x", "a\nb: c", "ünïcode", "", '"'])(
    "a folder called %j gives a valid file",
    (project) => {
      const text = renderSkeleton({ project, schema: null, root: `/srv/${project}`.replaceAll("\n", "") })
      expect(problems(text)).toEqual([])
      expect(valid(text).project).toBe(projectNameOf(project))
    }
  )
})
