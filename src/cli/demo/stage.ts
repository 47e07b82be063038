import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Herdr } from "../../services/Herdr.ts"
import { layerMemory, makeMemoryHostFor } from "../../services/herdr/memory.ts"
import { patient } from "../../services/herdr/patient.ts"
import { layerTmux } from "../../services/herdr/tmux.ts"
import type { Processes } from "../../services/Processes.ts"
import { type ProcessError, ProcessRunner } from "../../services/ProcessRunner.ts"
import { COLS, type Drawn, ROWS } from "../../testing/draw.ts"

/** Where the demo plays: panes that show what the story says. */
export interface Stage {
  readonly layer: Layer.Layer<Herdr>
  readonly show: (seat: string, screen: Drawn) => Effect.Effect<void, ProcessError>
  readonly end: (seat: string) => Effect.Effect<void, ProcessError>
  /** Real time the panes need to show what they were given. */
  readonly settle: Effect.Effect<void>
}

const SESSION = "harbour"

/** Panes in memory: no terminal needed. */
export const memoryStage: Effect.Effect<Stage> = Effect.gen(function* () {
  const control = yield* makeMemoryHostFor(SESSION)
  const panes = new Map<string, string>()
  return {
    layer: layerMemory(control),
    show: (seat, { cursor, rows, title }) =>
      Effect.gen(function* () {
        const known = panes.get(seat)
        const pane = yield* control.setPane({
          ...(known === undefined ? {} : { pane: known }),
          name: seat,
          inSession: true,
          title,
          cols: COLS,
          rows: ROWS,
          screen: { ansi: rows.join("\n"), cursor }
        })
        panes.set(seat, pane)
      }),
    end: (seat) => {
      const pane = panes.get(seat)
      return pane === undefined ? Effect.void : control.removePane(pane)
    },
    settle: Effect.void
  }
})

const escapes = ({ cursor, rows, title }: Drawn): string =>
  `\u001b]2;${title}\u0007\u001b[?25${cursor.visible ? "h" : "l"}\u001b[2J\u001b[H${rows.join("\r\n")}\u001b[${cursor.y + 1};${cursor.x + 1}H`

/**
 * Real panes of a tmux server of its own. Each pane's program follows a file and shows what is added to it; the server
 * and the files go when the scope closes.
 */
export const tmuxStage: Effect.Effect<Stage, ProcessError, ProcessRunner | Processes | Scope.Scope> =
  Effect.gen(function* () {
    const runner = yield* ProcessRunner
    const services = yield* Effect.context<ProcessRunner | Processes>()
    const folder = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "team-demo-"))),
      (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
    )
    const socket = join(folder, "tmux")
    const tmux = (...args: ReadonlyArray<string>) =>
      runner.run({
        program: "tmux",
        args: ["-S", socket, "-f", "/dev/null", ...args],
        env: { TMUX: undefined }
      })
    yield* Effect.addFinalizer(() => Effect.ignore(tmux("kill-server")))
    const started = new Set<string>()
    const fileOf = (seat: string) => join(folder, `${seat}.screen`)
    const start = (seat: string) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => writeFile(fileOf(seat), ""))
        const first = started.size === 0
        started.add(seat)
        const where = first
          ? ["new-session", "-d", "-s", SESSION, "-x", String(COLS), "-y", String(ROWS), "-n", seat]
          : ["new-window", "-d", "-t", `${SESSION}:`, "-n", seat]
        yield* tmux(...where, "tail", "-f", fileOf(seat))
        // A status line would take a row, and a window must not be renamed after its program.
        if (first) yield* tmux("set-option", "-g", "status", "off")
        yield* tmux("set-option", "-p", "-t", `${SESSION}:${seat}`, "@team_seat", seat)
      })
    return {
      layer: patient("tmux", SESSION, layerTmux({ session: SESSION, socket: { path: socket } })).pipe(
        Layer.provide(Layer.succeedContext(services))
      ),
      show: (seat, screen) =>
        Effect.gen(function* () {
          if (!started.has(seat)) yield* start(seat)
          yield* Effect.promise(() => appendFile(fileOf(seat), escapes(screen)))
        }),
      end: (seat) => Effect.asVoid(tmux("kill-window", "-t", `${SESSION}:${seat}`)),
      settle: Effect.sleep("1200 millis")
    }
  })
