import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"
import { ApproveDocument } from "../../src/cli/render/approve.ts"
import { FIRST, setupApprove } from "../support/approve.ts"
import { oneDocument, TEAM, teamEvery, until } from "../support/cli.ts"

describe("team approve", () => {
  it.scoped("prints the whole file and what it fixes, and records it", () =>
    Effect.gen(function* () {
      const { plain, project, store, team } = yield* setupApprove()
      const ran = yield* team("approve")
      expect([ran.code, ran.err]).toEqual([0, ""])
      expect(plain(ran.out)).toBe(
        `${FIRST}approval #1 for this project; it is the first one; key KEY.\nThe signing key was made now: keep a copy of /home/.config/team-key/key.json.\n`
      )
      expect(project.readLog()).toBe("2026-10-18T09:14:02.000Z approve [ana] approval #1\n")
      expect(readFileSync(join(store, "approved.yaml"), "utf8")).toBe(TEAM)
      expect((yield* team("status")).out).not.toContain("approved")
    })
  )

  it.scoped("prints what changed afterwards", () =>
    Effect.gen(function* () {
      const { plain, project, team } = yield* setupApprove()
      yield* team("approve")
      yield* TestClock.adjust("1 hour")
      project.write(teamEvery("1m").replace("name: brass", "name: brasso"))
      const ran = yield* team("approve")
      expect([ran.code, ran.err]).toEqual([0, ""])
      expect(plain(ran.out)).toBe(`--- approval #1, 2026-10-18T09:14:02.000Z
+++ /lantern/.agents/team.yaml
@@ -3,9 +3,9 @@
 operator: wick
 workspace: { mode: shared }
 watch:
-  interval: 2m
+  interval: 1m
 machine: { load_max: 1000, memory_min: 0%, disk_min: 0GB, swap_free_min: 0MB, swap_growth_max: 1000GB }
 seats:
   - { role: orchestrator, name: wick, leads: true, cli: claude-code, vendor: anthropic, model: Claude Opus, version: "5.5", launch: claude }
   - { role: implementer, name: glass, cli: claude-code, vendor: anthropic, model: Claude Opus, version: "5.5", launch: claude }
-  - { role: tester, name: brass, cli: codex, vendor: openai, model: GPT Sol, version: "6.2", launch: codex }
+  - { role: tester, name: brasso, cli: codex, vendor: openai, model: GPT Sol, version: "6.2", launch: codex }

Changed since the last approval:
  \`watch\` changed: interval 2m → 1m
  seat brasso is not in the approved file
Ceilings this approval fixes: 5 seats at most, 2 temporary.
Seats: 3 (wick, glass, brasso).
approval #2 for this project; the last one was on 2026-10-18T09:14:02.000Z; key KEY.
`)
      project.write(`${teamEvery("1m").replace("name: brass", "name: brasso")}# a remark\n`)
      const remark = yield* team("approve --show", {}, { terminal: true, colour: true })
      expect(remark.out).toContain("\u001b[32m+# a remark\u001b[0m\n")
      expect(remark.out).toContain("\nNo section and no seat means anything else than before.\n")
      expect(plain(remark.out)).toMatch(
        /\nnothing was recorded \(--show\); the last approval, #2, was on 2026-10-18T10:14:02.000Z; key KEY\.\n$/
      )
    })
  )

  it.scoped("makes an edit of an owner's section take effect, and no edit without it", () =>
    Effect.gen(function* () {
      const { project, team } = yield* setupApprove()
      /** The first line of a watch: the interval it runs by. */
      const watchLine = Effect.gen(function* () {
        let said = ""
        const watch = yield* Effect.fork(team("watch", {}, { onOut: (text) => (said += text) }))
        yield* until("the watch's first line", () => said.includes("watching the session"))
        yield* Fiber.interrupt(watch)
        return /every \w+/.exec(said)?.[0]
      })
      yield* team("approve")
      project.write(teamEvery("5s"))
      const edited = yield* team("status")
      expect(edited.out).toContain("  `watch` changed: interval 2m → 5s\n")
      expect(yield* watchLine).toBe("every 2m")
      yield* team("approve")
      expect((yield* team("status")).out).not.toContain("changed")
      expect(yield* watchLine).toBe("every 5s")
    })
  )

  it.scoped("writes nothing with --show, nor when the file is approved already", () =>
    Effect.gen(function* () {
      const { config, plain, project, team } = yield* setupApprove()
      const ran = yield* team("approve --show", { waiting: Effect.succeed("waiting") })
      expect([ran.code, ran.err]).toEqual([0, ""])
      expect(plain(ran.out)).toBe(
        `${FIRST}nothing was recorded (--show); there is no approval yet; no key yet.\n`
      )
      expect([existsSync(config), existsSync(project.log)]).toEqual([false, false])
      yield* team("approve")
      const log = project.readLog()
      for (const argv of ["approve", "approve --show", "approve --confirm"]) {
        const again = yield* team(argv)
        expect([again.code, again.out]).toEqual([
          0,
          "already approved (#1, 2026-10-18T09:14:02.000Z); nothing was recorded\n"
        ])
      }
      expect(project.readLog()).toBe(log)
    })
  )

  it.scoped("names delegates, vendors and commands", () =>
    Effect.gen(function* () {
      const { base, bin, plain, program, project, team } = yield* setupApprove(
        `${TEAM.replace("interval: 2m", "interval: 2m\n  notify_command: tell")}limits: { seats: 4, temporary: 0, vendors: { anthropic: 2 } }
delegates:
  - { pane: main/w1:p1, commands: [up, down] }
budgets:
  accounts:
    max: { kind: subscription, reserve: 10%, check: quota }
`
      )
      program("tell")
      program("real-quota")
      symlinkSync(join(bin, "real-quota"), join(bin, "quota"))
      const ran = yield* team("approve")
      expect([ran.code, ran.err]).toEqual([0, ""])
      expect(plain(ran.out)).toContain(`
Ceilings this approval fixes: 4 seats at most, 0 temporary; of each vendor: anthropic 2.
Seats: 3 (wick, glass, brass).
Delegate: pane main/w1:p1 may run up, down.
Command: budgets.accounts.max.check runs /bin/real-quota (sha256 HASH).
Command: watch.notify_command runs /bin/tell (sha256 HASH).
`)
      // The same name, another program: the file's text alone is not what was approved.
      program("real-quota", "#!/bin/sh\necho all is well\n")
      const changed = yield* team("approve")
      expect(plain(changed.out)).toContain(`The file is as approved; a program it names is not.

Changed since the last approval:
  budgets.accounts.max.check was changed: /bin/real-quota
`)
      expect(plain(changed.out)).toContain("approval #2 for this project")
      rmSync(join(bin, "tell"))
      writeFileSync(join(base, "tell"), "", { mode: 0o755 })
      symlinkSync(join(base, "tell"), join(bin, "tell"))
      expect(plain((yield* team("approve --show")).out)).toContain(
        "watch.notify_command is another program: /bin/tell → /tell\n"
      )
      rmSync(join(bin, "quota"))
      rmSync(join(bin, "tell"))
      const log = project.readLog()
      const missing = yield* team("approve")
      expect([missing.code, missing.id, missing.out]).toEqual([1, "approve.check", ""])
      expect(missing.err).toBe(
        "team approve: the check of the account max is quota, which is no program on the PATH; nothing was recorded\n" +
          "team approve: watch.notify_command names tell, which is no program on the PATH; nothing was recorded\n"
      )
      expect(project.readLog()).toBe(log)
    })
  )

  it.scoped("prints one document", () =>
    Effect.gen(function* () {
      const { project, team } = yield* setupApprove()
      const shown = Schema.decodeUnknownSync(ApproveDocument)(
        oneDocument((yield* team("approve --show --json")).out)
      )
      expect(shown).toEqual({
        format: 1,
        kind: "team.approve",
        at: "2026-10-18T09:14:02.000Z",
        project: "lantern",
        root: project.root,
        generation: null,
        key: null,
        first: true,
        recorded: false,
        differences: [],
        fixes: {
          seats: 5,
          temporary: 2,
          vendors: {},
          names: ["wick", "glass", "brass"],
          delegates: [],
          commands: []
        }
      })
      const first = oneDocument((yield* team("approve --json")).out)
      expect(first).toEqual({
        ...shown,
        generation: 1,
        recorded: true,
        key: expect.stringMatching(/^[0-9a-f]{12}$/)
      })
      expect(oneDocument((yield* team("approve --json")).out)).toEqual({
        ...first,
        first: false,
        recorded: false
      })
      project.write(teamEvery("1m"))
      expect(oneDocument((yield* team("approve --json")).out)).toEqual({
        ...first,
        first: false,
        generation: 2,
        differences: ["`watch` changed: interval 2m → 1m"]
      })
    })
  )

  it.scoped("shows no escapes, and says where something is not shown", () =>
    Effect.gen(function* () {
      const { plain, project, team } = yield* setupApprove(
        `\ufeff${TEAM}# \u001b]0;title\u0007red\u001b[31m\n#\tlong ${"x".repeat(3_000)} end\n# \u202eabc\n`
      )
      const ran = yield* team("approve")
      expect(ran.code).toBe(0)
      expect(plain(ran.out)).toContain(`
12  # red
13  # long ${"x".repeat(3_000)} end
14  # abc
Not shown: characters that a terminal does not print, in lines 12, 14.
`)
      project.write(TEAM.replaceAll("\n", "\r\n"))
      expect((yield* team("approve")).out).toContain("-# abc\n")
      project.write(TEAM)
      expect((yield* team("approve")).out).toContain("(only line ends differ)\n")
    })
  )

  it.scoped("prints the whole file where the two are too far apart to compare", () =>
    Effect.gen(function* () {
      const remarks = (word: string) =>
        Array.from({ length: 1_500 }, (_, index) => `# ${word} ${index}\n`).join("")
      const { project, team } = yield* setupApprove(`${TEAM}${remarks("one")}`)
      yield* team("approve")
      project.write(`${TEAM}${remarks("two")}`)
      const ran = yield* team("approve")
      expect(ran.out).toMatch(
        / is too far from what was approved to compare\. All of it:\n {3}1 {2}format: 1\n/
      )
      expect(ran.out).toContain("\nNo section and no seat means anything else than before.\n")
    })
  )

  it.scoped("approves the file that is named", () =>
    Effect.gen(function* () {
      const { project, team } = yield* setupApprove()
      writeFileSync(join(project.root, "other.yaml"), teamEvery("3m"))
      const ran = yield* team("approve --file other.yaml")
      expect([ran.code, ran.err]).toEqual([0, ""])
      expect(ran.out).toContain(" 6    interval: 3m\n")
      expect((yield* team("status")).out).toContain("`watch` changed: interval 3m → 2m")
    })
  )
})
