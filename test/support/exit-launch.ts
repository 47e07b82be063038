import { chmodSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { PressedKey } from "../../src/cli/launching/key.ts"
import { Processes } from "../../src/services/Processes.ts"
import { ProcessRunner } from "../../src/services/ProcessRunner.ts"
import { SeatLock } from "../../src/services/SeatLock.ts"
import { StateLock } from "../../src/services/StateLock.ts"
import { breathe, paneShowing, type Ran, runTeam, SCREENS, START, TEAM } from "./cli.ts"
import { type Drive, type Drives, type Kit, line, put, waiting } from "./exit-drive.ts"
import { onTerminal } from "./exit-terminal.ts"

/** Approves the kit's file at a terminal, then runs what is given. */
export const approvedThen = <A, R>(kit: Kit, then: Effect.Effect<A, never, R>) =>
  Effect.zipRight(onTerminal({}, line("approve"))(kit), then)

/** A PATH on which the seats' commands are. */
const programs = ({ project }: Kit): string => {
  const bin = join(project.home, "bin")
  mkdirSync(bin, { recursive: true })
  for (const name of ["claude", "codex"]) put(join(bin, name), "#!/bin/sh\n")
  for (const name of ["claude", "codex"]) chmodSync(join(bin, name), 0o755)
  return bin
}

/** Approves the file, prepares, and runs with the seats' programs on the PATH. */
export const launching =
  (words: string, before: (kit: Kit) => Effect.Effect<unknown> = () => Effect.void): Drive["run"] =>
  (kit) =>
    approvedThen(
      kit,
      Effect.zipRight(
        before(kit),
        waiting(
          100,
          kit.team(words, {
            env: { HOME: kit.project.home, PATH: `${programs(kit)}:${process.env["PATH"]}` }
          })
        )
      )
    )

export const without = (seat: "glass" | "brass") => (kit: Kit) => kit.host.removePane(kit.panes[seat])

const recorded = JSON.stringify({
  format: 1,
  sessions: { lantern: { watch: { pid: 77, heartbeat: new Date(START).toISOString() } } }
})

const locks = StateLock.layer.pipe(Layer.provide(Processes.layer.pipe(Layer.provide(ProcessRunner.layer))))

const busy =
  (words: string): Drive["run"] =>
  (kit) =>
    approvedThen(
      kit,
      Effect.gen(function* () {
        const lock = yield* SeatLock
        // Another fiber, as another command would be.
        const holds = yield* Effect.forkScoped(lock.withRun("lantern")(Effect.never))
        for (let turn = 0; turn < 50; turn++) yield* breathe
        return yield* Effect.ensuring(waiting(100, kit.team(words)), Fiber.interrupt(holds))
      }).pipe(Effect.provide(SeatLock.layerFile(kit.project.root).pipe(Layer.provide(locks))), Effect.orDie)
    )

/** A shell stands in each new pane, and its command is followed by a dialog. No system gives such pids to a process. */
export const asking = ({ host }: Kit) =>
  Effect.gen(function* () {
    const shell = { pid: 99_000_060, start: "60", name: "sh" }
    yield* host.onLaunch(({ pane }) => host.setProcesses(pane, { root: shell, foreground: [shell] }))
    yield* host.onInput((input) =>
      input._tag === "Typed"
        ? Effect.void
        : Effect.zipRight(
            host.setProcesses(input.pane, {
              root: shell,
              foreground: [{ pid: 99_000_061, start: "61", name: "claude" }]
            }),
            host.setPane({ ...paneShowing(null, SCREENS.claudePermission), pane: input.pane })
          )
    )
  })

const atPause =
  (key: string, run: Drive["run"]): Drive["run"] =>
  (kit) =>
    Effect.provideService(run(kit), PressedKey, { isTerminal: true, next: Effect.succeed(key) })

type How = (command: string, call: string) => Drive

/** How the exits that launching commands share are made to happen. */
export const LAUNCH_HOW = {
  approval: (_, call) => ({ run: line(call) }),
  place: (_, call) => ({
    file: TEAM.replace("name: glass,", "name: glass, cwd: ../elsewhere,"),
    run: launching(call, without("glass"))
  }),
  ceiling: (_, call) => ({
    file: `${TEAM}limits: { vendors: { anthropic: 1 } }\n`,
    run: launching(call, without("glass"))
  }),
  busy: (_, call) => ({ run: busy(call) }),
  "left-out": (_, call) => ({ run: launching(call, without("glass")) }),
  "stopped-cleanly": (_, call) => ({
    run: atPause(
      "q",
      launching(call, (kit) => Effect.zipRight(without("glass")(kit), asking(kit)))
    )
  }),
  left: (_, call) => ({
    run: launching(call, ({ host, panes }) =>
      host.setPane({ ...paneShowing("glass", SCREENS.claudePermission), pane: panes.glass })
    )
  }),
  abandon: (_, call) => ({
    run: line(`${call} --abandon`, { caller: { _tag: "OwnerNoTty" } })
  })
} as const satisfies Readonly<Record<string, How>>

const started = (kit: Kit): Effect.Effect<Ran, never, Scope.Scope> =>
  Effect.zipRight(
    kit.host.onLaunch(() => Effect.sync(() => put(kit.project.state, recorded))),
    launching("up")(kit)
  )

/** Every id of single launching commands. */
export const LAUNCH_DRIVES: Drives = {
  "up.ready": { run: started, said: /^wick: ready\nglass: ready\nbrass: ready\n$/ },
  "up.watch": {
    run: launching("up", ({ host }) => host.fail("Refused", "createWorkspace"))
  },
  "down.stopped": {
    run: (kit) =>
      Effect.gen(function* () {
        for (const pane of Object.values(kit.panes)) yield* kit.host.removePane(pane)
        return yield* kit.team("down")
      }),
    said: /^wick: stopped\nglass: stopped\nbrass: stopped\n$/
  },
  "add.stopped-in-file": {
    file: TEAM.replace("name: glass,", "name: glass, stopped: true,"),
    run: line("add glass")
  },
  "remove.removed": {
    run: (kit) => Effect.zipRight(without("glass")(kit), kit.team("remove glass")),
    said: /^glass: stopped\nremoved glass\n$/
  },
  "remove.lead": { run: line("remove wick") },
  "remove.entry": {
    file: TEAM.replace("name: glass,", "name: glass, count: 2,"),
    run: line("remove glass-2")
  },
  "remove.file": {
    run: (kit) =>
      Effect.gen(function* () {
        yield* kit.host.removePane(kit.panes.glass)
        const { project } = kit
        return yield* runTeam(["remove", "glass", "--file", "nowhere.yaml"], {
          cwd: project.root,
          env: { HOME: project.home },
          host: kit.host
        })
      })
  }
}
