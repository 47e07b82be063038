import { execFileSync } from "node:child_process"
import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { HOOK_CLIS, HOOK_EVENTS } from "../../../src/domain/hook/events.ts"
import {
  hookCommand,
  hookProgram,
  isOurCommand,
  isTeamProgram
} from "../../../src/domain/hook/settings-command.ts"
import {
  differingFields,
  isOurHandler,
  sameJson,
  tomlSwitchOff,
  wantedEntries
} from "../../../src/domain/hook/settings-record.ts"
import { HOOK_VENDORS, installedEvents } from "../../../src/domain/hook/vendors/index.ts"

describe("the vendors", () => {
  it("are CLIs whose hooks can tell a turn, each once", () => {
    const clis = HOOK_VENDORS.map(({ cli }) => cli)
    expect(new Set(clis).size).toBe(clis.length)
    expect(clis.filter((cli) => !HOOK_CLIS.includes(cli))).toEqual([])
  })

  it.each(HOOK_VENDORS.map((vendor) => [vendor.cli, vendor] as const))(
    "%s reports a start, an end and a session, and no event it does not fire",
    (cli, vendor) => {
      const events = installedEvents(vendor)
      const kinds = events.map((event) => HOOK_EVENTS[cli]?.[event])
      for (const kind of ["start", "end", "session"]) expect(kinds).toContain(kind)
      expect(kinds).not.toContain("quiet")
      expect(vendor.without.filter((event) => HOOK_EVENTS[cli]?.[event] === undefined)).toEqual([])
      expect(events.filter((event) => vendor.without.includes(event))).toEqual([])
    }
  )

  it("write what their CLI reads", () => {
    const written = (cli: string, event: string) => {
      const vendor = HOOK_VENDORS.find((one) => one.cli === cli)
      return vendor === undefined ? null : wantedEntries(vendor, "'/bin/team'").get(event)
    }
    expect(written("claude-code", "Stop")).toEqual({
      hooks: [{ type: "command", command: "'/bin/team' hook claude-code Stop", timeout: 10 }]
    })
    expect(written("gemini", "AfterAgent")).toEqual({
      hooks: [{ type: "command", command: "'/bin/team' hook gemini AfterAgent", timeout: 10_000 }]
    })
    expect(written("cursor", "stop")).toEqual({ command: "'/bin/team' hook cursor stop", timeout: 10 })
    expect(written("codex", "StopFailure")).toBeUndefined()
  })
})

describe("the command", () => {
  it("is the program where it can be run, else the engine with the script", () => {
    expect(hookProgram(["/usr/bin/node", "/opt/bin/team"], true)).toBe("'/opt/bin/team'")
    expect(hookProgram(["/usr/bin/node", "/opt/team.mjs"], false)).toBe("'/usr/bin/node' '/opt/team.mjs'")
    expect(hookProgram(["/bin/deno", "/opt/team.mjs"], false)).toBe("'/bin/deno' 'run' '-A' '/opt/team.mjs'")
  })

  it("is refused for a path that could not stand in it", () => {
    const refused = [
      ["/usr/bin/node", "/opt/a\nb/team"],
      ["/usr/bin/no\u001bde", "/opt/team.mjs"],
      ["/usr/bin/node", "team"],
      ["/usr/bin/node", "/src/cli/bin.ts"],
      ["/usr/bin/node"]
    ]
    expect(refused.map((self) => hookProgram(self, false))).toEqual(refused.map(() => null))
    // The engine does not matter where it is not written.
    expect(hookProgram(["node", "/opt/team"], true)).toBe("'/opt/team'")
  })

  it("comes through sh word for word, and is known again, whatever the folders are called", () => {
    const folder = FastCheck.string({ minLength: 1, maxLength: 12 }).filter(
      (name) => !/[\u0000-\u001f\u007f\u0085\u2028\u2029/]/.test(name)
    )
    const arbitrary = FastCheck.tuple(folder, folder, FastCheck.boolean())
    const seen: Array<ReadonlyArray<string>> = []
    FastCheck.assert(
      FastCheck.property(arbitrary, ([one, other, executable]) => {
        const self = [`/${one}/node`, `/${other}/team.mjs`]
        const program = hookProgram(self, executable)
        const command = hookCommand(program ?? "", "codex", "Stop")
        expect(isOurCommand(command, "codex")).toBe(true)
        expect(isOurCommand(command, "claude-code")).toBe(false)
        if (seen.length < 20) seen.push([command, ...(executable ? self.slice(1) : self)])
      })
    )
    for (const [command = "", ...words] of seen) {
      const out = execFileSync("sh", ["-c", `printf '%s\\0' ${command}`], { encoding: "utf8" })
      expect(out.split("\0").slice(0, -1)).toEqual([...words, "hook", "codex", "Stop"])
    }
  })

  it("is known in the shapes of other versions and other places", () => {
    const ours = [
      "/usr/local/bin/team hook codex Stop",
      '"/home/a b/team" hook codex Stop',
      "team hook codex UserPromptSubmit",
      "'/bin/deno' 'run' '-A' '/opt/team.mjs' hook codex Stop",
      "/nix/node-22.3/bin/node /opt/team.mjs hook codex Stop",
      "'/it'\\''s/node' '/x/team.mjs'   hook codex Stop"
    ]
    expect(ours.filter((command) => !isOurCommand(command, "codex"))).toEqual([])
  })

  it("is never somebody's own", () => {
    const foreign = [
      "/usr/local/bin/team hook codex",
      "/usr/local/bin/team-x hook codex Stop",
      "/usr/local/bin/notteam hook codex Stop",
      "team hook codex Stop || true",
      "team hook codex Stop; rm x",
      "team hook codex Stop > /dev/null",
      "$HOME/bin/team hook codex Stop",
      '"$HOME/bin/team" hook codex Stop',
      "timeout 5 team hook codex Stop",
      "node --eval team hook codex Stop",
      "python3 team hook codex Stop",
      "echo team hook codex Stop",
      "team 'hook codex Stop",
      "team hook codex 'Stop now'",
      ""
    ]
    expect(foreign.filter((command) => isOurCommand(command, "codex"))).toEqual([])
    expect(isTeamProgram("/a/team.mjs.bak")).toBe(false)
    expect(isOurHandler({ command: 7 }, "codex")).toBe(false)
  })
})

describe("an entry of another version", () => {
  const vendor = HOOK_VENDORS[0]
  const wanted = vendor === undefined ? undefined : wantedEntries(vendor, "'/t/team'").get("Stop")
  const handler = { type: "command", command: "'/t/team' hook claude-code Stop", timeout: 10 }

  it.each([
    [{ hooks: [{ ...handler, timeout: 5 }] }, ["timeout"]],
    [{ hooks: [{ ...handler, async: true }] }, ["async"]],
    [{ matcher: "*", hooks: [handler] }, ["matcher"]],
    [{ hooks: [{ ...handler, command: "'/old/team' hook claude-code Stop" }] }, ["command"]],
    [{ hooks: [{ timeout: 10, command: handler.command, type: "command" }] }, []]
  ])("%j differs in %j", (found, fields) => {
    expect(differingFields(found, wanted ?? {})).toEqual(fields)
    expect(sameJson(found, wanted)).toBe(fields.length === 0)
  })
})

describe("a TOML file", () => {
  const off = (text: string) => tomlSwitchOff(text, "features", ["hooks", "codex_hooks"])

  it("switches hooks off in its table", () => {
    expect(off("a = 1\r\n[features]\r\nhooks=false # no\r\n")).toEqual({ line: 3, key: "hooks" })
    expect(off("[ features ]\ncodex_hooks = false")).toEqual({ line: 2, key: "codex_hooks" })
    expect(off("features.hooks = false")).toEqual({ line: 1, key: "hooks" })
    expect(off("features = { x = 1, hooks = false }")).toEqual({ line: 1, key: "hooks" })
  })

  it("and not in another one, nor in a comment", () => {
    const on = [
      "[features]\nhooks = true",
      "[features]\n# hooks = false",
      "[other]\nhooks = false",
      "[features.more]\nhooks = false",
      "[[features]]\nhooks = false",
      "hooks = false",
      '[features]\nnote = "hooks = false"',
      "[features]\nhooks = falsey"
    ]
    expect(on.map(off)).toEqual(on.map(() => null))
  })
})
