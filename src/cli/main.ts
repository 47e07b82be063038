import { VERSION } from "./version.ts"

// Nothing else is loaded for the two questions that need nothing.
const [first] = process.argv.slice(2)
if (first === "--version" || first === "-v") {
  console.log(VERSION)
} else {
  const { main } = await import("./app.ts")
  main(process.argv.slice(2))
}
