import type { SeatCheck, TeamCheck } from "./check.ts"

/**
 * The checks whose evidence is not gathered yet: registered, so that the order, the names and `watch.checks` are whole,
 * and silent, because a check without evidence has nothing to say.
 */
export const restored: SeatCheck = { name: "restored", runsOn: "seat", run: () => [] }
export const modelDrift: SeatCheck = { name: "model-drift", runsOn: "seat", run: () => [] }
export const approval: TeamCheck = { name: "approval", runsOn: "team", needsHost: false, run: () => [] }
export const budget: TeamCheck = { name: "budget", runsOn: "team", needsHost: false, run: () => [] }
