import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"
import { HoldDocument } from "../../src/cli/render/hold.ts"
import {
  advanceUntilDone,
  oneDocument,
  paneShowing,
  type RunOptions,
  runTeam,
  SCREENS,
  setup
} from "../support/cli.ts"

const made = Effect.gen(function* () {
  const { host, project } = yield* setup()
  const hold = (argv: ReadonlyArray<string>, options: Partial<RunOptions> = {}) =>
    runTeam(["hold", ...argv], {
      cwd: project.root,
      env: { HOME: project.home, USER: "ana", TZ: "UTC" },
      host,
      ...options
    })
  return { project, host, hold }
})

describe("team hold", () => {
  it.scoped("sets, shows, replaces and releases", () =>
    Effect.gen(function* () {
      const { hold, project } = yield* made
      const set = yield* hold(["--for", "2h", "--reason", "release\n\u001b[31m1.2"])
      expect([set.code, set.err, set.out]).toEqual([
        0,
        "",
        "held: the team, by ana since 2026-10-18T09:14:02.000Z, until 2026-10-18T11:14:02.000Z: release 1.2\n"
      ])
      expect((yield* hold(["--show"])).out).toBe(set.out)
      yield* TestClock.adjust("1 minute")
      expect((yield* hold(["--until", "18:30"])).out).toBe(
        "held: the team, by ana since 2026-10-18T09:15:02.000Z, until 2026-10-18T18:30:00.000Z (in place of the one by ana since 2026-10-18T09:14:02.000Z)\n"
      )
      yield* hold(["glass"])
      expect((yield* hold(["--release"])).out).toBe(
        "released: the team (held since 2026-10-18T09:15:02.000Z by ana)\nstill held: glass, by ana since 2026-10-18T09:15:02.000Z\n"
      )
      expect((yield* hold(["--release", "glass", "brass"])).out).toBe(
        "released: glass (held since 2026-10-18T09:15:02.000Z by ana)\nno hold stands: brass\n"
      )
      const none = yield* hold(["--show"])
      expect([none.code, none.out]).toEqual([0, "no hold stands\n"])
      const log = project.readLog().trimEnd().split("\n")
      expect(log).toHaveLength(5)
      expect(log[0]).toBe(`2026-10-18T09:14:02.000Z hold [ana] ${set.out.trimEnd()}`)
    })
  )

  it.scoped("prints one document", () =>
    Effect.gen(function* () {
      const { hold } = yield* made
      yield* hold(["--reason", "release 1.2"])
      const document = oneDocument((yield* hold(["glass", "--for", "30m", "--json"])).out)
      const row = { by: "ana", since: "2026-10-18T09:14:02.000Z", stands: true }
      const own = { ...row, reason: null, until: "2026-10-18T09:44:02.000Z" }
      expect(Schema.decodeUnknownSync(HoldDocument)(document)).toEqual({
        format: 1,
        kind: "team.hold",
        at: "2026-10-18T09:14:02.000Z",
        project: "lantern",
        session: "lantern",
        team: { ...row, reason: "release 1.2", until: null },
        seats: [{ seat: "glass", hold: own }],
        changed: [{ seat: "glass", done: "held", hold: own, was: null }],
        dry_run: false
      })
    })
  )

  it.scoped("shows an ended hold, which the next release takes away", () =>
    Effect.gen(function* () {
      const { hold, project } = yield* made
      yield* hold(["--for", "1m"])
      yield* TestClock.adjust("1 minute")
      const before = project.readState()
      const ended = "by ana since 2026-10-18T09:14:02.000Z, ended 2026-10-18T09:15:02.000Z"
      expect((yield* hold(["--show"])).out).toBe(`ended: the team, ${ended}\n`)
      expect(project.readState()).toBe(before)
      expect((yield* hold(["--release"])).out).toBe(`no hold stands: the team (${ended})\n`)
      expect((yield* hold(["--show"])).out).toBe("no hold stands\n")
    })
  )

  it.scoped("writes nothing with --dry-run, or where nothing stands", () =>
    Effect.gen(function* () {
      const { hold, project } = yield* made
      expect((yield* hold(["--dry-run", "glass"])).out).toMatch(/^would say: held: glass, by ana/)
      expect((yield* hold(["--release"])).out).toBe("no hold stands: the team\n")
      expect([existsSync(project.state), existsSync(project.log)]).toEqual([false, false])
    })
  )

  it.scoped("refuses what it cannot read", () =>
    Effect.gen(function* () {
      const { hold, project } = yield* made
      for (const [argv, id] of [
        [["glas"], "hold.seat"],
        [["--for", "2d"], "hold.until"],
        [["--until", "2026-10-18 09:00"], "hold.until"],
        [["--reason", `ghp_${"a1".repeat(12)}`], "hold.reason"],
        [["--until", "18:30", "--for", "2h"], "hold.invocation"],
        [["--show", "--release"], "hold.invocation"],
        [["--release", "--reason", "x"], "hold.invocation"]
      ] as const) {
        const ran = yield* hold(argv)
        expect([ran.code, ran.id, ran.out]).toEqual([2, id, ""])
      }
      expect((yield* hold(["glas"])).err).toBe(
        'team hold: the file has no seat "glas"; did you mean "glass"?\n'
      )
      expect(existsSync(project.state)).toBe(false)
    })
  )

  it.scoped("is not for a seat; the operator's hold bears its name", () =>
    Effect.gen(function* () {
      const { hold } = yield* made
      const seat = { _tag: "Seat", name: "glass", pane: "p2", role: "seat" } as const
      const ran = yield* hold([], { caller: seat })
      expect([ran.code, ran.id]).toEqual([1, "hold.caller"])
      expect((yield* hold(["--show"], { caller: seat })).out).toBe("no hold stands\n")
      const own = yield* hold([], { caller: { ...seat, name: "wick", role: "operator" } })
      expect(own.out).toContain("held: the team, by wick since")
    })
  )

  it.scoped("loses nothing of a state it cannot read", () =>
    Effect.gen(function* () {
      const { hold, project } = yield* made
      writeFileSync(project.state, "{ torn", { mode: 0o600 })
      // A file that is being written is read again for a while.
      const ran = yield* advanceUntilDone(yield* Effect.fork(hold(["--for", "2h"])), 2)
      expect([ran.code, ran.id]).toEqual([2, "hold.state"])
      expect(readFileSync(project.state, "utf8")).toBe("{ torn")
    })
  )

  it.scoped("holds although its log cannot be written", () =>
    Effect.gen(function* () {
      const { hold, project } = yield* made
      mkdirSync(project.log)
      const ran = yield* hold([])
      expect(ran.code).toBe(0)
      expect(ran.err).toContain("cannot be written")
      expect(project.readState()).toContain('"hold"')
    })
  )

  it.scoped("keeps both of two holds at once", () =>
    Effect.gen(function* () {
      const { hold } = yield* made
      const both = yield* Effect.fork(Effect.all([hold(["glass"]), hold(["brass"])], { concurrency: 2 }))
      yield* advanceUntilDone(both, 1)
      expect((yield* hold(["--show"])).out.match(/^held: (?:glass|brass),/gm)).toHaveLength(2)
    })
  )

  it.scoped(
    "shows in status who, since when and why, and ends there by itself; a dialog under it is still reported",
    () =>
      Effect.gen(function* () {
        const { hold, host, project } = yield* made
        const look = (argv: string) =>
          runTeam(argv.split(" "), { cwd: project.root, env: { HOME: project.home, USER: "ana" }, host })
        const { panes } = yield* host.host.list
        const glass = panes.find((pane) => pane.name === "glass")?.pane ?? ""
        yield* host.setPane({ pane: glass, ...paneShowing("glass", SCREENS.claudePermission) })
        yield* hold(["--for", "1h", "--reason", "release"])
        const held = (yield* look("status")).out
        expect(held).toMatch(/wick +held +hold/)
        expect(held).toContain(
          "note: held: the team, by ana since 2026-10-18T09:14:02.000Z, until 2026-10-18T10:14:02.000Z: release\n"
        )
        expect(held).toContain("glass waits at a permission prompt: its owner's to answer")
        yield* TestClock.adjust("1 hour")
        const over = (yield* look("status")).out
        expect(over).toMatch(/wick +idle +cli/)
        expect(over).not.toContain("held")
      })
  )
})
