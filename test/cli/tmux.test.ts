import { execFileSync } from "node:child_process"
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  type Capture,
  makeProject,
  SCREENS,
  spawnTeam,
  teamEvery,
  teamProcess,
  until
} from "../support/cli.ts"
import { drawing } from "../support/drawing.ts"
import { makeTestTmux, type TestTmux, tmuxTitle, tmuxVersion } from "../support/tmux.ts"

const SESSION = "lantern"

/** A pane that shows what is drawn into its file, under a seat's name, with a program in front that is no shell. */
const seatPane = (tmux: TestTmux, seat: string) => {
  const file = join(tmux.dir, `${seat}.screen`)
  writeFileSync(file, "")
  const pane = tmux.run(
    ...["new-window", "-d", "-t", `=${SESSION}:`, "-n", `w-${seat}`, "-P", "-F", "#{pane_id}"],
    ...["tail", "-n", "+1", "-f", file]
  )
  tmux.run("resize-window", "-t", pane, "-x", "80", "-y", "24")
  tmux.run("set-option", "-p", "-t", pane, "@team_seat", seat)
  return { pane, draw: (shown: Capture) => appendFileSync(file, drawing(shown)) }
}

const FILE = teamEvery("1s\n  unsent_after: 1s")

describe.runIf(tmuxVersion !== null)(tmuxTitle("a team in real panes"), () => {
  it.scopedLive("is read, watched, and watched from a workspace of its own", () =>
    Effect.gen(function* () {
      const tmux = yield* makeTestTmux
      tmux.start(SESSION)
      const project = yield* makeProject(FILE)
      const seats = {
        wick: seatPane(tmux, "wick"),
        glass: seatPane(tmux, "glass"),
        brass: seatPane(tmux, "brass")
      }
      seats.wick.draw(SCREENS.claudeIdle)
      seats.glass.draw(SCREENS.claudePermission)
      seats.brass.draw(SCREENS.codexIdle)
      const where = {
        cwd: project.root,
        home: project.home,
        env: { TEAM_HOST: "tmux", TEAM_TMUX_SOCKET: tmux.socket }
      }

      const words = (out: string) =>
        out
          .trimEnd()
          .split("\n")
          .slice(1)
          .map((row) => row.split(/ +/).slice(0, 3).join(" "))
      const drawn = yield* Effect.gen(function* () {
        const table = words((yield* teamProcess(["seats"], where)).out)
        return table.some((row) => row.includes("unknown")) ? yield* Effect.fail(table) : table
      }).pipe(Effect.retry({ times: 10 }))
      expect(drawn).toEqual(["wick idle cli", "glass blocked cli", "brass idle cli"])

      const watch = yield* spawnTeam(["watch"], where)
      const says = (text: string) => until(`the watch says: ${text}`, () => watch.out().includes(text))
      yield* says("glass waits at a permission prompt: its owner's to answer")
      expect(watch.out()).toMatch(/watching the session "lantern" every 1s\n/)
      seats.glass.draw(SCREENS.claudeIdle)
      yield* says("glass: blocked (cli) → idle (cli)")
      seats.wick.draw(SCREENS.claudeUnsent)
      yield* says("wick holds text in its input box that was never sent")
      tmux.run("kill-pane", "-t", seats.brass.pane)
      yield* says("brass was running and is gone (its pane closed, or its CLI ended)")
      const check = yield* teamProcess(["check"], where)
      expect([check.code, check.err]).toEqual([1, ""])
      expect(check.out).toBe(
        "brass is in the file and is not running — start it by its launch line, then team register brass --pane PANE\n"
      )
      const second = yield* teamProcess(["watch", "--detach"], where)
      expect([second.code, second.out]).toEqual([1, ""])
      expect(second.err).toContain(`(pid ${watch.pid})`)
      watch.child.kill("SIGTERM")
      const ran = yield* watch.wait
      expect([ran.code, ran.err]).toEqual([0, ""])
      for (const told of ["permission prompt", "never sent", "is gone"]) {
        expect(ran.out.split("\n").filter((line) => line.includes(told)).length).toBe(1)
        expect(
          project
            .readLog()
            .split("\n")
            .filter((line) => line.includes(told)).length
        ).toBe(1)
      }

      const detached = yield* teamProcess(["watch", "--detach"], where)
      expect([detached.code, detached.err]).toEqual([0, ""])
      expect(detached.out).toMatch(/^watch: started \(pid \d+, workspace Watch · lantern, pane %\d+\)\n$/)
      const windows = () => tmux.run("list-windows", "-t", `=${SESSION}:`, "-F", "#{window_name}").split("\n")
      expect(windows().filter((name) => name === "Watch · lantern").length).toBe(1)
      const pid = Number(/pid (\d+)/.exec(detached.out)?.[1])
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          try {
            process.kill(pid, "SIGKILL")
          } catch {
            // It has ended, as it should have.
          }
        })
      )
      yield* until("a pass of the detached watch", () =>
        /"pid": \d+[^}]*"workspace": "@\d+"/.test(project.readState().replaceAll("\n", " "))
      )
      const already = yield* teamProcess(["watch"], where)
      expect([already.code, already.err]).toMatchObject([1, expect.stringContaining(`(pid ${pid})`)])
      // Its own workspace is nobody's extra agent.
      expect((yield* teamProcess(["check"], where)).out).toBe(check.out)
      process.kill(pid, "SIGTERM")
      yield* until("its window is gone", () => !windows().includes("Watch · lantern"))
      expect(project.readLog()).toMatch(/the watch of "lantern" stopped\n$/)
      expect(project.readState()).not.toContain('"pid"')

      // What the panes showed stands in no file of ours and nothing was typed into them.
      const kept = project.readLog() + project.readState() + ran.out
      for (const shown of ["fix the login bug", "Bash command", "❯", "\u001b"])
        expect(kept).not.toContain(shown)
    })
  )

  it.scopedLive("plays the demo and leaves nothing behind, played to its end or stopped", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const temp = join(project.home, "t")
      mkdirSync(temp)
      const where = { cwd: project.root, home: project.home, env: { TMPDIR: temp } }
      const whole = yield* spawnTeam(["demo", "--host", "tmux"], where)
      const stopped = yield* spawnTeam(["demo", "--host", "tmux"], where)
      yield* until("the first table", () => stopped.out().includes("LAST ACTIVE"))
      expect(readdirSync(temp).length).toBe(2)
      stopped.child.kill("SIGINT")
      expect((yield* stopped.wait).code).toBe(130)
      const ran = yield* whole.wait
      expect([ran.code, ran.err]).toEqual([0, ""])
      const memory = yield* teamProcess(["demo"], where)
      expect(ran.out).toBe(memory.out)
      expect(readdirSync(temp)).toEqual([])
      const left = () => execFileSync("ps", ["-axww", "-o", "args="], { encoding: "utf8" }).includes(temp)
      yield* until("no process of the demo is left", () => !left())
    })
  )
})
