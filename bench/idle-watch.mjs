// An idle watch on real tmux panes: its memory, and what it costs while nothing happens. Linux only (/proc).
import { execFileSync, spawn, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { row } from "./measure.mjs"

const bin = join(import.meta.dirname, "../dist/team.mjs")
const ticks = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return Number(fields[11]) + Number(fields[12])
}
const rss = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024

export const idleWatch = async (seconds = 60) => {
  const folder = mkdtempSync(join(tmpdir(), "team-bench-"))
  const project = join(folder, "project")
  const socket = join(folder, "tmux")
  mkdirSync(project)
  const options = { cwd: project, env: { ...process.env, TMUX: "", TEAM_TMUX_SOCKET: socket } }
  const tmux = (...args) => execFileSync("tmux", ["-S", socket, "-f", "/dev/null", ...args])
  try {
    execFileSync("git", ["init", "-q"], { cwd: project })
    execFileSync(process.execPath, [bin, "init"], { ...options, stdio: "ignore" })
    tmux("new-session", "-d", "-s", "project", "-n", "lead", "tail", "-f", "/dev/null")
    for (const name of ["worker", "a", "b"])
      tmux("new-window", "-d", "-t", "project:", "-n", name, "tail", "-f", "/dev/null")
    const child = spawn(process.execPath, [bin, "watch", "--host", "tmux"], { ...options, stdio: "ignore" })
    await sleep(8_000)
    const pid = child.pid ?? 0
    const before = ticks(pid)
    await sleep(seconds * 1000)
    const used = (ticks(pid) - before) / 100
    row("idle watch, 4 tmux panes: memory", `${rss(pid).toFixed(0)} MB`)
    row(
      "idle watch, 4 tmux panes: CPU",
      `${((used / seconds) * 100).toFixed(2)} %`,
      `of a core over ${seconds} s`
    )
    row("idle watch, 4 tmux panes: open files", String(readdirSync(`/proc/${pid}/fd`).length))
    child.kill("SIGTERM")
    await new Promise((done) => child.once("exit", done))
  } finally {
    spawnSync("tmux", ["-S", socket, "kill-server"])
    rmSync(folder, { recursive: true, force: true })
  }
}
