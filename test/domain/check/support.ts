import type { PaneRead } from "../../../src/domain/host/pane.ts"
import type { SeatSpec, TeamView } from "../../../src/domain/pass/team-view.ts"
import type { Report } from "../../../src/domain/report/report.ts"
import type { Drawn } from "../../../src/testing/draw.ts"
import { type Scene, type Shown, scene, seat, team } from "../../support/scenario.ts"

/** One seat called alpha that shows one screen. */
export const alone = (
  screen: Drawn | PaneRead,
  more: Shown = {},
  spec: Partial<SeatSpec> = {},
  view: Partial<TeamView> = {}
): Scene => {
  const made = scene(team([seat("alpha", spec)], view))
  made.show("alpha", screen, more)
  return made
}

/** What was said as `text → addressee`, in order. */
export const told = (reports: ReadonlyArray<Report>): ReadonlyArray<string> =>
  reports.map((report) => `${report.text} → ${report.to}`)

/** Only what one check said. */
export const by = (reports: ReadonlyArray<Report>, check: Report["check"]): ReadonlyArray<string> =>
  told(reports.filter((report) => report.check === check))
