import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { COMMANDS } from "../../src/cli/commands.ts"
import { oneDocument, runTeam, setup } from "../support/cli.ts"

const here = { cwd: "/" }

describe("the command line", () => {
  it.effect("lists its commands by what a person wants to do", () =>
    Effect.gen(function* () {
      const help = yield* runTeam(["--help"], here)
      expect([help.code, help.err]).toEqual([0, ""])
      expect(help.out).toMatchInlineSnapshot(`
        "team 0.0.0-dev — watches a team of coding agents in terminal panes

        Usage: team <command> [options]

        look
          seats     every seat's state with the source it was read from
          status    the team: states, standing reports, differences and their repairs
          check     one reading against the file: 0 agrees, 1 differs, 2 unreadable
          usage     what is left on the team's accounts, and whether it counts
          explain   why a word is what it is, for evidence in a file
          replay    a recorded watch again: same readings, same reports

        run
          watch     the watch: sixteen checks each pass, each report once
          up        start every seat of the approved file, with its rules, and the watch
          down      end the seats' CLIs at their own empty prompts
          add       start one seat of the file
          remove    stop one seat, and take it out of the file or keep it there
          restart   stop one seat and start it again
          register  record the CLI that runs in a pane as a seat
          hold      hold the team or a seat still, for a reason and a time
          demo      a quarter of an hour of a four-seat team in a few seconds

        talk
          send      leave a message for a seat, and type its line if the box is free
          messages  what waits for the seat that asks; of any seat for its owner
          ack       a seat's word that it has a message

        set up
          init      write a commented team file, private to this clone
          approve   show what the file fixes and record it, signed
          hooks     print, install, remove or look at the hooks a CLI reports its turns by
          hook      run by a CLI's hook, not by a person
          screen    read saved screens with the rules of a CLI

        team <command> --help shows a command's options and an example.
        team --completions bash|fish|zsh prints a completion script.
        "
      `)
    })
  )

  for (const { name } of COMMANDS) {
    it.effect(`shows ${name}'s options and an example that names it`, () =>
      Effect.gen(function* () {
        const help = yield* runTeam([name, "--help"], here)
        expect([help.code, help.err]).toEqual([0, ""])
        expect(help.out).toContain("Example:")
        expect(help.out).toContain(`team ${name}`)
        expect(help.out).not.toContain("\u001b")
      })
    )
  }

  it.effect("names every flag of the watch in its help", () =>
    Effect.gen(function* () {
      const { out } = yield* runTeam(["watch", "--help"], here)
      for (const flag of ["session", "file", "host", "no-nudge", "no-notify", "record", "detach"]) {
        expect(out).toContain(`--${flag}`)
      }
    })
  )

  it.effect("prints a completion script for three shells", () =>
    Effect.gen(function* () {
      for (const shell of ["bash", "zsh", "fish"]) {
        const script = yield* runTeam(["--completions", shell], here)
        expect([script.code, script.err]).toEqual([0, ""])
        for (const { name } of COMMANDS) expect(script.out).toContain(name)
      }
    })
  )

  it.effect("refuses what it does not know with exit 2, and names the nearest", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [ReadonlyArray<string>, string, RegExp]> = [
        [[], "team.no-command", /Usage: team <command>/],
        [["statsu"], "team.unknown", /there is no command "statsu"; did you mean "status"\?/],
        [["\u001b[31mxyzzyqq"], "team.unknown", /there is no command "xyzzyqq"\nteam --help/],
        [["--jsn"], "team.invocation", /--jsn is not an option of team/],
        [["seats", "--bogus"], "seats.invocation", /--bogus/],
        [["seats", "--JSON"], "seats.invocation", /--JSON/],
        [["watch", "--Detach"], "watch.invocation", /--Detach/],
        [["seats", "extra"], "seats.invocation", /extra/],
        [["seats", "--host", "screen"], "seats.invocation", /herdr/],
        [["seats", "--all", "--watch"], "seats.invocation", /do not go together/],
        [["screen", "read"], "screen.invocation", /--cli/],
        [["screen", "read", "--cli", "codex"], "screen.invocation", /saved screen/],
        [["replay"], "replay.invocation", /FILE/],
        [["explain"], "explain.invocation", /evidence/]
      ]
      for (const [argv, id, said] of cases) {
        const plain = yield* runTeam(argv, here)
        expect([argv, plain.code, plain.id, plain.out]).toEqual([argv, 2, id, ""])
        expect(plain.err).toMatch(said)
        expect(plain.err).not.toContain("\u001b")
        if (argv.length === 0) continue
        const json = yield* runTeam([...argv, "--json"], here)
        expect([argv, json.code, json.err]).toEqual([argv, 2, ""])
        expect(oneDocument(json.out)).toMatchObject({ format: 1, kind: "team.error", id, code: 2 })
      }
    })
  )

  it.effect("takes a wrong TEAM_HOST for a refusal that names both", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { team, project } = yield* setup()
        const env = { HOME: project.home, TEAM_HOST: "screen" }
        const ran = yield* team("seats", { env })
        expect([ran.code, ran.id]).toEqual([2, "seats.invocation"])
        expect(ran.err).toBe('team seats: TEAM_HOST is "screen"; it takes herdr or tmux\n')
        expect((yield* team("seats", { env: { ...env, TEAM_HOST: "" } })).code).toBe(0)
      })
    )
  )
})

describe("team init", () => {
  it.scoped("writes a file that every command takes, once", () =>
    Effect.gen(function* () {
      const { team, project } = yield* setup(null)
      const made = yield* team("init")
      expect([made.code, made.err]).toEqual([0, ""])
      expect(made.out).toContain(`wrote ${project.file}`)
      const text = readFileSync(project.file, "utf8")
      expect(text).not.toContain(project.home)
      expect((yield* team("seats")).err).toBe("")
      const again = yield* team("init")
      expect([again.code, again.id, again.out]).toEqual([1, "init.exists", ""])
      expect(readFileSync(project.file, "utf8")).toBe(text)
      const json = yield* team("init --json")
      expect([json.code, json.err]).toEqual([1, ""])
      expect(oneDocument(json.out)).toMatchObject({ kind: "team.error", id: "init.exists" })
    })
  )
})
