import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { nearest } from "../text/nearest.ts"
import type { Codec, Sink } from "./codec.ts"
import { quote, refuse } from "./codec.ts"
import type { YamlNode } from "./node.ts"
import { isEmpty } from "./node.ts"

/** One key of a map: its codec, what stands where the key is missing, and what it means. */
export interface Field<A> {
  readonly codec: Codec<A>
  /** None: the key is required. */
  readonly missing: Option.Option<A>
  readonly doc: string
  /** The default as a person would write it, for the JSON Schema. */
  readonly shown?: unknown
}

/** A key that must be there. */
export const required = <A>(codec: Codec<A>, doc: string): Field<A> => ({
  codec,
  missing: Option.none(),
  doc
})

/** A key with a default; `shown` is how a person would write it. */
export const optional = <A>(codec: Codec<A>, missing: A, doc: string, shown?: unknown): Field<A> => ({
  codec,
  missing: Option.some(missing),
  doc,
  ...(shown === undefined ? {} : { shown })
})

/** A key that may be left out, and is null then. */
export const maybe = <A>(codec: Codec<A>, doc: string): Field<A | null> => ({
  codec: { type: Schema.NullOr(codec.type), written: codec.written, read: codec.read },
  missing: Option.some(null),
  doc
})

/** A field of whatever value: what `struct` asks of its fields. */
export interface AnyField {
  readonly codec: {
    readonly type: Schema.Schema.AnyNoContext
    readonly written: Schema.Schema.AnyNoContext
    readonly read: (node: YamlNode, name: string, sink: Sink) => Option.Option<unknown>
  }
  readonly missing: Option.Option<unknown>
  readonly doc: string
  readonly shown?: unknown
}
export type Fields = Readonly<Record<string, AnyField>>
type Value<F> = F extends Field<infer A> ? A : never
/** The value a map of fields reads to. */
export type Values<F> = { readonly [K in keyof F]: Value<F[K]> }

interface StructOptions {
  /** How an unknown key's refusal names this map; the map's own name when left out. */
  readonly where?: string
  /** What stands before a field's name in its refusals; `<name>.` when left out. */
  readonly prefix?: string
  readonly notAMap?: (name: string) => string
  /** Where a key of another map belongs, for a key written at the wrong depth. */
  readonly home?: (key: string) => string | null
  /** Keys an earlier tool had: each loads, does nothing, and gives this warning after its name. */
  readonly retired?: Readonly<Record<string, string>>
  /** The refusal for a required key that is not there; `<prefix><key> is required` when left out. */
  readonly needs?: (name: string, key: string) => string
}

const hint = (key: string, known: ReadonlyArray<string>, home: string | null): string => {
  const near = nearest(key, known)
  if (home !== null && near?.toLowerCase() !== key.toLowerCase()) return `: it belongs in ${home}`
  if (near !== null) return `: did you mean ${quote(near)}?`
  return known.length <= 12 ? `: the fields are ${known.join(", ")}` : ""
}

/** Says every key of a map that is not known, with the nearest one. */
export const unknownKeys = (
  node: YamlNode,
  known: ReadonlyArray<string>,
  where: string,
  sink: Sink,
  home: (key: string) => string | null = () => null,
  silent: ReadonlyArray<string> = []
): void => {
  if (node.kind !== "map") return
  const names = new Set([...known, ...silent])
  for (const entry of node.entries) {
    if (names.has(entry.key)) continue
    sink.problem(
      entry.line,
      `unknown field ${quote(entry.key)} in ${where}${hint(entry.key, known, home(entry.key))}`
    )
  }
}

/** What reading the fields of a map gave: a value for each key that was fine or left out, none for a bad one. */
export type Readings<F extends Fields> = { readonly [K in keyof F]: Option.Option<Value<F[K]>> }

/** Reads every field of a map (an empty node counts as an empty map), so that all problems are said. */
export const readFields = <const F extends Fields>(
  fields: F,
  node: YamlNode,
  name: string,
  sink: Sink,
  options: StructOptions = {}
): Readings<F> => {
  const names = Object.keys(fields)
  const retired = options.retired ?? {}
  unknownKeys(node, names, options.where ?? name, sink, options.home, Object.keys(retired))
  const prefix = options.prefix ?? `${name}.`
  const given = new Map(node.kind === "map" ? node.entries.map((entry) => [entry.key, entry] as const) : [])
  for (const [key, why] of Object.entries(retired)) {
    const entry = given.get(key)
    if (entry !== undefined) sink.warn(entry.line, `${prefix}${key} ${why}`)
  }
  const readings: Record<string, Option.Option<unknown>> = {}
  for (const [key, field] of Object.entries(fields)) {
    const entry = given.get(key)
    if (entry === undefined || (Option.isNone(field.missing) && isEmpty(entry.value))) {
      readings[key] = field.missing
      if (Option.isNone(field.missing)) {
        sink.problem(entry?.line ?? node.line, options.needs?.(name, key) ?? `${prefix}${key} is required`)
      }
    } else readings[key] = field.codec.read(entry.value, `${prefix}${key}`, sink)
  }
  // One reading for each key of `fields`, which the compiler cannot follow.
  return readings as Readings<F>
}

/** A map with known keys. Every key is read, so that all problems are said; one bad key gives none. */
export const struct = <const F extends Fields>(
  fields: F,
  options: StructOptions = {}
): Codec<Values<F>> & { readonly fields: F } => {
  const types: Record<string, Schema.Schema.AnyNoContext> = {}
  for (const [key, field] of Object.entries(fields)) types[key] = field.codec.type
  return {
    fields,
    // The record was built key by key from `fields`, which the compiler cannot follow.
    type: Schema.Struct(types) as unknown as Schema.Schema<Values<F>>,
    // Only the JSON Schema asks for it: built then, not at every start.
    get written() {
      return writtenOf(fields, options.retired)
    },
    read: (node, name, sink) => {
      if (node.kind !== "map" && !isEmpty(node)) {
        return refuse(sink, node.line, options.notAMap?.(name) ?? `${name} must be a map of fields`)
      }
      const readings: Readonly<Record<string, Option.Option<unknown>>> = readFields(
        fields,
        node,
        name,
        sink,
        options
      )
      // `all` keeps the keys of the record, so these are the values of `fields`.
      return Option.all(readings) as Option.Option<Values<F>>
    }
  }
}

/** The Schema of what a person writes for a map of fields. */
export const writtenOf = (
  fields: Fields,
  retired: Readonly<Record<string, string>> = {}
): Schema.Schema.AnyNoContext => {
  const written: Record<string, Schema.Schema.AnyNoContext | Schema.optional<Schema.Schema.AnyNoContext>> = {}
  for (const [key, field] of Object.entries(fields)) {
    // The encoded side: annotations of a transformation would not all reach the JSON Schema.
    const annotated = Schema.encodedBoundSchema(field.codec.written).annotations({
      description: field.doc,
      ...(field.shown === undefined ? {} : { default: field.shown })
    })
    written[key] = Option.isNone(field.missing) ? annotated : Schema.optional(annotated)
  }
  for (const [key, why] of Object.entries(retired)) {
    written[key] = Schema.optional(Schema.Unknown.annotations({ description: `Deprecated: ${key} ${why}.` }))
  }
  return Schema.Struct(written)
}

/** What a map stands for when it is not in the file. Only for maps without required keys. */
export const defaults = <F extends Fields>(codec: { readonly fields: F }): Values<F> => {
  const values: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(codec.fields)) values[key] = Option.getOrNull(field.missing)
  // Key by key from `fields`, as in `struct`.
  return values as Values<F>
}

/** A map whose keys are free names. `keyProblem` refuses a key. */
export const record = <A>(
  value: Codec<A>,
  options: {
    readonly notAMap: (name: string) => string
    readonly keyProblem?: (key: string, name: string) => string | null
  }
): Codec<Readonly<Record<string, A>>> => ({
  type: Schema.Record({ key: Schema.String, value: value.type }),
  written: Schema.Record({ key: Schema.String, value: value.written }),
  read: (node, name, sink) => {
    if (isEmpty(node)) return Option.some({})
    if (node.kind !== "map") return refuse(sink, node.line, options.notAMap(name))
    const pairs: Array<readonly [string, A]> = []
    let whole = true
    for (const entry of node.entries) {
      const wrong = options.keyProblem?.(entry.key, name) ?? null
      if (wrong !== null) sink.problem(entry.line, wrong)
      const read = value.read(entry.value, `${name}.${entry.key}`, sink)
      if (Option.isSome(read) && wrong === null) pairs.push([entry.key, read.value])
      else whole = false
    }
    // Object.fromEntries defines own keys, so a key such as "__proto__" stays data.
    return whole ? Option.some(Object.fromEntries(pairs)) : Option.none()
  }
})
