// How long a permission prompt stands on a real tmux pane before the watch tells it, with an interval far longer than that.
import { execFileSync, spawn, spawnSync } from "node:child_process"
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import { median, ms, row } from "./measure.mjs"

const bin = join(import.meta.dirname, "../dist/team.mjs")
const fixtures = join(import.meta.dirname, "../test/fixtures/screens/claude-code/2.1.332")
const drawn = (name) => {
  const {
    cursor_x: x,
    cursor_y: y,
    pane_title: title
  } = JSON.parse(readFileSync(join(fixtures, `${name}.json`), "utf8"))
  const rows = readFileSync(join(fixtures, `${name}.ansi`), "utf8")
    .trimEnd()
    .split(/\r?\n/)
    .slice(0, 24)
  return `\u001b]2;${title ?? ""}\u0007\u001b[0m\u001b[2J\u001b[H${rows.join("\r\n")}\u001b[0m\u001b[${y + 1};${x + 1}H`
}

export const told = async (times = 10) => {
  const folder = mkdtempSync(join(tmpdir(), "team-bench-"))
  const project = join(folder, "project")
  const socket = join(folder, "tmux")
  mkdirSync(project)
  const options = { cwd: project, env: { ...process.env, TMUX: "", TEAM_TMUX_SOCKET: socket } }
  const tmux = (...args) =>
    execFileSync("tmux", ["-S", socket, "-f", "/dev/null", ...args], { encoding: "utf8" })
  const pause = 3_000
  try {
    execFileSync("git", ["init", "-q"], { cwd: project })
    execFileSync(process.execPath, [bin, "init"], { ...options, stdio: "ignore" })
    const screen = join(folder, "screen")
    writeFileSync(screen, drawn("idle-afterturn-80x24"))
    tmux(
      "new-session",
      "-d",
      "-s",
      "project",
      "-x",
      "80",
      "-y",
      "24",
      "-n",
      "home",
      "tail",
      "-f",
      "/dev/null"
    )
    tmux("new-window", "-d", "-t", "project:", "-n", "lead", "tail", "-n", "+1", "-f", screen)
    const watch = spawn(process.execPath, [bin, "watch", "--host", "tmux"], {
      ...options,
      stdio: ["ignore", "pipe", "ignore"]
    })
    let out = ""
    watch.stdout.on("data", (chunk) => (out += chunk))
    const says = async (count, text) => {
      while (out.split(text).length - 1 < count) await sleep(5)
    }
    await says(1, "lead: ")
    const took = []
    for (let i = 1; i <= times; i++) {
      await sleep(pause)
      const from = performance.now()
      appendFileSync(screen, drawn("permission-automode-bash-80x24"))
      await says(i, "→ blocked (cli)")
      took.push(performance.now() - from)
      await sleep(pause)
      appendFileSync(screen, drawn("idle-afterturn-80x24"))
      await says(i, "blocked (cli) →")
    }
    row(
      "a blocked seat told, tmux, interval 120 s",
      ms(median(took)),
      `slowest of ${times}: ${ms(Math.max(...took))}`
    )
    watch.kill("SIGTERM")
    await new Promise((done) => watch.once("exit", done))
  } finally {
    spawnSync("tmux", ["-S", socket, "kill-server"])
    rmSync(folder, { recursive: true, force: true })
  }
}
