// Cold starts, whole processes, beside the platform's floor in the same run.
import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ms, pair, row } from "./measure.mjs"

const bin = join(import.meta.dirname, "../dist/team.mjs")

export const starts = () => {
  const folder = mkdtempSync(join(tmpdir(), "team-bench-"))
  const project = join(folder, "project")
  const socket = join(folder, "tmux")
  mkdirSync(project)
  const options = { cwd: project, env: { ...process.env, TMUX: "", TEAM_TMUX_SOCKET: socket } }
  try {
    execFileSync("git", ["init", "-q"], { cwd: project })
    execFileSync(process.execPath, [bin, "init"], { ...options, stdio: "ignore" })
    execFileSync("tmux", [
      "-S",
      socket,
      "-f",
      "/dev/null",
      "new-session",
      "-d",
      "-s",
      "project",
      "-n",
      "lead",
      "tail",
      "-f",
      "/dev/null"
    ])
    const floor = { command: [process.execPath, "-e", "0"] }
    for (const args of [
      ["--version"],
      ["--help"],
      ["seats", "--host", "tmux"],
      ["status", "--host", "tmux"]
    ]) {
      const { a, b, ratio } = pair({ command: [process.execPath, bin, ...args], options }, floor)
      row(`team ${args[0]}`, ms(a), `node -e 0: ${ms(b)}, ratio ${ratio.toFixed(2)}`)
    }
  } finally {
    spawnSync("tmux", ["-S", socket, "kill-server"])
    rmSync(folder, { recursive: true, force: true })
  }
}
