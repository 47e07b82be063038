import { spawn } from "node:child_process"
import { appendFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { styledText } from "../../support/ansi.ts"
import { tmuxTitle, tmuxVersion } from "../../support/tmux.ts"
import { eventually, type HostHarness, hostContract } from "./contract.ts"
import { hostOn, paneOf, SESSION, screenText, setup, shows } from "./tmux-host.ts"

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
})
