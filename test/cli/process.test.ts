import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  makeProject,
  oneDocument,
  SCREENS,
  spawnTeam,
  teamEvery,
  teamProcess,
  until
} from "../support/cli.ts"

// A server nobody started: the host is silent, which is all these need.
const silent = { TEAM_HOST: "tmux", TEAM_TMUX_SOCKET: "/nonexistent/socket" }

describe("signals", () => {
  it.scopedLive("end a watch with its last line, its record gone, and 0", () =>
    Effect.gen(function* () {
      yield* Effect.forEach(
        ["SIGINT", "SIGTERM", "SIGHUP"] as const,
        (signal) =>
          Effect.gen(function* () {
            const project = yield* makeProject(teamEvery("1s"))
            const watch = yield* spawnTeam(["watch"], { cwd: project.root, home: project.home, env: silent })
            yield* until("a pass that was saved", () => project.readState().includes('"seats"'))
            yield* until("the first reports", () => watch.out().includes("tmux doesn't answer"))
            expect(project.readState()).toContain(`"pid": ${watch.pid}`)
            watch.child.kill(signal)
            const ran = yield* watch.wait
            expect([signal, ran.code, ran.err]).toEqual([signal, 0, ""])
            expect(ran.out.split("\n")[0]).toMatch(/Z watching the session "lantern" every 1s$/)
            expect(ran.out).toMatch(/Z the watch of "lantern" stopped\n$/)
            expect(project.readLog()).toMatch(/watch \[watch\] the watch of "lantern" stopped\n$/)
            expect(project.readState()).not.toContain('"pid"')
          }),
        { concurrency: 3 }
      )
    })
  )

  it.scopedLive("end any other command with 128 and their number", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      yield* Effect.forEach(
        [["SIGINT", 130] as const, ["SIGTERM", 143] as const, ["SIGHUP", 129] as const],
        ([signal, code]) =>
          Effect.gen(function* () {
            const seats = yield* spawnTeam(["seats", "--watch"], {
              cwd: project.root,
              home: project.home,
              env: silent
            })
            yield* until("a table", () => seats.out().includes("unreachable"))
            seats.child.kill(signal)
            expect([signal, (yield* seats.wait).code]).toEqual([signal, code])
          }),
        { concurrency: 3 }
      )
    })
  )
})

describe("the built program", () => {
  it.scopedLive("ends with the code and prints an error as one document, stderr empty", () =>
    Effect.gen(function* () {
      const project = yield* makeProject(null)
      const where = { cwd: project.root, home: project.home }
      const json = yield* teamProcess(["watch", "--json"], where)
      expect([json.code, json.err]).toEqual([2, ""])
      expect(oneDocument(json.out)).toMatchObject({ id: "watch.invocation", code: 2 })
      const none = yield* teamProcess(["seats"], where)
      expect([none.code, none.out]).toEqual([2, ""])
      expect(none.err).toMatch(/^team seats: .*`team init`/)
      const unknown = yield* teamProcess(["wacht"], where)
      expect([unknown.code, unknown.out]).toEqual([2, ""])
      expect(unknown.err).toContain('did you mean "watch"?')
      const version = yield* teamProcess(["--version"], where)
      expect([version.code, version.err]).toEqual([0, ""])
      expect(version.out).toMatch(/^\d+\.\d+\.\d+\S*\n$/)
    })
  )

  it.scopedLive("writes no escape into a pipe", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const where = { cwd: project.root, home: project.home, env: { ...silent, FORCE_COLOR: "1" } }
      for (const argv of [["--help"], ["watch", "--help"], ["seats"], ["status"], ["seats", "--bogus"]]) {
        const ran = yield* teamProcess(argv, where)
        expect(ran.out + ran.err).not.toContain("\u001b")
        expect((ran.out + ran.err).length).toBeGreaterThan(20)
      }
    })
  )

  it.scopedLive("reads frames from standard input, many of them, and names the line of a bad one", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const where = { cwd: project.root, home: project.home }
      const { ansi, cursor, title } = SCREENS.claudeIdle
      const frame = JSON.stringify({ cli: "claude-code", ansi, cursor, title })
      const argv = ["screen", "read", "--json", "--frames", "-"]
      const many = yield* teamProcess(argv, { ...where, stdin: `${frame}\n`.repeat(300) })
      expect([many.code, many.err]).toEqual([0, ""])
      expect(many.out.match(/"kind":"idle"/g)?.length).toBe(300)
      const bad = yield* teamProcess(["screen", "read", "--frames", "-"], {
        ...where,
        stdin: `${frame}\n{}\n`
      })
      expect([bad.code, bad.out.split("\n").length]).toEqual([2, 2])
      expect(bad.err).toContain("line 2")
    })
  )
})

describe("a second watch", () => {
  it.scopedLive("of several started in the same moment exactly one runs", () =>
    Effect.gen(function* () {
      const project = yield* makeProject(teamEvery("1s"))
      const where = { cwd: project.root, home: project.home, env: silent }
      const all = yield* Effect.all(
        Array.from({ length: 4 }, () => spawnTeam(["watch"], where)),
        { concurrency: "unbounded" }
      )
      yield* until("three refusals", () => all.filter((one) => one.ended() !== null).length === 3)
      const [winner] = all.filter((one) => one.ended() === null)
      yield* until("a pass of the one that runs", () => winner?.out().includes("tmux doesn't answer"))
      for (const one of all) {
        if (one === winner) continue
        const ran = yield* one.wait
        expect([ran.code, ran.out]).toEqual([1, ""])
        expect(ran.err).toBe(
          `team watch: a watch already runs for the session "lantern" (pid ${winner?.pid})\nstop it first: kill ${winner?.pid}\n`
        )
      }
      expect(project.readState()).toContain(`"pid": ${winner?.pid}`)
      winner?.child.kill("SIGTERM")
      expect(yield* winner?.wait ?? Effect.dieMessage("no watch runs")).toMatchObject({ code: 0 })
      // A record left by a killed watch refuses for two intervals and no longer.
      const killed = yield* spawnTeam(["watch", "--record", join(project.root, "a.jsonl")], where)
      yield* until("a saved pass", () => project.readState().includes(`"pid": ${killed.pid}`))
      killed.child.kill("SIGKILL")
      yield* killed.wait.pipe(Effect.ignore)
      let last = yield* teamProcess(["check"], where)
      expect(last.code).toBe(2)
      const next = yield* until("its end", () => killed.ended())
      expect(next.signal).toBe("SIGKILL")
      yield* Effect.gen(function* () {
        const again = yield* spawnTeam(["watch"], where)
        yield* until(
          "a refusal or a watch",
          () => again.ended() !== null || again.out().includes("watching the session")
        )
        if (again.ended() !== null) {
          last = yield* again.wait
          expect(last.err).toContain("not two intervals old")
          return yield* Effect.fail("refused" as const)
        }
        again.child.kill("SIGTERM")
        expect((yield* again.wait).code).toBe(0)
      }).pipe(Effect.retry({ times: 20 }))
    })
  )
})
