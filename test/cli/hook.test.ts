import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { it as effectIt } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { buildSync } from "esbuild"
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { HookRecords } from "../../src/services/HookRecords.ts"

let folder = ""
let bin = ""
beforeAll(() => {
  bin = join(mkdtempSync(join(tmpdir(), "hook-bin-")), "hook.mjs")
  const contents = `import { runHook } from "./src/services/hook/run.ts"; runHook(process.argv.slice(2), () => process.exit(0))`
  buildSync({
    stdin: { contents, resolveDir: join(import.meta.dirname, "../..") },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: bin
  })
  return () => rmSync(join(bin, ".."), { recursive: true })
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hook-"))
  mkdirSync(join(folder, ".agents"))
})
afterEach(() => rmSync(folder, { recursive: true }))

const env = () => ({ PATH: process.env["PATH"], HOME: folder, TMUX: "/tmp/t,77,0", TMUX_PANE: "%3" })
const hook = (input: string, event = "Stop", more: object = {}) => {
  const done = spawnSync(process.execPath, [bin, "claude-code", event], {
    cwd: folder,
    input,
    env: { ...env(), ...more },
    encoding: "utf8"
  })
  expect([done.status, done.stdout, done.stderr]).toEqual([0, "", ""])
}
const hooks = () => join(folder, ".local/state/team/hooks")
const files = () =>
  existsSync(hooks()) ? readdirSync(hooks()).flatMap((one) => readdirSync(join(hooks(), one))) : []
const log = () => join(folder, ".agents/team.log")

describe("team hook", () => {
  effectIt.live("writes what the service reads, without the prompt", () =>
    Effect.gen(function* () {
      hook('{"session_id":"s","prompt":"secret"}', "UserPromptSubmit")
      hook('{"session_id":"s"}')
      const { read } = yield* HookRecords
      const { problems, records } = yield* read
      expect(problems).toEqual([])
      expect(records.map((one) => [one.word, one.session, one.pane, one.server])).toEqual([
        ["idle", "s", "%3", "77"],
        ["working", "s", "%3", "77"]
      ])
      expect(records[0]?.sender[0]?.pid).toBe(process.pid)
      expect(JSON.stringify(records)).not.toContain("secret")
    }).pipe(Effect.provide(HookRecords.layerAt(join(folder, ".local/state"))))
  )
  it("writes nothing for what it cannot parse, or outside of a pane", () => {
    hook("{")
    hook(`{"x":"${"y".repeat(2_000_000)}"}`)
    hook("{}", "Stop", { TMUX_PANE: "" })
    expect(files()).toEqual([])
  })
  it("follows no link and says so once", () => {
    mkdirSync(join(folder, ".local/state"), { recursive: true })
    mkdirSync(join(folder, "else"))
    symlinkSync(join(folder, "else"), join(folder, ".local/state/team"))
    hook("{}")
    hook("{}")
    expect(readdirSync(join(folder, "else"))).toEqual([])
    expect(readFileSync(log(), "utf8").match(/hook \[claude-code\] /g)).toHaveLength(1)
  })
  it("says that there is no home", () => {
    hook("{}", "Stop", { HOME: "" })
    expect(readFileSync(log(), "utf8")).toContain("HOME")
  })
  it("does not wait for a stdin that nobody closes", async () => {
    const child = spawn(process.execPath, [bin, "claude-code", "Stop"], { cwd: folder, env: env() })
    expect(await new Promise((resolve) => child.on("exit", resolve))).toBe(0)
    expect(files()).toEqual([])
  })
})
