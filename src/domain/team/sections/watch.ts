import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { CheckName } from "../../check/names.ts"
import { ALWAYS_ON, CHECK_NAMES, CheckName as CheckNames, isAlwaysOn } from "../../check/names.ts"
import { nearest } from "../../text/nearest.ts"
import * as Durations from "../../threshold/duration.ts"
import type { Codec } from "../codec.ts"
import { NonEmpty, positive, quote, refuse, textOf } from "../codec.ts"
import { SHIPPED_WATCH, shippedWord } from "../liveness.ts"
import { duration, period, secondsWord, watchWord } from "../measures.ts"
import { isEmpty } from "../node.ts"
import { maybe, optional, struct } from "../struct.ts"
import { markList } from "./budgets.ts"

const isCheck = Schema.is(CheckNames)

/** `checks: { extra: off }` as the names that are off, in the order of the checks. */
const checks: Codec<ReadonlyArray<CheckName>> = {
  type: Schema.Array(CheckNames),
  written: Schema.Struct(
    Object.fromEntries(
      CHECK_NAMES.filter((name) => !isAlwaysOn(name)).map((name) => [
        name,
        Schema.optional(Schema.Literal("off", false))
      ])
    )
  ),
  read: (node, name, sink) => {
    if (isEmpty(node)) return Option.some([])
    if (node.kind !== "map")
      return refuse(sink, node.line, `${name} must be a map: a check named, and set off`)
    const off = new Set<CheckName>()
    let whole = true
    const wrong = (line: number, message: string) => {
      whole = false
      sink.problem(line, message)
    }
    for (const { key, line, value } of node.entries) {
      if (!isCheck(key)) {
        const near = nearest(key, CHECK_NAMES)
        const hint = near === null ? "" : ` (did you mean ${quote(near)}?)`
        wrong(line, `unknown check ${quote(key)} in ${name}: the checks are ${CHECK_NAMES.join(", ")}${hint}`)
      } else if (isAlwaysOn(key)) {
        wrong(line, `${name} can't turn off ${key}: ${ALWAYS_ON.join(", ")} always run`)
      } else if (value.kind !== "scalar" || value.text !== "off") {
        wrong(line, `${name}.${key} must be off: the only setting is off`)
      } else off.add(key)
    }
    return whole ? Option.some(CHECK_NAMES.filter((check) => off.has(check))) : Option.none()
  }
}

/** The drop body the watch types into an idle worker: one line, short enough for the typed-line limit. */
const nudge = textOf({
  schema: NonEmpty.pipe(Schema.filter((line) => new TextEncoder().encode(line).length <= 400)),
  refusal: (name) => `${name} must be at most 400 bytes: it is typed as one line`
})

/** One program, named or by path, without arguments. */
const command = textOf({
  schema: NonEmpty.pipe(Schema.pattern(/^\S+$/)),
  refusal: (name) => `${name} names one command, with no arguments; use a wrapper`
})

/** The `watch` section (spec 000 §3.2, §3.3; design §6). */
export const watch = struct({
  interval: optional(period, Durations.ofSeconds(120), "Time between two passes, 1s or more.", "120s"),
  idle_first: optional(
    watchWord,
    shippedWord(SHIPPED_WATCH.idle_first),
    "Quiet this long: the lead is told. May only tighten.",
    "300s"
  ),
  idle_owner: optional(
    watchWord,
    shippedWord(SHIPPED_WATCH.idle_owner),
    "Quiet this long: the owner is told. May only tighten.",
    "900s"
  ),
  blind_after: optional(
    watchWord,
    shippedWord(SHIPPED_WATCH.blind_after),
    "Unknown this long: the seat counts as blind.",
    "300s"
  ),
  trace_window_seconds: maybe(secondsWord, "How many seconds a commit, an ack or a message counts as work."),
  hook_working_seconds: maybe(secondsWord, "How many seconds a working hook outranks a readable screen."),
  idle_repeat: maybe(period, "The operator's idle report is said again after this long; off when left out."),
  team_idle: optional(
    duration,
    Durations.ofSeconds(600),
    "Every worker quiet this long: every agent is idle.",
    "600s"
  ),
  unsent_after: optional(duration, Durations.ofSeconds(60), "Unsent text this old is reported.", "60s"),
  nudge_wait: optional(duration, Durations.ofSeconds(600), "A message this old goes to the owner.", "600s"),
  nudge: maybe(nudge, "The line typed into an idle worker, at most 400 bytes."),
  tempo: optional(
    positive,
    1,
    "Scales idle_repeat, team_idle, nudge_wait, unsent_after and the idle window; never idle_owner or blind_after.",
    1
  ),
  checks: optional(
    checks,
    [],
    "Checks to switch off. attention, missing, model-drift and approval always run."
  ),
  notify_command: maybe(command, "A program that gets every report as JSON on its standard input."),
  quota_marks: maybe(markList, "Deprecated: the marks are budgets.marks.")
})
