import * as Effect from "effect/Effect"
import { HOOK_VENDORS } from "../../domain/hook/vendors/index.ts"
import { HookSettings } from "../../services/HookSettings.ts"
import { homeHere } from "../folders.ts"
import { programHere } from "../hooks-installed.ts"
import { Invocation } from "../Invocation.ts"
import { note } from "../Output.ts"

/**
 * Installs the hooks of the CLIs that a run starts, into the person's own settings, where they are absent or of another
 * version (spec 000 §3.1 rank 5). Says what was done; a file that cannot be changed costs the seat nothing but its hooks.
 */
export const installHooks = (clis: ReadonlySet<string>, root: string) =>
  Effect.gen(function* () {
    const program = yield* programHere
    if (program === null) return
    const { cwd, env } = yield* Invocation
    const layer = HookSettings.layerAt({ cwd, env, home: yield* homeHere, program, root })
    yield* Effect.forEach(
      HOOK_VENDORS.filter(({ cli }) => clis.has(cli)),
      (vendor) =>
        Effect.gen(function* () {
          const settings = yield* HookSettings
          const look = yield* settings.look(vendor, "user")
          const change = yield* settings.plan(look, "install")
          if (!change.changes) return
          yield* settings.write(change)
          yield* note(`hooks of ${vendor.cli}: written into ${look.file}`)
        }).pipe(
          Effect.catchAll(({ message }) => note(`hooks of ${vendor.cli}: not installed: ${message}`)),
          Effect.provide(layer)
        ),
      { discard: true }
    )
  })
