// All benches, or those named: node bench/run.mjs [screens] [pass] [start] [hook] [told] [watch] [--dir DIR]. Build first (npm run bench does).
import { hooks } from "./hook.mjs"
import { idleWatch } from "./idle-watch.mjs"
import { passes } from "./pass.mjs"
import { screens } from "./screens.mjs"
import { starts } from "./start.mjs"
import { told } from "./told.mjs"

const benches = { screens, pass: passes, start: starts, hook: hooks, told, watch: idleWatch }
const wanted = process.argv.slice(2).filter((word, at, all) => word !== "--dir" && all[at - 1] !== "--dir")
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length === 0 || wanted.includes(name)) await bench()
}
process.exit(0)
