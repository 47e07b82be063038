import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { makeTestTmux, tmuxTitle, tmuxVersion } from "../../support/tmux.ts"
import { eventually, HARD_TEXTS } from "./contract.ts"
import { clients, hostOn, paneOf, SESSION, setup, shows } from "./tmux-host.ts"

const skip = tmuxVersion === null

describe.skipIf(skip)(tmuxTitle("tmux host over time"), () => {
  const test = (title: string, body: Effect.Effect<void, unknown, Scope.Scope>) =>
    it.scopedLive(title, () => body)

  test(
    "a workspace has its folder and environment, runs a lone program without a shell, and keeps its name",
    Effect.gen(function* () {
      const tmux = yield* makeTestTmux
      writeFileSync(join(tmux.dir, "conf"), "")
      const program = join(tmux.dir, "my prog;")
      const out = join(tmux.dir, "out")
      const body = `#!/bin/sh\nprintf '\\033kstolen\\033\\\\'\nprintf '%s|%s' "$PWD" "$WORD" > ${out}\nexec sleep 1000\n`
      writeFileSync(program, body, { mode: 0o755 })
      const host = yield* hostOn(tmux.socket)
      expect(yield* Effect.flip(host.list)).toMatchObject({ reason: "NotRunning" })
      const word = 'it\'s "a" $HOME;\nnext #{pane_id};'
      const options = {
        label: "lead #{pane_id}",
        cwd: tmux.dir,
        seat: "lead",
        command: [program],
        env: { WORD: word }
      }
      const made = yield* host.createWorkspace(options)
      yield* eventually(Effect.sync(() => expect(readFileSync(out, "utf8")).toBe(`${tmux.dir}|${word}`)))
      tmux.run("set-option", "-g", "allow-rename", "on")
      expect(yield* paneOf(host, made.pane)).toMatchObject({
        name: "lead",
        workspaceLabel: "lead #{pane_id}"
      })
      const second = yield* host.createWorkspace({ ...options, seat: null, command: null })
      expect(second.workspace).not.toBe(made.workspace)
      expect((yield* host.list).workspaces.length).toBe(2)
    })
  )

  test(
    "types the same through a single process where no client can attach",
    Effect.gen(function* () {
      const { tmux } = yield* setup()
      const host = yield* hostOn(tmux.socket, "absent")
      const pane = tmux.open(SESSION, "plain way")
      expect((yield* paneOf(host, pane))?.inSession).toBe(false)
      yield* shows(host, pane, "plain way")
      expect((yield* host.read(["%999", pane])).get("%999")).toEqual({ _tag: "Absent", reason: "gone" })
      for (const text of HARD_TEXTS) yield* host.type(pane, text)
      yield* host.press(pane, "Enter")
      yield* eventually(Effect.sync(() => expect(tmux.typed(pane)).toBe(`${HARD_TEXTS.join("")}\r`)))
      expect(yield* Effect.flip(host.type("%999", "x"))).toMatchObject({ reason: "NoPane" })
    })
  )

  test(
    "another server of the same session is another identity, and the layer finds it",
    Effect.gen(function* () {
      const { tmux, host } = yield* setup()
      const before = yield* host.list
      tmux.stop()
      expect(yield* Effect.flip(host.list)).toMatchObject({ _tag: "HostError" })
      tmux.start(SESSION)
      const after = yield* eventually(host.list)
      expect(after.server).not.toBe(before.server)
      const pane = tmux.open(SESSION, "new life")
      yield* shows(host, pane, "new life")
    })
  )

  test(
    "survives its client being killed, and resizes nobody",
    Effect.gen(function* () {
      const { tmux, host } = yield* setup()
      const pane = tmux.open(SESSION, "steady")
      const size = tmux.run("display-message", "-p", "-t", pane, "#{window_width}x#{window_height}")
      yield* shows(host, pane, "steady")
      expect(clients(tmux)).toEqual(["1"])
      process.kill(Number(tmux.run("list-clients", "-F", "#{client_pid}")), "SIGKILL")
      yield* shows(host, pane, "steady")
      yield* host.type(pane, "z")
      yield* eventually(Effect.sync(() => expect(tmux.typed(pane)).toBe("z")))
      expect(clients(tmux)).toEqual(["1"])
      expect(tmux.run("display-message", "-p", "-t", pane, "#{window_width}x#{window_height}")).toBe(size)
    })
  )

  test(
    "leaves no client, process or file behind over 200 passes",
    Effect.gen(function* () {
      const { tmux, host } = yield* setup()
      const panes = ["a", "b", "c"].map((text) => tmux.open(SESSION, text))
      const pass = host.list.pipe(Effect.zipRight(host.read(panes)), Effect.zipRight(host.processes(panes)))
      yield* pass
      const open = () => (process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0)
      const before = open()
      yield* Effect.repeatN(pass, 199)
      expect(open()).toBeLessThanOrEqual(before + 2)
      expect(clients(tmux)).toEqual(["1"])
    })
  )

  test(
    "one tmux process serves a whole command, and none is left when it ends",
    Effect.gen(function* () {
      const tmux = yield* makeTestTmux
      tmux.start(SESSION)
      const wrapper = join(tmux.dir, "tmux")
      const count = join(tmux.dir, "count")
      const real = execFileSync("sh", ["-c", "command -v tmux"], { encoding: "utf8" }).trim()
      writeFileSync(wrapper, `#!/bin/sh\necho x >> ${count}\nexec ${real} "$@"\n`, { mode: 0o755 })
      const pane = tmux.open(SESSION, "seen")
      yield* Effect.scoped(
        Effect.gen(function* () {
          const host = yield* hostOn(tmux.socket, SESSION, wrapper)
          yield* host.list
          yield* shows(host, pane, "seen")
          yield* host.processes([pane])
        })
      )
      expect(readFileSync(count, "utf8")).toBe("x\n")
      yield* eventually(Effect.sync(() => expect(clients(tmux)).toEqual([])))
    })
  )

  test(
    "two workspaces made at once share one session, which outlives the layer",
    Effect.gen(function* () {
      const tmux = yield* makeTestTmux
      writeFileSync(join(tmux.dir, "conf"), "set -g destroy-unattached on\n")
      tmux.run(
        "new-session",
        "-d",
        "-s",
        "keeper",
        "sleep",
        "1000",
        ";",
        "set",
        "-t",
        "keeper",
        "destroy-unattached",
        "off"
      )
      yield* Effect.scoped(
        Effect.gen(function* () {
          const host = yield* hostOn(tmux.socket)
          const make = (seat: string) =>
            host.createWorkspace({ label: seat, cwd: "/", seat, command: ["sleep", "1000"], env: {} })
          yield* Effect.all([make("a"), make("b"), make("c")], { concurrency: "unbounded" })
          const { panes } = yield* host.list
          expect(
            panes
              .filter(({ inSession }) => inSession)
              .map(({ name }) => name)
              .sort()
          ).toEqual(["a", "b", "c"])
          expect(clients(tmux)).toEqual(["1"])
        })
      )
      yield* eventually(Effect.sync(() => expect(clients(tmux)).toEqual([])))
      expect(tmux.run("list-sessions", "-F", "#{session_name}").split("\n").sort()).toEqual([
        "keeper",
        SESSION
      ])
    })
  )

  test(
    "goes on telling changes after the server was started anew",
    Effect.gen(function* () {
      const { tmux, host } = yield* setup()
      const heard: Array<string | null> = []
      yield* host.changes.pipe(
        Stream.runForEach(({ pane }) => Effect.sync(() => void heard.push(pane))),
        Effect.forkScoped
      )
      yield* eventually(Effect.sync(() => expect(heard).toContain(null)))
      tmux.stop()
      tmux.start(SESSION)
      const pane = tmux.open(SESSION, "again")
      yield* eventually(Effect.sync(() => expect(heard).toContain(pane)))
    })
  )

  test(
    "uses the server this process runs in when none is named",
    Effect.gen(function* () {
      const { tmux } = yield* setup()
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          process.env["TMUX"] = `${tmux.socket},1,0`
        }),
        () => Effect.sync(() => void delete process.env["TMUX"])
      )
      const host = yield* hostOn(undefined)
      expect((yield* host.list).server).toContain(tmux.run("display-message", "-p", "#{pid}"))
    })
  )

  test(
    "says that tmux is missing, that no server runs, and that a version is too old",
    Effect.gen(function* () {
      const tmux = yield* makeTestTmux
      const missing = yield* hostOn(tmux.socket, SESSION, join(tmux.dir, "no-tmux"))
      expect(yield* Effect.flip(missing.list)).toMatchObject({ reason: "NotInstalled", method: "list" })
      const idle = yield* hostOn(tmux.socket)
      expect(yield* Effect.flip(idle.list)).toMatchObject({ reason: "NotRunning" })
      const old = join(tmux.dir, "tmux")
      const body =
        '#!/bin/sh\n[ "$1" = -V ] && { echo "tmux 3.1c"; exit 0; }\necho "tmux: unknown option -- N" >&2\nexit 1\n'
      writeFileSync(old, body, { mode: 0o755 })
      const error = yield* Effect.flip((yield* hostOn(tmux.socket, SESSION, old)).list)
      expect(error).toMatchObject({ reason: "NotInstalled" })
      expect(error.message).toContain("3.2")
    })
  )
})
