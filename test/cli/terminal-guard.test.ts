import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { build } from "esbuild"
import { lookAt, requireQuietTerminal, StdinTerminal, type Waiting } from "../../src/cli/terminal-guard.ts"
import { until } from "../support/cli.ts"
import { makeTestTmux, type TestTmux, tmuxTitle, tmuxVersion } from "../support/tmux.ts"

const guard = (waiting: Waiting, isTerminal = true) =>
  Effect.match(requireQuietTerminal("approve"), {
    onFailure: ({ code, id, lines }) => [id, code, lines.length],
    onSuccess: () => "quiet"
  }).pipe(
    Effect.provideService(StdinTerminal, {
      isTerminal: Effect.succeed(isTerminal),
      waiting: Effect.succeed(waiting),
      readLine: Effect.succeed(null)
    })
  )

describe("the terminal guard", () => {
  it.effect("lets only a quiet terminal pass", () =>
    Effect.gen(function* () {
      expect(yield* guard("quiet")).toBe("quiet")
      expect(yield* guard("waiting")).toEqual(["approve.input-waiting", 1, 1])
      expect(yield* guard("unreadable")).toEqual(["approve.input-unreadable", 1, 1])
    })
  )

  it.effect("looks at nothing where stdin is no terminal", () =>
    Effect.gen(function* () {
      expect(yield* guard("waiting", false)).toBe("quiet")
    })
  )

  it("takes what is no terminal, or not open, for unreadable", () => {
    const file = openSync(fileURLToPath(import.meta.url), "r")
    expect(lookAt(file)).toBe("unreadable")
    closeSync(file)
    expect(lookAt(file)).toBe("unreadable")
    const nothing = openSync("/dev/null", "r")
    expect(lookAt(nothing)).toBe("unreadable")
    closeSync(nothing)
  })
})

/** The guard as a program: `look` writes what a look found, `line` the next line, each to the file named. */
const PROBE = `
import { writeFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import { StdinTerminal } from "./terminal-guard.ts"
const [what, file] = process.argv.slice(2)
const asked = Effect.flatMap(StdinTerminal, (terminal) => what === "look" ? terminal.waiting : terminal.readLine)
Effect.runPromise(asked).then((found) => {
  writeFileSync(file, JSON.stringify(found))
  process.exit(0)
})
`

const probeIn = (tmux: TestTmux) =>
  Effect.gen(function* () {
    const program = join(tmux.dir, "probe.mjs")
    yield* Effect.promise(() =>
      build({
        stdin: {
          contents: PROBE,
          resolveDir: fileURLToPath(new URL("../../src/cli/", import.meta.url)),
          loader: "ts"
        },
        bundle: true,
        platform: "node",
        format: "esm",
        target: "node20",
        outfile: program,
        logLevel: "warning"
      })
    )
    tmux.start("guard")
    let panes = 0
    /** Starts a shell script in a pane of its own; `probe look|line NAME` and `wait_for NAME` are its words. */
    return (script: string) => {
      const base = join(tmux.dir, `p${++panes}-`)
      const words = [
        `probe() { ${process.execPath} ${program} "$1" ${base}"$2"; }`,
        `wait_for() { while [ ! -e ${base}"$1" ]; do sleep 0.02; done; }`,
        `say() { printf '"%s"' "$2" > ${base}"$1"; }`
      ]
      const pane = tmux.run(
        ...["new-window", "-d", "-t", "=guard:", "-P", "-F", "#{pane_id}", "sh", "-c"],
        `${words.join("\n")}\n${script}\nsleep 1000`
      )
      const read = (name: string): string | null => {
        const text = existsSync(base + name) ? readFileSync(base + name, "utf8") : ""
        return text === "" ? null : text
      }
      return {
        type: (...keys: ReadonlyArray<string>) => void tmux.run("send-keys", "-t", pane, ...keys),
        shows: (text: string) =>
          until(`${text} on the screen`, () => tmux.run("capture-pane", "-p", "-t", pane).includes(text)),
        go: (name: string) => writeFileSync(base + name, "go"),
        found: (name: string) => until(`what ${name} found`, () => read(name))
      }
    }
  })

describe.skipIf(tmuxVersion === null)(tmuxTitle("the terminal guard in a real terminal"), () => {
  it.scopedLive("tells a quiet terminal, and leaves it as it was", () =>
    Effect.gen(function* () {
      const start = yield* probeIn(yield* makeTestTmux)
      const pane = start('probe look first\nread -r line\nsay then "$line"')
      expect(yield* pane.found("first")).toBe('"quiet"')
      // A terminal that was made not to wait would give the shell nothing here.
      pane.type("later", "Enter")
      expect(yield* pane.found("then")).toBe('"later"')
    })
  )

  it.scopedLive("finds a line that waited, and takes it away", () =>
    Effect.gen(function* () {
      const start = yield* probeIn(yield* makeTestTmux)
      const pane = start('wait_for go\nprobe look first\nprobe look second\nread -r line\nsay then "$line"')
      pane.type("3", "Enter")
      yield* pane.shows("3")
      pane.go("go")
      expect(yield* pane.found("first")).toBe('"waiting"')
      expect(yield* pane.found("second")).toBe('"quiet"')
      pane.type("later", "Enter")
      expect(yield* pane.found("then")).toBe('"later"')
    })
  )

  it.scopedLive("does not see half a line, which then spoils the answer", () =>
    Effect.gen(function* () {
      const start = yield* probeIn(yield* makeTestTmux)
      const pane = start("wait_for go\nprobe look first\nprobe line answer")
      pane.type("half")
      yield* pane.shows("half")
      pane.go("go")
      expect(yield* pane.found("first")).toBe('"quiet"')
      pane.type("3", "Enter")
      expect(yield* pane.found("answer")).toBe('"half3"')
    })
  )

  it.scopedLive("takes a waiting end of input for unreadable, and no line for no answer", () =>
    Effect.gen(function* () {
      const start = yield* probeIn(yield* makeTestTmux)
      const pane = start("wait_for go\nprobe look first\nprobe line answer")
      pane.type("C-d")
      pane.go("go")
      expect(yield* pane.found("first")).toBe('"unreadable"')
      pane.type("C-d")
      expect(yield* pane.found("answer")).toBe("null")
    })
  )
})
