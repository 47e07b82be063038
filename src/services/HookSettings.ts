import { chmod, lstat, realpath, stat } from "node:fs/promises"
import { dirname, join, relative, resolve, sep } from "node:path"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { tomlSwitchOff, wantedEntries } from "../domain/hook/settings-record.ts"
import type { HookScope, HookVendor } from "../domain/hook/vendor.ts"
import { type Comparison, compareText, installText, removeText, switchedOff } from "./hook-settings/edit.ts"
import type { TextProblem } from "./hook-settings/tree.ts"
import {
  createNew,
  ensureFolder,
  type FileError,
  inspect,
  readOwned,
  readOwnedBytes,
  writeAtomic
} from "./SafeFile.ts"

/**
 * Why a CLI's settings could not be read or changed. `Unreadable` the file can't be read or is no JSON · `Shape` a place in
 * it holds something else than hooks · `Changed` somebody wrote it meanwhile · `NoScope` the CLI has no such file. The
 * message names the path and a place in it, never a value.
 */
export class HookSettingsError extends Data.TaggedError("HookSettingsError")<{
  readonly reason: "Unreadable" | "Shape" | "Changed" | "NoScope"
  readonly message: string
}> {}

/** A CLI's settings as they were read. */
export interface HookLook extends Comparison {
  readonly vendor: HookVendor
  readonly scope: HookScope
  /** The file as the CLI opens it. */
  readonly path: string
  /** The file that is written: where the person's own link leads, else `path`. */
  readonly file: string
  /** Its text; null when there is no file yet. */
  readonly text: string | null
  /** What switches every hook of the CLI off, said in words; null when nothing does. */
  readonly off: string | null
  /** A file beside it that some versions read instead; null when there is none. */
  readonly rival: string | null
}

/** A change that was worked out and not made yet. */
export interface HookChange {
  readonly look: HookLook
  readonly before: string
  readonly after: string
  readonly changes: boolean
}

export interface HookSettingsShape {
  /** The file as the CLI opens it, whether it is there or not; null where the CLI has none of this scope. */
  readonly pathOf: (vendor: HookVendor, scope: HookScope) => string | null
  /** Reads a CLI's settings and compares them with the hooks of this version. */
  readonly look: (vendor: HookVendor, scope: HookScope) => Effect.Effect<HookLook, HookSettingsError>
  /** Works out an install or a removal; writes nothing. */
  readonly plan: (
    look: HookLook,
    action: "install" | "remove"
  ) => Effect.Effect<HookChange, HookSettingsError>
  /**
   * Makes the change: all or nothing, through the person's own link, with the file's mode kept; a missing file is made
   * 0600 in a folder of 0700. Answers the folder that had to be made, or null. Fails with `Changed` when the file is not as
   * it was read.
   */
  readonly write: (change: HookChange) => Effect.Effect<string | null, HookSettingsError>
}

export interface HookSettingsOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly cwd: string
  /** The folder of the project, for the project's own settings. */
  readonly root: string
  /** How the hook commands begin (`hookProgram`). */
  readonly program: string
}

const MAX_BYTES = 4 * 1_048_576

const failure = (reason: HookSettingsError["reason"], message: string) =>
  new HookSettingsError({ reason, message })

const unreadable = (error: FileError) => failure("Unreadable", error.message)

const ofText =
  (path: string) =>
  ({ message, reason }: TextProblem) =>
    reason === "Unparsed"
      ? failure(
          "Unreadable",
          `${path} ${message}; mend the file, or paste into it what \`team hooks print\` shows`
        )
      : failure("Shape", `${path} ${message}`)

/** Where a CLI keeps its own settings, as its environment has it. */
const userFolder = ({ override, user }: HookVendor, { cwd, env, home }: HookSettingsOptions): string => {
  const named = override === null ? undefined : env[override.variable]
  if (override === null || named === undefined || named === "") return join(home, user.folder)
  const folder = named === "~" || named.startsWith("~/") ? join(home, named.slice(1)) : resolve(cwd, named)
  return override.names === "folder" ? folder : join(folder, user.folder)
}

/** The file behind a path: where a link of the person leads. A link to nothing is refused: nobody says what belongs there. */
const behind = (path: string): Effect.Effect<string, HookSettingsError> =>
  Effect.gen(function* () {
    const kind = yield* inspect(path).pipe(Effect.mapError(unreadable))
    if (kind !== "link") return path
    return yield* Effect.tryPromise({
      try: () => realpath(path),
      catch: () => failure("Unreadable", `${path} is a link that leads to no file`)
    })
  })

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The text of a file of ours, null when there is none. Bytes that are no text are refused: they would not come back. */
const readText = (path: string, file: string): Effect.Effect<string | null, HookSettingsError> =>
  readOwnedBytes(file, { maxBytes: MAX_BYTES }).pipe(
    Effect.matchEffect({
      onFailure: (error) =>
        error.reason === "Missing" ? Effect.succeed(null) : Effect.fail(unreadable(error)),
      onSuccess: (bytes) =>
        Effect.try({
          try: () => decoder.decode(bytes),
          catch: () => failure("Unreadable", `${path} is not UTF-8 text`)
        })
    })
  )

const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}${sep}`)

/** A project may be somebody else's work: a link in it is followed only to a file of the project. */
const staysInProject = (file: string, path: string, root: string): Effect.Effect<void, HookSettingsError> =>
  Effect.gen(function* () {
    const real = (one: string) => Effect.promise(() => realpath(one).catch(() => one))
    const folder = yield* real(dirname(file))
    if (!isBelow(join(folder, "x"), yield* real(root))) {
      return yield* failure("Unreadable", `${path} leads out of the project`)
    }
  })

const exists = (path: string): Effect.Effect<boolean> =>
  Effect.promise(() =>
    stat(path).then(
      () => true,
      () => false
    )
  )

/** Makes the folders that are missing above a file; answers the outermost one it made. */
const makeFolder = (folder: string): Effect.Effect<string | null, FileError> =>
  Effect.gen(function* () {
    let base = folder
    while (!(yield* exists(base)) && dirname(base) !== base) base = dirname(base)
    if (base === folder) return null
    const levels = relative(base, folder)
    yield* ensureFolder(base, levels)
    return join(base, levels.split(sep)[0] ?? "")
  })

const make = (options: HookSettingsOptions): HookSettingsShape => {
  const pathOf: HookSettingsShape["pathOf"] = (vendor, scope) => {
    if (scope === "user") return join(userFolder(vendor, options), vendor.user.file)
    return vendor.project && join(options.root, vendor.project.folder, vendor.project.file)
  }

  const tomlOff = (vendor: HookVendor, folder: string): Effect.Effect<string | null> => {
    const { toml } = vendor
    if (toml === null) return Effect.succeed(null)
    const path = join(folder, toml.file)
    return readOwned(path, { maxBytes: MAX_BYTES, followLinks: true }).pipe(
      Effect.map((text) => {
        const off = tomlSwitchOff(text, toml.table, toml.keys)
        return off === null ? null : `${toml.table}.${off.key} is false on line ${off.line} of ${path}`
      }),
      Effect.orElseSucceed(() => null)
    )
  }

  /** What is said off in the file itself, or in the person's settings, which count for every project. */
  const offOf = (vendor: HookVendor, scope: HookScope, path: string, text: string | null) =>
    Effect.gen(function* () {
      const here = text === null ? null : switchedOff(vendor, text)
      if (here !== null) return `${here} in ${path}`
      const folder = dirname(path)
      const toml = yield* tomlOff(vendor, folder)
      if (toml !== null || scope === "user") return toml
      const above = userFolder(vendor, options)
      const file = join(above, vendor.user.file)
      const own = yield* readOwned(file, { maxBytes: MAX_BYTES, followLinks: true }).pipe(
        Effect.orElseSucceed(() => "")
      )
      const off = switchedOff(vendor, own)
      return off === null ? yield* tomlOff(vendor, above) : `${off} in ${file}`
    })

  const look: HookSettingsShape["look"] = (vendor, scope) =>
    Effect.gen(function* () {
      const path = pathOf(vendor, scope)
      if (path === null) return yield* failure("NoScope", `${vendor.title} has no settings of a project`)
      const folder = dirname(path)
      const file = yield* behind(path)
      if (scope === "project" && (yield* exists(folder))) yield* staysInProject(file, path, options.root)
      const text = yield* readText(path, file)
      const comparison: Comparison =
        text === null
          ? { state: "absent", differences: [] }
          : yield* Either.mapLeft(
              compareText(vendor, text, wantedEntries(vendor, options.program)),
              ofText(path)
            )
      const rival = vendor.rival === null ? null : join(folder, vendor.rival)
      return {
        ...comparison,
        vendor,
        scope,
        path,
        file,
        text,
        off: yield* offOf(vendor, scope, path, text),
        rival: rival !== null && (yield* exists(rival)) ? rival : null
      }
    })

  const plan: HookSettingsShape["plan"] = (looked, action) => {
    const before = looked.text ?? ""
    const edit = action === "install" ? installText : removeText
    return Either.match(edit(looked.vendor, before, wantedEntries(looked.vendor, options.program)), {
      onLeft: (problem) => Effect.fail(ofText(looked.path)(problem)),
      onRight: (after) => Effect.succeed({ look: looked, before, after, changes: after !== before })
    })
  }

  const write: HookSettingsShape["write"] = ({ after, changes, look: { file, path, text } }) =>
    Effect.gen(function* () {
      if (!changes) return null
      const changed = failure("Changed", `${path} was changed meanwhile; run it again`)
      if (text === null) {
        const made = yield* makeFolder(dirname(file)).pipe(Effect.mapError(unreadable))
        if (!(yield* createNew(file, after).pipe(Effect.mapError(unreadable)))) return yield* changed
        return made
      }
      const stats = yield* Effect.tryPromise({ try: () => lstat(file), catch: () => changed })
      if ((yield* behind(path)) !== file || (yield* readText(path, file)) !== text) return yield* changed
      yield* writeAtomic(file, after).pipe(Effect.mapError(unreadable))
      // The new file is 0600 until here, and stays so where the mode can't be set: never wider than the old one.
      yield* Effect.ignore(Effect.tryPromise(() => chmod(file, stats.mode & 0o777)))
      return null
    })

  return { pathOf, look, plan, write }
}

/** The settings files of the CLIs whose hooks report turns: read, compared, and edited without losing anything in them. */
export class HookSettings extends Context.Tag("seatwatch/HookSettings")<HookSettings, HookSettingsShape>() {
  static readonly layerAt = (options: HookSettingsOptions): Layer.Layer<HookSettings> =>
    Layer.sync(HookSettings, () => make(options))
}
