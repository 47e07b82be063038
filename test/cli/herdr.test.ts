import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { capture, makeProject, SCREENS, spawnTeam, teamProcess, until } from "../support/cli.ts"
import { fakeHerdr } from "../support/fake-herdr.ts"
import { type FakePane, putPane } from "../support/fake-herdr-state.ts"

const claude = (pane: string, name: string, ansi: string, more: Partial<FakePane> = {}) => ({
  pane,
  name,
  agent: "claude",
  status: "idle",
  title: "✳ Claude Code",
  shell: 100,
  group: 200,
  foreground: [{ pid: 200, name: "claude" }],
  screen: ansi.replaceAll("\n", "\r\n"),
  ...more
})

/** A project, a herdr server that speaks the real protocol, and the built command against both. */
const setup = Effect.gen(function* () {
  const project = yield* makeProject()
  const herdr = yield* fakeHerdr
  const options = { cwd: project.root, home: project.home, env: { TEAM_HERDR_SOCKET: herdr.path } }
  return { project, herdr, options }
})

describe("the command on herdr", () => {
  it.scopedLive("reads every seat, and asks for herdr first", () =>
    Effect.gen(function* () {
      const { herdr, options } = yield* setup
      putPane(herdr.state, claude("w1:p1", "wick", SCREENS.claudeIdle.ansi))
      putPane(herdr.state, claude("w1:p2", "glass", SCREENS.claudePermission.ansi))
      // herdr calls a screen it does not know idle; so does it when nothing runs there any more.
      putPane(herdr.state, claude("w1:p3", "brass", "", { agent: null, foreground: [], group: null }))
      const ran = yield* teamProcess(["seats"], options)
      expect(ran.out.split("\n").map((row) => row.split(/\s+/).slice(0, 3).join(" "))).toEqual([
        "SEAT STATE SOURCE",
        "wick idle cli",
        "glass blocked cli",
        "brass unknown none",
        ""
      ])
      expect([ran.code, ran.err]).toEqual([0, ""])
    })
  )

  it.scopedLive("says a blocked screen it cannot read, and an agent in no seat", () =>
    Effect.gen(function* () {
      const { herdr, options } = yield* setup
      putPane(herdr.state, claude("w1:p1", "wick", "a screen of nobody's", { status: "blocked" }))
      putPane(herdr.state, claude("w2:p7", "stray", SCREENS.claudeIdle.ansi))
      const ran = yield* teamProcess(["status", "--host", "herdr"], options)
      expect(ran.out).toContain("wick is blocked, and its screen is not one the watch recognises")
      expect(ran.out).toContain("stray (w2:p7) is running and is not in the file")
      expect(ran.code).toBe(1)
    })
  )

  it.scopedLive(
    "watches: a dialog is told within seconds, and a server that goes leaves the watch alive",
    () =>
      Effect.gen(function* () {
        const { herdr, options } = yield* setup
        putPane(herdr.state, claude("w1:p1", "wick", SCREENS.claudeIdle.ansi))
        const watch = yield* spawnTeam(["watch", "--host", "herdr"], options)
        yield* until("the first pass", () => watch.out().includes("wick: idle (cli)"))
        putPane(
          herdr.state,
          claude("w1:p1", "wick", capture("claude-code/2.1.332/permission-bash-down1-54x30").ansi, {
            status: "blocked",
            seq: 9
          })
        )
        yield* until("the permission report", () =>
          watch.out().includes("wick waits at a permission prompt: its owner's to answer")
        )
        yield* Effect.promise(() => herdr.stop())
        watch.child.kill("SIGTERM")
        const ran = yield* watch.wait
        expect(ran.code).toBe(0)
        expect(ran.out.trimEnd().split("\n").at(-1)).toMatch(/the watch of "lantern" stopped$/)
      })
  )
})
