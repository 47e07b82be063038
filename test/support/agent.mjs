// Stands for an agent CLI in a pane: draws what it is told, runs hooks as a CLI would, ends when it is told. Each line
// appended to the file named on the command line is one order: {"draw": …} or {"hook": [command], "payload": …}.
import { spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"

const [file = "", name = "claude"] = process.argv.slice(2)
writeFileSync(`${file}.pid`, String(process.pid))
process.title = name
let done = 0
setInterval(() => {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
  for (const line of lines.slice(done)) {
    done += 1
    const order = JSON.parse(line)
    if (order.draw !== undefined) process.stdout.write(order.draw)
    if (order.hook !== undefined) {
      const hook = spawn("sh", ["-c", order.hook], { stdio: ["pipe", "ignore", "ignore"] })
      hook.stdin.end(JSON.stringify(order.payload))
    }
  }
}, 20)
