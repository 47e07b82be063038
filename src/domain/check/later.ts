import type { TeamCheck } from "./check.ts"

/**
 * The checks whose evidence is not gathered yet: registered, so that the order, the names and `watch.checks` are whole,
 * and silent, because a check without evidence has nothing to say.
 */
export const approval: TeamCheck = { name: "approval", runsOn: "team", needsHost: false, run: () => [] }
export const budget: TeamCheck = { name: "budget", runsOn: "team", needsHost: false, run: () => [] }
