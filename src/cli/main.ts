import { VERSION } from "./version.ts"

// Nothing else is loaded for the two questions that need nothing, and for a hook, which a CLI waits for.
const [first, ...rest] = process.argv.slice(2)
if (first === "--version" || first === "-v") {
  console.log(VERSION)
} else if (first === "hook") {
  const { runHook } = await import("../services/hook/run.ts")
  await runHook(rest)
} else {
  const { main } = await import("./app.ts")
  main(process.argv.slice(2))
}
