import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Codec, Sink } from "./codec.ts"
import { NonEmpty, refuse, text, textOf, texts } from "./codec.ts"
import type { YamlNode } from "./node.ts"
import { child } from "./node.ts"
import type { SeatEntry } from "./seat.ts"
import { seatEntry } from "./seat.ts"
import { budgets } from "./sections/budgets.ts"
import { delegates } from "./sections/delegates.ts"
import { dialogs } from "./sections/dialogs.ts"
import { identity } from "./sections/identity.ts"
import { limits } from "./sections/limits.ts"
import { machine } from "./sections/machine.ts"
import { trust } from "./sections/trust.ts"
import { visibility } from "./sections/visibility.ts"
import { watch } from "./sections/watch.ts"
import { workspace } from "./sections/workspace.ts"
import { defaults, maybe, optional, required } from "./struct.ts"

const format: Codec<1> = {
  type: Schema.Literal(1),
  written: Schema.Literal(1),
  read: (node, name, sink) =>
    node.kind === "scalar" && !node.quoted && node.value === 1
      ? Option.some(1)
      : refuse(sink, node.line, `${name} must be the number 1`)
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const named = textOf({
  schema: NonEmpty.pipe(Schema.pattern(NAME)),
  refusal: (name) =>
    `${name} must start with a letter or digit, then letters, digits, ".", "_" and "-" (64 at most)`
})

const session: Codec<string> = {
  ...named,
  read: (node, name, sink) =>
    Option.flatMap(named.read(node, name, sink), (value) =>
      value === "default"
        ? refuse(sink, node.line, `${name} can't be "default": it is herdr's own session`)
        : Option.some(value)
    )
}

/** An entry of `seats`: read, or none with the name it would have had, so that nothing is said of it twice. */
export interface SeatReading {
  readonly line: number
  readonly entry: Option.Option<SeatEntry>
  readonly name: string | null
}

const seatName = (node: YamlNode): string | null => {
  const name = child(node, "name")
  return name?.kind === "scalar" && name.text !== "" ? name.text : null
}

const SeatReadings: Codec<ReadonlyArray<SeatReading>> = {
  // The file's own Schema has the seats as they are after the cross-checks; this one is only in between.
  type: Schema.Array(Schema.Any),
  written: Schema.NonEmptyArray(seatEntry.written),
  read: (node: YamlNode, name: string, sink: Sink) => {
    if (node.kind !== "list" || node.items.length === 0) {
      return refuse(sink, node.line, `${name} must be a list with at least one seat`)
    }
    return Option.some(
      node.items.map((item) => ({
        line: item.line,
        entry: seatEntry.read(item, "a seat", sink),
        name: seatName(item)
      }))
    )
  }
}

/** Every key the top of a file may have, one line each. The order is the one the documentation has. */
export const FILE_FIELDS = {
  format: required(format, "The format of the file: 1."),
  project: required(named, "The project's name."),
  session: maybe(session, "The host session the team runs in; the project's name when left out."),
  operator: required(text, "The seat that talks to people: the operator's reports go to it."),
  coordinator: maybe(text, "Deprecated: the lead is the seat with `leads: true`."),
  visibility: maybe(visibility, "Whether the project is public or private."),
  trust: optional(trust, [], "Folders the seats may work in, absolute or starting with ~."),
  limits: optional(limits, defaults(limits), "How many seats may run."),
  machine: optional(machine, defaults(machine), "What the machine must have left."),
  rules: optional(texts, [], "Lines added to every seat's standing rules."),
  identity: optional(identity, defaults(identity), "How the team signs its work."),
  workspace: optional(workspace, defaults(workspace), "Where seats work."),
  dialogs: optional(dialogs, { trust: "owner" } as const, "Who answers trust dialogs."),
  delegates: optional(delegates, [], "Panes of other sessions that may start and stop the team."),
  budgets: optional(budgets, defaults(budgets), "Accounts and the marks they are watched for."),
  watch: optional(watch, defaults(watch), "The watch's intervals, thresholds and checks."),
  seats: required(SeatReadings, "The team's seats.")
}

/** Sections of earlier files that nothing here acts on: each loads and is said once as a warning. */
export const IDLE_SECTIONS = {
  tasks: "is read by no part of this version and has no effect",
  tools: "is read by no part of this version and has no effect",
  releases: "is read by no part of this version and has no effect"
} as const

const homes = new Map<string, string>()
for (const [where, section] of Object.entries({ watch, machine, workspace, budgets, limits, identity })) {
  for (const key of Object.keys(section.fields)) homes.set(key, where)
}
for (const key of Object.keys(seatEntry.fields)) if (!homes.has(key)) homes.set(key, "a seat")

/** The section a key belongs to when it is written at the top of the file, or null. */
export const homeOf = (key: string): string | null => homes.get(key) ?? null
