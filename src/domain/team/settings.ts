import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { nearest } from "../text/nearest.ts"
import type { Declared } from "../threshold/words.ts"
import { NOTHING } from "../threshold/words.ts"
import type { Sink } from "./codec.ts"
import { choice, quote, text } from "./codec.ts"
import { declaredOf, INNER_FIELDS, innerMap, OUTER_FIELDS, outerMap } from "./liveness.ts"
import type { Problem, YamlMap, YamlNode } from "./node.ts"
import { isEmpty } from "./node.ts"
import type { Fields, Readings } from "./struct.ts"
import { maybe, readFields } from "./struct.ts"

/** The host a machine's settings may choose. */
export const HostChoice = Schema.Literal("herdr", "tmux")
export type HostChoice = typeof HostChoice.Type

/** The machine's settings file, as far as it could be read. */
export interface MachineSettings {
  readonly declared: Declared
  readonly host: HostChoice | null
}

/** The project's record, as far as it could be read. */
export interface ProjectRecord {
  readonly declared: Declared
  /** The entry of the entities file it belongs to. */
  readonly entity: string | null
  /** The project's root folder: what `--all` and `--project` open. */
  readonly root: string | null
}

/** What a file of settings said, and what is wrong with it; a problem costs only its own word. */
export interface Reading<A> {
  readonly value: A
  readonly problems: ReadonlyArray<Problem>
}

const MACHINE_FIELDS = {
  host: maybe(choice("herdr", "tmux"), "The terminal host to use on this machine."),
  ...OUTER_FIELDS,
  liveness: maybe(outerMap, "The machine's thresholds.")
}
const ENTITY_FIELDS = { ...OUTER_FIELDS, liveness: maybe(outerMap, "The entity's thresholds.") }
const RECORD_FIELDS = {
  entity: maybe(text, "The entity the project belongs to: a key of entities.yaml."),
  root: maybe(text, "The project's root folder, for commands that cover every project."),
  ...INNER_FIELDS,
  liveness: maybe(innerMap, "The project's thresholds.")
}

const or = <A>(reading: Option.Option<A | null>): A | null => Option.getOrNull(reading)

/** Only the keys that are ours, or near one of ours: entities and records may carry other tools' fields. */
const ours = (node: YamlMap, fields: Fields): YamlMap => {
  const known = Object.keys(fields)
  return { ...node, entries: node.entries.filter((entry) => nearest(entry.key, known) !== null) }
}

const collect = <A>(read: (sink: Sink) => A): Reading<A> => {
  const problems: Array<Problem> = []
  const say = (line: number, message: string): void => void problems.push({ line, message })
  const value = read({ problem: say, warn: say })
  return { value, problems: problems.toSorted((left, right) => left.line - right.line) }
}

const asMap = (node: YamlNode, what: string, sink: Sink): YamlMap | null => {
  if (node.kind === "map") return node
  if (!isEmpty(node)) sink.problem(node.line, `${what} must be a map of fields`)
  return null
}

const outerDeclared = (readings: Readings<typeof ENTITY_FIELDS>): Declared =>
  declaredOf(
    {
      idle_lead_seconds: or(readings.idle_lead_seconds),
      idle_owner_seconds: or(readings.idle_owner_seconds),
      blind_after_seconds: or(readings.blind_after_seconds)
    },
    or(readings.liveness)
  )

/** The machine's settings (`settings.yaml`). */
export const decodeSettings = (node: YamlNode): Reading<MachineSettings> =>
  collect((sink) => {
    const map = asMap(node, "the file", sink)
    if (map === null) return { declared: NOTHING, host: null }
    const readings = readFields(MACHINE_FIELDS, map, "the file", sink, { prefix: "" })
    return { declared: outerDeclared(readings), host: or(readings.host) }
  })

/** One entry of `entities.yaml`. A name without an entry is said, and declares nothing. */
export const decodeEntity = (node: YamlNode, name: string): Reading<Declared> =>
  collect((sink) => {
    const map = asMap(node, "the file", sink)
    const entry = map?.entries.find((one) => one.key === name)
    if (entry === undefined) {
      const near =
        map === null
          ? null
          : nearest(
              name,
              map.entries.map((one) => one.key)
            )
      const hint = near === null ? "" : ` (did you mean ${quote(near)}?)`
      sink.problem(node.line, `no entry is named ${quote(name)}${hint}`)
      return NOTHING
    }
    const own = asMap(entry.value, quote(name), sink)
    if (own === null) return NOTHING
    return outerDeclared(
      readFields(ENTITY_FIELDS, ours(own, ENTITY_FIELDS), quote(name), sink, { prefix: "" })
    )
  })

/** The project's record (`projects/<project>.yaml`), the one level that may loosen the three state windows. */
export const decodeRecord = (node: YamlNode): Reading<ProjectRecord> =>
  collect((sink) => {
    const map = asMap(node, "the file", sink)
    if (map === null) return { declared: NOTHING, entity: null, root: null }
    const readings = readFields(RECORD_FIELDS, ours(map, RECORD_FIELDS), "the file", sink, { prefix: "" })
    const declared = declaredOf(
      {
        idle_lead_seconds: or(readings.idle_lead_seconds),
        idle_owner_seconds: or(readings.idle_owner_seconds),
        blind_after_seconds: or(readings.blind_after_seconds),
        trace_window_seconds: or(readings.trace_window_seconds),
        hook_working_seconds: or(readings.hook_working_seconds)
      },
      or(readings.liveness)
    )
    return { declared, entity: or(readings.entity), root: or(readings.root) }
  })
