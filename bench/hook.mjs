// The path a CLI's hook runs, whole processes, beside the platform's floor in the same run.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ms, pair, row } from "./measure.mjs"

const bin = join(import.meta.dirname, "../dist/team.mjs")

export const hooks = () => {
  const folder = mkdtempSync(join(tmpdir(), "team-bench-"))
  const payload = '{"hook_event_name":"Stop","session_id":"s","background_tasks":[]}'
  const env = { ...process.env, HOME: folder, XDG_STATE_HOME: folder, TMUX: "/tmp/t,77,0", TMUX_PANE: "%1" }
  const options = { input: payload, stdio: ["pipe", "ignore", "ignore"], env }
  try {
    const floor = { command: [process.execPath, "-e", "0"] }
    const { a, b, ratio } = pair(
      { command: [process.execPath, bin, "hook", "claude-code", "Stop"], options },
      floor,
      41
    )
    row("team hook", ms(a), `node -e 0: ${ms(b)}, ratio ${ratio.toFixed(2)}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
