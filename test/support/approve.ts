import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import { StdinTerminal, type StdinTerminalShape } from "../../src/cli/terminal-guard.ts"
import { rootHash } from "../../src/services/approvals/places.ts"
import { type Ran, type RunOptions, runTeam, setup, TEAM } from "./cli.ts"

const quiet: StdinTerminalShape = {
  isTerminal: Effect.succeed(true),
  waiting: Effect.succeed("quiet"),
  readLine: Effect.succeed(null)
}

/** A project with a terminal, a PATH of its own and a store that is nobody else's. */
export const setupApprove = (text: string | null = TEAM) =>
  Effect.gen(function* () {
    const { host, project } = yield* setup(text)
    const base = dirname(project.root)
    const bin = join(base, "bin")
    mkdirSync(bin)
    const config = join(project.home, ".config")
    /** Runs a command at the terminal of its owner, whose PATH is one folder. */
    const team = (
      argv: string,
      terminal: Partial<StdinTerminalShape> = {},
      options: Partial<RunOptions> = {}
    ): Effect.Effect<Ran> =>
      runTeam(argv.split(" "), {
        cwd: project.root,
        env: { HOME: project.home, USER: "ana", PATH: bin },
        host,
        ...options
      }).pipe(Effect.provideService(StdinTerminal, { ...quiet, ...terminal }))
    const program = (name: string, text = "#!/bin/sh\n") =>
      writeFileSync(join(bin, name), text, { mode: 0o755 })
    /** Paths, the key and hashes under fixed names, so that whole outputs can be compared. */
    const plain = (said: string) =>
      said
        .replaceAll(base, "")
        .replaceAll(/\bkey [0-9a-f]{12}\b/g, "key KEY")
        .replaceAll(/\bsha256 [0-9a-f]{12}\b/g, "sha256 HASH")
    const store = join(config, "team", `lantern-${rootHash(project.root)}`)
    return { project, base, bin, config, store, team, program, plain }
  })

/** How the first approval of `TEAM` shows it, up to the closing line. */
export const WHOLE = ` 1  format: 1
 2  project: lantern
 3  operator: wick
 4  workspace: { mode: shared }
 5  watch:
 6    interval: 2m
 7  machine: { load_max: 1000, memory_min: 0%, disk_min: 0GB, swap_free_min: 0MB, swap_growth_max: 1000GB }
 8  seats:
 9    - { role: orchestrator, name: wick, leads: true, cli: claude-code, vendor: anthropic, model: Claude Opus, version: "5.5", launch: claude }
10    - { role: implementer, name: glass, cli: claude-code, vendor: anthropic, model: Claude Opus, version: "5.5", launch: claude }
11    - { role: tester, name: brass, cli: codex, vendor: openai, model: GPT Sol, version: "6.2", launch: codex }

Ceilings this approval fixes: 5 seats at most, 2 temporary.
Seats: 3 (wick, glass, brass).
`
export const FIRST = `/lantern/.agents/team.yaml was never approved on this machine. All of it:\n${WHOLE}`
