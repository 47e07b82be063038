import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Durations from "../../threshold/duration.ts"
import type { Codec, Sink } from "../codec.ts"
import { choice, flag, list, NonEmpty, refuse, textOf } from "../codec.ts"
import type { Money } from "../measures.ts"
import { duration, money, percent, period } from "../measures.ts"
import type { YamlNode } from "../node.ts"
import { maybe, optional, record, required, struct } from "../struct.ts"

const command = textOf({
  schema: NonEmpty.pipe(Schema.pattern(/^\S+$/)),
  refusal: (name) => `${name} names one command, with no arguments; use a wrapper`
})

const reserve: Codec<number> = {
  ...percent,
  read: (node, name, sink) =>
    Option.flatMap(percent.read(node, name, sink), (value) =>
      value > 0 ? Option.some(value) : refuse(sink, node.line, `${name} must be above 0%`)
    )
}

const sourceWord = choice("check", "status_line")
const sources = list({
  ...sourceWord,
  read: (node: YamlNode, name: string, sink: Sink) => {
    const word = node.kind === "scalar" ? node.value : null
    return word === "check" || word === "status_line"
      ? Option.some(word)
      : refuse(sink, node.line, `${name} must be check or status_line`)
  }
} satisfies Codec<"check" | "status_line">)

const fields = struct(
  {
    kind: required(
      choice("subscription", "spend"),
      "subscription (windows of a plan) or spend (money left)."
    ),
    shared: optional(flag, false, "Others use the account too.", false),
    reserve: maybe(reserve, "Subscription only: the share kept back."),
    floor: maybe(money, "Spend only: the amount kept back, such as 5 USD."),
    sources: maybe(sources, "Where readings come from, in order: check, status_line."),
    check: maybe(command, "One command that prints the account's reading.")
  },
  { needs: (name, key) => `${name} needs ${key}` }
)

/** One account; `sources` is filled in: the check when one is named, else the status line. */
export interface Account {
  readonly kind: "subscription" | "spend"
  readonly shared: boolean
  readonly reserve: number | null
  readonly floor: Money | null
  readonly sources: ReadonlyArray<"check" | "status_line">
  readonly check: string | null
}

type Written = Schema.Schema.Type<typeof fields.type>

const accountProblems = (account: Written, name: string): ReadonlyArray<string> => {
  const said: Array<string> = []
  const listed = account.sources ?? []
  const twice = listed.find((source, index) => listed.indexOf(source) !== index)
  if (twice !== undefined) said.push(`${name}.sources lists ${twice} twice`)
  if (account.kind === "spend" && listed.includes("status_line")) {
    said.push(`${name}: a spend account never reads a screen`)
  }
  if (account.kind === "spend" && account.reserve !== null) {
    said.push(`${name}: a spend account has a floor, not a reserve`)
  }
  if (account.kind === "subscription" && account.floor !== null) {
    said.push(`${name}: a subscription has a reserve, not a floor`)
  }
  if (account.kind === "spend" && account.floor === null) said.push(`${name} needs floor`)
  const mustCheck = listed.includes("check") || (account.kind === "spend" && account.sources === null)
  if (mustCheck && account.check === null) said.push(`${name} needs check`)
  if (account.check !== null && account.sources !== null && !listed.includes("check")) {
    said.push(`${name}.check needs sources to list check`)
  }
  if (account.sources?.length === 0) said.push(`${name} needs a source`)
  return said
}

export const account: Codec<Account> = {
  type: Schema.Struct({
    kind: Schema.Literal("subscription", "spend"),
    shared: Schema.Boolean,
    reserve: Schema.NullOr(percent.type),
    floor: Schema.NullOr(money.type),
    sources: Schema.Array(sourceWord.type),
    check: Schema.NullOr(Schema.String)
  }),
  written: fields.written,
  read: (node, name, sink) =>
    Option.flatMap(fields.read(node, name, sink), (read) => {
      const problems = accountProblems(read, name)
      for (const message of problems) sink.problem(node.line, message)
      const filled = read.sources ?? (read.check === null ? ["status_line" as const] : ["check" as const])
      return problems.length > 0 ? Option.none() : Option.some({ ...read, sources: filled })
    })
}

const marks: Codec<ReadonlyArray<number>> = (() => {
  const all = list(percent)
  return {
    type: all.type,
    written: Schema.Array(Schema.Union(Schema.Number, Schema.String)),
    read: (node, name, sink) => {
      const wrong = () =>
        refuse(sink, node.line, `${name} must be a list of percentages, such as [50, 75, 90]`)
      if (node.kind !== "list") return wrong()
      const values = node.items.map((item) => {
        const text = item.kind === "scalar" && !item.quoted ? item.text.replace(/%$/, "") : ""
        return /^\d{1,3}(?:\.\d{1,2})?$/.test(text) ? Number.parseFloat(text) : Number.NaN
      })
      if (values.some((value) => !(value > 0 && value <= 100))) return wrong()
      return Option.some([...new Set(values)].sort((left, right) => left - right))
    }
  }
})()

/** The percentages of `budgets.marks`, with or without the sign; also what the old `watch.quota_marks` takes. */
export const markList = marks

/** The marks of a file that names none. */
export const DEFAULT_MARKS: ReadonlyArray<number> = [50, 75, 90]

/** The `budgets` section. `marks` null stands for the default ones (or the old `watch.quota_marks`). */
export const budgets = struct({
  stale_after: optional(
    duration,
    Durations.ofMs(1_800_000),
    "A reading older than this no longer counts.",
    "30m"
  ),
  check_every: optional(period, Durations.ofMs(600_000), "Time between two runs of a check command.", "10m"),
  marks: maybe(marks, "Percentages used that are reported; [50, 75, 90] when left out."),
  accounts: optional(
    record(account, { notAMap: (name) => `${name} must be a map: an account, then its fields` }),
    {},
    "The accounts seats run on."
  )
})
