import { execFileSync } from "node:child_process"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Consumer, makeConsumer, ROOT } from "./support/consumer.ts"

/** What a program may count on; a name that goes away is a breaking change. */
const SOME: Readonly<Record<string, ReadonlyArray<string>>> = {
  seatwatch: ["pass", "readSeat", "Herdr", "runWatch", "SeatsDocument", "StatusDocument", "ErrorDocument"],
  "seatwatch/domain": ["readSeat", "readScreen", "pass", "emptyMemory", "CHECKS", "Snapshot", "teamViewOf"],
  "seatwatch/services": ["Herdr", "layerHost", "layerTmux", "layerHerdr", "openTeam", "gather", "makeWatch"],
  "seatwatch/testing": ["MemoryHost", "makeScenario", "layersInMemory", "quietMachine", "Screens"]
}

const node = (code: string): string =>
  execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: ROOT, encoding: "utf8" })

describe("the package's subpaths", () => {
  it.each(Object.entries(SOME))("%s gives its names", (subpath, names) => {
    const found: ReadonlyArray<string> = JSON.parse(
      node(`console.log(JSON.stringify(Object.keys(await import(${JSON.stringify(subpath)}))))`)
    )
    expect(found).toEqual(expect.arrayContaining([...names]))
  })

  it("the root holds all of domain and services", () => {
    const missing = node(`
      const root = await import("seatwatch")
      const parts = [await import("seatwatch/domain"), await import("seatwatch/services")]
      console.log(JSON.stringify(parts.flatMap((part) => Object.keys(part)).filter((name) => !(name in root))))
    `)
    expect(JSON.parse(missing)).toEqual([])
  })

  it.each(["seatwatch/dist/services/SafeFile.js", "seatwatch/cli", "seatwatch/src/index.ts"])(
    "%s is nobody's to import",
    (inner) => {
      const answer = node(
        `console.log(await import(${JSON.stringify(inner)}).then(() => "in", (e) => e.code))`
      )
      expect(answer.trim()).toBe("ERR_PACKAGE_PATH_NOT_EXPORTED")
    }
  )

  it("the domain loads without anything of Node", () => {
    const loaded = node(`
      import { register } from "node:module"
      register("data:text/javascript," + encodeURIComponent(
        "export const resolve = (s, c, next) => /^node:|^yaml|^@effect/.test(s) ? Promise.reject(new Error(s)) : next(s, c)"
      ))
      console.log(typeof (await import("seatwatch/domain")).readSeat)
    `)
    expect(loaded.trim()).toBe("function")
  })
})

describe("a program that embeds it", () => {
  let consumer: Consumer | undefined
  beforeAll(() => {
    consumer = makeConsumer()
  })
  afterAll(() => consumer?.remove())
  const types = (source: string): string => consumer?.typecheck({ "main.ts": source }) ?? "no consumer"

  it("has their types", { timeout: 90_000 }, () => {
    expect(
      types(`
        import * as Effect from "effect/Effect"
        import { type Evidence, readSeat, type SeatReading, StateWord } from "seatwatch/domain"
        import { Herdr, type HostError, MemoryHost } from "seatwatch/services"
        import { type Scenario, makeScenario } from "seatwatch/testing"
        import { pass, type PassResult, SeatsDocument, TeamFile, TeamFileData } from "seatwatch"
        export const read = (evidence: Evidence): SeatReading => readSeat(evidence)
        export const word: StateWord = "idle"
        export const names: Effect.Effect<ReadonlyArray<string | null>, HostError, Herdr> = Effect.flatMap(
          Herdr, (host) => Effect.map(host.list, (listing) => listing.panes.map((pane) => pane.name)))
        export const given: Effect.Effect<unknown, HostError> = Effect.flatMap(MemoryHost.make("harbour"),
          (control) => Effect.provide(names, MemoryHost.layer(control)))
        export const play: Effect.Effect<Scenario, unknown> = makeScenario({ team: "" })
        export type Parts = [PassResult, typeof SeatsDocument.Type, TeamFileData, typeof TeamFile, typeof pass]
      `)
    ).toBe("")
  })

  it("is told of a wrong one", { timeout: 90_000 }, () => {
    expect(types('import { StateWord } from "seatwatch"\nexport const word: StateWord = "busy"\n')).toContain(
      "TS2322"
    )
  })
})
