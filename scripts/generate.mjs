// Writes contract/ and the generated pages of docs/ from what is built (`npm run generate` builds first); takes away
// from contract/ what is no longer generated.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { contractFiles, generatedPages } from "../dist/cli/contract.js"

const folder = fileURLToPath(new URL("../contract", import.meta.url))
const files = contractFiles()
mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(join(folder, name))
for (const [name, text] of files) writeFileSync(join(folder, name), text)
const docs = fileURLToPath(new URL("../docs", import.meta.url))
const pages = generatedPages()
for (const [name, text] of pages) writeFileSync(join(docs, name), text)
console.log(`contract/: ${files.size} files, docs/: ${[...pages.keys()].join(", ")}`)
