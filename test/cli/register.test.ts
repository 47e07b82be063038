import { writeFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { RegisterDocument } from "../../src/cli/render/register.ts"
import type { PaneProcesses } from "../../src/domain/host/pane.ts"
import { advanceUntilDone, oneDocument, type RunOptions, runTeam, setup } from "../support/cli.ts"

const shell = { pid: 100, start: "100", name: "zsh" }
const runs = (pid: number, name = "claude"): PaneProcesses => ({
  root: { ...shell, pid: pid - 1 },
  foreground: [{ pid, start: String(pid), name }]
})

/** The three seats' panes with a CLI in front of each. */
const stage = Effect.gen(function* () {
  const made = yield* setup()
  yield* made.host.setProcesses(made.panes.wick, runs(201))
  yield* made.host.setProcesses(made.panes.glass, runs(301))
  yield* made.host.setProcesses(made.panes.brass, runs(401, "codex"))
  const team = (argv: string, options: Partial<RunOptions> = {}) =>
    runTeam(argv.split(" "), {
      cwd: made.project.root,
      env: { HOME: made.project.home, USER: "ana" },
      host: made.host,
      ...options
    })
  const launchedOf = (seat: string): unknown => {
    const text = made.project.readState()
    return text === "" ? undefined : JSON.parse(text).sessions?.lantern?.seats?.[seat]?.launched
  }
  return { ...made, team, launchedOf }
})

describe("team register", () => {
  it.scoped("records pane, process and conversation, sets the lines and logs it", () =>
    Effect.gen(function* () {
      const { host, launchedOf, panes, project, team } = yield* stage
      yield* host.setPane({ pane: panes.glass, cli: "claude", session: "conversation-1" })
      const ran = yield* team("register glass")
      expect([ran.code, ran.err, ran.out]).toEqual([
        0,
        "",
        "glass: pane p2, claude (301), conversation conversation-1\n"
      ])
      expect(launchedOf("glass")).toMatchObject({
        pane: panes.glass,
        processes: [{ pid: 301, start: "301", name: "claude" }],
        session: "conversation-1",
        by: "register"
      })
      expect(yield* host.display(panes.glass)).toMatchObject({ display: "Claude Opus 5.5" })
      expect(project.readLog()).toBe(
        "2026-10-18T09:14:02.000Z register [ana] glass: pane p2, claude (301), conversation conversation-1\n"
      )
      expect((yield* team("seats")).out).toMatch(/glass +idle +cli/)
      // The process goes and another comes: it is no longer the seat until it is registered again.
      yield* host.setProcesses(panes.glass, runs(777))
      expect((yield* team("seats")).out).toMatch(/glass +done +process/)
      expect((yield* team("register glass")).code).toBe(0)
      expect(launchedOf("glass")).toMatchObject({ processes: [{ pid: 777 }] })
      expect((yield* team("seats")).out).toMatch(/glass +idle +cli/)
    })
  )

  it.scoped("names a pane that has no name of its own", () =>
    Effect.gen(function* () {
      const { host, panes, team } = yield* stage
      yield* host.setPane({ pane: panes.brass, name: null })
      const none = yield* team("register brass")
      expect([none.code, none.id, none.out]).toEqual([1, "register.pane", ""])
      expect(none.err).toContain("no pane carries the name brass; name one with --pane")
      expect((yield* team(`register brass --pane ${panes.brass}`)).code).toBe(0)
      const { panes: listed } = yield* host.host.list
      expect(listed.find((pane) => pane.pane === panes.brass)?.name).toBe("brass")
    })
  )

  it.scoped("refuses what it cannot prove, and changes nothing then", () =>
    Effect.gen(function* () {
      const { host, panes, project, team } = yield* stage
      yield* team("register wick")
      const before = project.readState()
      const refused = (argv: string, id: string, said: string) =>
        Effect.gen(function* () {
          const ran = yield* team(argv)
          expect([ran.code, ran.id, ran.out]).toEqual([1, id, ""])
          expect(ran.err).toContain(said)
        })
      yield* refused("register glass --pane p9", "register.pane", "the session has no pane p9")
      yield* refused(`register glass --pane ${panes.brass}`, "register.taken", "pane p3 is brass's")
      const spare = yield* host.setPane({ name: null, processes: runs(201) })
      yield* refused(`register glass --pane ${spare}`, "register.taken", `pane ${spare} is wick's`)
      yield* host.setProcesses(spare, runs(901))
      yield* refused(`register glass --pane ${spare}`, "register.pane", "pane p2 carries the name glass too")
      yield* host.setProcesses(panes.glass, { root: shell, foreground: [shell] })
      yield* refused("register glass", "register.no-cli", "has a shell at its prompt in front")
      yield* host.setProcesses(panes.glass, null)
      yield* refused("register glass", "register.process", "cannot say what runs in pane")
      yield* host.setPane({ name: "glass", processes: runs(555) })
      yield* refused("register glass", "register.pane", "2 panes carry its name")
      expect(project.readState()).toBe(before)
      expect(yield* host.display(panes.glass)).toBeNull()
    })
  )

  it.scoped("with --dry-run says it and writes nothing", () =>
    Effect.gen(function* () {
      const { host, panes, project, team } = yield* stage
      const ran = yield* team("register glass --dry-run")
      expect([ran.code, ran.out]).toEqual([0, "would record glass: pane p2, claude (301)\n"])
      expect([project.readState(), project.readLog()]).toEqual(["", ""])
      expect(yield* host.display(panes.glass)).toBeNull()
    })
  )

  it.scoped("prints one document", () =>
    Effect.gen(function* () {
      const { team } = yield* stage
      const ran = yield* team("register brass --json")
      const document = Schema.decodeUnknownSync(RegisterDocument, { onExcessProperty: "error" })(
        oneDocument(ran.out)
      )
      expect(document).toEqual({
        format: 1,
        kind: "team.register",
        at: "2026-10-18T09:14:02.000Z",
        project: "lantern",
        session: "lantern",
        seat: "brass",
        pane: "p3",
        processes: [{ pid: 401, start: "401", name: "codex" }],
        agent_session: null,
        label: document.label,
        display: "GPT Sol 6.2",
        dry_run: false
      })
    })
  )

  it.scoped("names the nearest seat, an option that is none, a silent host and a torn state", () =>
    Effect.gen(function* () {
      const { host, project, team } = yield* stage
      const wrong = yield* team("register glas")
      expect([wrong.code, wrong.id]).toEqual([2, "register.seat"])
      expect(wrong.err).toContain('did you mean "glass"?')
      yield* host.fail("NotRunning")
      expect((yield* team("register glass")).id).toBe("register.herdr")
      yield* host.fail(null)
      writeFileSync(project.state, "{ torn", { mode: 0o600 })
      const torn = yield* Effect.flatMap(Effect.fork(team("register glass")), (fiber) =>
        advanceUntilDone(fiber, 20)
      )
      expect([torn.code, torn.id]).toEqual([2, "register.state"])
      expect(project.readState()).toBe("{ torn")
    })
  )

  it.scoped("is not for a seat of the team, and its owner's flags not for an agent", () =>
    Effect.gen(function* () {
      const { launchedOf, team } = yield* stage
      const seat = { _tag: "Seat", name: "brass", pane: "p3", role: "seat" } as const
      const ran = yield* team("register glass", { caller: seat })
      expect([ran.code, ran.id]).toEqual([1, "register.caller"])
      expect(launchedOf("glass")).toBeUndefined()
      expect((yield* team("register glass --dry-run", { caller: seat })).code).toBe(0)
      const lead = { ...seat, name: "wick", role: "operator" } as const
      expect((yield* team("register glass", { caller: lead })).code).toBe(0)
      const flag = yield* team("register glass --file /nonexistent/team.yaml", { caller: seat })
      expect([flag.code, flag.id]).toEqual([1, "register.file-owner"])
      expect(flag.err).not.toContain("nonexistent")
    })
  )
})
