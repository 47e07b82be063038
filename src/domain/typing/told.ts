import type { ScreenKind } from "../screen/kinds.ts"
import { MOST_TRIES } from "./due.ts"
import type { TypedFact, TypingMemory } from "./typed.ts"

/** Marks what a fact is about as to be tried again, or as over. */
const settled = (memory: TypingMemory, { line, outcome }: TypedFact): TypingMemory => {
  const again = outcome === "not-typed" || outcome === "not-sent"
  // Enter was pressed and nobody saw what came of it: never repeated by itself.
  const over = outcome === "unconfirmed" ? { tries: MOST_TRIES } : {}
  if (line === "nudge" && memory.nudge != null)
    return { ...memory, nudge: { ...memory.nudge, again, ...over } }
  if (line === "ring" && memory.ring != null) return { ...memory, ring: { ...memory.ring, again, ...over } }
  return memory
}

const leftOf = (fact: TypedFact): TypingMemory["left"] =>
  fact.outcome === "not-sent" || fact.outcome === "unconfirmed"
    ? { line: fact.line, at: fact.at, sure: fact.outcome === "not-sent", reason: fact.reason ?? "" }
    : null

/**
 * The memory after this pass was told what became of the deliveries to the seat (`facts`, oldest first), and saw what its
 * screen shows now: a box that is empty, or a turn, ends what was said of a line left there.
 */
export const told = (
  before: TypingMemory,
  facts: ReadonlyArray<TypedFact>,
  kind: ScreenKind | null
): TypingMemory => {
  const memory = facts.reduce<TypingMemory>(
    (now, fact) => ({
      ...settled(now, fact),
      asked: null,
      refused: fact.outcome === "not-typed" ? fact.at : null,
      left: fact.outcome === "not-typed" ? (now.left ?? null) : leftOf(fact)
    }),
    before
  )
  return memory.left != null && (kind === "idle" || kind === "working") ? { ...memory, left: null } : memory
}

/** When our newest line was sent, or may have been (epoch ms); null when none of the facts says so. */
export const sentAt = (facts: ReadonlyArray<TypedFact>): number | null =>
  facts.reduce<number | null>(
    (newest, { at, outcome }) =>
      (outcome === "submitted" || outcome === "unconfirmed") && (newest === null || at > newest)
        ? at
        : newest,
    null
  )
