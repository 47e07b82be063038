import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { BIN, makeProject, teamProcess, until } from "../support/cli.ts"
import { makeTestTmux, tmuxTitle, tmuxVersion } from "../support/tmux.ts"

const COMPOSER = fileURLToPath(new URL("../support/composer.mjs", import.meta.url))
const seat = (name: string, launch: string, more = "") =>
  `  - { role: ${name}, name: ${name}, cli: claude-code, vendor: anthropic, model: Claude Opus, version: "0", launch: ${launch}${more} }`

const TEAM = `format: 1
project: lantern
operator: wick
workspace: { mode: shared }
rules: ["Be kind."]
watch: { interval: 1s, idle_first: 10m }
machine: { load_max: 1000, memory_min: 0%, disk_min: 0GB, swap_free_min: 0MB, swap_growth_max: 1000GB }
seats:
${[seat("wick", "claude wick", ", leads: true"), seat("glass", `"claude 'glass'"`), seat("brass", "claude brass")].join("\n")}
`

/** A team of composers: the program `claude` on the panes' PATH draws what its seat's file says. */
const made = Effect.gen(function* () {
  const tmux = yield* makeTestTmux
  const project = yield* makeProject(TEAM)
  const base = join(project.home, "bench")
  mkdirSync(join(base, "bin"), { recursive: true })
  const behave = (name: string, options: object) =>
    writeFileSync(join(base, `${name}.json`), JSON.stringify(options))
  for (const name of ["wick", "glass", "brass"]) {
    behave(name, {})
    writeFileSync(join(base, `${name}.log`), "")
  }
  const program = join(base, "bin", "claude")
  writeFileSync(
    program,
    `#!/bin/sh\nexec '${process.execPath}' '${COMPOSER}' '${base}'/$1.log "$(cat '${base}'/$1.json)" claude\n`
  )
  chmodSync(program, 0o755)
  writeFileSync(join(base, "bin", "team"), `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`)
  chmodSync(join(base, "bin", "team"), 0o755)
  const path = `${join(base, "bin")}:${process.env["PATH"]}`
  const env = { TEAM_HOST: "tmux", TEAM_TMUX_SOCKET: tmux.socket, PATH: path, USER: "ana" }
  writeFileSync(join(project.home, ".tmux.conf"), "set -g default-command sh\n")
  // The owner's own terminal, where the file is approved; the seats' session is made by the first of them.
  tmux.start("owner", "set -g default-command sh\n")
  for (const [name, value] of Object.entries({ ...env, HOME: project.home }))
    tmux.run("set-environment", "-g", name, value)
  tmux.run(
    "new-window",
    "-t",
    "=owner:",
    "-c",
    project.root,
    "-n",
    "approve",
    "sh",
    "-c",
    `'${join(base, "bin", "team")}' approve; sleep 1000`
  )
  yield* until("the approval", () => project.readLog().includes("approval #1"))
  const team = (...argv: ReadonlyArray<string>) =>
    teamProcess(argv, { cwd: project.root, home: project.home, env })
  const store = readdirSync(join(project.home, ".config", "team")).find((name) => name.startsWith("lantern-"))
  const rules = (name: string) => join(project.home, ".config", "team", store ?? "", "rules", `${name}.md`)
  const submitted = (name: string): ReadonlyArray<string> =>
    readFileSync(join(base, `${name}.log`), "utf8")
      .split("\n")
      .flatMap((line) => (line.includes('"submitted"') ? [JSON.parse(line).submitted] : []))
  return { tmux, project, behave, team, rules, submitted }
})

describe.runIf(tmuxVersion !== null)(tmuxTitle("a team that is launched"), () => {
  it.scopedLive(
    "comes up with its rules, is changed, comes back after its server was killed, and goes down",
    () =>
      Effect.gen(function* () {
        const { behave, project, rules, submitted, team, tmux } = yield* made
        behave("wick", { works: 2_500 })
        behave("brass", { opens: true })

        const plan = yield* team("up", "--dry-run")
        expect([plan.code, plan.err]).toEqual([0, ""])
        expect(plan.out).toContain(
          `+ open a workspace "claude opus" in ${project.root}\n+ claude wick --settings '`
        )
        expect(plan.out).toContain(
          `  wait glass: its idle prompt\n+ name its pane glass\n+ Read ${rules("glass")} (sha256 `
        )
        expect(plan.out).toMatch(/\ndry run: nothing was run\n$/)
        expect(existsSync(rules("wick"))).toBe(false)

        const first = yield* team("up")
        expect([first.code, first.out]).toEqual([
          1,
          "wick: ready\nglass: ready\nbrass: left out: permission (no terminal for owner)\n"
        ])
        expect(first.err).toContain(
          "  wick: its screen doesn't show a model this version knows; not checked\n"
        )
        expect(first.err).toContain("  note glass: its launch line was not checked: a word of it quotes")
        expect(first.err).toMatch(/watch: started\n$/)
        expect(readFileSync(rules("wick"), "utf8")).toContain("\nBe kind.\n")
        expect(statSync(rules("wick")).mode & 0o777).toBe(0o600)
        expect(submitted("glass")).toHaveLength(1)
        expect(submitted("glass")[0]).toMatch(
          new RegExp(
            `^Read ${rules("glass")} \\(sha256 [0-9a-f]{12}\\): your standing rules for this session; reply ready and wait for your brief\\.$`
          )
        )
        expect(submitted("wick")).toEqual([])

        behave("brass", {})
        const second = yield* team("up")
        expect([second.code, second.out]).toEqual([0, "wick: ready\nglass: ready\nbrass: ready\n"])
        expect(second.err).toContain("  already ready; left as it is\n")
        expect(second.err).toMatch(/watch: already running\n$/)
        expect((yield* team("check")).out).toBe("the team is as the file has it\n")

        const again = yield* team("restart", "brass")
        expect([again.code, again.out]).toEqual([0, "brass: stopped\nbrass: ready\n"])
        const kept = yield* team("remove", "brass", "--keep")
        expect([kept.code, kept.out]).toEqual([0, "brass: stopped\nstopped brass\n"])
        expect((yield* team("up", "--dry-run")).out).toContain("  skip brass: stopped by team remove --keep")
        expect((yield* team("add", "brass")).out).toBe("brass: ready\n")
        expect((yield* team("remove", "brass")).out).toBe("brass: stopped\nremoved brass\n")
        expect(readFileSync(project.file, "utf8")).toBe(
          `${TEAM.trimEnd().split("\n").slice(0, -1).join("\n")}\n`
        )
        // Nothing that was done on purpose was told as a fault, but for the seat that had not come up.
        expect(project.readLog()).not.toContain("brass was running and is gone")

        tmux.stop()
        const back = yield* team("up")
        expect([back.code, back.out]).toEqual([0, "wick: ready\nglass: ready\n"])
        const down = yield* team("down")
        expect([down.code, down.out]).toEqual([0, "wick: stopped\nglass: stopped\n"])
        expect(project.readLog()).toMatch(/ up \[ana\] glass: ready\n/)
        for (const shown of ["Be kind", "❯", "Do you want to proceed"])
          expect(project.readLog()).not.toContain(shown)
      }),
    120_000
  )

  it.scopedLive(
    "is not stopped where it works, waits for a person, or holds a person's text",
    () =>
      Effect.gen(function* () {
        const { project, team, tmux } = yield* made
        expect((yield* team("up")).code).toBe(0)
        const orders = (name: string, what: object) =>
          writeFileSync(join(project.home, "bench", `${name}.log.orders`), `${JSON.stringify(what)}\n`)
        orders("wick", { busy: 600_000 })
        orders("glass", { dialog: true })
        orders("brass", { text: "half a thought" })
        yield* until("the panes show it", () =>
          tmux
            .run("list-panes", "-a", "-F", "#{pane_id} #{@team_seat}")
            .split("\n")
            .some((row) => {
              const [pane = "", name] = row.split(" ")
              return name === "brass" && tmux.run("capture-pane", "-p", "-t", pane).includes("half a thought")
            })
        )
        const down = yield* team("down")
        expect([down.code, down.out]).toEqual([
          1,
          "wick: is working (`--wait` waits for it); left running\nglass: is blocked at a prompt, which `team never answers`; left running\nbrass: holds unsent text in its input box; left running\n"
        ])
        const bytes = readFileSync(join(project.home, "bench", "brass.log"), "utf8")
        expect(bytes).not.toContain(Buffer.from("/exit").toString("hex"))
      }),
    60_000
  )
})
