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

/** Our line whose turn may follow: the newest that was sent, or may have been. */
const lastOf = ({ asked, last }: TypingMemory, { at, outcome }: TypedFact): TypingMemory["last"] => {
  // A turn that was seen before this was told stands for the line it was asked with.
  const presumed = last != null && last.at === asked
  if (outcome === "not-typed" || outcome === "not-sent") return presumed ? null : (last ?? null)
  if (presumed) return { at, turn: last.turn }
  return last != null && last.at >= at ? last : { at, turn: false }
}

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
      last: lastOf(now, fact),
      left: fact.outcome === "not-typed" ? (now.left ?? null) : leftOf(fact)
    }),
    before
  )
  return memory.left != null && (kind === "idle" || kind === "working") ? { ...memory, left: null } : memory
}
