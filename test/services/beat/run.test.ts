import { execFileSync, spawnSync } from "node:child_process"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buildSync } from "esbuild"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { supervisionOf } from "../../../src/domain/supervision/status.ts"
import { beatDisk } from "../../../src/services/beat/disk.ts"
import { placeName, recallPlace } from "../../../src/services/beat/place.ts"
import { rememberPlace } from "../../../src/services/beat/remember.ts"
import { finish, lookSteps } from "../../../src/services/beat/steps.ts"

let home = ""
let root = ""
let config = ""
let env: Record<string, string> = {}
let bundles = ""
let program = ""

beforeAll(() => {
  bundles = fs.mkdtempSync(join(tmpdir(), "sw-beat-bin-"))
  program = join(bundles, "beat.mjs")
  const run = join(import.meta.dirname, "../../../src/services/beat/run.ts")
  buildSync({
    stdin: {
      contents: `import { runBeat } from ${JSON.stringify(run)}; console.log(runBeat(process.argv.slice(2)))`,
      resolveDir: bundles
    },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: program
  })
})
afterAll(() => fs.rmSync(bundles, { recursive: true }))

beforeEach(() => {
  home = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "sw-beat-")))
  root = join(home, "project")
  config = join(home, ".config", "team")
  env = { HOME: home }
  fs.mkdirSync(join(root, ".agents"), { recursive: true, mode: 0o700 })
  fs.mkdirSync(config, { recursive: true, mode: 0o700 })
  fs.writeFileSync(join(root, ".agents", "team.yaml"), "format: 1\n")
})
afterEach(() => fs.rmSync(home, { recursive: true }))

const remember = (now = Date.now()) => rememberPlace(env, root, config, { root, session: "harbour" }, now)
const beat = (...args: ReadonlyArray<string>): string => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, ...args], {
    cwd: root,
    env,
    encoding: "utf8"
  })
  expect([status, stderr]).toEqual([0, ""])
  return stdout.trim()
}
const states = () =>
  supervisionOf(finish(lookSteps(beatDisk(root, "harbour"))), Date.now()).map(({ seat, state }) =>
    seat === null ? state : `${state} ${seat}`
  )

describe("a beat on the short way", () => {
  it("is the service's own, and so is its stand-down", () => {
    remember()
    expect(beat("overseer", "--seat", "w3:p2")).toBe("true")
    expect(beat("--seat", "%7", "orchestrator-context")).toBe("true")
    expect(beat("watch")).toBe("true")
    expect(states()).toEqual(["ABSENT", "ARMED %7", "ARMED w3:p2", "ABSENT", "ARMED"])
    expect(beat("overseer", "--seat", "w3:p2", "--stand-down")).toBe("true")
    expect(states()[2]).toBe("DISARMED w3:p2")
    expect(beat("overseer", "--seat", "w3:p2")).toBe("true")
    expect(states()[2]).toBe("ARMED w3:p2")
  })

  it.each([
    [],
    ["overseer"],
    ["overseer", "--seat", ""],
    ["overseer", "--seat"],
    ["overseer", "--seat", "--stand-down"],
    ["overseer", "--seat", " \u200b"],
    ["overseer", "--seat", "a", "--seat", "b"],
    ["overseer", "watch", "--seat", "a"],
    ["Overseer", "--seat", "a"],
    ["context", "--seat", "a"],
    ["watch", "--session", "quay"],
    ["watch", "--help"],
    ["watch", "--json"],
    ["watch", "--while", "1"]
  ])("leaves %j to the full command, and writes nothing", (...args) => {
    remember()
    expect(beat(...args)).toBe("false")
    expect(fs.existsSync(join(root, ".agents", "supervision"))).toBe(false)
  })

  it("leaves what cannot be written to the full command, which says why", () => {
    remember()
    fs.mkdirSync(join(root, ".agents", "supervision", "harbour", "watch.beat"), {
      recursive: true,
      mode: 0o700
    })
    expect(beat("watch")).toBe("false")
  })

  it("needs a place that was looked up", () => expect(beat("watch")).toBe("false"))
})

describe("a remembered place", () => {
  const recall = (now = Date.now(), more: Record<string, string> = {}) =>
    recallPlace({ ...env, ...more }, root, now)

  it("is the same folder's alone", () => {
    remember()
    expect(recall()).toEqual({ root, session: "harbour" })
    expect(recallPlace(env, home, Date.now())).toBeNull()
    expect(recall(Date.now(), { XDG_CONFIG_HOME: join(home, "other") })).toBeNull()
  })

  it("is good for ten minutes, and never of the future", () => {
    const now = Date.now()
    remember(now)
    expect(recall(now + 600_000)).not.toBeNull()
    expect(recall(now + 600_001)).toBeNull()
    expect(recall(now - 1)).toBeNull()
  })

  it.each<[string, () => void]>([
    ["the team file", () => fs.appendFileSync(join(root, ".agents", "team.yaml"), "session: quay\n")],
    ["the team file, gone", () => fs.rmSync(join(root, ".agents", "team.yaml"))],
    ["a new approval", () => fs.mkdirSync(join(config, "project-000000000000"))],
    ["a first approval's key", () => fs.mkdirSync(join(home, ".config", "team-key"))]
  ])("is looked up anew after a change of %s", (_, change) => {
    remember()
    change()
    expect(recall()).toBeNull()
  })

  it("is looked up anew after the approval was written again", () => {
    const names = fs.readdirSync(config)
    expect(names).toEqual([])
    remember()
    const stamps: ReadonlyArray<readonly [string, unknown]> = JSON.parse(
      fs.readFileSync(join(home, ".local", "state", "team", "places", placeName(env, root)), "utf8")
    ).stamps
    const count = stamps.map(([path]) => path).find((path) => path.includes("generations")) ?? ""
    fs.mkdirSync(join(count, ".."), { recursive: true })
    const hash = /([0-9a-f]{12})\.json$/.exec(count)?.[1] ?? ""
    const record = join(config, `project-${hash}`, "approval.json")
    fs.mkdirSync(join(record, ".."))
    fs.writeFileSync(record, "{}")
    remember()
    expect(recall()).not.toBeNull()
    fs.writeFileSync(record, '{"format":1}')
    expect(recall()).toBeNull()
  })

  it("is not believed where others may have written it", () => {
    remember()
    const places = join(home, ".local", "state", "team", "places")
    fs.chmodSync(places, 0o777)
    expect(recall()).toBeNull()
    fs.chmodSync(places, 0o700)
    expect(recall()).not.toBeNull()
    const path = join(places, placeName(env, root))
    fs.renameSync(path, join(home, "elsewhere"))
    fs.symlinkSync(join(home, "elsewhere"), path)
    expect(recall()).toBeNull()
  })

  it.each(["", "{}", "null", '{"format":2}', "[1]"])("is none in %j", (text) => {
    remember()
    fs.writeFileSync(join(home, ".local", "state", "team", "places", placeName(env, root)), text)
    expect(recall()).toBeNull()
  })

  it("that cannot be kept stops nothing", () => {
    fs.writeFileSync(join(home, ".local"), "")
    remember()
    env = {}
    remember()
    expect(recall()).toBeNull()
  })

  it("goes after a day", () => {
    remember()
    const old = join(home, ".local", "state", "team", "places", "old.json")
    fs.writeFileSync(old, "{}")
    fs.utimesSync(old, 1, 1)
    remember()
    expect(fs.existsSync(old)).toBe(false)
  })
})

describe("the program", () => {
  it("loads nothing of Effect", () => {
    expect(fs.readFileSync(program, "utf8")).not.toContain("effect/")
    expect(fs.statSync(program).size).toBeLessThan(60_000)
  })

  it("is run by a shell's loop until that is killed", () => {
    remember()
    const loop = `for i in 1 2 3; do "${process.execPath}" "${program}" watch; done`
    expect(execFileSync("/bin/sh", ["-c", loop], { cwd: root, env, encoding: "utf8" })).toBe(
      "true\ntrue\ntrue\n"
    )
  })
})
