import * as FastCheck from "effect/FastCheck"
import { RING, type TypedLine } from "../../../src/domain/typing/line.ts"
import { next, type Plan, type Step, start } from "../../../src/domain/typing/machine.ts"
import type { Outcome } from "../../../src/domain/typing/outcome.ts"
import {
  type Happening,
  MODEL_PROCESS,
  ModelPane,
  type Nature,
  type Scheduled,
  wrapped
} from "../../support/model-pane.ts"

export const PANE = "%1"

/** A pane in which nothing is slow and nobody does anything. */
export const CALM: Nature = {
  width: 80,
  wrap: "word",
  typeDelay: 0,
  part: 600,
  gap: 0,
  enterDelay: 0,
  drawDelay: 0,
  statusDelay: 0,
  burst: 0,
  burstBreaks: false,
  turn: 2_000,
  styled: true,
  hasStatus: true,
  text: ""
}

export interface Run {
  readonly model: ModelPane
  readonly plan: Plan
  readonly outcome: Outcome
  readonly steps: ReadonlyArray<Step>
}

/** Carries one delivery out on a model pane; a key follows its look in no time. */
export const run = (plan: Plan, nature: Nature, schedule: ReadonlyArray<Scheduled>): Run => {
  const model = new ModelPane(nature, schedule)
  const steps: Array<Step> = [start]
  let step = start
  model.advanceTo(0)
  for (let count = 0; count < 400; count++) {
    const { act, state } = step
    if (act._tag === "End") return { model, plan, outcome: act.outcome, steps }
    if (act._tag === "Look") {
      model.advanceTo(model.now + act.after)
      step = next(plan, state, { _tag: "Observed", observation: model.observe() })
    } else {
      if (act._tag === "Type") model.type(plan.line)
      else model.press()
      step = next(plan, state, { _tag: "Sent", at: model.now })
    }
    steps.push(step)
  }
  throw new Error("the delivery has no end")
}

export const planOf = (line: TypedLine, own: "None" | "Marker" | "Record"): Plan => ({
  pane: PANE,
  line,
  own:
    own === "Record"
      ? {
          _tag: "Record",
          record: { pane: PANE, server: "s1", process: MODEL_PROCESS, text: line, enters: 0 }
        }
      : { _tag: own }
})

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&")

/** The rows are the line, a break in the place of one space or of nothing, no row blank. */
export const drawsLine = (rows: ReadonlyArray<string>, line: string): boolean =>
  !rows.includes("") && new RegExp(`^${rows.map(escaped).join(" ?")}$`, "u").test(line)

/** Everything wrong with a run, in words; empty for a good one. */
export const faults = ({ model, outcome, plan }: Run): ReadonlyArray<string> => {
  const wrong: Array<string> = []
  const types = model.keys.filter(({ key }) => key === "Type")
  const presses = model.keys.filter(({ key }) => key === "Press")
  if (types.length > 1) wrong.push("typed twice")
  if (presses.length > 1) wrong.push("two Enters")
  for (const { copy, key, readable, shown, status } of model.keys) {
    const right = key === "Type" ? shown.text === "" : drawsLine(wrapped(shown.text, model.nature), plan.line)
    if (!right || shown.folded) wrong.push(`${key} on other text`)
    for (const bad of ["dialog", "overlay", "vim", "turn", "torn"] as const) {
      if (shown[bad]) wrong.push(`${key} on ${bad}`)
    }
    if (shown.process !== "cli" && shown.process !== "again") wrong.push(`${key} into ${shown.process}`)
    if (copy) wrong.push(`${key} in copy mode`)
    if (!readable) wrong.push(`${key} unseen`)
    if (model.nature.hasStatus && status !== "idle" && status !== "done") wrong.push(`${key} while ${status}`)
    if (!model.nature.styled) wrong.push(`${key} on a plain screen`)
  }
  if (types.length === 0 && presses.length > 0 && plan.own._tag === "None")
    wrong.push("sent what nobody proved")
  const pressed = presses[0]?.at ?? Number.POSITIVE_INFINITY
  const { drawDelay } = model.nature
  const taken = model.submissions.filter(({ at }) => at >= pressed - drawDelay)
  // What others do to the box while our keys are on their way, or before they are drawn, no look can know of.
  const first = model.keys[0]?.at ?? Number.POSITIVE_INFINITY
  const alone = !model.hands.some((at) => at >= first - drawDelay)
  const ours = taken.some(({ text }) => !alone || drawsLine(wrapped(text.trimEnd(), model.nature), plan.line))
  const emptied =
    model.emptied.some((at) => at >= pressed - drawDelay) ||
    model.restarts.some((at) => at >= pressed - drawDelay && at <= pressed)
  if (outcome._tag === "Submitted") {
    if (!ours && !emptied) wrong.push("said to be submitted and was not")
    if (outcome.typed !== types.length > 0) wrong.push("wrong about who typed")
  }
  if (outcome._tag === "NotTyped" && model.keys.length > 0) wrong.push("said not typed after a key")
  if (outcome._tag === "TypedNotSent") {
    if (model.keys.length === 0) wrong.push("said typed without a key")
    // The same line again from another hand, between two looks, is not to be told from ours.
    if (alone && taken.some(({ by, text }) => by === "watch" && text === plan.line))
      wrong.push("said not sent and was")
  }
  if (outcome._tag === "Unconfirmed" && presses.length === 0) wrong.push("unconfirmed without an Enter")
  return wrong
}

const bool = FastCheck.boolean()
const words = FastCheck.constantFrom("x", " ", "rm -rf build", RING, "T", "please wait", "\n")

export const happening: FastCheck.Arbitrary<Happening> = FastCheck.oneof(
  FastCheck.record({ _tag: FastCheck.constantFrom("types" as const, "prefixes" as const), text: words }),
  FastCheck.record({
    _tag: FastCheck.constantFrom(
      "backspace" as const,
      "clears" as const,
      "breaks" as const,
      "enters" as const,
      "pastes" as const
    )
  }),
  FastCheck.record({ _tag: FastCheck.constant("sends" as const), text: words }),
  FastCheck.record({
    _tag: FastCheck.constantFrom(
      "dialog" as const,
      "overlay" as const,
      "vim" as const,
      "copy" as const,
      "torn" as const,
      "unreadable" as const,
      "deaf" as const
    ),
    on: bool
  }),
  FastCheck.record({
    _tag: FastCheck.constantFrom(
      "exits" as const,
      "restarts" as const,
      "replaced" as const,
      "editor" as const,
      "closed" as const,
      "server" as const,
      "turn" as const,
      "rests" as const
    )
  }),
  FastCheck.record({
    _tag: FastCheck.constant("status" as const),
    word: FastCheck.constantFrom("idle", "done", "working", "blocked", "starting", null)
  })
)

/** Around the instants at which a delivery looks and presses, and anywhere. */
const instant = FastCheck.oneof(
  FastCheck.integer({ min: 0, max: 700 }),
  FastCheck.constantFrom(0, 1, 99, 100, 101, 249, 250, 251, 349, 350, 351, 450),
  FastCheck.integer({ min: 0, max: 7_000 })
)

const delay = (max: number) => FastCheck.oneof(FastCheck.constant(0), FastCheck.integer({ min: 0, max }))

export const nature = (line: TypedLine): FastCheck.Arbitrary<Nature> =>
  FastCheck.record({
    width: FastCheck.integer({ min: 12, max: 90 }),
    wrap: FastCheck.constantFrom("word" as const, "hard" as const),
    typeDelay: delay(900),
    part: FastCheck.constantFrom(600, 600, 7, 1),
    gap: delay(60),
    enterDelay: delay(1_200),
    drawDelay: delay(900),
    statusDelay: delay(1_000),
    burst: FastCheck.constantFrom(0, 120, 120, 400),
    burstBreaks: bool,
    turn: FastCheck.integer({ min: 50, max: 4_000 }),
    styled: FastCheck.oneof({ weight: 9, arbitrary: FastCheck.constant(true) }, FastCheck.constant(false)),
    hasStatus: FastCheck.oneof({ weight: 2, arbitrary: FastCheck.constant(true) }, FastCheck.constant(false)),
    text: FastCheck.oneof(
      { weight: 6, arbitrary: FastCheck.constant("") },
      { weight: 2, arbitrary: FastCheck.constant(line as string) },
      words
    )
  })

export const schedule: FastCheck.Arbitrary<ReadonlyArray<Scheduled>> = FastCheck.array(
  FastCheck.record({ at: instant, what: happening }),
  { maxLength: 6 }
)
