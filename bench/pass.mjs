// One pass: listing, reading and judging, on the memory host and on real tmux panes.
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { emptyMemory } from "../dist/domain/pass/memory.js"
import { pass } from "../dist/domain/pass/pass.js"
import { teamViewOf } from "../dist/domain/pass/team-view-of.js"
import { NOTHING } from "../dist/domain/threshold/words.js"
import { Facts } from "../dist/services/Facts.js"
import { gather } from "../dist/services/Gather.js"
import { layerMemory, makeMemoryHostFor } from "../dist/services/herdr/memory.js"
import { layerTmux } from "../dist/services/herdr/tmux.js"
import { Machine } from "../dist/services/Machine.js"
import { Processes } from "../dist/services/Processes.js"
import { ProcessRunner } from "../dist/services/ProcessRunner.js"
import { decodeText } from "../dist/services/TeamFile.js"
import { WallClock } from "../dist/services/WallClock.js"
import { median, ms, row, times } from "./measure.mjs"

const fixture = join(
  import.meta.dirname,
  "../test/fixtures/screens/claude-code/2.1.332/idle-afterturn-80x24.ansi"
)

const team = (count) => {
  const seats = Array.from(
    { length: count },
    (_, i) =>
      `  - { role: r, name: seat-${i}, ${i === 0 ? "leads: true, " : ""}cli: claude-code, vendor: v, model: Claude Opus, version: "5.5", launch: claude }`
  )
  const text = `format: 1\nproject: bench\noperator: seat-0\ntrust: [~/x]\nworkspace: { mode: shared }\nlimits: { seats: ${count} }\nseats:\n${seats.join("\n")}\n`
  const decoded = decodeText(text)
  if (decoded._tag === "Left") throw new Error(JSON.stringify(decoded.left))
  return teamViewOf(decoded.right.file, { machine: NOTHING, entity: NOTHING, project: NOTHING }).team
}

const onePass = (view) =>
  Effect.gen(function* () {
    const snapshot = yield* gather({
      team: view,
      session: "bench",
      fileProblem: null,
      remarks: [],
      folder: "/",
      cause: "interval"
    })
    return pass(snapshot, emptyMemory)
  })

const basics = Layer.mergeAll(Machine.layer, WallClock.layer, Facts.layerNone).pipe(
  Layer.provideMerge(Processes.layer),
  Layer.provideMerge(ProcessRunner.layer)
)

const measure = (name, view, host, runs) =>
  Effect.gen(function* () {
    const runtime = yield* Effect.runtime()
    const run = (effect) => Effect.runPromise(effect.pipe(Effect.provide(runtime)))
    const result = yield* Effect.promise(() => run(onePass(view)))
    const idle = result.seats.filter((seat) => seat.reading.word === "idle").length
    const before = process.cpuUsage()
    const found = yield* Effect.promise(() => times(runs, 10, () => run(onePass(view))))
    const cpu = process.cpuUsage(before)
    row(
      name,
      ms(median(found)),
      `${ms((cpu.user + cpu.system) / 1000 / (runs + 10))} of our CPU a pass, ${idle} idle`
    )
  }).pipe(Effect.provide(Layer.provideMerge(host, basics)))

const memory = (count) =>
  Effect.gen(function* () {
    const control = yield* makeMemoryHostFor("bench")
    const ansi = readFileSync(fixture, "utf8")
    for (let i = 0; i < count; i++) {
      yield* control.setPane({
        name: `seat-${i}`,
        inSession: true,
        cols: 80,
        rows: 24,
        title: "✳ Claude Code",
        screen: { ansi, cursor: { x: 2, y: 21, visible: false } }
      })
    }
    yield* measure(`pass, ${count} seats in memory`, team(count), layerMemory(control), 50)
  })

const tmux = (count) => {
  const folder = mkdtempSync(join(tmpdir(), "team-bench-"))
  const path = join(folder, "tmux")
  const ask = (...args) =>
    execFileSync("tmux", ["-S", path, "-f", "/dev/null", ...args], { env: { ...process.env, TMUX: "" } })
  for (let i = 0; i < count; i++) {
    const where =
      i === 0
        ? ["new-session", "-d", "-s", "bench", "-x", "80", "-y", "25"]
        : ["new-window", "-d", "-t", "bench:"]
    ask(...where, "-n", `seat-${i}`, "tail", "-n", "+1", "-f", fixture)
  }
  return Effect.runPromise(
    Effect.zipRight(
      Effect.sleep("500 millis"),
      measure(`pass, ${count} tmux panes`, team(count), layerTmux({ session: "bench", socket: { path } }), 50)
    )
  ).finally(() => {
    ask("kill-server")
    rmSync(folder, { recursive: true, force: true })
  })
}

export const passes = async () => {
  for (const count of [4, 50, 500]) await Effect.runPromise(memory(count))
  for (const count of [4, 50]) await tmux(count)
}
