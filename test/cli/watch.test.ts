import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { makeSignals } from "../../src/cli/Signals.ts"
import {
  advanceUntilDone,
  breathe,
  oneDocument,
  paneShowing,
  runTeam,
  SCREENS,
  START,
  setup,
  TEAM
} from "../support/cli.ts"

describe("how the watch is refused", () => {
  it.scoped("--json has no meaning for it", () =>
    Effect.gen(function* () {
      const { team } = yield* setup()
      const ran = yield* team("watch --json")
      expect([ran.code, ran.err]).toEqual([2, ""])
      expect(oneDocument(ran.out)).toMatchObject({
        format: 1,
        kind: "team.error",
        id: "watch.invocation",
        code: 2
      })
    })
  )

  it.scoped("no team file, an invalid one, no project, no host", () =>
    Effect.gen(function* () {
      const { team, project } = yield* setup(null)
      const none = yield* team("watch")
      expect([none.code, none.id]).toEqual([2, "watch.not-a-repo"])
      expect(none.err).toContain("team init")
      const missing = yield* team("watch --file nowhere.yaml")
      expect([missing.code, missing.id]).toEqual([2, "watch.file"])
      project.write(
        TEAM.replace("operator: wick", "operator: nobody").replace("format: 1", "format: 1\nseets: 3")
      )
      const invalid = yield* team("watch")
      expect([invalid.code, invalid.id]).toEqual([2, "watch.file-invalid"])
      expect(invalid.err.split("\n").length).toBeGreaterThan(2)
      for (const line of invalid.err.trimEnd().split("\n")) {
        expect(line).toMatch(/^team watch: team\.yaml line \d+: /)
      }
      project.write(TEAM)
      const hostless = yield* runTeam(["watch"], { cwd: project.root, env: { HOME: project.home } })
      expect([hostless.code, hostless.id]).toEqual([2, "watch.host"])
    })
  )

  it.scoped("a recording never writes over a file", () =>
    Effect.gen(function* () {
      const { team, project } = yield* setup()
      writeFileSync(join(project.root, "r.jsonl"), "mine")
      const ran = yield* team("watch --record r.jsonl")
      expect([ran.code, ran.id]).toEqual([2, "watch.invocation"])
      expect(readFileSync(join(project.root, "r.jsonl"), "utf8")).toBe("mine")
      expect(existsSync(project.state)).toBe(false)
    })
  )

  it.scoped("while another lives: by its process, its pane, its heartbeat", () =>
    Effect.gen(function* () {
      const { team, project, host } = yield* setup()
      // A pid of nobody: the highest a system gives, and one more.
      const dead = 4_194_305
      const pane = yield* host.setPane({
        processes: { root: null, foreground: [{ pid: 1, start: null, name: "node" }] }
      })
      const shell = yield* host.setPane({
        processes: { root: null, foreground: [{ pid: 1, start: null, name: "bash" }] }
      })
      const own = (age: number, more: object) =>
        writeFileSync(
          project.state,
          JSON.stringify({
            format: 1,
            sessions: {
              lantern: { watch: { heartbeat: new Date(START - age).toISOString(), ...more } }
            }
          }),
          { mode: 0o600 }
        )
      const init = { pid: process.ppid, start: null, machine: hostname() }
      const refused: ReadonlyArray<readonly [number, object, RegExp]> = [
        [9e9, init, /stop it first: kill \d+/],
        [239_000, { pid: dead }, /not two intervals old/],
        [240_000, { pid: dead }, /not two intervals old/],
        [239_000, {}, /not two intervals old/],
        [9e9, { pid: dead, pane }, new RegExp(`its pane ${pane} still runs a program`)],
        // A watch of another machine cannot be looked up: only its heartbeat speaks.
        [239_000, { pid: dead, machine: "elsewhere.test" }, /not two intervals old/],
        // A longer interval of its own counts for it.
        [500_000, { pid: dead, interval: 300_000 }, /not two intervals old/]
      ]
      for (const [age, more, said] of refused) {
        own(age, more)
        const before = project.readState()
        for (const command of ["watch", "watch --detach"]) {
          const ran = yield* team(command)
          expect([more, ran.code, ran.id, ran.out]).toEqual([more, 1, "watch.already", ""])
          expect(ran.err).toMatch(said)
        }
        expect(project.readState()).toBe(before)
        expect(yield* host.launches).toEqual([])
      }
      const allowed: ReadonlyArray<readonly [number, object]> = [
        [241_000, { pid: dead }],
        // The pid lives, but it is another process than the one that wrote it.
        [241_000, { ...init, start: "another start" }],
        [241_000, { pid: dead, pane: shell }],
        [241_000, { pid: dead, pane: "gone" }],
        [241_000, { pid: process.ppid, machine: "elsewhere.test" }],
        // Ourselves, started again under the same pid.
        [0, { pid: process.pid }]
      ]
      for (const [age, more] of allowed) {
        own(age, more)
        const signals = makeSignals()
        let started = false
        const fiber = yield* Effect.fork(
          team("watch", {
            signals,
            onOut: (text) => {
              if (text.includes("brass: idle")) started = true
            }
          })
        )
        for (let turn = 0; turn < 3_000 && !started; turn++) yield* breathe
        signals.deliver("SIGTERM")
        const ran = yield* fiber
        expect([more, ran.code, ran.err]).toEqual([more, 0, ""])
        expect(ran.out).toMatch(/the watch of "lantern" stopped\n$/)
      }
    })
  )
})

describe("a watch in this process", () => {
  it.scoped("of a foreign session leaves the state byte for byte as it was", () =>
    Effect.gen(function* () {
      const { team, project } = yield* setup()
      const state = `{ "format":1,  "sessions": {"other":{}} , "more": [1]}`
      writeFileSync(project.state, state, { mode: 0o600 })
      const signals = makeSignals()
      let passed = false
      const fiber = yield* Effect.fork(
        team("watch --session other", {
          signals,
          onOut: (text) => {
            if (text.includes("brass: idle")) passed = true
          }
        })
      )
      for (let turn = 0; turn < 3_000 && !passed; turn++) yield* breathe
      signals.deliver("SIGINT")
      const ran = yield* fiber
      expect(ran.code).toBe(0)
      expect(ran.out).toContain('the session "other" is not this file\'s "lantern"')
      expect(project.readState()).toBe(state)
    })
  )

  it.scoped("is recorded, and its recording replays to the same readings and reports", () =>
    Effect.gen(function* () {
      const { team, project, host, panes } = yield* setup()
      yield* host.setPane({ pane: panes.glass, ...paneShowing("glass", SCREENS.claudePermission) })
      const signals = makeSignals()
      let said = ""
      const passes = () => readFileSync(join(project.root, "r.jsonl"), "utf8").split('{"snapshot"').length - 1
      const reached = (check: () => boolean) =>
        Effect.gen(function* () {
          for (let turn = 0; turn < 5_000 && !check(); turn++) yield* breathe
          expect(check()).toBe(true)
        })
      const fiber = yield* Effect.fork(
        team("watch --record r.jsonl", {
          signals,
          onOut: (text) => {
            said += text
          }
        })
      )
      const saved = (at: string) => () => project.readState().includes(`"heartbeat": "${at}"`)
      yield* reached(() => said.includes("permission prompt") && passes() === 1)
      yield* host.removePane(panes.brass)
      yield* reached(() => project.readLog().includes("permission prompt"))
      yield* breathe
      yield* TestClock.adjust(120_000)
      yield* reached(() => said.includes("brass was running and is gone") && passes() === 2)
      expect(saved("2026-10-18T09:16:02.000Z")()).toBe(true)
      signals.deliver("SIGTERM")
      const watched = yield* fiber
      expect(watched.code).toBe(0)

      const text = yield* team("replay r.jsonl")
      expect([text.code, text.err]).toEqual([0, ""])
      const own = (line: string) => !line.includes("watching the session") && !line.includes("stopped")
      expect(text.out).toBe(watched.out.split("\n").filter(own).join("\n"))
      expect(text.out).toMatchInlineSnapshot(`
        "2026-10-18T09:14:02.000Z wick: idle (cli)
        2026-10-18T09:14:02.000Z glass: blocked (cli)
        2026-10-18T09:14:02.000Z brass: idle (cli)
        2026-10-18T09:14:02.000Z glass waits at a permission prompt: its owner's to answer
        2026-10-18T09:14:02.000Z the file was never approved on this machine: run team approve
        2026-10-18T09:16:02.000Z brass: idle (cli) → unknown (none)
        2026-10-18T09:16:02.000Z brass was running and is gone (its pane closed, or its CLI ended)
        "
      `)

      const json = yield* team("replay --json r.jsonl")
      const documents = json.out
        .trimEnd()
        .split("\n")
        .map((line) => oneDocument(`${line}\n`))
      expect(documents.length).toBe(2)
      expect(documents).toMatchObject([
        {
          kind: "team.pass",
          at: "2026-10-18T09:14:02.000Z",
          reports: [{ key: "permission:glass" }, { key: "approval:none" }]
        },
        { kind: "team.pass", at: "2026-10-18T09:16:02.000Z", reports: [{ key: "gone:brass" }] }
      ])
      // The screens are in the recording on purpose, and nowhere else.
      expect(readFileSync(join(project.root, "r.jsonl"), "utf8")).toContain("Bash command")
      expect(project.readLog() + project.readState() + watched.out).not.toContain("Bash command")

      writeFileSync(
        join(project.root, "cut.jsonl"),
        readFileSync(join(project.root, "r.jsonl")).subarray(0, -20)
      )
      const cut = yield* team("replay cut.jsonl")
      expect([cut.code, cut.id]).toEqual([2, "replay.file"])
      expect(cut.err).toMatch(/cut\.jsonl line 4 is cut short/)
      expect(cut.out.split("\n").length).toBeGreaterThan(2)
      expect((yield* team("replay nothing.jsonl")).id).toBe("replay.file")
    })
  )
})

describe("team watch --detach", () => {
  it.scoped("makes a workspace of its own and waits for the watch in it", () =>
    Effect.gen(function* () {
      const { team, project, host } = yield* setup()
      yield* host.onLaunch(() =>
        Effect.sync(() =>
          writeFileSync(
            project.state,
            JSON.stringify({
              format: 1,
              sessions: { lantern: { watch: { pid: 77, heartbeat: "2026-10-18T09:14:02.000Z" } } }
            }),
            { mode: 0o600 }
          )
        )
      )
      const ran = yield* team("watch --detach --no-nudge --no-notify", {
        env: { HOME: project.home, TEAM_TMUX_SOCKET: "/s" }
      })
      expect([ran.code, ran.err]).toEqual([0, ""])
      expect(ran.out).toBe("watch: started (pid 77, workspace Watch · lantern, pane p4)\n")
      expect(yield* host.launches).toMatchObject([
        {
          options: {
            label: "Watch · lantern",
            cwd: project.root,
            seat: null,
            command: [
              "/usr/bin/node",
              "/opt/team.mjs",
              ...["watch", "--session", "lantern", "--host", "memory", "--no-nudge", "--no-notify"]
            ],
            env: { TEAM_TMUX_SOCKET: "/s" }
          }
        }
      ])
    })
  )

  it.scoped("says that no workspace could be made", () =>
    Effect.gen(function* () {
      const { team, host } = yield* setup()
      yield* host.fail("Refused", "createWorkspace")
      const ran = yield* team("watch --detach")
      expect([ran.code, ran.id, ran.out]).toEqual([1, "watch.workspace", ""])
    })
  )

  it.scoped("says that the watch in it did not start", () =>
    Effect.gen(function* () {
      const { team } = yield* setup()
      const fiber = yield* Effect.fork(team("watch --detach"))
      const ran = yield* advanceUntilDone(fiber, 200)
      expect([ran.code, ran.id, ran.out]).toEqual([1, "watch.watchdog", ""])
      expect(ran.err).toContain("did not start within 15 s")
    })
  )
})
