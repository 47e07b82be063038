import { type ChildProcess, spawn } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import { asksForJson, report, run } from "../../src/cli/app.ts"
import { CallerMaker } from "../../src/cli/caller.ts"
import { CommandExit } from "../../src/cli/exit.ts"
import { Invocation } from "../../src/cli/Invocation.ts"
import { Output } from "../../src/cli/Output.ts"
import { makeSignals, type SignalSource, Signals } from "../../src/cli/Signals.ts"
import { HostMaker } from "../../src/cli/team.ts"
import type { Who } from "../../src/domain/caller/caller.ts"
import type { Cursor } from "../../src/domain/screen/frame.ts"
import { Caller } from "../../src/services/Caller.ts"
import { layerMemory, type MemoryControl, makeMemoryHostFor } from "../../src/services/herdr/memory.ts"
import type { MemoryPaneInit } from "../../src/services/herdr/memory-state.ts"
import { NoHost } from "../../src/services/herdr/select.ts"

const here = dirname(fileURLToPath(import.meta.url))

/** The built program; `SEATWATCH_BIN` names another build of it. */
export const BIN = process.env["SEATWATCH_BIN"] ?? join(here, "..", "..", "dist", "team.mjs")

/** Three seats: a lead, a claude-code worker and a codex worker. */
export const TEAM = `format: 1
project: lantern
operator: wick
workspace: { mode: shared }
watch:
  interval: 2m
machine: { load_max: 1000, memory_min: 0%, disk_min: 0GB, swap_free_min: 0MB, swap_growth_max: 1000GB }
seats:
  - { role: orchestrator, name: wick, leads: true, cli: claude-code, vendor: anthropic, model: Claude Opus, version: "5.5", launch: claude }
  - { role: implementer, name: glass, cli: claude-code, vendor: anthropic, model: Claude Opus, version: "5.5", launch: claude }
  - { role: tester, name: brass, cli: codex, vendor: openai, model: GPT Sol, version: "6.2", launch: codex }
`

/** The same team with another interval. */
export const teamEvery = (interval: string): string => TEAM.replace("interval: 2m", `interval: ${interval}`)

export interface TestProject {
  readonly root: string
  readonly home: string
  readonly file: string
  readonly state: string
  readonly log: string
  readonly write: (text: string) => void
  readonly readState: () => string
  readonly readLog: () => string
}

/** A plain folder with a team file of its own and an empty home beside it; gone with the scope. */
export const makeProject = (text: string | null = TEAM): Effect.Effect<TestProject, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const base = realpathSync(mkdtempSync(join(tmpdir(), "sw-cli-")))
      const root = join(base, "lantern")
      const agents = join(root, ".agents")
      mkdirSync(agents, { recursive: true, mode: 0o700 })
      mkdirSync(join(base, "home"))
      const file = join(agents, "team.yaml")
      const read = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "")
      const state = join(agents, "team.state.json")
      const log = join(agents, "team.log")
      if (text !== null) writeFileSync(file, text)
      return {
        root,
        home: join(base, "home"),
        file,
        state,
        log,
        write: (next: string) => writeFileSync(file, next),
        readState: () => read(state),
        readLog: () => read(log)
      }
    }),
    ({ root }) => Effect.sync(() => rmSync(dirname(root), { recursive: true, force: true, maxRetries: 5 }))
  )

/** What a command printed and how it ended. `id` is the exit id, null when it simply ended. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
  readonly id: string | null
}

export interface RunOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The host every command gets; without one, none is found. */
  readonly host?: MemoryControl
  readonly signals?: SignalSource
  readonly terminal?: boolean
  readonly colour?: boolean
  readonly self?: ReadonlyArray<string>
  readonly pid?: number
  /** Who calls; the owner at a terminal when left out. */
  readonly caller?: Who
  /** Called with each text as it is printed. */
  readonly onOut?: (text: string) => void
}

/** Runs one command line in this process, as `main` would. */
export const runTeam = (argv: ReadonlyArray<string>, options: RunOptions): Effect.Effect<Ran> => {
  const said = { out: "", err: "" }
  const { host } = options
  const output = Output.of({
    out: (text) =>
      Effect.sync(() => {
        said.out += text
        options.onOut?.(text)
      }),
    err: (text) =>
      Effect.sync(() => {
        said.err += text
      }),
    isTerminal: options.terminal ?? false,
    colour: options.colour ?? false,
    columns: 80,
    readerGone: Effect.succeed(false)
  })
  const layer = Layer.mergeAll(
    Layer.succeed(Output, output),
    Layer.succeed(Signals, options.signals ?? makeSignals()),
    Layer.succeed(Invocation, {
      command: argv[0] ?? "",
      cwd: options.cwd,
      env: { HOME: "/nonexistent", ...options.env },
      // No desktop channel of this machine is ever asked.
      platform: "none",
      pid: options.pid ?? process.pid,
      json: asksForJson(argv),
      self: options.self ?? ["/usr/bin/node", "/opt/team.mjs"]
    })
  )
  return Effect.gen(function* () {
    const exit = yield* Effect.exit(run(argv))
    const code = yield* report(exit)
    // A failing layer ends its neighbours, so that the failure may stand beside an interruption.
    const error = Exit.isFailure(exit) ? Option.getOrNull(Cause.failureOption(exit.cause)) : null
    return { code, ...said, id: error instanceof CommandExit ? error.id : null }
  }).pipe(
    Effect.provideService(HostMaker, () =>
      host === undefined ? Layer.fail(new NoHost({ message: "there is no host here" })) : layerMemory(host)
    ),
    // Who really runs the tests, a person or an agent, must not decide what they find.
    Effect.provideService(CallerMaker, () => Caller.layerFixed(options.caller ?? { _tag: "Owner" })),
    Effect.provide(layer)
  )
}

/** The one JSON document of an output; fails the test when it is not exactly one line. */
export const oneDocument = (text: string): Record<string, unknown> => {
  const lines = text.split("\n")
  if (lines.length !== 2 || lines[1] !== "") throw new Error(`not one line: ${JSON.stringify(text)}`)
  return Schema.decodeUnknownSync(
    Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
  )(lines[0])
}

const Label = Schema.Struct({
  cols: Schema.Int,
  rows: Schema.Int,
  cursor_x: Schema.Int,
  cursor_y: Schema.Int,
  cursor_visible: Schema.Boolean,
  pane_title: Schema.NullOr(Schema.String)
})

/** A capture of the fixtures: what a pane showed, and where the cursor stood. */
export interface Capture {
  readonly ansi: string
  readonly cols: number
  readonly rows: number
  readonly title: string | null
  readonly cursor: Cursor
}

/** Loads `test/fixtures/screens/<name>`. */
export const capture = (name: string): Capture => {
  const path = join(here, "..", "fixtures", "screens", name)
  const label = Schema.decodeUnknownSync(Schema.parseJson(Label))(readFileSync(`${path}.json`, "utf8"))
  return {
    ansi: readFileSync(`${path}.ansi`, "utf8"),
    cols: label.cols,
    rows: label.rows,
    title: label.pane_title,
    cursor: { x: label.cursor_x, y: label.cursor_y, visible: label.cursor_visible }
  }
}

const CLAUDE = "claude-code/2.1.332"
/** Captures the tests tell their stories with. */
export const SCREENS = {
  claudeIdle: capture(`${CLAUDE}/idle-afterturn-80x24`),
  claudeWorking: capture(`${CLAUDE}/dumb.working-hang-80x24`),
  claudePermission: capture(`${CLAUDE}/light.permission-bash-80x24`),
  claudeUnsent: capture(`${CLAUDE}/unsent-short-80x24`),
  codexIdle: capture("codex/0.171.0/idle-after-status-80x24")
} as const

/** A memory pane that shows a capture under a seat's name. */
export const paneShowing = (name: string | null, shown: Capture): MemoryPaneInit => ({
  name,
  cols: shown.cols,
  rows: shown.rows,
  title: shown.title,
  screen: { ansi: shown.ansi, cursor: shown.cursor }
})

/** Puts the three seats' panes on the host: all idle. Answers their ids. */
export const seatPanes = (host: MemoryControl) =>
  Effect.gen(function* () {
    return {
      wick: yield* host.setPane(paneShowing("wick", SCREENS.claudeIdle)),
      glass: yield* host.setPane(paneShowing("glass", SCREENS.claudeIdle)),
      brass: yield* host.setPane(paneShowing("brass", SCREENS.codexIdle))
    }
  })

/** Lets everything that waits for the system (files, children) go on. */
export const breathe: Effect.Effect<void> = Effect.promise(
  () => new Promise<void>((resolve) => void setTimeout(resolve, 1))
)

/** Moves the test clock in steps, with real time for the system between them, until the fiber ends. */
export const advanceUntilDone = <A, E>(
  fiber: Fiber.RuntimeFiber<A, E>,
  step: number,
  limit = 5_000
): Effect.Effect<A, E> =>
  Effect.gen(function* () {
    for (let turn = 0; turn < limit; turn++) {
      const ended = yield* Fiber.poll(fiber)
      if (ended._tag === "Some") return yield* ended.value
      yield* TestClock.adjust(step)
      yield* breathe
    }
    return yield* Effect.dieMessage("the command did not end")
  })

/** Waits in real time until `check` answers something; dies with `what` after `millis`. */
export const until = <A>(
  what: string,
  check: () => A | null | undefined | false,
  millis = 15_000
): Effect.Effect<A> =>
  Effect.promise(async () => {
    const end = performance.now() + millis
    for (;;) {
      const found = check()
      if (found !== null && found !== undefined && found !== false) return found
      if (performance.now() > end) throw new Error(`in ${millis} ms never: ${what}`)
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  })

/** A process of the built program. */
export interface Spawned {
  readonly child: ChildProcess
  readonly pid: number
  readonly out: () => string
  readonly err: () => string
  readonly ended: () => { readonly code: number | null; readonly signal: string | null } | null
  /** Waits for the end and answers what it was. */
  readonly wait: Effect.Effect<Ran>
}

export interface SpawnOptions {
  readonly cwd: string
  readonly home: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
}

/** Starts the built program with a clean environment; it is killed with the scope. */
export const spawnTeam = (
  argv: ReadonlyArray<string>,
  options: SpawnOptions
): Effect.Effect<Spawned, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, [BIN, ...argv], {
        cwd: options.cwd,
        env: {
          PATH: process.env["PATH"],
          HOME: options.home,
          TERM: "xterm-256color",
          TMPDIR: tmpdir(),
          ...options.env
        },
        stdio: ["pipe", "pipe", "pipe"]
      })
      let out = ""
      let err = ""
      let end: { readonly code: number | null; readonly signal: string | null } | null = null
      child.stdout.setEncoding("utf8").on("data", (text) => {
        out += text
      })
      child.stderr.setEncoding("utf8").on("data", (text) => {
        err += text
      })
      child.stdin.on("error", () => {})
      child.stdin.end(options.stdin ?? "")
      child.on("close", (code, signal) => {
        end = { code, signal }
      })
      const wait = Effect.map(
        until(`the end of team ${argv.join(" ")}`, () => end, 25_000),
        (ended): Ran => ({ code: ended.code ?? -1, out, err, id: null })
      )
      return { child, pid: child.pid ?? 0, out: () => out, err: () => err, ended: () => end, wait }
    }),
    ({ child }) =>
      Effect.sync(() => {
        if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL")
      })
  )

/** Runs the built program to its end. */
export const teamProcess = (argv: ReadonlyArray<string>, options: SpawnOptions): Effect.Effect<Ran> =>
  Effect.scoped(Effect.flatMap(spawnTeam(argv, options), ({ wait }) => wait))

/** The instant the command tests begin at. */
export const START = Date.UTC(2026, 9, 18, 9, 14, 2)

/** A project, a host with its three seats idle, and a way to run commands in it. */
export const setup = (text: string | null = TEAM) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(START)
    const project = yield* makeProject(text)
    const host = yield* makeMemoryHostFor("lantern")
    const panes = yield* seatPanes(host)
    const team = (argv: string, options: Partial<RunOptions> = {}) =>
      runTeam(argv.split(" "), { cwd: project.root, env: { HOME: project.home }, host, ...options })
    return { project, host, panes, team }
  })
