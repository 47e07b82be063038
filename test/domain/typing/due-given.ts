import type { SeatView } from "../../../src/domain/pass/seat-view.ts"
import { type DueInput, lineDue } from "../../../src/domain/typing/due.ts"
import { RING } from "../../../src/domain/typing/line.ts"
import { claude, HOUR, T0, team } from "../../support/scenario.ts"
import { messageId, NUDGE, triggerOf, typingOf, typist } from "./given.ts"

/** What the box of the seat shows, and which of our lines it is. */
export const SCREENS = {
  free: claude.idle(),
  ring: claude.unsent(RING),
  nudge: claude.unsent(NUDGE),
  trigger: claude.unsent(triggerOf(messageId(1))),
  draft: claude.unsent("also check the tests"),
  longer: claude.unsent(`${RING} and stop`),
  working: claude.working("On"),
  dialog: claude.permission("ls")
}
export type Shows = keyof typeof SCREENS

const views = new Map<Shows, SeatView>()
/** The seat alpha as a pass saw it, idle since `T0` as far as it is known. */
export const viewOf = (shows: Shows, more: Partial<SeatView> = {}): SeatView => {
  const known = views.get(shows)
  if (known !== undefined) return { ...known, ...more }
  const made = typist(SCREENS[shows])
  made.typing = null
  made.tick(0)
  const view = made.seat("alpha")
  views.set(shows, { ...view, memory: { ...view.memory, idleSince: T0, lastWorking: null } })
  return viewOf(shows, more)
}

export const AT = T0 + HOUR

export const input = (more: Partial<DueInput> = {}): DueInput => ({
  at: AT,
  team: team([]),
  seat: viewOf("free"),
  mail: [],
  memory: {},
  typing: typingOf(),
  ...more
})

export const due = (more: Partial<DueInput>): string => {
  const { intent } = lineDue(input(more))
  return intent === null ? "nothing" : intent._tag
}

export const spec = (more: Partial<SeatView["spec"]>, shows: Shows = "free"): SeatView => {
  const view = viewOf(shows)
  return { ...view, spec: { ...view.spec, ...more } }
}
export const pane = (more: Partial<NonNullable<SeatView["pane"]>>): SeatView => {
  const view = viewOf("free")
  return { ...view, pane: view.pane === null ? null : { ...view.pane, ...more } }
}
export const onHold = (view: SeatView): SeatView => ({
  ...view,
  evidence: { ...view.evidence, hold: { since: T0 } }
})
