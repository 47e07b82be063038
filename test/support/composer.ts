import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import { until } from "./cli.ts"
import type { TestTmux } from "./tmux.ts"

const COMPOSER = fileURLToPath(new URL("composer.mjs", import.meta.url))

/** How a composer behaves; times in ms. See `composer.mjs`. */
export interface ComposerOptions {
  readonly draft?: string
  readonly ghost?: string
  readonly turn?: number
  readonly slow?: number
  readonly eater?: number
  readonly dialog?: number
  readonly opens?: boolean
  readonly works?: number
  readonly leaves?: boolean
}

interface Logged {
  readonly at: number
  readonly bytes?: string
  readonly submitted?: string
  readonly dialog?: string
}

/** Opens a window whose shell runs a composer, as a seat's pane, and waits until it has drawn itself. */
export const openComposer = (
  tmux: TestTmux,
  session: string,
  seat: string,
  options: ComposerOptions = {},
  size: { readonly cols: number; readonly rows: number } = { cols: 100, rows: 24 }
) =>
  Effect.gen(function* () {
    const log = join(tmux.dir, `${seat}.log`)
    writeFileSync(log, "")
    const pane = tmux.run(
      ...["new-window", "-d", "-t", `=${session}:`, "-n", `w-${seat}`, "-P", "-F", "#{pane_id}", "sh"]
    )
    tmux.run("resize-window", "-t", pane, "-x", String(size.cols), "-y", String(size.rows))
    tmux.run("set-option", "-p", "-t", pane, "@team_seat", seat)
    const start = (next: ComposerOptions = options) => {
      const words = [process.execPath, COMPOSER, log, JSON.stringify(next)]
      tmux.run("send-keys", "-t", pane, "-l", "--", words.map((word) => `'${word}'`).join(" "))
      tmux.run("send-keys", "-t", pane, "Enter")
      return until(`the composer of ${seat} draws itself`, () =>
        tmux.run("capture-pane", "-p", "-t", pane).includes("─────")
      )
    }
    yield* start()
    const logged = (): ReadonlyArray<Logged> =>
      readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line))
    return {
      pane,
      start,
      pid: () => Number(existsSync(`${log}.pid`) ? readFileSync(`${log}.pid`, "utf8") : 0),
      /** Every byte it was sent, as text. */
      bytes: () =>
        Buffer.from(
          logged()
            .map(({ bytes = "" }) => bytes)
            .join(""),
          "hex"
        ).toString("utf8"),
      submitted: () => logged().flatMap(({ submitted }) => (submitted === undefined ? [] : [submitted])),
      /** What a dialog of it was sent. */
      answered: () => logged().flatMap(({ dialog }) => (dialog === undefined ? [] : [dialog])),
      order: (what: { readonly text?: string; readonly dialog?: boolean; readonly busy?: number }) =>
        appendFileSync(`${log}.orders`, `${JSON.stringify(what)}\n`)
    }
  })
