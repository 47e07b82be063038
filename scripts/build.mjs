// Builds dist/: the library with its types (tsc), the bin (esbuild) and the compiled code of the bin for this engine.
import { execFileSync } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Script } from "node:vm"
import { build } from "esbuild"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
process.chdir(root)

if (process.argv[2] === "bin") {
  rmSync("dist/chunks", { recursive: true, force: true })
} else {
  rmSync("dist", { recursive: true, force: true })
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"], {
    stdio: "inherit"
  })
}

const common = {
  bundle: true,
  platform: "node",
  target: "node20",
  // jsonc-parser's other entry finds its parts by names that no bundle has.
  mainFields: ["module", "main"],
  minify: true,
  legalComments: "none",
  define: { __TEAM_VERSION__: JSON.stringify(version) },
  logLevel: "warning"
}
await build({
  ...common,
  entryPoints: { team: "src/cli/bin.ts" },
  outdir: "dist",
  outExtension: { ".js": ".mjs" },
  format: "esm",
  banner: { js: "#!/usr/bin/env node" }
})
await build({
  ...common,
  entryPoints: { "chunks/app": "src/cli/app.ts" },
  outdir: "dist",
  outExtension: { ".js": ".cjs" },
  format: "cjs",
  // Code that runs from compiled data cannot import() (Node 20): every one becomes a require.
  supported: { "dynamic-import": false },
  define: { ...common.define, "import.meta.url": "__bundleUrl" },
  banner: { js: "const __bundleUrl=require('node:url').pathToFileURL(__filename).href;" }
})
chmodSync("dist/team.mjs", 0o755)

// The bundle runs a few commands once, so that the functions a start needs are in the compiled code. Another engine
// than this one does not use the file.
const bundle = join(root, "dist/chunks/app.cjs")
// The text around it is the one of src/cli/bin.ts: compiled code is bound to the exact source.
const around = ["(function (exports, require, module, __filename, __dirname) { ", "\n});"]
const script = new Script(around.join(readFileSync(bundle, "utf8")), {
  filename: bundle
})
const module = { exports: {} }
script.runInThisContext()(module.exports, createRequire(bundle), module, bundle, dirname(bundle))
const folder = mkdtempSync(join(tmpdir(), "team-build-"))
await module.exports.warm(folder)
rmSync(folder, { recursive: true, force: true })
writeFileSync(`dist/chunks/app-${process.versions.v8}-${process.arch}.cache`, script.createCachedData())
