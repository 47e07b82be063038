import type { MailItem } from "../../../src/domain/mailbox/seat-mail.ts"
import type { SeatSpec } from "../../../src/domain/pass/team-view.ts"
import type { TypedFact, Typing } from "../../../src/domain/typing/typed.ts"
import type { Drawn } from "../../../src/testing/draw.ts"
import { type Scene, type Shown, scene, seat, T0, team } from "../../support/scenario.ts"

export const WORK = "/project/.agents/work"
/** What the seat alpha is nudged with. */
export const NUDGE = `Read ${WORK}/alpha.md and do that.`

export const messageId = (nth: number): string => `01K8${String(nth).padStart(22, "0")}`
export const dropOf = (id: string): string => `/project/.agents/messages/alpha/${id}.md`
export const triggerOf = (id: string): string => `Read ${dropOf(id)} and do that.`

/** A message to alpha that has no receipt and whose trigger nobody holds, unless `more` says otherwise. */
export const message = (nth: number, more: Partial<MailItem> = {}): MailItem => {
  const id = messageId(nth)
  return { id, at: T0, from: "lead", drop: dropOf(id), receipt: null, pending: null, ...more }
}

/** The marker of a held message. */
export const held = (
  nth: number,
  counts: Partial<NonNullable<MailItem["pending"]>> = {}
): NonNullable<MailItem["pending"]> => ({
  trigger: triggerOf(messageId(nth)),
  tries: 0,
  enters: 0,
  lastAt: T0,
  ...counts
})

export const typingOf = (more: Partial<Typing> = {}): Typing => ({
  pane: null,
  work: WORK,
  typed: [],
  ...more
})

export const fact = (more: Partial<TypedFact> = {}): TypedFact => ({
  seat: "alpha",
  line: "ring",
  message: messageId(1),
  at: T0,
  outcome: "submitted",
  reason: null,
  ...more
})

/** One seat called alpha before a watch that may type. */
export const typist = (
  screen: Drawn,
  { spec = {}, shown = {}, idleRepeat = null }: TypistGiven = {}
): Scene => {
  const made = scene(team([seat("alpha", spec)], { idleRepeat }))
  made.typing = typingOf()
  made.show("alpha", screen, shown)
  return made
}

export interface TypistGiven {
  readonly spec?: Partial<SeatSpec>
  readonly shown?: Shown
  readonly idleRepeat?: number | null
}
