import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Declared } from "../threshold/words.ts"
import type { Codec } from "./codec.ts"
import { choice, flag, hasControl, NonEmpty, numberOf, quote, refuse, text, textOf } from "./codec.ts"
import { declaredOf, INNER_FIELDS, innerMap } from "./liveness.ts"
import type { Values } from "./struct.ts"
import { maybe, optional, required, struct } from "./struct.ts"

/** A seat of the team with every default filled in and `count` expanded. */
export const Seat = Schema.Struct({
  role: Schema.String,
  name: Schema.String,
  label: Schema.String,
  display: Schema.String,
  cli: Schema.String,
  vendor: Schema.String,
  model: Schema.String,
  model_from: Schema.NullOr(Schema.Literal("launcher")),
  /** As written; "0" is the placeholder (see `versionOf`). */
  version: Schema.String,
  launch: Schema.String,
  account: Schema.String,
  cwd: Schema.String,
  mode: Schema.Literal("worktree", "shared"),
  /** Runs, and its idle is never reported. */
  parked: Schema.Boolean,
  /** `up` leaves it out. */
  stopped: Schema.Boolean,
  leads: Schema.Boolean,
  /** The seat's own level of the threshold chain. */
  liveness: Declared,
  /** Where its entry starts in the file. */
  line: Schema.Int,
  /** The name its entry gives; `name` adds the number where the entry has a count. */
  declared: Schema.String,
  count: Schema.Int,
  /** 1 for the first (or only) one. */
  instance: Schema.Int
})
export type Seat = typeof Seat.Type

/** The version the file declares, or null for the placeholder "0". */
export const versionOf = (seat: { readonly version: string }): string | null =>
  seat.version === "0" ? null : seat.version

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

const name = textOf({
  schema: NonEmpty.pipe(Schema.pattern(NAME)),
  refusal: (_, value) => {
    const base = `seat ${quote(value)}: the name takes letters, digits, ".", "_" and "-"`
    if (!/^[A-Za-z0-9._-]+$/.test(value)) return base
    return value.length > 64 ? `${base}, 64 at most` : `${base}, and starts with a letter or a digit`
  }
})

const cli = textOf({
  schema: NonEmpty.pipe(Schema.pattern(/^[a-z0-9][a-z0-9._-]{0,63}$/)),
  refusal: (field) => `${field} must be the name of a CLI profile, such as claude-code`
})

const version: Codec<string> = {
  ...text,
  read: (node, field, sink) =>
    node.kind === "scalar" && !node.quoted
      ? refuse(
          sink,
          node.line,
          `${field} must be quoted ("4.10"): unquoted, YAML reads it as a number and 4.10 becomes 4.1`
        )
      : text.read(node, field, sink)
}

const cwd: Codec<string> = {
  ...text,
  read: (node, field, sink) => {
    const raw = node.kind === "scalar" && typeof node.value === "string" ? node.value : ""
    if (hasControl(raw) || raw.includes("`")) {
      return refuse(sink, node.line, `${field} must not contain control characters or backticks`)
    }
    return Option.flatMap(text.read(node, field, sink), (path) =>
      path.startsWith("/") || path.startsWith("~")
        ? refuse(sink, node.line, `${field} must be relative to the project`)
        : Option.some(path)
    )
  }
}

const count = numberOf(
  Schema.Number.pipe(Schema.int(), Schema.between(1, 100)),
  (field) => `${field} must be a whole number, 1 or more (100 at most)`
)

/** A seat as its entry in the file has it. */
export const seatEntry = struct(
  {
    role: required(text, "What the seat does: orchestrator, operator, implementer, reviewer, …"),
    name: required(name, "The seat's name, unique in the file."),
    label: maybe(
      text,
      "Sidebar line 1 and workspace title; the model and version in lower case when left out."
    ),
    display: maybe(text, "Sidebar line 2; `<model> <version>` when left out. Contains the version."),
    cli: required(cli, "The CLI profile: claude-code, codex, cursor, grok, …"),
    vendor: required(text, "Whose model it is."),
    model: required(text, "The model, as the CLI's screen names it."),
    model_from: maybe(choice("launcher"), "`launcher`: the launch line's launcher chooses the model."),
    version: required(version, 'The model\'s version, quoted; "0" declares none.'),
    launch: required(text, "The command line that starts the CLI."),
    account: maybe(text, "The budget account it runs on; the vendor when left out."),
    cwd: optional(cwd, ".", "The folder it starts in, relative to the project.", "."),
    mode: maybe(choice("worktree", "shared"), "Where it works; workspace.mode when left out."),
    count: optional(count, 1, "So many seats of this entry: name, name-2, name-3, …", 1),
    parked: optional(flag, false, "Runs, and its idle is never reported.", false),
    stopped: optional(flag, false, "Not started by `team up`.", false),
    leads: optional(flag, false, "True on the one seat that leads the team.", false),
    ...INNER_FIELDS,
    liveness: maybe(innerMap, "The same five words, as a map.")
  },
  { where: "a seat", prefix: "", notAMap: () => "a seat must be a map of fields" }
)
export type SeatEntry = Values<typeof seatEntry.fields>

const tokenOf = (word: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}.])${word.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&")}(?![\\p{L}\\p{N}]|\\.[\\p{L}\\p{N}])`,
    "u"
  )

/** What is wrong with an entry whose fields are fine one by one, or null. */
export const displayProblem = (entry: SeatEntry): string | null =>
  entry.display === null || versionOf(entry) === null || tokenOf(entry.version).test(entry.display)
    ? null
    : `display must contain the version ${quote(entry.version)} as a token of its own`

/** The seats an entry stands for: name, name-2, name-3; labels likewise. */
export const expand = (entry: SeatEntry, mode: Seat["mode"], line: number): ReadonlyArray<Seat> => {
  const shown = versionOf(entry) === null ? entry.model : `${entry.model} ${entry.version}`
  const label = entry.label ?? shown.toLowerCase()
  const liveness = declaredOf(entry, entry.liveness)
  return Array.from({ length: entry.count }, (_, index) => {
    const suffix = index === 0 ? "" : `-${index + 1}`
    return {
      role: entry.role,
      name: `${entry.name}${suffix}`,
      label: `${label}${suffix}`,
      display: entry.display ?? shown,
      cli: entry.cli,
      vendor: entry.vendor,
      model: entry.model,
      model_from: entry.model_from,
      version: entry.version,
      launch: entry.launch,
      account: entry.account ?? entry.vendor,
      cwd: entry.cwd,
      mode: entry.mode ?? mode,
      parked: entry.parked,
      stopped: entry.stopped,
      leads: entry.leads,
      liveness,
      line,
      declared: entry.name,
      count: entry.count,
      instance: index + 1
    }
  })
}
