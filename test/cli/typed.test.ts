import { existsSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Mailbox } from "../../src/services/Mailbox.ts"
import { makeProject, spawnTeam, type TestProject, teamProcess, until } from "../support/cli.ts"
import { type ComposerOptions, openComposer } from "../support/composer.ts"
import { mailPlaceAt } from "../support/mail.ts"
import { makeTestTmux, tmuxTitle, tmuxVersion } from "../support/tmux.ts"

const SESSION = "lantern"
const seat = (name: string, more = "") =>
  `  - { role: ${name}, name: ${name}, cli: claude-code, vendor: anthropic, model: Claude Opus, version: "5.5", launch: claude${more} }`

const team = (watch: string) => `format: 1
project: lantern
operator: wick
workspace: { mode: shared }
watch:
  interval: 1s
${watch}
machine: { load_max: 1000, memory_min: 0%, disk_min: 0GB, swap_free_min: 0MB, swap_growth_max: 1000GB }
seats:
${[seat("wick", ", leads: true"), seat("glass"), seat("brass")].join("\n")}
`

/** The three seats in real panes, and how the program is called beside them. */
const made = (
  watch: string,
  options: { readonly glass?: ComposerOptions; readonly brass?: ComposerOptions } = {}
) =>
  Effect.gen(function* () {
    const tmux = yield* makeTestTmux
    tmux.start(SESSION)
    const project = yield* makeProject(team(watch))
    const wick = yield* openComposer(tmux, SESSION, "wick")
    const glass = yield* openComposer(tmux, SESSION, "glass", options.glass)
    const brass = yield* openComposer(tmux, SESSION, "brass", options.brass)
    const where = {
      cwd: project.root,
      home: project.home,
      env: { TEAM_HOST: "tmux", TEAM_TMUX_SOCKET: tmux.socket }
    }
    return { tmux, project, wick, glass, brass, where, send: sender(where), says: says(where) }
  })

type Where = { readonly cwd: string; readonly home: string; readonly env: Readonly<Record<string, string>> }

const sender = (where: Where) => (to: string, text: string) =>
  Effect.map(teamProcess(["send", to, text], where), (ran) => ({
    ...ran,
    id: /message (\w{26})/u.exec(ran.out)?.[1] ?? "none"
  }))

const says =
  (where: Where) =>
  (args: ReadonlyArray<string> = []) =>
    Effect.map(spawnTeam(["watch", ...args], where), (watch) => ({
      ...watch,
      says: (text: string) => until(`the watch says: ${text}`, () => watch.out().includes(text), 25_000)
    }))

const box = ({ root }: TestProject, to: string, file: string) => join(root, ".agents", "messages", to, file)
const work = ({ root }: TestProject, to: string) => join(root, ".agents", "work", `${to}.md`)
const trigger = (path: string) => `Read ${path} and do that.`

const LONG = 600_000

describe.runIf(tmuxVersion !== null)(tmuxTitle("the typed lines in real panes"), () => {
  it.scopedLive(
    "an idle worker is nudged once, a held send arrives when its seat is free, a waiting message is rung for",
    () =>
      Effect.gen(function* () {
        const { brass, glass, project, says, send, wick } = yield* made("  idle_first: 2s", {
          brass: { works: LONG }
        })
        const held = yield* send("brass", "check the lamps")
        expect([held.code, held.out]).toEqual([0, `brass: held: message ${held.id}: it is not idle\n`])
        const watch = yield* says()

        yield* watch.says("glass: the nudge was typed and sent")
        expect(glass.submitted()).toEqual([trigger(work(project, "glass"))])
        expect(readFileSync(work(project, "glass"), "utf8")).toBe(
          "Team watch: reports are waiting in .agents/team.log\n"
        )
        expect(statSync(work(project, "glass")).mode & 0o777).toBe(0o600)

        expect(brass.bytes()).toBe("")
        brass.order({ busy: 0 })
        yield* watch.says(`brass: the line of the held message ${held.id} was typed and sent`)
        expect(brass.submitted()).toEqual([trigger(box(project, "brass", `${held.id}.md`))])
        expect(existsSync(box(project, "brass", `${held.id}.read.json`))).toBe(true)
        expect(existsSync(box(project, "brass", `${held.id}.pending.json`))).toBe(false)

        // A message that nobody holds a line for: the lead is no target of a nudge and is rung all the same.
        const place = mailPlaceAt(project.root, join(project.home, ".config", "team"))
        yield* Effect.flatMap(Mailbox, (mailbox) =>
          mailbox.send({
            session: SESSION,
            to: "wick",
            from: "owner",
            by: "owner",
            body: "well done",
            expires: null
          })
        ).pipe(Effect.provide(place.layer()))
        yield* watch.says("wick: the ring was typed and sent")
        expect(wick.submitted()).toEqual(["Team: run team messages"])

        // Two passes more: nothing is said or typed a second time.
        yield* Effect.sleep("2500 millis")
        expect(glass.submitted()).toHaveLength(1)
        expect(brass.submitted()[0]).toContain(held.id)
        expect(wick.submitted()).toHaveLength(1)
        watch.child.kill("SIGTERM")
        const ended = yield* watch.wait
        expect([ended.code, ended.err]).toEqual([0, ""])
        for (const said of ["the nudge was typed and sent", "the ring was typed and sent"]) {
          expect(
            project
              .readLog()
              .split("\n")
              .filter((line) => line.includes(`glass: ${said}`) || line.includes(`wick: ${said}`))
          ).toHaveLength(1)
        }
        expect(project.readLog()).not.toContain("check the lamps")
        for (const pane of [wick, glass, brass]) {
          expect(pane.bytes().split("\r").length - 1, "as many Enters as lines").toBe(pane.submitted().length)
        }
      }),
    60_000
  )

  it.scopedLive(
    "nothing is typed into a dialog, a draft, copy mode, a shell, under a hold, or with --no-nudge",
    () =>
      Effect.gen(function* () {
        const { brass, glass, project, says, send, tmux, where, wick } = yield* made("  idle_first: 1s", {
          glass: { opens: true },
          brass: { draft: "half a thought of mine" }
        })
        const why = (to: string) =>
          Effect.map(send(to, "x"), ({ code, out }) => {
            expect(code).toBe(0)
            return out.trimEnd().split(": ").at(-1)
          })
        expect(yield* why("glass")).toBe("a dialog is open")
        expect(yield* why("brass")).toBe("its box holds unsent text")
        tmux.run("copy-mode", "-t", wick.pane)
        expect(yield* why("wick")).toBe("its pane is in copy mode or scrolled back")
        tmux.run("send-keys", "-t", wick.pane, "-X", "cancel")

        const watch = yield* says()
        yield* watch.says("glass waits at a permission prompt")
        yield* Effect.sleep("2500 millis")
        expect([glass.bytes(), glass.answered(), brass.bytes()]).toEqual(["", [], ""])
        // The lead's message was held while it stood in copy mode, and goes out now.
        yield* watch.says("wick: the line of the held message")
        expect(wick.submitted()).toHaveLength(1)
        watch.child.kill("SIGTERM")
        yield* watch.wait

        glass.order({ dialog: false })
        yield* teamProcess(["hold"], where)
        expect(yield* why("glass")).toBe("a hold stands")
        const holding = yield* says()
        yield* holding.says("held (hold)")
        yield* Effect.sleep("2500 millis")
        holding.child.kill("SIGTERM")
        yield* holding.wait
        yield* teamProcess(["hold", "--release"], where)

        const quiet = yield* says(["--no-nudge"])
        yield* quiet.says("held (hold) →")
        yield* Effect.sleep("2500 millis")
        quiet.child.kill("SIGTERM")
        yield* quiet.wait
        expect([glass.bytes(), brass.bytes()]).toEqual(["", ""])
        expect(existsSync(join(project.root, ".agents", "work"))).toBe(false)

        process.kill(glass.pid(), "SIGKILL")
        yield* until(
          "the shell is back",
          () => !tmux.run("list-panes", "-t", glass.pane, "-F", "#{pane_current_command}").includes("node")
        )
        expect(yield* why("glass")).toBe("a shell stands in its pane")
        expect(tmux.run("capture-pane", "-p", "-t", glass.pane)).not.toContain("Read /")
      }),
    60_000
  )

  it.scopedLive(
    "a dialog that opens between the line and Enter gets no key, and both are told",
    () =>
      Effect.gen(function* () {
        const { glass, project, send } = yield* made("  idle_first: 10m", { glass: { dialog: 120 } })
        const sent = yield* send("glass", "x")
        expect([sent.code, sent.out]).toEqual([
          1,
          `glass: not sent: message ${sent.id}: its line was typed and not sent: a dialog is open\n`
        ])
        expect([glass.bytes(), glass.answered(), glass.submitted()]).toEqual([
          trigger(box(project, "glass", `${sent.id}.md`)),
          [],
          []
        ])
        expect(existsSync(box(project, "glass", `${sent.id}.pending.json`))).toBe(true)
      }),
    30_000
  )

  it.scopedLive(
    "a line left in the box is sent by the watch, not typed again",
    () =>
      Effect.gen(function* () {
        const { glass, project, says, send } = yield* made("  idle_first: 10m", { glass: { dialog: 120 } })
        const sent = yield* send("glass", "x")
        expect(sent.code).toBe(1)
        // The next try comes a minute after the last one: this one was made two minutes ago.
        const place = mailPlaceAt(project.root, join(project.home, ".config", "team"))
        const real = Clock.make()
        const past: Clock.Clock = {
          ...real,
          unsafeCurrentTimeMillis: () => real.unsafeCurrentTimeMillis() - 120_000,
          currentTimeMillis: Effect.map(real.currentTimeMillis, (at) => at - 120_000)
        }
        yield* Effect.flatMap(Mailbox, (mailbox) =>
          mailbox.changePending(SESSION, "glass", sent.id, (tries) => tries)
        ).pipe(Effect.withClock(past), Effect.provide(place.layer()))

        const watch = yield* says()
        yield* watch.says("glass waits at a permission prompt")
        expect(glass.answered()).toEqual([])
        glass.order({ dialog: false })
        yield* watch.says(`glass: the line of the held message ${sent.id} was typed and sent`)
        const line = trigger(box(project, "glass", `${sent.id}.md`))
        expect([glass.submitted(), glass.bytes()]).toEqual([[line], `${line}\r`])
        watch.child.kill("SIGTERM")
        yield* watch.wait
      }),
    30_000
  )
})
