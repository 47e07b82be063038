// Writes contract/ from the built Schemas (`npm run generate` builds first); takes away what is no longer generated.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { contractFiles } from "../dist/cli/contract.js"

const folder = fileURLToPath(new URL("../contract", import.meta.url))
const files = contractFiles()
mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(join(folder, name))
for (const [name, text] of files) writeFileSync(join(folder, name), text)
console.log(`contract/: ${files.size} files`)
