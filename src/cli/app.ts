import * as CliConfig from "@effect/cli/CliConfig"
import * as Command from "@effect/cli/Command"
import * as ValidationError from "@effect/cli/ValidationError"
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as NodePath from "@effect/platform-node-shared/NodePath"
import * as NodeTerminal from "@effect/platform-node-shared/NodeTerminal"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { didYouMean } from "../domain/text/nearest.ts"
import { COMMANDS } from "./commands.ts"
import { captureConsole, plain } from "./console.ts"
import { type CommandExit, DEFECT_CODE, errorDocument, exitWith, SIGNAL_CODES, type Signal } from "./exit.ts"
import { overview } from "./help.ts"
import { Invocation, type InvocationShape } from "./Invocation.ts"
import { layerProcess, Output } from "./Output.ts"
import { makeSignals, Signals } from "./Signals.ts"
import { VERSION } from "./version.ts"

const platform = Layer.mergeAll(NodeFileSystem.layer, NodePath.layer, NodeTerminal.layer)
const config = CliConfig.layer({ isCaseSensitive: true, showBuiltIns: false, finalCheckBuiltIn: false })

const unknownCommand = (word: string) => {
  const names = COMMANDS.map((command) => command.name)
  return exitWith(
    "team.unknown",
    2,
    `team: there is no command "${plain(word).slice(0, 60)}"${didYouMean(word, names)}`,
    "team --help lists the commands"
  )
}

/** Runs one command line and fails with the exit it wants; succeeds when it is done. */
export const run = (
  argv: ReadonlyArray<string>
): Effect.Effect<void, CommandExit, Output | Signals | Invocation> =>
  Effect.gen(function* () {
    const output = yield* Output
    const [word] = argv
    if (word === undefined) {
      return yield* exitWith("team.no-command", 2, overview(VERSION).trimEnd())
    }
    if (word === "--help" || word === "-h" || word === "help") return yield* output.out(overview(VERSION))
    if (word.startsWith("-") && word !== "--completions") {
      return yield* exitWith(
        "team.invocation",
        2,
        `team: ${plain(word)} is not an option of team`,
        "team --help lists the commands"
      )
    }
    const entries = word === "--completions" ? COMMANDS : COMMANDS.filter((command) => command.name === word)
    if (entries.length === 0) return yield* unknownCommand(word)
    const commands = yield* Effect.promise(() => Promise.all(entries.map((entry) => entry.load())))
    const [first, ...rest] = commands
    if (first === undefined) return yield* unknownCommand(word)
    const root = Command.withSubcommands(Command.make("team"), [first, ...rest])
    const captured = captureConsole(output)
    yield* Command.run(root, { name: "team", version: VERSION })(["node", "team", ...argv]).pipe(
      Effect.catchIf(ValidationError.isValidationError, () =>
        exitWith(
          `${word}.invocation`,
          2,
          ...captured.errors(`team ${word}`),
          `team ${word} --help shows what it takes`
        )
      ),
      Effect.withConsole(captured.console),
      Effect.provide(Layer.merge(platform, config))
    )
  })

/** Prints how a command ended and answers its process code. */
export const report = (
  exit: Exit.Exit<void, CommandExit>
): Effect.Effect<number, never, Output | Invocation> =>
  Effect.gen(function* () {
    if (Exit.isSuccess(exit)) return 0
    const { json } = yield* Invocation
    const output = yield* Output
    const failure = Cause.failureOption(exit.cause)
    if (Option.isSome(failure)) {
      if (failure.value.lines.length > 0) {
        yield* json
          ? output.out(`${JSON.stringify(errorDocument(failure.value))}\n`)
          : output.err(`${failure.value.lines.join("\n")}\n`)
      }
      return failure.value.code
    }
    if (Cause.isInterruptedOnly(exit.cause)) return SIGNAL_CODES.SIGINT
    const message = `team: a defect, please report it with what you did: ${plain(Cause.pretty(exit.cause))}`
    yield* json
      ? output.out(
          `${JSON.stringify({ format: 1, kind: "team.error", id: "team.defect", code: DEFECT_CODE, message })}\n`
        )
      : output.err(`${message}\n`)
    return DEFECT_CODE
  })

/** Whether the words before `--` ask for JSON: known before they are parsed, because a refusal of them is JSON too. */
export const asksForJson = (argv: ReadonlyArray<string>): boolean => {
  const separator = argv.indexOf("--")
  return (separator < 0 ? argv : argv.slice(0, separator)).includes("--json")
}

const signals: ReadonlyArray<Signal> = ["SIGINT", "SIGTERM", "SIGHUP"]

/** The process's entry: runs the command line, hands signals over, and ends with the command's code. */
export const main = (argv: ReadonlyArray<string>): void => {
  const source = makeSignals()
  const invocation: InvocationShape = {
    command: argv[0] ?? "",
    cwd: process.cwd(),
    env: process.env,
    platform: process.platform,
    pid: process.pid,
    json: asksForJson(argv),
    self: [process.execPath, process.argv[1] ?? "team"]
  }
  const services = Layer.mergeAll(
    layerProcess,
    Layer.succeed(Signals, source),
    Layer.succeed(Invocation, invocation)
  )
  let signalled: Signal | null = null
  const fiber = Effect.runFork(Effect.flatMap(Effect.exit(run(argv)), report).pipe(Effect.provide(services)))
  for (const signal of signals) {
    process.on(signal, () => {
      if (signalled !== null) process.exit(SIGNAL_CODES[signal])
      signalled = signal
      if (!source.deliver(signal)) Effect.runFork(Fiber.interruptAsFork(fiber, fiber.id()))
    })
  }
  fiber.addObserver((exit) => {
    const code = Exit.isSuccess(exit) ? exit.value : SIGNAL_CODES[signalled ?? "SIGINT"]
    process.exit(code)
  })
}

/**
 * Runs what a start runs, in `folder`, printing nothing: the build calls it so that the compiled code of the bin holds
 * the functions a start needs.
 */
export const warm = async (folder: string): Promise<void> => {
  const silent = Layer.succeed(Output, {
    out: () => Effect.void,
    err: () => Effect.void,
    isTerminal: false,
    colour: false,
    columns: 80,
    readerGone: Effect.succeed(false)
  })
  const invocation: InvocationShape = {
    command: "",
    cwd: folder,
    env: { TEAM_TMUX_SOCKET: `${folder}/none` },
    platform: process.platform,
    pid: process.pid,
    json: false,
    self: []
  }
  const surroundings = Layer.mergeAll(
    silent,
    Layer.succeed(Signals, makeSignals()),
    Layer.succeed(Invocation, invocation)
  )
  for (const argv of [["init"], ["seats", "--host", "tmux"], ["status", "--json"], ["check"]]) {
    await Effect.runPromise(Effect.flatMap(Effect.exit(run(argv)), report).pipe(Effect.provide(surroundings)))
  }
}
