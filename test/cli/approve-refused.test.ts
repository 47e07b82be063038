import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { approvalExit } from "../../src/cli/commands/approve-store.ts"
import { ApprovalError, type ApprovalReason } from "../../src/services/Approvals.ts"
import { FIRST, setupApprove, WHOLE } from "../support/approve.ts"
import { advanceUntilDone, TEAM, teamEvery } from "../support/cli.ts"

describe("how an approval is refused", () => {
  it.scoped("to everybody but the owner at a terminal, whatever is there", () =>
    Effect.gen(function* () {
      const { config, team } = yield* setupApprove("no team file at all")
      const seat = { _tag: "Seat", name: "glass", pane: "p2", role: "orchestrator" } as const
      for (const [caller, said] of [
        [seat, "comes from the seat glass, the orchestrator, in pane p2"],
        [{ _tag: "OwnerNoTty" }, "is the owner's, without a terminal"],
        [{ _tag: "Unplaced", why: { _tag: "Unattended" } }, "has AGENT_UNATTENDED set"]
      ] as const) {
        for (const argv of ["approve", "approve --show", "approve --file nowhere.yaml"]) {
          const ran = yield* team(argv, {}, { caller })
          expect([ran.code, ran.id, ran.out]).toEqual([1, "approve.caller", ""])
          expect(ran.err).toBe(`team approve: this is only for the owner at a terminal; this call ${said}\n`)
        }
      }
      expect(existsSync(config)).toBe(false)
    })
  )

  it.scoped("while the file is none", () =>
    Effect.gen(function* () {
      const { config, project, team } = yield* setupApprove(null)
      const end = (argv = "approve") => Effect.map(team(argv), ({ code, id, out }) => [code, id, out])
      expect(yield* end()).toEqual([2, "approve.not-a-repo", ""])
      expect(yield* end("approve --file nowhere.yaml")).toEqual([2, "approve.file", ""])
      project.write(TEAM.replace("format: 1", "format: 1\nseets: 3"))
      expect(yield* end()).toEqual([2, "approve.file-invalid", ""])
      expect(yield* end("approve --show --confirm")).toEqual([2, "approve.invocation", ""])
      expect(existsSync(config)).toBe(false)
    })
  )

  it.scoped("while input waits on the terminal", () =>
    Effect.gen(function* () {
      const { config, team } = yield* setupApprove()
      for (const [waiting, id] of [
        ["waiting", "approve.input-waiting"],
        ["unreadable", "approve.input-unreadable"]
      ] as const) {
        for (const argv of ["approve", "approve --confirm", "approve --json"]) {
          const ran = yield* team(argv, { waiting: Effect.succeed(waiting), readLine: Effect.succeed("3") })
          expect([ran.code, ran.id]).toEqual([1, id])
        }
      }
      expect(existsSync(config)).toBe(false)
    })
  )

  it.scoped("when the question is not answered with the number of seats", () =>
    Effect.gen(function* () {
      const { config, project, team } = yield* setupApprove()
      for (const answer of ["2", "", "y", "3 3", null]) {
        const ran = yield* team("approve --confirm", { readLine: Effect.succeed(answer) })
        expect([answer, ran.code, ran.id]).toEqual([answer, 1, "approve.answer"])
        expect(ran.err).toBe(
          "Type the number of seats to record this approval: team approve: that is not the number of seats; nothing was recorded\n"
        )
      }
      expect([existsSync(config), existsSync(project.log)]).toEqual([false, false])
      const ran = yield* team("approve --confirm", { readLine: Effect.succeed(" 3 ") })
      expect([ran.code, ran.err]).toEqual([0, "Type the number of seats to record this approval: "])
      expect(ran.out).toContain("approval #1 ")
    })
  )

  it.scoped("when the file is another one by then", () =>
    Effect.gen(function* () {
      const { config, project, team } = yield* setupApprove()
      for (const next of [teamEvery("1m"), `${TEAM}\n`, "broken: [", null]) {
        project.write(TEAM)
        const readLine = Effect.sync(() => {
          if (next === null) rmSync(project.file)
          else project.write(next)
          return "3"
        })
        const ran = yield* team("approve --confirm", { readLine })
        expect([next, ran.code, ran.id]).toEqual([next, 1, "approve.changed"])
      }
      expect(existsSync(config)).toBe(false)
    })
  )

  it.scoped("where the store is loose, linked, double or where seats work", () =>
    Effect.gen(function* () {
      const { base, config, project, store, team } = yield* setupApprove()
      yield* team("approve")
      project.write(teamEvery("1m"))
      const refused = (argv = "approve --confirm") =>
        // Nobody is asked anything that is refused afterwards.
        Effect.map(team(argv, { readLine: Effect.die("asked") }), ({ code, err, id, out }) => {
          expect([out, err]).toEqual(["", expect.stringContaining(base)])
          return [code, id]
        })
      chmodSync(store, 0o755)
      expect(yield* refused()).toEqual([1, "approve.store"])
      expect(statSync(store).mode & 0o777).toBe(0o755)
      chmodSync(store, 0o700)

      renameSync(store, join(base, "elsewhere"))
      symlinkSync(join(base, "elsewhere"), store)
      expect(yield* refused()).toEqual([1, "approve.store"])
      rmSync(store)
      renameSync(join(base, "elsewhere"), store)

      mkdirSync(store.replace("lantern-", "lamp-"), { mode: 0o700 })
      expect(yield* refused()).toEqual([1, "approve.store"])
      rmSync(store.replace("lantern-", "lamp-"), { recursive: true })

      for (const where of [
        "trust: [~/.config]\n",
        'trust: ["~"]\n',
        `trust: [${config}/team]\n`,
        "trust: [../home/*]\n",
        'workspace: { mode: worktree, path: "../home/.config/{task}", base: main }\n'
      ]) {
        const text = where.startsWith("workspace")
          ? TEAM.replace("workspace: { mode: shared }\n", where)
          : TEAM + where
        project.write(text)
        expect([where, ...(yield* refused())]).toEqual([where, 1, "approve.store"])
      }
      project.write(TEAM.replace("name: glass,", "name: glass, cwd: ../home,"))
      expect(yield* refused("approve --show")).toEqual([1, "approve.store"])
    })
  )

  it.scoped("with a key that can't be read, before any question, and makes none over it", () =>
    Effect.gen(function* () {
      const { config, project, team } = yield* setupApprove()
      yield* team("approve")
      const key = join(config, "team-key", "key.json")
      writeFileSync(key, "{}", { mode: 0o600 })
      project.write(teamEvery("1m"))
      const ran = yield* team("approve --confirm", { readLine: Effect.die("asked") })
      expect([ran.code, ran.id, ran.out]).toEqual([1, "approve.key", ""])
      expect(readFileSync(key, "utf8")).toBe("{}")
    })
  )

  it.scoped("with a count that can't be read", () =>
    Effect.gen(function* () {
      const { config, project, store, team } = yield* setupApprove()
      yield* team("approve")
      const counts = join(config, "team-key", "generations")
      writeFileSync(join(counts, readdirSync(counts)[0] ?? ""), "{ torn", { mode: 0o600 })
      project.write(teamEvery("1m"))
      const record = readFileSync(join(store, "approval.json"), "utf8")
      const ran = yield* advanceUntilDone(yield* Effect.fork(team("approve")), 20)
      expect([ran.code, ran.id, ran.out]).toEqual([2, "approve.state", ""])
      expect(readFileSync(join(store, "approval.json"), "utf8")).toBe(record)
    })
  )

  it.scoped("never by a record that does not count: the whole file is shown again", () =>
    Effect.gen(function* () {
      const { plain, store, team } = yield* setupApprove()
      yield* team("approve")
      const path = join(store, "approval.json")
      const record = readFileSync(path, "utf8")
      writeFileSync(path, record.replace('"temporary": 2', '"temporary": 9'))
      const ran = yield* team("approve")
      expect(plain(ran.out)).toBe(
        `The last approval does not count: the approval record was changed after approval. All of /lantern/.agents/team.yaml:\n${WHOLE}approval #2 for this project; the one before does not count; key KEY.\n`
      )
      rmSync(path)
      expect(plain((yield* team("approve")).out)).toBe(
        `${FIRST}approval #3 for this project; the record of the one before is gone; key KEY.\n`
      )
      writeFileSync(path, '{"format":1}\n')
      expect(plain((yield* team("approve --show")).out)).toBe(
        `/lantern/.agents/team.yaml was approved before records were signed, which does not count. All of it:\n${WHOLE}nothing was recorded (--show); there is no approval that counts; key KEY.\n`
      )
    })
  )

  it.scoped("not by a log that can't be written", () =>
    Effect.gen(function* () {
      const { project, team } = yield* setupApprove()
      mkdirSync(project.log)
      const ran = yield* team("approve")
      expect(ran.code).toBe(0)
      expect(ran.err).toContain("cannot be written")
    })
  )

  it("with an exit of its own for every reason", () => {
    const ends = (reason: ApprovalReason) => {
      const { code, id, lines } = approvalExit(new ApprovalError({ reason, path: null, message: "why" }))
      expect(lines).toEqual(["team approve: why"])
      return `${id} ${code}`
    }
    for (const reason of ["InsideWork", "Link", "Mode", "OtherOwner", "NotRegular", "TwoStores"] as const) {
      expect(ends(reason)).toBe("approve.store 1")
    }
    expect(ends("Key")).toBe("approve.key 1")
    expect(ends("Busy")).toBe("approve.busy 1")
    expect(ends("Input")).toBe("approve.input 2")
    for (const reason of ["Count", "File"] as const) expect(ends(reason)).toBe("approve.state 2")
  })
})
