/**
 * True for a pane id as herdr gives them out (`w1:p2`). It takes other forms as well (`1:p2`, `w_1`, `1-2`, `p_3`), some of
 * which mean a position: after a reorder they silently name another pane, so they are never sent.
 */
export const isPaneId = (pane: string): boolean => /^w[0-9A-Z]{1,16}:p[0-9A-Z]{1,16}$/.test(pane)

/** True for a workspace id as herdr gives them out (`w1`). */
export const isWorkspaceId = (workspace: string): boolean => /^w[0-9A-Z]{1,16}$/.test(workspace)

/** True for a name herdr takes for an agent. */
export const isAgentName = (name: string): boolean => /^[a-z][a-z0-9_-]{0,31}$/.test(name)
