import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as Durations from "../threshold/duration.ts"
import { LivenessWord } from "../threshold/words.ts"
import type { Codec } from "./codec.ts"
import { measure, refuse } from "./codec.ts"

const DurationText = Schema.transform(
  Schema.String.pipe(Schema.pattern(Durations.DURATION_PATTERN)),
  Durations.Duration,
  {
    strict: true,
    decode: (text) => ({ ms: Math.round(Durations.parseMs(text) ?? 0), written: text }),
    encode: (value) => Durations.print(value)
  }
)

const NEEDS_DURATION = "needs a value with its unit (s, m, h), such as 120s or 10m"

/** `120s`, `10m`, `1.5h`; zero is a duration. */
export const duration: Codec<Durations.Duration> = measure(DurationText, NEEDS_DURATION)

/** A duration of at least a second: for what repeats. */
export const period: Codec<Durations.Duration> = measure(DurationText, NEEDS_DURATION, (value, name) =>
  value.ms === 0
    ? `${name} must be greater than zero`
    : value.ms < 1_000
      ? `${name} must be 1s or more`
      : null
)

const PERCENT = /^(\d{1,3}(?:\.\d{1,4})?)%$/
const PercentText = Schema.transform(
  Schema.String.pipe(Schema.pattern(PERCENT)),
  Schema.Number.pipe(Schema.between(0, 100)),
  { strict: true, decode: (text) => Number.parseFloat(text), encode: (value) => `${value}%` }
)

/** `25%` as the number 25. */
export const percent: Codec<number> = measure(PercentText, "needs a value with its unit (%), such as 25%")

const SIZE = /^(\d{1,9}(?:\.\d{1,6})?)(MB|GB|TB)$/
const BYTES: Readonly<Record<string, number>> = { MB: 1e6, GB: 1e9, TB: 1e12 }
const SizeText = Schema.transformOrFail(Schema.String.pipe(Schema.pattern(SIZE)), Schema.NonNegativeInt, {
  strict: true,
  decode: (text, _, ast) => {
    const bytes = Math.round(Number.parseFloat(text) * (BYTES[text.slice(-2)] ?? Number.NaN))
    return Number.isSafeInteger(bytes)
      ? ParseResult.succeed(bytes)
      : ParseResult.fail(new ParseResult.Type(ast, text, "more bytes than can be counted"))
  },
  encode: (bytes) => ParseResult.succeed(`${bytes / 1e6}MB`)
})

/** `10GB` as bytes; the units are decimal. */
export const size: Codec<number> = measure(SizeText, "needs a value with its unit (MB, GB, TB), such as 10GB")

/** An amount of money in a currency of three letters. */
export const Money = Schema.Struct({
  amount: Schema.Number.pipe(Schema.nonNegative()),
  currency: Schema.String
})
export type Money = typeof Money.Type

const MONEY = /^(\d{1,12}(?:\.\d{1,4})?) ([A-Z]{3})$/
const MoneyText = Schema.transform(Schema.String.pipe(Schema.pattern(MONEY)), Money, {
  strict: true,
  decode: (text) => ({ amount: Number.parseFloat(text), currency: text.slice(-3) }),
  encode: (money) => `${money.amount} ${money.currency}`
})

/** `5 USD`. */
export const money: Codec<Money> = measure(MoneyText, "is an amount and a currency, such as 5 USD")

const WordText = Schema.transform(
  // A minus and a fraction are read, so that the resolution can set them aside (spec 000 rule 6).
  Schema.String.pipe(Schema.pattern(/^-?\d{1,9}(?:\.\d{1,6})?[smh]$/)),
  LivenessWord,
  {
    strict: true,
    decode: (text) => {
      const ms = Durations.parseMs(text.replace("-", "")) ?? 0
      return { seconds: (text.startsWith("-") ? -ms : ms) / 1_000, written: text }
    },
    encode: (word) => word.written ?? `${word.seconds ?? 0}s`
  }
)

/** A liveness word of the `watch` section: a duration, valid as a threshold or not. */
export const watchWord: Codec<LivenessWord> = measure(WordText, NEEDS_DURATION)

/** A liveness word in seconds (`idle_lead_seconds: 240`). Any scalar is taken; an invalid one is set aside later. */
export const secondsWord: Codec<LivenessWord> = {
  type: LivenessWord,
  written: Schema.Number.pipe(Schema.int(), Schema.greaterThanOrEqualTo(1)),
  read: (node, name, sink) => {
    if (node.kind !== "scalar") return refuse(sink, node.line, `${name} must be a whole number of seconds`)
    const { quoted, value } = node
    return Option.some(
      !quoted && typeof value === "number" && Number.isFinite(value)
        ? { seconds: value, written: null }
        : { seconds: null, written: node.text === "" ? "nothing" : node.text }
    )
  }
}
