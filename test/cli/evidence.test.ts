import { execFileSync } from "node:child_process"
import { appendFileSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { BIN, type Capture, makeProject, SCREENS, teamEvery, teamProcess } from "../support/cli.ts"
import { drawing } from "../support/drawing.ts"
import { makeTestTmux, type TestTmux, tmuxTitle, tmuxVersion } from "../support/tmux.ts"

const SESSION = "lantern"
const AGENT = fileURLToPath(new URL("../support/agent.mjs", import.meta.url))

/** A pane whose shell runs a program that stands for a CLI; more of them can be started after the first has ended. */
const agentPane = (tmux: TestTmux, home: string, seat: string) => {
  let started = 0
  let orders = ""
  const pane = tmux.run(
    ...["new-window", "-d", "-t", `=${SESSION}:`, "-n", `w-${seat}`, "-P", "-F", "#{pane_id}"],
    ...["-e", `HOME=${home}`, "-e", `XDG_STATE_HOME=${home}/state`, "sh"]
  )
  tmux.run("resize-window", "-t", pane, "-x", "80", "-y", "24")
  const order = (what: unknown) => appendFileSync(orders, `${JSON.stringify(what)}\n`)
  return {
    pane,
    /** Starts a new one from the pane's own shell. */
    start: () => {
      started += 1
      orders = join(tmux.dir, `${seat}.${started}`)
      writeFileSync(orders, "")
      tmux.run("send-keys", "-t", pane, "-l", "--", `${process.execPath} ${AGENT} ${orders} claude`)
      tmux.run("send-keys", "-t", pane, "Enter")
    },
    draw: (shown: Capture) => order({ draw: drawing(shown) }),
    hook: (event: string, payload: Readonly<Record<string, unknown>> = {}) =>
      order({
        hook: `'${process.execPath}' '${BIN}' hook claude-code ${event}`,
        payload: { hook_event_name: event, session_id: `conversation-${started}`, ...payload }
      }),
    kill: () => process.kill(Number(readFileSync(`${orders}.pid`, "utf8")), "SIGKILL")
  }
}

describe.runIf(tmuxVersion !== null)(tmuxTitle("every source of a word in a real pane"), () => {
  it.scopedLive(
    "a hook, a commit, a hold, a killed process, a replaced one",
    () =>
      Effect.gen(function* () {
        const tmux = yield* makeTestTmux
        tmux.start(SESSION)
        const project = yield* makeProject(teamEvery("1s"))
        const git = (...args: ReadonlyArray<string>) =>
          execFileSync("git", ["-C", project.root, ...args], {
            env: { PATH: process.env["PATH"], HOME: project.home },
            stdio: "ignore"
          })
        git("init", "-q", "-b", "main")
        const glass = agentPane(tmux, project.home, "glass")
        const where = {
          cwd: project.root,
          home: project.home,
          env: { TEAM_HOST: "tmux", TEAM_TMUX_SOCKET: tmux.socket, XDG_STATE_HOME: `${project.home}/state` }
        }
        const team = (...args: ReadonlyArray<string>) => teamProcess([...args], where)
        const word = Effect.gen(function* () {
          const ran = yield* team("seats", "--json")
          const seat: { state: string; source: string } = JSON.parse(ran.out).seats.find(
            (one: { seat: string }) => one.seat === "glass"
          )
          return `${seat.state} (${seat.source})`
        })
        /** Looks until the seat reads so: what a pane draws and a hook writes takes a moment. */
        const reads = (wanted: string) =>
          Effect.flatMap(word, (found) => (found === wanted ? Effect.void : Effect.fail(found))).pipe(
            Effect.retry({ times: 30 }),
            Effect.mapError((found) => new Error(`wanted ${wanted}, the seat reads ${found}`))
          )

        const refused = yield* team("register", "glass", "--pane", glass.pane)
        expect([refused.code, refused.err]).toEqual([
          1,
          `team register: pane ${glass.pane} has a shell at its prompt in front; start the seat's CLI first\n`
        ])
        glass.start()
        glass.draw(SCREENS.claudeIdle)
        yield* Effect.gen(function* () {
          const ran = yield* team("register", "glass", "--pane", glass.pane)
          return ran.code === 0
            ? expect(ran.out).toMatch(/^glass: pane %\d+, claude \(\d+\)/)
            : yield* Effect.fail(ran)
        }).pipe(Effect.retry({ times: 30 }))
        yield* reads("idle (cli)")

        glass.hook("UserPromptSubmit")
        yield* reads("working (cli-hook)")
        // What belongs to a subagent or to nobody known moves nothing.
        glass.hook("Stop", { agent_id: "a7" })
        glass.hook("TeaBreak")
        glass.hook("Stop", { background_tasks: [{ type: "shell", status: "running" }] })
        yield* Effect.sleep("400 millis")
        yield* reads("working (cli-hook)")
        // Neither does a hook of another process in the same pane.
        tmux.run("set-environment", "-t", `=${SESSION}`, "X", "1")
        execFileSync("sh", ["-c", `'${process.execPath}' '${BIN}' hook claude-code Stop`], {
          input: JSON.stringify({ hook_event_name: "Stop", session_id: "nested" }),
          env: {
            PATH: process.env["PATH"],
            HOME: project.home,
            XDG_STATE_HOME: `${project.home}/state`,
            TMUX: `${tmux.socket},${tmux.run("display-message", "-p", "#{pid}")},0`,
            TMUX_PANE: glass.pane
          }
        })
        yield* reads("working (cli-hook)")
        glass.hook("Stop", { background_tasks: [] })
        yield* reads("idle (cli-hook)")

        git(
          "-c",
          "user.name=glass",
          "-c",
          "user.email=glass@example.test",
          "commit",
          "-q",
          "--allow-empty",
          "-m",
          "x"
        )
        yield* reads("working (trace)")
        glass.draw(SCREENS.claudePermission)
        yield* reads("blocked (cli)")
        expect((yield* team("hold", "glass", "--reason", "release", "--for", "1h")).code).toBe(0)
        yield* reads("held (hold)")
        expect((yield* team("hold", "--release", "glass")).code).toBe(0)
        yield* reads("blocked (cli)")

        glass.kill()
        yield* reads("done (process)")
        glass.start()
        glass.draw(SCREENS.claudeIdle)
        yield* Effect.gen(function* () {
          const check = yield* team("check")
          return check.out.includes("glass is no longer the process team launched")
            ? check
            : yield* Effect.fail(check)
        }).pipe(Effect.retry({ times: 30 }))
        yield* reads("done (process)")
        expect((yield* team("register", "glass")).code).toBe(0)
        yield* reads("working (trace)")

        tmux.stop()
        yield* reads("unreachable (herdr)")
        // Nothing of the payloads or the screens is kept anywhere.
        const kept = project.readLog() + project.readState()
        for (const shown of ["Bash command", "❯", "hook_event_name", "\u001b"])
          expect(kept).not.toContain(shown)
      }),
    120_000
  )
})
