import { approvalFindings } from "../approval/check.ts"
import type { TeamCheck } from "./check.ts"

/** Check 10: the file differs from its last verified approval, or has none (spec 000 §3.3). Silent where nobody looked. */
export const approval: TeamCheck = {
  name: "approval",
  runsOn: "team",
  needsHost: false,
  run: ({ snapshot }) =>
    snapshot.approval === null || snapshot.approval === undefined ? [] : approvalFindings(snapshot.approval)
}
