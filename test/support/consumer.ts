import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The checkout under test. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url))

/** A program of somebody else's, with the built package and its peers installed. */
export interface Consumer {
  /** What the compiler says of these files (name → source) taken together; empty when they are fine. */
  readonly typecheck: (files: Readonly<Record<string, string>>) => string
  readonly remove: () => void
}

const OPTIONS = {
  target: "es2022",
  lib: ["es2023"],
  module: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  types: []
}

/** Makes the program's folder. Throws when `dist/` is not built. */
export const makeConsumer = (): Consumer => {
  if (!existsSync(join(ROOT, "dist", "index.d.ts"))) throw new Error("dist/ is not built: npm run build")
  const folder = mkdtempSync(join(tmpdir(), "seatwatch-consumer-"))
  mkdirSync(join(folder, "node_modules"))
  symlinkSync(ROOT, join(folder, "node_modules", "seatwatch"), "dir")
  symlinkSync(join(ROOT, "node_modules", "effect"), join(folder, "node_modules", "effect"), "dir")
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }')
  return {
    typecheck: (files) => {
      const names = Object.keys(files)
      for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source)
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: OPTIONS, files: names }))
      try {
        execFileSync(process.execPath, [join(ROOT, "node_modules", "typescript", "bin", "tsc")], {
          cwd: folder,
          encoding: "utf8"
        })
        return ""
      } catch (cause) {
        return cause instanceof Error && "stdout" in cause ? String(cause.stdout) : String(cause)
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true })
  }
}
