import type { SeatSpec } from "../pass/team-view.ts"

/** How a seat gets a process of its own again: the seat alone, but a lead only with the whole team (spec 000 §3.5). */
export const relaunch = ({ leads, name }: Pick<SeatSpec, "leads" | "name">): string =>
  leads ? "team down, then team up" : `team remove ${name} --keep, then team add ${name}`
