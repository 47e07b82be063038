import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeProject, teamProcess } from "../support/cli.ts"
import { type ComposerOptions, openComposer } from "../support/composer.ts"
import { makeTestTmux, tmuxTitle, tmuxVersion } from "../support/tmux.ts"

const SESSION = "lantern"
const file = `format: 1
project: lantern
operator: wick
workspace: { mode: shared }
seats:
  - { role: orchestrator, name: wick, leads: true, cli: claude-code, vendor: anthropic, model: Claude Opus, version: "5.5", launch: claude }
  - { role: implementer, name: glass, cli: claude-code, vendor: anthropic, model: Claude Opus, version: "5.5", launch: claude }
`

/** Sends one message to a seat whose composer has this nature, and answers all that was said and typed. */
const sentTo = (options: ComposerOptions, cols = 100) =>
  Effect.gen(function* () {
    const tmux = yield* makeTestTmux
    tmux.start(SESSION)
    const project = yield* makeProject(file)
    const glass = yield* openComposer(tmux, SESSION, "glass", options, { cols, rows: 24 })
    const ran = yield* teamProcess(["send", "glass", "check the lamps"], {
      cwd: project.root,
      home: project.home,
      env: { TEAM_HOST: "tmux", TEAM_TMUX_SOCKET: tmux.socket }
    })
    const id = /message (\w{26})/u.exec(ran.out)?.[1] ?? "none"
    return {
      glass,
      tmux,
      said: ran.out.replace(id, "ID").trimEnd(),
      line: `Read ${project.root}/.agents/messages/glass/${id}.md and do that.`
    }
  })

const SUBMITTED = "glass: submitted: message ID"

describe.runIf(tmuxVersion !== null)(tmuxTitle("a line in a composer of its own mind"), () => {
  it.scopedLive.each([
    ["that wraps it at 54 columns", {}, 54],
    ["that wraps it at 40 columns", {}, 40],
    ["that draws a suggestion in its box", { ghost: "run the tests and fix what fails" }, 100],
    ["that takes an Enter 120 ms after text for a part of the paste", { eater: 120 }, 100],
    ["that draws a third of a second late", { slow: 333 }, 100]
  ] as const)("%s is sent, once", ([, options, cols]) =>
    Effect.gen(function* () {
      const { glass, line, said } = yield* sentTo(options, cols)
      expect([said, glass.submitted(), glass.bytes()]).toEqual([SUBMITTED, [line], `${line}\r`])
    })
  )

  it.scopedLive("that takes every Enter for a part of the paste gets one, and it is said", () =>
    Effect.gen(function* () {
      const { glass, line, said } = yield* sentTo({ eater: 60_000 })
      expect(said).toMatch(/^glass: (?:not sent|not confirmed): message ID: /u)
      expect([glass.submitted(), glass.bytes()]).toEqual([[], `${line}\r`])
    })
  )

  it.scopedLive("that ends at the first text leaves its shell without an Enter", () =>
    Effect.gen(function* () {
      const { glass, line, said, tmux } = yield* sentTo({ leaves: true })
      expect(said).toMatch(/^glass: not sent: message ID: its line was typed and not sent: /u)
      expect(line).toContain(glass.bytes())
      expect(tmux.run("capture-pane", "-p", "-t", glass.pane)).not.toMatch(/not found|No such file/u)
    })
  )
})
