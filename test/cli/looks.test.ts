import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeMemoryHostFor } from "../../src/services/herdr/memory.ts"
import {
  capture,
  makeProject,
  oneDocument,
  paneShowing,
  runTeam,
  SCREENS,
  START,
  setup
} from "../support/cli.ts"

describe("team seats", () => {
  it.scoped("prints the table", () =>
    Effect.gen(function* () {
      const { team, host, panes } = yield* setup()
      yield* host.setPane({ pane: panes.glass, ...paneShowing("glass", SCREENS.claudeWorking) })
      yield* host.removePane(panes.brass)
      const ran = yield* team("seats")
      expect([ran.code, ran.err]).toEqual([0, ""])
      expect(ran.out).toMatchInlineSnapshot(`
        "SEAT   STATE    SOURCE  LAST ACTIVE
        wick   idle     cli     -
        glass  working  cli     2026-10-18T09:14:02.000Z
        brass  unknown  none    -
        "
      `)
    })
  )

  it.scoped("prints one document", () =>
    Effect.gen(function* () {
      const { team, host, panes } = yield* setup()
      yield* host.setPane({ pane: panes.glass, ...paneShowing("glass", SCREENS.claudePermission) })
      const ran = yield* team("seats --json")
      expect([ran.code, ran.err]).toEqual([0, ""])
      expect(JSON.stringify(oneDocument(ran.out), null, 1)).toMatchInlineSnapshot(`
        "{
         "format": 1,
         "kind": "team.seats",
         "at": "2026-10-18T09:14:02.000Z",
         "project": "lantern",
         "session": "lantern",
         "host": "memory",
         "reachable": true,
         "seats": [
          {
           "seat": "wick",
           "state": "idle",
           "source": "cli",
           "blind": false,
           "at": "2026-10-18T09:14:02.000Z",
           "last_active": null,
           "pane": "p1",
           "running": true,
           "parked": false,
           "stopped": false,
           "why": [
            {
             "source": "hold",
             "said": "none",
             "at": null,
             "age": null,
             "note": "no hold stands"
            },
            {
             "source": "process",
             "said": "unrecorded",
             "at": null,
             "age": null,
             "note": "nothing to compare"
            },
            {
             "source": "cli",
             "said": "idle",
             "at": "2026-10-18T09:14:02.000Z",
             "age": 0,
             "note": "answers"
            },
            {
             "source": "cli-hook",
             "said": "none",
             "at": null,
             "age": null,
             "note": "no hook has written"
            },
            {
             "source": "herdr",
             "said": "none",
             "at": null,
             "age": null,
             "note": "no word"
            },
            {
             "source": "trace",
             "said": "none in the window",
             "at": null,
             "age": null,
             "note": "none"
            }
           ]
          },
          {
           "seat": "glass",
           "state": "blocked",
           "source": "cli",
           "blind": false,
           "at": "2026-10-18T09:14:02.000Z",
           "last_active": null,
           "pane": "p2",
           "running": true,
           "parked": false,
           "stopped": false,
           "why": [
            {
             "source": "hold",
             "said": "none",
             "at": null,
             "age": null,
             "note": "no hold stands"
            },
            {
             "source": "process",
             "said": "unrecorded",
             "at": null,
             "age": null,
             "note": "nothing to compare"
            },
            {
             "source": "cli",
             "said": "permission",
             "at": "2026-10-18T09:14:02.000Z",
             "age": 0,
             "note": "answers"
            },
            {
             "source": "cli-hook",
             "said": "none",
             "at": null,
             "age": null,
             "note": "no hook has written"
            },
            {
             "source": "herdr",
             "said": "none",
             "at": null,
             "age": null,
             "note": "no word"
            },
            {
             "source": "trace",
             "said": "none in the window",
             "at": null,
             "age": null,
             "note": "none"
            }
           ]
          },
          {
           "seat": "brass",
           "state": "idle",
           "source": "cli",
           "blind": false,
           "at": "2026-10-18T09:14:02.000Z",
           "last_active": null,
           "pane": "p3",
           "running": true,
           "parked": false,
           "stopped": false,
           "why": [
            {
             "source": "hold",
             "said": "none",
             "at": null,
             "age": null,
             "note": "no hold stands"
            },
            {
             "source": "process",
             "said": "unrecorded",
             "at": null,
             "age": null,
             "note": "nothing to compare"
            },
            {
             "source": "cli",
             "said": "idle",
             "at": "2026-10-18T09:14:02.000Z",
             "age": 0,
             "note": "answers"
            },
            {
             "source": "cli-hook",
             "said": "none",
             "at": null,
             "age": null,
             "note": "no hook has written"
            },
            {
             "source": "herdr",
             "said": "none",
             "at": null,
             "age": null,
             "note": "no word"
            },
            {
             "source": "trace",
             "said": "none in the window",
             "at": null,
             "age": null,
             "note": "none"
            }
           ]
          }
         ]
        }"
      `)
    })
  )

  it.scoped("explains one seat and names the nearest to a mistyped one", () =>
    Effect.gen(function* () {
      const { team } = yield* setup()
      const ran = yield* team("seats --explain glass")
      expect(ran.out).toMatch(
        /^glass: idle \(cli\)\n {2}It reads idle by its screen: rule .+, rows .+\.\n {2}pane +p2\n {2}hold +none stands\n/
      )
      const wrong = yield* team("seats --explain glas")
      expect([wrong.code, wrong.id, wrong.err]).toEqual([
        2,
        "seats.seat",
        'team seats: the file has no seat "glas"; did you mean "glass"?\n'
      ])
    })
  )

  it.scoped("says when the host is silent, and prints unreachable", () =>
    Effect.gen(function* () {
      const { team, host } = yield* setup()
      yield* host.fail("NotRunning")
      const ran = yield* team("seats")
      expect([ran.code, ran.err]).toEqual([0, "note: memory doesn't answer\n"])
      expect(ran.out.match(/unreachable +herdr/g)?.length).toBe(3)
      expect(oneDocument((yield* team("seats --json")).out)).toMatchObject({ reachable: false })
    })
  )

  it.scoped("changes nothing: no file, no key", () =>
    Effect.gen(function* () {
      const { team, host, project } = yield* setup()
      for (const command of ["seats", "status", "check", "seats --json", "status --json", "check --json"]) {
        yield* team(command)
      }
      expect([existsSync(project.state), existsSync(project.log)]).toEqual([false, false])
      expect([yield* host.inputs, yield* host.launches, yield* host.notifications]).toEqual([[], [], []])
    })
  )

  it.scoped("covers every project that has a record, and one that cannot be opened hides no other", () =>
    Effect.gen(function* () {
      const { team, project } = yield* setup()
      const records = join(project.home, ".config", "team", "projects")
      mkdirSync(records, { recursive: true })
      writeFileSync(join(records, "lantern.yaml"), `root: ${project.root}\n`)
      writeFileSync(join(records, "gone.yaml"), "root: /nonexistent/gone\n")
      const ran = yield* team("seats --all", { cwd: project.home })
      expect(ran.out).toContain('lantern, session "lantern"\nSEAT')
      expect(ran.code).toBe(2)
      expect(ran.err).toContain("/nonexistent/gone")
      const none = yield* team("status --project nobody", { cwd: project.home })
      expect([none.code, none.id]).toEqual([2, "status.project"])
    })
  )
})

describe("a seat at a usage limit", () => {
  it.scoped("is explained with the screen's words and the instant they name", () =>
    Effect.gen(function* () {
      const { team, host, panes } = yield* setup()
      const limited = capture("claude-code/2.1.332/limit-weekly-80x24")
      yield* host.setPane({ pane: panes.glass, ...paneShowing("glass", limited) })
      const ran = yield* team("seats --explain glass")
      expect(ran.out).toContain("limit ends Dec 3, 9:39pm (UTC), which is 2026-12-03T21:39:00.000Z")
      const { seats } = oneDocument((yield* team("seats --explain glass --json")).out)
      expect(seats).toMatchObject([
        { limit: { words: "Dec 3, 9:39pm (UTC)", reset: "2026-12-03T21:39:00.000Z" } }
      ])
    })
  )
})

describe("team status and team check", () => {
  it.scoped("agree: exit 0", () =>
    Effect.gen(function* () {
      const { team } = yield* setup()
      const status = yield* team("status")
      expect([status.code, status.err]).toEqual([0, ""])
      expect(status.out).toMatchInlineSnapshot(`
        "team lantern, session "lantern"
          wick   idle  cli  Claude Opus 5.5  p1
          glass  idle  cli  Claude Opus 5.5  p2
          brass  idle  cli  GPT Sol 6.2      p3
        reports:
          2026-10-18T09:14:02.000Z  the file was never approved on this machine: run team approve
        note: no hooks of claude-code are installed: its turns are read from the screen (team hooks install claude-code)
        note: no hooks of codex are installed: its turns are read from the screen (team hooks install codex)
        0 differences
        "
      `)
      const check = yield* team("check")
      expect([check.code, check.out, check.err]).toEqual([0, "the team is as the file has it\n", ""])
      const json = yield* team("check --json")
      expect(oneDocument(json.out)).toEqual({
        format: 1,
        kind: "team.check",
        at: "2026-10-18T09:14:02.000Z",
        project: "lantern",
        session: "lantern",
        agrees: true,
        findings: []
      })
    })
  )

  it.scoped("differ: exit 1, each with its repair", () =>
    Effect.gen(function* () {
      const { team, host, panes } = yield* setup()
      yield* host.removePane(panes.brass)
      yield* host.setPane({ ...paneShowing("spare", SCREENS.claudeIdle), cli: "claude" })
      yield* host.setPane({ pane: panes.glass, ...paneShowing("glass", SCREENS.claudePermission) })
      const check = yield* team("check")
      expect([check.code, check.id, check.err]).toEqual([1, "check.differs", ""])
      expect(check.out).toMatchInlineSnapshot(`
        "brass is in the file and is not running — start it by its launch line, then team register brass --pane PANE
        spare (p4) is running and is not in the file — add it to the file, or close its pane
        "
      `)
      const status = yield* team("status")
      expect([status.code, status.id, status.err]).toEqual([1, "status.difference", ""])
      expect(status.out).toMatchInlineSnapshot(`
        "team lantern, session "lantern"
          wick   idle               cli   Claude Opus 5.5  p1
          glass  blocked            cli   (unread)         p2
          brass  unknown (missing)  none  (unread)         -
        reports:
          2026-10-18T09:14:02.000Z  glass waits at a permission prompt: its owner's to answer
          2026-10-18T09:14:02.000Z  brass is in the file and is not running
          2026-10-18T09:14:02.000Z  spare (p4) is running and is not in the file
          2026-10-18T09:14:02.000Z  the file was never approved on this machine: run team approve
        note: no hooks of claude-code are installed: its turns are read from the screen (team hooks install claude-code)
        note: no hooks of codex are installed: its turns are read from the screen (team hooks install codex)
        difference: brass is in the file and is not running
          repair: start it by its launch line, then team register brass --pane PANE
        difference: spare (p4) is running and is not in the file
          repair: add it to the file, or close its pane
        2 differences
        "
      `)
      const json = yield* team("status --json")
      expect([json.code, json.err]).toEqual([1, ""])
      expect(oneDocument(json.out)).toMatchObject({
        kind: "team.status",
        reachable: true,
        reports: [
          { check: "attention", to: "owner", since: "2026-10-18T09:14:02.000Z" },
          { check: "missing" },
          { check: "extra" },
          { check: "approval", to: "owner" }
        ],
        differences: [{ what: "brass is in the file and is not running" }, {}]
      })
    })
  )

  it.scoped("cannot be read: exit 2", () =>
    Effect.gen(function* () {
      const { team, host } = yield* setup()
      yield* host.fail("Timeout")
      const check = yield* team("check")
      expect([check.code, check.id, check.out]).toEqual([2, "check.herdr", ""])
      expect(check.err).toBe("team check: memory doesn't answer; nothing was compared\n")
      const json = yield* team("check --json")
      expect(json.err).toBe("")
      expect(oneDocument(json.out)).toMatchObject({ kind: "team.error", id: "check.herdr", code: 2 })
      expect((yield* team("status")).code).toBe(2)
    })
  )

  it.scoped("say that the watch has not passed for two intervals", () =>
    Effect.gen(function* () {
      const { team, project } = yield* setup()
      const beat = (at: number) =>
        writeFileSync(
          project.state,
          JSON.stringify({
            format: 1,
            sessions: { lantern: { watch: { heartbeat: new Date(at).toISOString() } } }
          }),
          { mode: 0o600 }
        )
      beat(START - 240_000)
      expect((yield* team("check")).code).toBe(0)
      beat(START - 240_001)
      const late = yield* team("check")
      expect(late.code).toBe(1)
      expect(late.out).toMatch(/^the watch's last pass was 2026-10-18T09:10:01\.999Z.* — team watch\n$/)
    })
  )

  it.live("refuse a state that cannot be read, and leave it as it is", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* makeProject()
        const host = yield* makeMemoryHostFor("lantern")
        const options = { cwd: project.root, env: { HOME: project.home }, host }
        for (const bad of ['{"format":1,"sess', "", "[]", '{"format":99,"sessions":{}}']) {
          writeFileSync(project.state, bad, { mode: 0o600 })
          const ran = yield* runTeam(["status"], options)
          expect([bad, ran.code, ran.id]).toEqual([bad, 2, "status.state"])
          expect(ran.err).toContain(project.state)
          const watch = yield* runTeam(["watch"], options)
          expect([bad, watch.code, watch.id]).toEqual([bad, 2, "watch.file"])
          expect(readFileSync(project.state, "utf8")).toBe(bad)
        }
      })
    )
  )
})
