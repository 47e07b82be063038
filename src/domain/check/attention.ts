import * as text from "../report/catalogue.ts"
import { type Finding, keep, once } from "../report/finding.ts"
import { cleanText } from "../text/clean.ts"
import type { SeatCheck } from "./check.ts"

const KNOWN_STATUS: ReadonlySet<string> = new Set(["idle", "done", "working", "blocked"])

/**
 * Check 4: what waits for a person. The screen is asked before the host's word, because a host can call a seat at a
 * dialog idle. A plan to approve is a permission: its first choice often grants more than the plan.
 */
export const attention: SeatCheck = {
  name: "attention",
  runsOn: "seat",
  run: ({ evidence, running, screen, spec }, { listing }) => {
    if (!running) return []
    const name = spec.name
    const found = (): Finding | null => {
      switch (screen?.kind ?? "absent") {
        case "permission":
        case "trust":
        case "plan":
          return once(`permission:${name}`, text.permission(name), "owner")
        case "question":
          return once(`question:${name}`, text.question(name), "operator")
        case "notice":
          return once(`notice:${name}`, text.notice(name), "owner")
        case "absent":
        case "unknown":
        case "overlay":
          if (evidence.herdr === "blocked") return once(`blocked:${name}`, text.blocked(name), "owner")
          return evidence.herdr !== null && !KNOWN_STATUS.has(evidence.herdr)
            ? once(
                `status:${name}`,
                text.strangeStatus(name, listing?.host ?? "herdr", cleanText(evidence.herdr, 40)),
                "operator"
              )
            : null
        default:
          return null
      }
    }
    const finding = found()
    // A screen that cannot be read proves no dialog away, whatever the host says.
    const unreadable = screen === null || screen.kind === "unknown" || screen.kind === "overlay"
    const kept = unreadable ? ["permission", "question", "notice"].map((kind) => keep(`${kind}:${name}`)) : []
    return finding === null ? kept : [finding, ...kept]
  }
}
