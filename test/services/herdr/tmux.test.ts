import { execFileSync, spawn } from "node:child_process"
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { Herdr, type HerdrShape } from "../../../src/services/Herdr.ts"
import { layerTmux } from "../../../src/services/herdr/tmux.ts"
import { Processes } from "../../../src/services/Processes.ts"
import { ProcessRunner } from "../../../src/services/ProcessRunner.ts"
import { plainText, styledText } from "../../support/ansi.ts"
import { makeTestTmux, type TestTmux, tmuxTitle, tmuxVersion } from "../../support/tmux.ts"
import { eventually, HARD_TEXTS, type HostHarness, hostContract } from "./contract.ts"

const SESSION = "team"

const hostOn = (socket: string | undefined, session = SESSION, command = "tmux") =>
  Effect.map(
    Layer.build(
      layerTmux({ session, command, ...(socket === undefined ? {} : { socket: { path: socket } }) }).pipe(
        Layer.provide(Processes.layer),
        Layer.provide(ProcessRunner.layer)
      )
    ),
    (context) => Effect.provide(Herdr, context)
  ).pipe(Effect.flatten, Effect.orDie)

const setup = (config = "") =>
  Effect.gen(function* () {
    const tmux = yield* makeTestTmux
    tmux.start(SESSION, config)
    return { tmux, host: yield* hostOn(tmux.socket) }
  })

const harness = (config: string): Effect.Effect<HostHarness, never, Scope.Scope> =>
  Effect.map(setup(config), ({ tmux, host }) => ({
    host,
    open: (ansi) => Effect.sync(() => tmux.open(SESSION, ansi)),
    kill: (pane) => Effect.sync(() => void tmux.run("kill-pane", "-t", pane)),
    typed: (pane) => Effect.sync(() => tmux.typed(pane)),
    scroll: (pane) => Effect.sync(() => void tmux.run("copy-mode", "-t", pane)),
    end: (pane) =>
      Effect.sync(() => {
        tmux.run("set-option", "-w", "-t", pane, "remain-on-exit", "on")
        process.kill(Number(tmux.run("display-message", "-p", "-t", pane, "#{pane_pid}")))
      }),
    draw: (pane, text) =>
      Effect.sync(() => appendFileSync(tmux.run("display-message", "-p", "-t", pane, "#{pane_tty}"), text)),
    stop: Effect.sync(() => tmux.stop())
  }))

const skip = tmuxVersion === null

hostContract(tmuxTitle("tmux"), harness(""), { skip })
hostContract(
  tmuxTitle("tmux, base-index 1 and names that rename themselves"),
  harness(
    "set -g base-index 1\nset -g pane-base-index 1\nset -g allow-rename on\nset -g automatic-rename on\n"
  ),
  { skip }
)

const screenText = (host: HerdrShape, pane: string) =>
  Effect.map(host.read([pane]), (reads) => {
    const read = reads.get(pane)
    return read?._tag === "Screen" ? plainText(read.ansi) : (read?.reason ?? "")
  })

const shows = (host: HerdrShape, pane: string, text: string) =>
  eventually(Effect.map(screenText(host, pane), (shown) => expect(shown).toContain(text)))

const paneOf = (host: HerdrShape, pane: string) =>
  Effect.map(host.list, ({ panes }) => panes.find((one) => one.pane === pane))

const clients = (tmux: TestTmux): ReadonlyArray<string> =>
  tmux.run("list-clients", "-F", "#{client_control_mode}").split("\n").filter(Boolean)

describe.skipIf(skip)(tmuxTitle("tmux host"), () => {
  const test = (title: string, body: Effect.Effect<void, unknown, Scope.Scope>) =>
    it.scopedLive(title, () => body)

  test(
    "finds a seat by its window's name in the team's session, and by its option anywhere",
    Effect.gen(function* () {
      const { tmux, host } = yield* setup()
      tmux.run("new-session", "-d", "-s", "other", "-n", "lead", "sleep", "1000")
      const lead = tmux.open(SESSION, "a", { name: "lead" })
      const split = tmux.run("split-window", "-d", "-t", lead, "-P", "-F", "#{pane_id}", "sleep", "1000")
      const { panes } = yield* host.list
      expect(panes.filter(({ name }) => name === "lead").map(({ pane }) => pane)).toEqual([lead])
      expect(panes.find(({ pane }) => pane === split)?.name).toBeNull()
      const other = panes.find(({ inSession }) => !inSession)
      expect(other).toMatchObject({ name: null, workspaceLabel: "lead" })
      yield* host.nameSeat(other?.pane ?? "", "scout")
      expect((yield* paneOf(host, other?.pane ?? ""))?.name).toBe("scout")
    })
  )

  test(
    "titles are data: separators, newlines and queries in them break nothing",
    Effect.gen(function* () {
      const { tmux, host } = yield* setup()
      const queried = tmux.open(SESSION, "\u001b]2;Gi=31,s=1,v=1,a=q\u0007q")
      const odd = tmux.open(SESSION, "\u001b]2;✳ 漢 #{pane_id} %end 1 2 1 | ;\u0007odd")
      const none = tmux.open(SESSION, "none")
      tmux.run("set-option", "-p", "-t", none, "@team_seat", "se\u001fat\nx")
      yield* shows(host, none, "none")
      yield* eventually(
        Effect.gen(function* () {
          expect((yield* paneOf(host, queried))?.title).toBeNull()
          expect((yield* paneOf(host, odd))?.title).toBe("✳ 漢 #{pane_id} %end 1 2 1 | ;")
          expect(yield* paneOf(host, none)).toMatchObject({ title: null, name: "se at x" })
        })
      )
      expect((yield* host.read([odd])).get(odd)).toMatchObject({ title: "✳ 漢 #{pane_id} %end 1 2 1 | ;" })
    })
  )

  test(
    "text that looks like the protocol is text",
    Effect.gen(function* () {
      const { tmux, host } = yield* setup()
      const lines = ["%begin 1 2 1", "%end 1 2 1", "%error 1 2 1", "%exit", "%session-changed $9 x", "last"]
      const pane = tmux.open(SESSION, lines.join("\n"))
      yield* shows(host, pane, "last")
      expect((yield* screenText(host, pane)).split("\n").slice(0, 6)).toEqual(lines)
    })
  )

  test(
    "tells size, cursor and alternate screen as they are",
    Effect.gen(function* () {
      const { tmux, host } = yield* setup()
      const pane = tmux.open(SESSION, "\u001b[?1049h\u001b[?25l\u001b[3;5Hhere", { cols: 44, rows: 11 })
      yield* shows(host, pane, "here")
      expect((yield* host.read([pane])).get(pane)).toMatchObject({
        cols: 44,
        rows: 11,
        cursor: { x: 8, y: 2, visible: false },
        altScreen: true
      })
    })
  )

  test(
    "sends nothing to a pane that takes no input or copies its input to others",
    Effect.gen(function* () {
      const { tmux, host } = yield* setup()
      const pane = tmux.open(SESSION, "> ")
      tmux.run("select-pane", "-d", "-t", pane)
      expect(yield* Effect.flip(host.type(pane, "x"))).toMatchObject({ reason: "Refused" })
      tmux.run("select-pane", "-e", "-t", pane)
      tmux.run("set-option", "-w", "-t", pane, "synchronize-panes", "on")
      expect(yield* Effect.flip(host.type(pane, "x"))).toMatchObject({ reason: "Refused" })
      tmux.run("set-option", "-w", "-t", pane, "synchronize-panes", "off")
      yield* host.type(pane, "y")
      yield* eventually(Effect.sync(() => expect(tmux.typed(pane)).toBe("y")))
    })
  )

  test(
    "a token stands while nothing is drawn and falls when something is",
    Effect.gen(function* () {
      const { tmux, host } = yield* setup()
      const pane = tmux.open(SESSION, "a")
      const token = Effect.map(paneOf(host, pane), (found) => found?.changed)
      const first = yield* eventually(Effect.tap(token, (value) => expect(value).toEqual(expect.any(String))))
      expect(yield* token).toBe(first)
      // The same cursor, size and history: only the content differs.
      yield* host.type(pane, "unseen")
      appendFileSync(
        tmux.run("display-message", "-p", "-t", pane, "#{pane_tty}"),
        "\u001b7\u001b[1;1HB\u001b8"
      )
      yield* shows(host, pane, "B")
      expect(yield* token).not.toBe(first)
    })
  )

  test(
    "names the processes of a pane: its root and the foreground group",
    Effect.gen(function* () {
      const { tmux, host } = yield* setup()
      const pane = tmux.run("new-window", "-d", "-P", "-F", "#{pane_id}", "sh", "-c", "sleep 1000; true")
      const pid = Number(tmux.run("display-message", "-p", "-t", pane, "#{pane_pid}"))
      yield* eventually(
        Effect.map(host.processes([pane]), (all) => {
          expect(all.get(pane)?.root?.pid).toBe(pid)
          expect(all.get(pane)?.foreground.map(({ name }) => name)).toContain("sleep")
        })
      )
    })
  )

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
    "tells people who look at the session, and says when there are none",
    Effect.gen(function* () {
      const { tmux, host } = yield* setup()
      expect(yield* host.notify("title", "body")).toBe(false)
      const args = ["-qfec", `tmux -u -S ${tmux.socket} attach -t ${SESSION}`, "/dev/null"]
      yield* Effect.acquireRelease(
        Effect.sync(() =>
          spawn("script", args, {
            stdio: ["pipe", "ignore", "ignore"],
            env: { ...process.env, TERM: "xterm" }
          })
        ),
        (person) => Effect.sync(() => person.kill("SIGKILL"))
      )
      yield* eventually(Effect.map(host.notify("title; #(id)", "it's"), (seen) => expect(seen).toBe(true)))
      expect(tmux.run("show-messages")).toContain("title; # (id): it's")
      expect(yield* host.list).toMatchObject({ host: "tmux" })
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
    "shows line drawing as the characters drawn, colours in it kept",
    Effect.gen(function* () {
      const { tmux, host } = yield* setup()
      const pane = tmux.open(SESSION, "\u001b(0lq\u001b[31mqk\u001b(B lqk\n\u001b(0mqqj\u001b(B")
      yield* shows(host, pane, "┌──┐ lqk\n└──┘")
      const read = (yield* host.read([pane])).get(pane)
      expect(read?._tag === "Screen" ? styledText(read.ansi).slice(1, 4) : []).toEqual(["─:", "─:31", "┐:31"])
    })
  )

  test(
    "keeps colours to the end of a row",
    Effect.gen(function* () {
      const { tmux, host } = yield* setup()
      const drawn = "\u001b[41mred   \u001b[0m"
      const pane = tmux.open(SESSION, drawn)
      yield* shows(host, pane, "red")
      const read = (yield* host.read([pane])).get(pane)
      expect(styledText(read?._tag === "Screen" ? read.ansi : "")).toEqual(styledText(drawn))
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
    "reads and types UTF-8 where no locale is set",
    Effect.gen(function* () {
      const { tmux } = yield* setup()
      const wrapper = join(tmux.dir, "tmux")
      const body = '#!/bin/sh\nunset LANG LANGUAGE LC_ALL LC_CTYPE\nexec env -i PATH="$PATH" tmux "$@"\n'
      writeFileSync(wrapper, body, { mode: 0o755 })
      for (const session of [SESSION, "absent"]) {
        const host = yield* hostOn(tmux.socket, session, wrapper)
        const pane = tmux.open(SESSION, "\u001b]2;✳ tïtle\u0007❯ 漢字 ⠋ é", { name: "wörk" })
        yield* shows(host, pane, "❯ 漢字 ⠋ é")
        expect(yield* paneOf(host, pane)).toMatchObject({ title: "✳ tïtle", workspaceLabel: "wörk" })
        yield* host.type(pane, "❯ é 漢")
        yield* eventually(Effect.sync(() => expect(tmux.typed(pane)).toBe("❯ é 漢")))
      }
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
