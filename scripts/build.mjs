// Builds dist/: the library with its types (tsc) and the one bundled bin (esbuild, chunks beside it).
import { execFileSync } from "node:child_process"
import { chmodSync, readFileSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const only = process.argv[2]
process.chdir(root)

if (only !== "bin") {
  rmSync("dist", { recursive: true, force: true })
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"], { stdio: "inherit" })
}
await build({
  entryPoints: { team: "src/cli/main.ts" },
  outdir: "dist",
  outExtension: { ".js": ".mjs" },
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  minify: true,
  legalComments: "none",
  define: { __TEAM_VERSION__: JSON.stringify(version) },
  banner: {
    js: "#!/usr/bin/env node\nimport{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);"
  },
  logLevel: "warning"
})
chmodSync("dist/team.mjs", 0o755)
