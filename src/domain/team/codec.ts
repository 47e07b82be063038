import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { cleanText } from "../text/clean.ts"
import type { YamlNode } from "./node.ts"
import { isEmpty } from "./node.ts"

/** Text that is not empty. Without a name of its own: a JSON Schema reference would hide what is written beside it. */
export const NonEmpty = Schema.String.pipe(Schema.minLength(1))

/** Where a decode says what it found. Local to one decode; the result of the decode is plain data. */
export interface Sink {
  readonly problem: (line: number, message: string) => void
  readonly warn: (line: number, message: string) => void
}

/**
 * One kind of value in the file. `written` is the Schema of what a person writes (the JSON Schema comes from it),
 * `type` the Schema of what the program holds, `read` takes a node to it or says what is wrong and returns none.
 */
export interface Codec<A> {
  readonly type: Schema.Schema<A>
  readonly written: Schema.Schema.AnyNoContext
  readonly read: (node: YamlNode, name: string, sink: Sink) => Option.Option<A>
}

/** A value from the file inside a message: cleaned, cut, in quotes. */
export const quote = (text: string): string => `"${cleanText(text, 40)}"`

/** Says the problem and reads nothing. */
export const refuse = (sink: Sink, line: number, message: string): Option.Option<never> => {
  sink.problem(line, message)
  return Option.none()
}

// Words that some YAML readers take for a boolean, a null or a number in base sixty, though ours does not.
const AMBIGUOUS = /^(?:y|n|yes|no|on|off|true|false|null|~|[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.\d*)?)$/i
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** True for text with a control character or a line break in it. */
export const hasControl = (text: string): boolean => CONTROL.test(text)

/** The text of a scalar that is safely text, else none with the refusal said. */
export const readText = (node: YamlNode, name: string, sink: Sink): Option.Option<string> => {
  if (node.kind !== "scalar") {
    // `{task}` alone is a map to YAML, and a list in brackets is a list.
    const braced =
      node.kind === "map" && node.entries.length === 1 && node.entries.every((one) => isEmpty(one.value))
    return refuse(sink, node.line, `${name} must be text${braced ? ": quote it" : ""}`)
  }
  if (typeof node.value !== "string") {
    return refuse(sink, node.line, `${name} must be text${node.text === "" ? "" : ": quote it"}`)
  }
  if (!node.quoted && AMBIGUOUS.test(node.text))
    return refuse(sink, node.line, `${name} must be text: quote it`)
  if (node.value.trim() === "") return refuse(sink, node.line, `${name} must be text`)
  if (hasControl(node.value)) {
    return refuse(sink, node.line, `${name} must not contain control characters or line breaks`)
  }
  return Option.some(node.value)
}

interface TextOptions<A extends string> {
  readonly schema: Schema.Schema<A, string>
  readonly refusal: (name: string, value: string) => string
}

/** Text a Schema accepts. */
export const textOf = <A extends string>(options: TextOptions<A>): Codec<A> => {
  const decode = Schema.decodeOption(options.schema)
  return {
    type: Schema.typeSchema(options.schema),
    written: options.schema,
    read: (node, name, sink) =>
      Option.flatMap(readText(node, name, sink), (value) => {
        const decoded = decode(value)
        if (Option.isNone(decoded)) sink.problem(node.line, options.refusal(name, value))
        return decoded
      })
  }
}

/** Any text of one line. */
export const text: Codec<string> = textOf({
  schema: NonEmpty,
  refusal: (name) => `${name} must be text`
})

/** One of a closed set of words. */
export const choice = <const W extends readonly [string, ...ReadonlyArray<string>]>(
  ...words: W
): Codec<W[number]> => {
  const schema: Schema.Schema<W[number]> = Schema.Literal(...words)
  const decode = Schema.decodeUnknownOption(schema)
  return {
    type: schema,
    written: schema,
    read: (node, name, sink) => {
      // The plain text counts: a word such as `off` is a word here, whatever YAML makes of it.
      const decoded = node.kind === "scalar" ? decode(node.quoted ? node.value : node.text) : Option.none()
      return Option.isSome(decoded)
        ? decoded
        : refuse(sink, node.line, `${name} must be one of: ${words.join(", ")}`)
    }
  }
}

/** An unquoted `true` or `false`. */
export const flag: Codec<boolean> = {
  type: Schema.Boolean,
  written: Schema.Boolean,
  read: (node, name, sink) =>
    node.kind === "scalar" && !node.quoted && typeof node.value === "boolean"
      ? Option.some(node.value)
      : refuse(sink, node.line, `${name} must be true or false`)
}

/** A number a Schema accepts, unquoted. */
export const numberOf = (schema: Schema.Schema<number>, refusal: (name: string) => string): Codec<number> => {
  const decode = Schema.decodeUnknownOption(schema)
  return {
    type: schema,
    written: schema,
    read: (node, name, sink) => {
      const decoded = node.kind === "scalar" && !node.quoted ? decode(node.value) : Option.none()
      return Option.isSome(decoded) ? decoded : refuse(sink, node.line, refusal(name))
    }
  }
}

/** A whole number of at least `least`; `300.0` is the whole number 300. */
export const whole = (least: number): Codec<number> =>
  numberOf(
    Schema.Number.pipe(Schema.int(), Schema.greaterThanOrEqualTo(least), Schema.lessThanOrEqualTo(1_000_000)),
    (name) => `${name} must be a whole number, ${least} or more`
  )

/** A finite number above zero. */
export const positive: Codec<number> = numberOf(
  Schema.Number.pipe(Schema.finite(), Schema.positive()),
  (name) => `${name} must be a number above 0`
)

/** A measure: plain text with its unit, which a transforming Schema turns into a value. */
export const measure = <A>(
  schema: Schema.Schema<A, string>,
  needs: string,
  check: (value: A, name: string) => string | null = () => null
): Codec<A> => {
  const decode = Schema.decodeOption(schema)
  return {
    type: Schema.typeSchema(schema),
    written: schema,
    read: (node, name, sink) => {
      const decoded = node.kind === "scalar" && !node.quoted ? decode(node.text) : Option.none()
      if (Option.isNone(decoded)) return refuse(sink, node.line, `${name} ${needs}`)
      const wrong = check(decoded.value, name)
      return wrong === null ? decoded : refuse(sink, node.line, wrong)
    }
  }
}

/** A list; every item is read, so that all problems are said. */
export const list = <A>(
  item: Codec<A>,
  itemName: (name: string) => string = (name) => name
): Codec<ReadonlyArray<A>> => ({
  type: Schema.Array(item.type),
  written: Schema.Array(item.written),
  read: (node, name, sink) => {
    if (node.kind !== "list") return refuse(sink, node.line, `${name} must be a list`)
    return Option.all(node.items.map((each) => item.read(each, itemName(name), sink)))
  }
})

/** A list of texts. */
export const texts: Codec<ReadonlyArray<string>> = list({
  ...text,
  read: (node, name, sink) => {
    if (node.kind === "map") {
      return refuse(sink, node.line, `each item of ${name} must be text: quote a line that contains ": "`)
    }
    return readText(node, `each item of ${name}`, sink)
  }
})
