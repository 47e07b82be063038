import { execFileSync, spawn, spawnSync } from "node:child_process"
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { it as effectIt } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { HookRecords } from "../../src/services/HookRecords.ts"
import { BIN } from "../support/cli.ts"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hook-"))
  mkdirSync(join(folder, ".agents"))
})
afterEach(() => rmSync(folder, { recursive: true }))

type More = Readonly<Record<string, string | undefined>>
const env = (more: More = {}) => ({
  PATH: process.env["PATH"],
  HOME: folder,
  TMUX: "/tmp/t,77,0",
  TMUX_PANE: "%3",
  ...more
})
/** Runs the hook as a CLI does; it must end well and say nothing whatever it was given. */
const run = (args: ReadonlyArray<string>, input: string, more: More = {}) => {
  const options = { cwd: folder, input, env: env(more), encoding: "utf8" } as const
  const { status, stderr, stdout } = spawnSync(process.execPath, [BIN, "hook", ...args], options)
  expect([status, stdout, stderr]).toEqual([0, "", ""])
}
const hook = (input: string, event = "Stop", more: More = {}) => run(["claude-code", event], input, more)
const state = () => join(folder, ".local/state")
const hooks = () => join(state(), "team/hooks")
const files = () =>
  existsSync(hooks()) ? readdirSync(hooks()).flatMap((one) => readdirSync(join(hooks(), one))) : []
const recorded = Effect.suspend(() =>
  Effect.flatMap(HookRecords, ({ read }) => read).pipe(Effect.provide(HookRecords.layerAt(state())))
)
const log = () => join(folder, ".agents/team.log")
/** The text of every file below the home. */
const everything = (at = folder): string =>
  readdirSync(at, { withFileTypes: true })
    .map((entry) => {
      const path = join(at, entry.name)
      return entry.isDirectory() ? everything(path) : readFileSync(path, "utf8")
    })
    .join("\n")

describe("team hook", () => {
  effectIt.live("writes what the service reads, and no word of the payload", () =>
    Effect.gen(function* () {
      const said =
        '"prompt":"secret-a","last_assistant_message":"secret-b","cwd":"/secret-c","x":["secret-d"]'
      hook(`{"session_id":"s1",${said}}`, "UserPromptSubmit")
      hook(`{"session_id":"s1","background_tasks":[],${said}}`)
      const { problems, records } = yield* recorded
      expect(problems).toEqual([])
      expect(records.map((one) => [one.word, one.event, one.session, one.pane, one.server])).toEqual([
        ["idle", "Stop", "s1", "%3", "77"],
        ["working", "UserPromptSubmit", "s1", "%3", "77"]
      ])
      expect(records[0]?.sender[0]?.pid).toBe(process.pid)
      expect(everything()).toContain("s1")
      expect(everything()).not.toContain("secret")
      expect(existsSync(log())).toBe(false)
    })
  )
  effectIt.live("names the CLI, not the shell that only runs the hook", () =>
    Effect.gen(function* () {
      // The last command of a shell would take its place: it is not the last here.
      const script = `"${process.execPath}" "${BIN}" hook claude-code Stop; exit 0`
      execFileSync("sh", ["-c", script], { cwd: folder, input: "{}", env: env() })
      const { records } = yield* recorded
      expect(records.map(({ sender: [one] }) => one?.pid)).toEqual([process.pid])
    })
  )
  it("writes nothing for what it cannot parse, or outside of a pane", () => {
    hook("")
    hook("{")
    hook("[]")
    hook(`{"x":"${"y".repeat(2 * 1_048_576)}"}`)
    hook("{}", "Stop", { TMUX_PANE: "" })
    hook("{}", "Stop", { TMUX: "nonsense" })
    hook('{"hook_event_name":"SubagentStop"}')
    hook('{"agent_id":"a7"}')
    expect(files()).toEqual([])
    expect(existsSync(log())).toBe(false)
  })
  it.each([
    [[]],
    [["claude-code"]],
    [["claude-code", "Stop", "more"]],
    [["nobody", "Stop"]],
    [["__proto__", "Stop"]],
    [["constructor", "name"]],
    [["claude-code", ""]],
    [["claude-code", "x".repeat(101)]],
    [["--version", "x"]],
    [["", ""]]
  ])("ends well and writes nothing for %j", (args) => {
    run(args, "{}")
    expect(files().filter((name) => !name.includes(".unknown."))).toEqual([])
    expect(existsSync(log())).toBe(false)
  })
  it("ends well with a closed stdin, stdout or stderr", () => {
    for (const closed of ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", "</dev/null", "| true"]) {
      const script = `"${process.execPath}" "${BIN}" hook claude-code Stop ${closed}; exit "\${PIPESTATUS:-$?}"`
      const done = spawnSync("bash", ["-c", script], { cwd: folder, env: env(), encoding: "utf8", input: "" })
      expect([closed, done.status, done.stdout, done.stderr]).toEqual([closed, 0, "", ""])
    }
    // A reader that is gone before the help is written.
    const help = `{ "${process.execPath}" "${BIN}" hook --help; echo "$?" >&2; } | true`
    expect(spawnSync("bash", ["-c", help], { env: env(), encoding: "utf8" }).stderr).toBe("0\n")
  })
  it("reads a file given as stdin", () => {
    writeFileSync(join(folder, "payload"), '{"session_id":"s"}')
    const stdin = openSync(join(folder, "payload"), "r")
    const done = spawnSync(process.execPath, [BIN, "hook", "codex", "Stop"], {
      cwd: folder,
      env: env(),
      stdio: [stdin, "pipe", "pipe"]
    })
    closeSync(stdin)
    expect(done.status).toBe(0)
    expect(files()).toHaveLength(1)
  })
  it("does not wait for a stdin that nobody closes", async () => {
    const child = spawn(process.execPath, [BIN, "hook", "claude-code", "Stop"], { cwd: folder, env: env() })
    child.stdin.write('{"session_id":')
    expect(await new Promise((resolve) => child.on("exit", resolve))).toBe(0)
    expect(files()).toEqual([])
  })
  it("takes what a writer who never closes has written in full", async () => {
    const child = spawn(process.execPath, [BIN, "hook", "claude-code", "Stop"], { cwd: folder, env: env() })
    child.stdin.write('{"session_id":"s"}')
    expect(await new Promise((resolve) => child.on("exit", resolve))).toBe(0)
    expect(files()).toHaveLength(1)
  })
})

describe("team hook where nothing can be written", () => {
  const said = () => (existsSync(log()) ? readFileSync(log(), "utf8").split("\n").slice(0, -1) : [])

  it("follows no link and says so once", () => {
    mkdirSync(state(), { recursive: true })
    mkdirSync(join(folder, "else"))
    symlinkSync(join(folder, "else"), join(state(), "team"))
    hook('{"session_id":"secret"}')
    hook("{}")
    expect(readdirSync(join(folder, "else"))).toEqual([])
    expect(said()).toHaveLength(1)
    expect(said()[0]).toContain("hook [claude-code] ")
    expect(said()[0]).toContain("it is a link")
    expect(said()[0]).not.toContain("secret")
    expect(lstatSync(log()).mode & 0o777).toBe(0o600)
  })
  it("trusts no folder that others may write", () => {
    mkdirSync(hooks(), { recursive: true })
    chmodSync(hooks(), 0o777)
    hook("{}")
    hook("{}")
    expect(files()).toEqual([])
    expect(said()).toHaveLength(1)
    expect(said()[0]).toContain("others may write")
  })
  it("says that there is no home", () => {
    hook("{}", "Stop", { HOME: "" })
    hook("{}", "Stop", { HOME: undefined })
    hook("{}", "Stop", { HOME: "relative", XDG_STATE_HOME: "relative" })
    expect(said()).toHaveLength(1)
    expect(said()[0]).toContain("HOME")
  })
  it("is silent outside of a project", () => {
    rmSync(join(folder, ".agents"), { recursive: true })
    writeFileSync(join(folder, ".local"), "")
    hook("{}")
    expect(readdirSync(folder)).toEqual([".local"])
  })
  it("adds nothing to a log that is a link", () => {
    writeFileSync(join(folder, ".local"), "")
    writeFileSync(join(folder, "mine"), "mine")
    symlinkSync(join(folder, "mine"), log())
    hook("{}")
    expect(readFileSync(join(folder, "mine"), "utf8")).toBe("mine")
  })
})
