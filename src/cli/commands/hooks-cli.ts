import * as Effect from "effect/Effect"
import type { HookVendor } from "../../domain/hook/vendor.ts"
import { HOOK_VENDORS } from "../../domain/hook/vendors/index.ts"
import { PROFILES } from "../../domain/screen/profiles/index.ts"
import { cleanText } from "../../domain/text/clean.ts"
import { didYouMean } from "../../domain/text/nearest.ts"
import { HookSettings, type HookSettingsError } from "../../services/HookSettings.ts"
import { Project } from "../../services/Project.ts"
import { type CommandExit, exitWith } from "../exit.ts"
import { homeHere } from "../folders.ts"
import { programHere } from "../hooks-installed.ts"
import { Invocation } from "../Invocation.ts"
import { noOption } from "../seat.ts"

/** The vendor of a name or of another name for it; a CLI without hooks is told from a word nobody knows. */
export const vendorNamed = (words: string, name: string): Effect.Effect<HookVendor, CommandExit> =>
  Effect.zipRight(noOption(words, name), vendorOf(words, name))

const vendorOf = (words: string, name: string): Effect.Effect<HookVendor, CommandExit> => {
  const profile = PROFILES.find((one) => one.id === name || one.aliases.includes(name))
  const cli = profile?.id ?? name
  const found = HOOK_VENDORS.find((vendor) => vendor.cli === cli)
  if (found !== undefined) return Effect.succeed(found)
  const names = HOOK_VENDORS.map((vendor) => vendor.cli)
  return profile === undefined
    ? exitWith(
        "hooks.cli",
        2,
        `team ${words}: there is no CLI "${cleanText(name, 40)}"${didYouMean(name, names)}`,
        `hooks are for ${names.join(", ")}`
      )
    : exitWith(
        "hooks.cli",
        2,
        `team ${words}: team sets up no hooks for ${cli}; its seats are read from their screens`,
        `hooks are for ${names.join(", ")}`
      )
}

/** How the hook commands begin: this very program. Refused where a CLI could not run it, or not find it again. */
export const programOf = (words: string): Effect.Effect<string, CommandExit, Invocation> =>
  Effect.gen(function* () {
    const { self } = yield* Invocation
    const program = yield* programHere
    return program === null
      ? yield* exitWith(
          "hooks.program",
          2,
          `team ${words}: ${cleanText(self[1] ?? "this program", 200)} can't stand in a hook: it must be called team or team.mjs, by an absolute path without control characters`
        )
      : program
  })

/** What a person must know when the program may be gone tomorrow. */
export const programNotes = (program: string): ReadonlyArray<string> =>
  program.includes("/_npx/")
    ? ["this team is from npx's cache, which is emptied at times: install the package and run this again"]
    : []

/** The exit of a settings file that could not be read or changed. `words` are the command as it was called. */
export const refusal =
  (words: string) =>
  ({ message, reason }: HookSettingsError): CommandExit => {
    const said = [`team ${words}: ${message}`, ...(words === "hooks status" ? [] : ["nothing was written"])]
    switch (reason) {
      case "Changed":
        return exitWith("hooks.changed", 1, ...said)
      case "Shape":
        return exitWith("hooks.shape", 2, ...said)
      case "NoScope":
        return exitWith("hooks.invocation", 2, ...said)
      default:
        return exitWith("hooks.unreadable", 2, ...said)
    }
  }

/** Runs with the settings of the person this invocation is of, and of the project it is in. */
export const withSettings =
  (words: string, program: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R | HookSettings>) =>
    Effect.gen(function* () {
      const { cwd, env } = yield* Invocation
      const project = yield* Project
      const { root } = yield* project
        .locate(cwd)
        .pipe(Effect.mapError((error) => exitWith("hooks.unreadable", 2, `team ${words}: ${error.message}`)))
      const home = yield* homeHere
      return yield* Effect.provide(effect, HookSettings.layerAt({ cwd, env, home, program, root }))
    }).pipe(Effect.provide(Project.layer))
