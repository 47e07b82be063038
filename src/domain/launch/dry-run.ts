import type { SeatPlan } from "./plan.ts"
import { noteLine } from "./records.ts"
import * as text from "./texts.ts"

/** The grammar of a printed plan, the same for `up` and `down` (spec 001 "The dry-run plan"). */
export const command = (words: string): string => `+ ${words}`
export const note = (words: string): string => `    (${words})`
export const wait = (words: string): string => `  wait ${words}`
export const skip = (words: string): string => `  skip ${words}`
export const END = "dry run: nothing was run"

/** What a launch would run, beside the plan itself. */
export interface Preview {
  readonly label: string
  readonly folder: string
  readonly line: string
  /** The one line typed at its prompt; null where its rules travel on the launch line. */
  readonly rulesLine: string | null
  readonly workspace: string | null
}

/** What stands under a seat's first command; a seat that has none carries it at its head. */
const underFirst = (lines: ReadonlyArray<string>, said: string | null): ReadonlyArray<string> => {
  if (said === null) return lines
  const first = lines.findIndex((line) => line.startsWith("+ "))
  return [...lines.slice(0, first + 1), note(said), ...lines.slice(first + 1)]
}

const launchLines = (
  { from, notice, seat, stale }: Extract<SeatPlan, { readonly _tag: "Launch" }>,
  { folder, label, line, rulesLine, workspace }: Preview
): ReadonlyArray<string> => {
  const close =
    stale === null ? [] : [command(`close the workspace ${workspace ?? ""}`.trimEnd()), note(stale)]
  const opens =
    from === null
      ? [...close, command(`open a workspace "${label}" in ${folder}`), command(line)]
      : from.stage === "made"
        ? [command(line)]
        : []
  const lines = [
    ...opens,
    wait(`${seat}: its idle prompt`),
    ...(from?.stage === "named" ? [] : [command(`name its pane ${seat}`)]),
    ...(rulesLine === null
      ? []
      : [command(rulesLine), note("its rules go to a file of its own in the project state folder first")])
  ]
  // What a fresh launch carries is never a refusal: those are skipped lines.
  return underFirst(lines, notice === null || from !== null ? notice : text.wouldLaunch(notice))
}

/** The lines of one seat's plan. Its notes are said once, beside the plan. */
export const planLines = (plan: SeatPlan, preview: Preview | null): ReadonlyArray<string> => {
  switch (plan._tag) {
    case "Stopped":
      return [skip(`${plan.seat}: ${text.stoppedBy(plan.by, plan.seat)}`)]
    case "Ready":
      return [skip(`${plan.seat}: ${plan.detail}`), ...(plan.notice === null ? [] : [note(plan.notice)])]
    case "Out":
      return [skip(`${plan.seat}: ${plan.reason}`)]
    case "Refused":
      return [skip(`${plan.seat}: would refuse: ${plan.reason}`)]
    case "Launch":
      return preview === null ? [] : launchLines(plan, preview)
  }
}

/** The notes of a plan, each once: on stdout with the plan, on stderr in a run. */
export const planNotes = (plan: SeatPlan): ReadonlyArray<string> =>
  plan._tag === "Launch" ? plan.notes.map((why) => noteLine(plan.seat, why)) : []

/** The words after `left out:` for a seat that was never begun; null where it is not left out. */
export const outReason = (plan: SeatPlan): string | null =>
  plan._tag === "Out" ? plan.reason : plan._tag === "Refused" ? text.refused(plan.reason) : null
