import { readdir } from "node:fs/promises"
import { homedir } from "node:os"
import { isAbsolute, join } from "node:path"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import type { Problem, YamlNode } from "../domain/team/node.ts"
import {
  decodeEntity,
  decodeRecord,
  decodeSettings,
  type HostChoice,
  type ProjectRecord,
  type Reading
} from "../domain/team/settings.ts"
import { type Declared, NOTHING } from "../domain/threshold/words.ts"
import { readOwned } from "./SafeFile.ts"
import { parseYaml } from "./team-file/parse.ts"

/** The levels of the threshold chain outside the team file, and the machine's other settings (spec 000 §3.2). */
export interface SettingsRead {
  readonly machine: Declared
  readonly entity: Declared
  readonly project: Declared
  readonly host: HostChoice | null
  /** The entity the project's record names. */
  readonly entityName: string | null
  /** What is wrong, `<path> line <n>: <message>`, to be said once each. A bad file or word costs only itself. */
  readonly problems: ReadonlyArray<string>
}

export interface SettingsShape {
  /** The folder the files are read from. */
  readonly folder: string
  /** Reads the files fresh. A missing one declares nothing; never fails. */
  readonly load: (project: string) => Effect.Effect<SettingsRead>
  /** The machine's choice of host alone, for what runs before a project is known. */
  readonly host: Effect.Effect<HostChoice | null>
  /** Every project that has a record, by name. */
  readonly projects: Effect.Effect<ReadonlyArray<ProjectEntry>>
}

/** A project's record as a list shows it. */
export interface ProjectEntry {
  readonly project: string
  /** Null when its record names none. */
  readonly root: string | null
  readonly problems: ReadonlyArray<string>
}

const MAX_BYTES = 262_144

/** `team`'s folder under the person's configuration: XDG's when it is absolute, else `~/.config`. */
export const configFolder = (env: Readonly<Record<string, string | undefined>>, home: string): string => {
  const xdg = env["XDG_CONFIG_HOME"]
  return join(xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, ".config"), "team")
}

/** Reads and decodes one file of settings. A missing one is `missing`; what can't be read is said by its path. */
const readOne = <A>(
  path: string,
  missing: A,
  decode: (node: YamlNode) => Reading<A>
): Effect.Effect<{ readonly value: A; readonly problems: ReadonlyArray<string> }> =>
  // A person may keep these files in a dotfiles folder and link them here; they are read, never written.
  readOwned(path, { maxBytes: MAX_BYTES, followLinks: true }).pipe(
    Effect.map((text) => {
      const said = (problem: Problem) => `${path} line ${problem.line}: ${problem.message}`
      const node = parseYaml(text)
      if (Either.isLeft(node)) return { value: missing, problems: node.left.map(said) }
      const reading = decode(node.right)
      return { value: reading.value, problems: reading.problems.map(said) }
    }),
    Effect.catchAll((error) =>
      Effect.succeed({ value: missing, problems: error.reason === "Missing" ? [] : [error.message] })
    )
  )

/** A project's name that may stand in a path. The team file's Schema takes no other. */
const SAFE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

const NO_RECORD: ProjectRecord = { declared: NOTHING, entity: null, root: null }

const make = (folder: string): SettingsShape => {
  const settings = readOne(join(folder, "settings.yaml"), { declared: NOTHING, host: null }, decodeSettings)
  const record = (project: string) =>
    SAFE.test(project)
      ? readOne(join(folder, "projects", `${project}.yaml`), NO_RECORD, decodeRecord)
      : Effect.succeed({ value: NO_RECORD, problems: [] })
  const entity = (name: string | null) =>
    name === null
      ? Effect.succeed({ value: NOTHING, problems: [] })
      : readOne(join(folder, "entities.yaml"), NOTHING, (node) => decodeEntity(node, name))

  const entry = (project: string): Effect.Effect<ProjectEntry> =>
    Effect.map(record(project), (read) => ({ project, root: read.value.root, problems: read.problems }))

  return {
    folder,
    load: (project) =>
      Effect.gen(function* () {
        const [machine, level] = yield* Effect.all([settings, record(project)], { concurrency: "unbounded" })
        const named = yield* entity(level.value.entity)
        return {
          machine: machine.value.declared,
          entity: named.value,
          project: level.value.declared,
          host: machine.value.host,
          entityName: level.value.entity,
          problems: [...machine.problems, ...named.problems, ...level.problems]
        }
      }),
    host: Effect.map(settings, (read) => read.value.host),
    projects: Effect.promise(() => readdir(join(folder, "projects")).catch(() => [])).pipe(
      Effect.map((names) =>
        names
          .filter((name) => name.endsWith(".yaml"))
          .map((name) => name.slice(0, -".yaml".length))
          .filter((name) => SAFE.test(name))
          .sort()
      ),
      Effect.flatMap((names) => Effect.all(names.map(entry)))
    )
  }
}

/** The machine-level settings: `settings.yaml`, `entities.yaml` and `projects/<project>.yaml`. */
export class Settings extends Context.Tag("seatwatch/Settings")<Settings, SettingsShape>() {
  /** Reads from a folder of the caller's choice. */
  static readonly layerAt = (folder: string): Layer.Layer<Settings> =>
    Layer.sync(Settings, () => make(folder))
  /** Reads from the person's configuration folder. */
  static readonly layer: Layer.Layer<Settings> = Layer.sync(Settings, () =>
    make(configFolder(process.env, process.env["HOME"] ?? homedir()))
  )
}
