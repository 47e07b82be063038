import { existsSync, readFileSync } from "node:fs"
import nodeModule, { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Script } from "node:vm"
import { runHook } from "../services/hook/run.ts"
import { VERSION } from "./version.ts"

const chunks = join(dirname(fileURLToPath(import.meta.url)), "chunks")
const bundle = join(chunks, "app.cjs")
const require = createRequire(import.meta.url)

// What Node itself puts around a CommonJS module; the build compiles the very same text.
const BEFORE = "(function (exports, require, module, __filename, __dirname) { "
const AFTER = "\n});"

/** The bundle as its module would be loaded, from the code the build compiled for this very engine. */
const fromCache = (cache: string): unknown => {
  const script = new Script(`${BEFORE}${readFileSync(bundle, "utf8")}${AFTER}`, {
    filename: bundle,
    cachedData: readFileSync(cache)
  })
  const module = { exports: {} }
  script.runInThisContext()(module.exports, createRequire(bundle), module, bundle, chunks)
  return module.exports
}

/** Compiling is a third of a cold start: another engine than the build's uses its own compile cache where it has one. */
const load = (): unknown => {
  const cache = join(chunks, `app-${process.versions["v8"]}-${process.arch}.cache`)
  if (existsSync(cache)) return fromCache(cache)
  // Node 22.1 and newer; older ones compile each time.
  const enable: unknown = Reflect.get(nodeModule, "enableCompileCache")
  if (typeof enable === "function") enable.call(nodeModule)
  return require(bundle)
}

const isApp = (value: unknown): value is { readonly main: (argv: ReadonlyArray<string>) => void } =>
  typeof value === "object" && value !== null && "main" in value && typeof value.main === "function"

const argv = process.argv.slice(2)
if (argv[0] === "--version" || argv[0] === "-v") {
  console.log(VERSION)
} else if (argv[0] === "hook") {
  // What a CLI's hook runs starts nothing else: a person's turn waits for it.
  runHook(argv.slice(1), () => process.exit(0))
} else {
  const app = load()
  if (!isApp(app)) throw new Error("dist/chunks/app.cjs is not the app; build it again")
  app.main(argv)
}
