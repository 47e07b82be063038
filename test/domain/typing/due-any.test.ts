import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import type { MailItem } from "../../../src/domain/mailbox/seat-mail.ts"
import { type DueInput, lineDue, MOST_TRIES } from "../../../src/domain/typing/due.ts"
import { ASKED_STANDS, shiftTyping, type TypingMemory } from "../../../src/domain/typing/typed.ts"
import { HOUR, MINUTE, T0, team } from "../../support/scenario.ts"
import { AT, input, onHold, type Shows, spec } from "./due-given.ts"
import { held, message, messageId, typingOf } from "./given.ts"

const instant = FastCheck.integer({ min: -20 * MINUTE, max: 2 * MINUTE }).map((ago) => AT + ago)
const tries = FastCheck.integer({ min: 1, max: MOST_TRIES })
const option = <A>(one: FastCheck.Arbitrary<A>) => FastCheck.option(one, { freq: 2 })
const memories: FastCheck.Arbitrary<TypingMemory> = FastCheck.record({
  asked: option(instant),
  refused: option(instant),
  last: option(FastCheck.record({ at: instant, turn: FastCheck.boolean() })),
  nudge: option(
    FastCheck.record({
      at: FastCheck.oneof(instant, FastCheck.constantFrom(T0 - 1, T0)),
      tries,
      again: FastCheck.boolean()
    })
  ),
  ring: option(
    FastCheck.record({
      at: instant,
      tries,
      again: FastCheck.boolean(),
      upTo: FastCheck.integer({ min: 0, max: 4 }).map(messageId)
    })
  ),
  left: FastCheck.constant(null)
})
const mails: FastCheck.Arbitrary<ReadonlyArray<MailItem>> = FastCheck.array(
  FastCheck.record({
    read: FastCheck.boolean(),
    pending: option(
      FastCheck.record({
        tries: FastCheck.integer({ min: 0, max: 5 }),
        enters: FastCheck.integer({ min: 0, max: 2 }),
        lastAt: instant
      })
    )
  }),
  { maxLength: 4 }
).map((all) =>
  all.map(({ pending, read }, index) =>
    message(index + 1, {
      receipt: read ? { at: T0, how: "shown" } : null,
      pending: pending === null ? null : held(index + 1, pending)
    })
  )
)
const inputs = FastCheck.record({
  shows: FastCheck.constantFrom<[Shows, ...ReadonlyArray<Shows>]>(
    "free",
    "free",
    "free",
    "ring",
    "nudge",
    "trigger",
    "draft",
    "longer",
    "working",
    "dialog"
  ),
  held: FastCheck.constantFrom(false, false, false, true),
  leads: FastCheck.constantFrom(false, false, true),
  operator: FastCheck.constantFrom(false, false, false, true),
  own: FastCheck.constantFrom(false, false, false, false, true),
  repeat: FastCheck.constantFrom(null, 10 * MINUTE),
  memory: memories,
  mail: mails
}).map((one): DueInput & { readonly shows: Shows } => {
  const view = spec({ leads: one.leads, operator: one.operator }, one.shows)
  return {
    ...input({
      seat: one.held ? onHold(view) : view,
      team: team([], { idleRepeat: one.repeat }),
      typing: typingOf({ pane: one.own ? "%alpha" : null }),
      memory: one.memory,
      mail: one.mail
    }),
    shows: one.shows
  }
})

/** The screens on which a line of this kind may be due. */
const FOR = {
  Nudge: ["free", "nudge"],
  Ring: ["free", "ring"],
  Retry: ["free", "trigger"]
} as const

describe("whatever is remembered and waits", () => {
  it("a line is due only for a free box or our exact line, to whom it may go, and is marked as asked for", () => {
    const seen = new Set<string>()
    FastCheck.assert(
      FastCheck.property(inputs, FastCheck.integer({ min: 0, max: ASKED_STANDS - 1 }), (one, later) => {
        const { intent, memory } = lineDue(one)
        if (intent === null) {
          expect(memory).toBe(one.memory)
          return
        }
        seen.add(`${intent._tag} ${one.shows}`)
        expect(FOR[intent._tag]).toContain(one.shows)
        expect(one.seat.evidence.hold).toBeNull()
        expect(one.typing.pane).toBeNull()
        if (intent._tag === "Nudge") expect(one.seat.spec.leads || one.seat.spec.operator).toBe(false)
        else expect(one.mail.find(({ id }) => id === intent.message)?.receipt).toBeNull()
        expect(memory.asked).toBe(one.at)
        expect(lineDue({ ...one, at: one.at + later, memory }).intent).toBeNull()
      }),
      { numRuns: 4_000 }
    )
    expect([...seen].sort()).toEqual([
      "Nudge free",
      "Nudge nudge",
      "Retry free",
      "Retry trigger",
      "Ring free",
      "Ring ring"
    ])
  })

  it("tries go up by one, to five, and begin anew only with another message, period or repeat", () => {
    FastCheck.assert(
      FastCheck.property(inputs, (one) => {
        const { intent, memory } = lineDue(one)
        if (intent?._tag === "Ring") {
          const before = one.memory.ring ?? null
          const same = before !== null && before.upTo >= (memory.ring?.upTo ?? "")
          expect(memory.ring?.tries).toBe(same ? before.tries + 1 : 1)
          expect(memory.ring?.tries).toBeLessThanOrEqual(MOST_TRIES)
        }
        if (intent?._tag === "Nudge") {
          const before = one.memory.nudge ?? null
          const now = memory.nudge?.tries ?? 0
          expect(now).toBeLessThanOrEqual(MOST_TRIES)
          if (before !== null && before.at >= T0 && one.team.idleRepeat === null)
            expect(now).toBe(before.tries + 1)
        }
      }),
      { numRuns: 4_000 }
    )
  })

  it("time nobody observed changes nothing of what is due", () => {
    FastCheck.assert(
      FastCheck.property(inputs, FastCheck.constantFrom(8 * HOUR, -HOUR, 1), (one, by) => {
        const { seat } = one
        const moved: DueInput = {
          ...one,
          at: one.at + by,
          memory: shiftTyping(one.memory, by),
          mail: one.mail.map((item) => ({
            ...item,
            pending: item.pending && { ...item.pending, lastAt: item.pending.lastAt + by }
          })),
          seat: { ...seat, memory: { ...seat.memory, idleSince: T0 + by } }
        }
        const [before, after] = [lineDue(one), lineDue(moved)]
        expect(after.intent).toEqual(before.intent)
        expect(after.memory).toEqual(shiftTyping(before.memory, by))
      }),
      { numRuns: 2_000 }
    )
  })
})
