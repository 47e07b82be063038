import type { ScreenKind } from "../screen/kinds.ts"

/** Every line `team up` and its kin print of one seat (spec 001), in one place. Nothing here comes from a pane. */

/** How a lead is started anew, and any other seat. */
const relaunchOf = (seat: string, leads: boolean): string =>
  leads
    ? "team down, then team up (to restart the whole team)"
    : `team remove ${seat} --keep, then team add ${seat} (or team down, then team up, for the whole team)`

export const alreadyReady = "already ready; left as it is"
export const alreadyUnrecorded = (seat: string, leads: boolean) =>
  `${alreadyReady}; a relaunch records its process: ${relaunchOf(seat, leads)}`
export const alreadyElsewhere = (seat: string, leads: boolean) =>
  `${alreadyReady}; a relaunch moves it into its start folder: ${relaunchOf(seat, leads)}`

export const staleNoCli = "its pane held no CLI; closed without input and launched again"
export const staleOther =
  "its pane held a process team did not launch; closed without input and launched again"

export const isAgain = "its pane is the seat's again; left as it is"
export const notListed = (host: string) =>
  `${host} no longer shows this seat on its recorded pane; nothing closed; run team status`
export const otherWorkspace = "its pane is not in its recorded workspace; nothing closed; run team status"
export const noWorkspace =
  "its workspace was never recorded; nothing closed (close its pane there, then run team up)"
export const otherPanes =
  "its workspace holds other panes; nothing closed (close its pane there, then run team up)"
export const isWorking = "the process in its pane is working; nothing closed"
export const holdsUnsent = "the process in its pane holds unsent text; nothing closed"
export const unreadPane = "its pane could not be read; nothing closed"
export const notClosed = "its workspace did not close; left as it is"

export const twoPanes = (panes: ReadonlyArray<string>) =>
  `${panes.join(" and ")} carry its name; nothing launched, nothing closed`
export const emptyPane = (pane: string) =>
  `pane ${pane} carries its name and runs no CLI; nothing closed (close it, or start its CLI there and run team register)`
export const stoppedBy = (by: "file" | "remove", seat: string) =>
  by === "file" ? "stopped in the file" : `stopped by team remove --keep (team add ${seat} starts it)`
export const noProfile = (cli: string) => `no launch profile for \`${cli}\` in this version; left out`
export const wouldLaunch = (notice: string) => `${notice}; would launch`
export const refused = (why: string) => `refused: ${why}`

export const notCreated = "its workspace was not created; left as it is"
export const notRun = "its launch command did not run; left at launched"
export const backAtShell = (seconds: number) =>
  `its pane has been back at its shell for ${seconds} s and shows no CLI prompt; left at launched`
export const paneGone = "its pane is gone; nothing is left of its launch"
export const timeout = "timeout"
export const resume = "run `team up` again to resume it"
export const waited = (seconds: number, kind: ScreenKind | null) =>
  `after ${seconds} s; the screen read ${kind ?? "nothing"}`
export const asks = (kind: string) => `${kind} (no terminal for owner)`
export const asksAt = (seat: string, kind: string) =>
  `${seat} is waiting at ${kind}: [o] open pane, [s] skip seat, [q] stop cleanly`
export const skipped = "skipped by owner"
export const stoppedCleanly = "stopped cleanly"
export const inputEnded = "its input ended; left as it is"
export const waitingOwner = (kind: string) => `waiting for owner (${kind})`

export const otherModel = (runs: string, declared: string) =>
  `runs ${runs}; the file says ${declared}; left at launched, not named. Correct its launch line, or the file's model and version, and run team approve`
export const modelUnread = "its screen doesn't show a model this version knows; not checked"
export const notRecorded = (why: string) => `${why}; left at launched`

/** What a person does about a seat whose box is not an empty prompt. */
const nextStep = (kind: ScreenKind): string => {
  switch (kind) {
    case "permission":
    case "trust":
    case "question":
    case "plan":
    case "notice":
      return "answer it in its pane, then run up again"
    case "working":
      return "wait for its turn to finish, then run up again"
    case "idle":
    case "unsent":
      return "read its box, then run up again"
    default:
      return "read its pane, then run up again"
  }
}
export const rulesScreen = (kind: ScreenKind) => `rules not typed: the screen read ${kind}; ${nextStep(kind)}`
export const rulesStopped = (why: string) => `rules not typed: ${why}; run up again`
export const rulesFolder = (what: string) =>
  `rules not typed: its rules file could not be written: ${what}; the owner repairs it, then runs up again`
export const rulesPath =
  "rules not typed: its rules file's path can't be typed safely: the read-back can't prove a path outside letters, digits and . _ / @ + -; rename the seat or move the project, then run up again"
export const rulesLeftover =
  "rules not typed: its box already holds text that is not the rules line; press Enter in its pane to send what is there, or clear its box (Ctrl-C), then run up again"
export const rulesBusy = "rules not confirmed: the seat is working; run up again when it is idle"
export const rulesUnread =
  "rules typed, not sent: the read-back didn't match; the line sits in its box, unsent: press Enter in its pane to send it, or clear the box (Ctrl-C), then run up again"
export const rulesChanged = "rules typed, not sent: the rules file changed after it was written"
export const rulesHolds = "rules typed, not sent: its box still holds the line after Enter; run up again"
export const rulesUnconfirmed =
  "rules typed, not confirmed: no screen after Enter shows whether it was taken; look at its pane, then run up again"
export const notBack = (kind: ScreenKind | null) =>
  `the seat did not come back to its idle prompt (${kind ?? "unread"}); look at its pane, then run up again`

export const watchElsewhere =
  "not started: a watch started there could not read this file, or would read another one under this session's name. Move the file to .agents/team.yaml in the folder the watch starts in. A fuller repair is planned."

export const ceiling = (allowed: number, would: number) =>
  `the approval allows ${allowed} seat${allowed === 1 ? "" : "s"}; ${would} would be running`
export const vendorCeiling = (vendor: string, allowed: number, would: number) =>
  `the approval allows ${allowed} seat${allowed === 1 ? "" : "s"} of ${vendor}; ${would} would be running`
