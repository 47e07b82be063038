import { agentName } from "../host/agents.ts"
import type { Pane } from "../host/pane.ts"
import * as text from "../report/catalogue.ts"
import { once } from "../report/finding.ts"
import { cleanText } from "../text/clean.ts"
import type { CheckContext, TeamCheck } from "./check.ts"

/** The label of the watch's own workspace (spec 000 §3.7). */
export const watchLabel = (project: string): string => `Watch · ${project}`

const agentIn = (pane: Pane, { snapshot }: CheckContext): string | null => {
  if (pane.cli !== null) return pane.cli
  if (snapshot.host._tag !== "Answered") return null
  const known = snapshot.host.processes.find((entry) => entry.pane === pane.pane)
  return known?.processes === null || known === undefined ? null : agentName(known.processes.foreground)
}

/** Check 8: an agent in the session that no seat claims; the watch's own workspace is set aside. */
export const extra: TeamCheck = {
  name: "extra",
  runsOn: "team",
  needsHost: true,
  run: (context) => {
    const { listing, seats, team } = context
    const claimed = new Set([
      ...seats.flatMap((seat) => [seat.pane?.pane ?? "", ...seat.ambiguous]),
      ...context.snapshot.facts.flatMap(({ launching }) => launching ?? [])
    ])
    return (listing?.panes ?? []).flatMap((pane) => {
      if (claimed.has(pane.pane) || pane.dead || !pane.inSession) return []
      if (pane.workspaceLabel === watchLabel(team.project)) return []
      const agent = agentIn(pane, context)
      if (agent === null) return []
      const name = pane.name === null ? `an unnamed ${cleanText(agent, 40)}` : cleanText(pane.name, 60)
      return [once(`extra:${pane.pane}`, text.extra(name, pane.pane), "operator")]
    })
  }
}
