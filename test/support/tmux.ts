import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

const version = (): string | null => {
  try {
    return execFileSync("tmux", ["-V"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim()
  } catch {
    return null
  }
}

/** The tmux on the PATH, or null. */
export const tmuxVersion: string | null = version()

/** A suite's title; says why it was left out where there is no tmux. */
export const tmuxTitle = (title: string): string =>
  tmuxVersion === null ? `${title} (left out: no tmux on the PATH)` : title

/** A tmux server of its own, with an empty configuration and without the person's environment. */
export interface TestTmux {
  readonly socket: string
  readonly dir: string
  readonly run: (...args: ReadonlyArray<string>) => string
  /** Starts the server with one session of this name, whose only window is called `home`. */
  readonly start: (session: string, config?: string) => void
  /** Kills the server and waits until it is gone: one that is still going takes no new session. */
  readonly stop: () => void
  /** Opens a window that shows `ansi` and then records what is typed into it; returns the pane's id. */
  readonly open: (
    session: string,
    ansi: string,
    options?: { readonly name?: string; readonly cols?: number; readonly rows?: number }
  ) => string
  /** The bytes the pane's program has read so far. */
  readonly typed: (pane: string) => string
}

/** Makes an isolated tmux server; it is killed and its folder removed with the scope. */
export const makeTestTmux: Effect.Effect<TestTmux, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => {
    const dir = mkdtempSync(join(tmpdir(), "sw-"))
    const socket = join(dir, "s")
    const env: NodeJS.ProcessEnv = {
      PATH: process.env["PATH"],
      HOME: dir,
      SHELL: "/bin/sh",
      TERM: "xterm-256color"
    }
    const run = (...args: ReadonlyArray<string>): string =>
      execFileSync("tmux", ["-u", "-S", socket, "-f", join(dir, "conf"), ...args], {
        encoding: "utf8",
        env,
        stdio: ["ignore", "pipe", "pipe"]
      }).trimEnd()
    const answers = (): boolean => {
      try {
        run("list-sessions")
        return true
      } catch (error) {
        return !/no server running|error connecting/u.test(String(error))
      }
    }
    let windows = 0
    const files = new Map<string, string>()
    return {
      socket,
      dir,
      run,
      start: (session: string, config = "") => {
        writeFileSync(join(dir, "conf"), config)
        run("new-session", "-d", "-s", session, "-n", "home", "-x", "100", "-y", "30", "sleep", "1000")
      },
      stop: () => {
        run("kill-server")
        for (let turn = 0; turn < 500 && answers(); turn++) execFileSync("sleep", ["0.01"])
      },
      open: (
        session: string,
        ansi: string,
        options: { readonly name?: string; readonly cols?: number; readonly rows?: number } = {}
      ) => {
        const base = join(dir, `w${++windows}`)
        mkdirSync(base)
        writeFileSync(join(base, "draw"), ansi.replace(/\r?\n/g, "\r\n"))
        writeFileSync(join(base, "typed"), "")
        const body = `cd ${base} && stty raw -echo && cat draw && : > ready && exec cat >> typed`
        const pane = run(
          ...["new-window", "-d", "-t", `=${session}:`, "-n", options.name ?? `w${windows}`],
          ...["-P", "-F", "#{pane_id}", "sh", "-c", body]
        )
        files.set(pane, base)
        if (options.cols !== undefined && options.rows !== undefined) {
          run("resize-window", "-t", pane, "-x", String(options.cols), "-y", String(options.rows))
        }
        for (let turn = 0; turn < 500 && !existsSync(join(base, "ready")); turn++) {
          execFileSync("sleep", ["0.01"])
        }
        return pane
      },
      typed: (pane: string) => readFileSync(join(files.get(pane) ?? "", "typed"), "utf8")
    }
  }),
  ({ run, dir }) =>
    Effect.sync(() => {
      try {
        run("kill-server")
      } catch {
        // The test has already ended it.
      }
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
    })
)
