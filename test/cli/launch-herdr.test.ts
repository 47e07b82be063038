import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeMemoryHostFor } from "../../src/services/herdr/memory.ts"
import { makeProject, runTeam, SCREENS, teamProcess } from "../support/cli.ts"
import { put } from "../support/exit-drive.ts"
import { onTerminal } from "../support/exit-terminal.ts"
import { type FakeHerdr, fakeHerdr } from "../support/fake-herdr.ts"
import { putPane } from "../support/fake-herdr-state.ts"

const seat = (name: string, more = "") =>
  `  - { role: ${name}, name: ${name}, cli: claude-code, vendor: anthropic, model: Claude Opus, version: "0", launch: claude ${name}${more} }`
const TEAM = `format: 1
project: lantern
operator: wick
workspace: { mode: shared }
machine: { load_max: 1000, memory_min: 0%, disk_min: 0GB, swap_free_min: 0MB, swap_growth_max: 1000GB }
seats:
${[seat("wick", ", leads: true"), seat("glass"), seat("brass")].join("\n")}
`

const idle = SCREENS.claudeIdle.ansi.replaceAll("\n", "\r\n")
const holding = (text: string): string => idle.replace("❯\u00a0", `❯\u00a0${text}`)
/** No system gives such pids to a process. */
const PIDS = 99_000_000

/** Plays what runs in the server's panes: a shell that starts claude, and claude that ends at its exit text. */
const play = ({ path, state }: FakeHerdr, home: string) => {
  const watches: Array<ChildProcess> = []
  const seen = new Map<string, string>()
  const timer = setInterval(() => {
    for (const pane of state.panes.values()) {
      const number = Number(pane.workspace.slice(1))
      const shell = PIDS + number * 10
      const at = { pane: pane.pane, shell, group: shell }
      if (pane.agent === null && pane.shell !== shell) {
        putPane(state, { ...at, foreground: [{ pid: shell, name: "sh" }] })
        continue
      }
      const bytes = state.received.flatMap((one) => (one.pane === pane.pane ? one.bytes : [])).join("")
      const before = seen.get(pane.pane) ?? ""
      if (bytes === before) continue
      const news = bytes.slice(before.length)
      seen.set(pane.pane, bytes)
      if (state.workspaces.get(pane.workspace) === "Watch · lantern") {
        const env = { PATH: process.env["PATH"], HOME: home, TEAM_HERDR_SOCKET: path }
        watches.push(
          spawn("sh", ["-c", `exec ${bytes.trim()}`], {
            cwd: join(home, "..", "lantern"),
            env,
            stdio: "ignore",
            detached: true
          })
        )
      } else if (pane.agent === null && news.endsWith("\r")) {
        const asks = bytes.includes("claude brass")
        putPane(state, {
          ...at,
          agent: "claude",
          status: asks ? "blocked" : "idle",
          group: shell + 1,
          foreground: [{ pid: shell + 1, name: "claude" }],
          screen: asks ? SCREENS.claudePermission.ansi.replaceAll("\n", "\r\n") : idle
        })
      } else if (pane.agent !== null && news === "/exit")
        putPane(state, { ...at, group: pane.group, screen: holding("/exit") })
      else if (pane.agent !== null && news.includes("\r"))
        putPane(state, {
          ...at,
          agent: null,
          status: "unknown",
          name: null,
          foreground: [{ pid: shell, name: "sh" }],
          screen: "$ "
        })
    }
  }, 10)
  return Effect.addFinalizer(() =>
    Effect.sync(() => {
      clearInterval(timer)
      for (const { pid } of watches) {
        try {
          if (pid !== undefined) process.kill(-pid, "SIGKILL")
        } catch {
          // It has ended by itself.
        }
      }
    })
  )
}

const made = Effect.gen(function* () {
  const project = yield* makeProject(TEAM)
  const herdr = yield* fakeHerdr
  const bin = join(project.home, "bin")
  mkdirSync(bin)
  put(join(bin, "claude"), "#!/bin/sh\n")
  chmodSync(join(bin, "claude"), 0o755)
  const host = yield* makeMemoryHostFor("lantern")
  const env = { HOME: project.home, USER: "ana" }
  yield* onTerminal({}, () => runTeam(["approve"], { cwd: project.root, env, host }))({
    project,
    host,
    panes: { wick: "", glass: "", brass: "" },
    team: () => Effect.die("unused")
  })
  yield* play(herdr, project.home)
  const team = (...argv: ReadonlyArray<string>) =>
    teamProcess(argv, {
      cwd: project.root,
      home: project.home,
      env: {
        USER: "ana",
        PATH: `${bin}:${process.env["PATH"]}`,
        TEAM_HERDR_SOCKET: herdr.path,
        TEAM_HOST: "herdr"
      }
    })
  return { project, herdr, team }
})

describe("a team that is launched on herdr", () => {
  it.scopedLive(
    "has the plan and the records it has on tmux",
    () =>
      Effect.gen(function* () {
        const { herdr, project, team } = yield* made
        const plan = yield* team("up", "--dry-run")
        expect([plan.code, plan.err]).toEqual([0, ""])
        expect(plan.out).toContain(
          `+ open a workspace "claude opus" in ${project.root}\n+ claude wick --settings '`
        )
        expect(plan.out).toMatch(
          / {2}wait brass: its idle prompt\n\+ name its pane brass\ndry run: nothing was run\n$/
        )

        const up = yield* team("up")
        expect(up.out).toBe(
          "wick: ready\nglass: ready\nbrass: left out: permission (no terminal for owner)\n"
        )
        expect(up.err).toMatch(/watch: started\n$/)
        expect(up.code).toBe(1)
        const names = () => [...herdr.state.panes.values()].flatMap(({ name }) => name ?? [])
        expect(names()).toEqual(["wick", "glass"])
        expect(herdr.state.created.map((params) => [params["label"], params["cwd"]]).slice(0, 3)).toEqual([
          ["claude opus", project.root],
          ["claude opus", project.root],
          ["claude opus", project.root]
        ])

        const down = yield* team("down")
        expect([down.code, down.out]).toEqual([0, "wick: stopped\nglass: stopped\nbrass: stopped\n"])
        expect(names()).toEqual([])
        const typed = herdr.state.received.map(({ bytes }) => bytes)
        expect(typed.filter((bytes) => bytes === "/exit")).toHaveLength(2)
      }),
    60_000
  )
})
