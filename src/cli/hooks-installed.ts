import { accessSync, constants } from "node:fs"
import * as Effect from "effect/Effect"
import { hookProgram } from "../domain/hook/settings-command.ts"
import type { HookVendor } from "../domain/hook/vendor.ts"
import { HOOK_VENDORS } from "../domain/hook/vendors/index.ts"
import type { HooksInstalled } from "../domain/report/hooks.ts"
import { HookSettings } from "../services/HookSettings.ts"
import type { OpenTeam } from "../services/TeamSource.ts"
import { homeHere } from "./folders.ts"
import { Invocation } from "./Invocation.ts"

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The program as a hook would name it, or null where it cannot stand in one. */
export const programHere: Effect.Effect<string | null, never, Invocation> = Effect.map(
  Invocation,
  ({ self }) => hookProgram(self, isExecutable(self[1] ?? ""))
)

const lookAt = (vendor: HookVendor): Effect.Effect<HooksInstalled, never, HookSettings> =>
  Effect.gen(function* () {
    const settings = yield* HookSettings
    const user = yield* settings.look(vendor, "user")
    // The project's own settings count where the person's have none.
    const look =
      user.state === "absent" && vendor.project !== null ? yield* settings.look(vendor, "project") : user
    return { cli: vendor.cli, state: look.state, differences: look.differences, off: look.off }
  }).pipe(
    Effect.orElseSucceed(
      (): HooksInstalled => ({ cli: vendor.cli, state: "unreadable", differences: [], off: null })
    )
  )

/** What the settings of the team's own CLIs hold of our hooks; a CLI without hooks is not among them. */
export const hooksInstalled = (
  open: OpenTeam
): Effect.Effect<ReadonlyArray<HooksInstalled>, never, Invocation> =>
  Effect.gen(function* () {
    const program = yield* programHere
    if (program === null) return []
    const { cwd, env } = yield* Invocation
    const clis = new Set(open.file.seats.map((seat) => seat.cli))
    return yield* Effect.forEach(
      HOOK_VENDORS.filter((vendor) => clis.has(vendor.cli)),
      lookAt,
      { concurrency: "unbounded" }
    ).pipe(
      Effect.provide(
        HookSettings.layerAt({ cwd, env, home: yield* homeHere, program, root: open.place.root })
      )
    )
  })
