import { claude, codex, type Drawn } from "../../testing/draw.ts"

/** The demo team's file, read like any other. */
export const DEMO_FILE = `format: 1
project: harbour
operator: lead
trust:
  - ~/.config/team/lobby
  - ~/src/harbour
workspace: { mode: shared }
watch:
  interval: 30s
seats:
  - { role: orchestrator, name: lead, leads: true, cli: claude-code, vendor: anthropic, model: Claude Opus, version: "5.5", launch: claude }
  - { role: implementer, name: builder, cli: claude-code, vendor: anthropic, model: Claude Opus, version: "5.5", launch: claude }
  - { role: tester, name: tester, cli: codex, vendor: openai, model: GPT Sol, version: "6.2", launch: codex }
  - { role: writer, name: writer, cli: claude-code, vendor: anthropic, model: Claude Opus, version: "5.5", launch: claude }
`

/** Something that happens to a seat at a second of the demo; a null screen is its pane's end. */
export interface Happening {
  readonly second: number
  readonly seat: string
  readonly screen: Drawn | null
  /** What the audience is told. */
  readonly tells: string
}

/** Where the demo's virtual quarter of an hour begins. */
export const START = Date.UTC(2026, 9, 18, 9, 0, 0)
/** Seconds of virtual time between two passes, and the last one. */
export const EVERY = 30
export const END = 930

/** The story: a turn, a permission prompt, an unsent line, a seat idle past both windows, one gone. */
export const STORY: ReadonlyArray<Happening> = [
  { second: 0, seat: "lead", screen: claude.working("Reading the plan"), tells: "lead starts a turn" },
  {
    second: 0,
    seat: "builder",
    screen: claude.working("Writing the crane module"),
    tells: "builder starts a turn"
  },
  {
    second: 0,
    seat: "tester",
    screen: codex.idle("harbour"),
    tells: "tester sits at an empty prompt, and stays there"
  },
  { second: 0, seat: "writer", screen: claude.idle(), tells: "writer sits at an empty prompt" },
  {
    second: 60,
    seat: "builder",
    screen: claude.permission("npm publish"),
    tells: "builder wants to run a command"
  },
  {
    second: 150,
    seat: "builder",
    screen: claude.working("Carrying on"),
    tells: "its owner has answered; the turn goes on"
  },
  {
    second: 180,
    seat: "writer",
    screen: claude.unsent("please also check the r"),
    tells: "somebody types to writer and does not send it"
  },
  {
    second: 360,
    seat: "writer",
    screen: claude.working("Drafting the harbour guide"),
    tells: "the line is sent; writer starts a turn"
  },
  { second: 600, seat: "builder", screen: null, tells: "builder's pane is closed" }
]
