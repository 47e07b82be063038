/**
 * The texts of the reports and of the watch's own notices, to the letter of spec 000 §3.5. Names and accounts come from the
 * validated team file; nothing from a screen enters a text but a limit's reset, which is cleaned where it is read.
 */

export const minutes = (ms: number): number => Math.floor(ms / 60_000)

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1)

/** One decimal, rounded away from the limit where rounding alone would make the sentence untrue ("6.0, above 6"). */
const decimalAbove = (value: number, limit: number): string => {
  const rounded = value.toFixed(1)
  return Number(rounded) > limit ? rounded : (Math.ceil(value * 10) / 10).toFixed(1)
}

const wholeBelow = (value: number, limit: number): string => {
  const rounded = Math.round(value)
  return String(rounded < limit ? rounded : Math.floor(value))
}

const gigabytesBelow = (bytes: number, limit: number): string =>
  Number(gigabytes(bytes)) < Number(gigabytes(limit))
    ? gigabytes(bytes)
    : (Math.floor(bytes / 1e8) / 10).toFixed(1)

const gigabytesAbove = (bytes: number, limit: number): string =>
  Number(gigabytes(bytes)) > Number(gigabytes(limit))
    ? gigabytes(bytes)
    : (Math.ceil(bytes / 1e8) / 10).toFixed(1)

export const notRunning = (seat: string) => `${seat} is in the file and is not running`
export const gone = (seat: string) => `${seat} was running and is gone (its pane closed, or its CLI ended)`
export const restored = (seat: string) =>
  `${seat} is no longer the process team launched (its session was restored, or its CLI was restarted)`
export const launcher = (seat: string, repair: string) =>
  `${seat}: its launch line starts a launcher, and the process in its pane is not the one team launched — ${repair}`
/** A lead's own seat is never restarted alone, so there is no repair to name. */
export const launcherLead = (seat: string) =>
  `${seat}: started by a launcher; team cannot tell its process from the one it launched`
export const modelRuns = (seat: string, runs: string, declared: string) =>
  `${seat} runs ${runs}; the file says ${declared}`
export const modelDrift = (seat: string, runs: string, declared: string, repair: string) =>
  `${modelRuns(seat, runs, declared)}: it signs with the wrong model — ${repair}`
export const permission = (seat: string) => `${seat} waits at a permission prompt: its owner's to answer`
export const question = (seat: string) => `${seat} asked a question: the operator's to act on`
export const notice = (seat: string) => `${seat} shows a vendor notice: its owner's to act on`
export const blocked = (seat: string) => `${seat} is blocked, and its screen is not one the watch recognises`
export const strangeStatus = (seat: string, host: string, status: string) =>
  `${seat}: ${host} reports the status "${status}"`
/** `what` is "connection lost" for the one class the spec names, our own words for the others. */
export const providerError = (seat: string, what: string) =>
  `${seat} shows a provider error: ${what}, and no capture names a retry`
export const rateLimit = (seat: string, account: string, reset: string | null) =>
  `${seat} is at a rate limit on ${account}: usage limit, ${
    reset === null ? "and the screen names no reset time" : `resets at ${reset}`
  }`
export const unsent = (seat: string) => `${seat} holds text in its input box that was never sent`
export const idleSinceStart = (seat: string) => `${seat} has been idle since the watch started`
export const idleFor = (seat: string, ms: number) => `${seat} has been idle for ${minutes(ms)} minutes`
export const reportedToOwner = (text: string) => `${text} — reported to the owner`
export const everyAgentIdle = "every agent is idle"
export const extra = (name: string, pane: string) => `${name} (${pane}) is running and is not in the file`
export const load = (value: number, limit: { readonly value: number; readonly written: string }) =>
  `the load is ${decimalAbove(value, limit.value)} per core, above ${limit.written}`
export const memoryLow = (percent: number, limit: number) =>
  `free memory is ${wholeBelow(percent, limit)}%, below ${limit}%`
export const diskLow = (bytes: number, limit: number) =>
  `free disk is ${gigabytesBelow(bytes, limit)} GB, below ${gigabytes(limit)} GB`
export const swapLow = (bytes: number, limit: number) =>
  `free swap is ${gigabytesBelow(bytes, limit)} GB, below ${gigabytes(limit)} GB`
export const swapGrew = (bytes: number, ms: number, limit: number) =>
  `swap grew by ${gigabytesAbove(bytes, limit)} GB in ${Math.max(1, minutes(ms))} minutes, above ${gigabytes(limit)} GB`

export const messageWaiting = (id: string, seat: string, ms: number) =>
  `message ${id} for ${seat} has been waiting ${minutes(ms)} minutes`
/** The line as a notice names it; `message` is the one it was for. */
export const typedLineName = (line: "nudge" | "ring" | "retry", message: string | null) =>
  line === "retry" ? `the line of the held message${message === null ? "" : ` ${message}`}` : `the ${line}`
export const typed = (seat: string, what: string) => `${seat}: ${what} was typed and sent`
export const notTyped = (seat: string, what: string, why: string) => `${seat}: ${what} was not typed: ${why}`
export const notSent = (seat: string, what: string, why: string) =>
  `${seat}: ${what} was typed and not sent: ${why}`
export const unconfirmed = (seat: string, what: string, why: string) =>
  `${seat}: ${what} was typed, and nothing shows whether it was sent: ${why}`

export const watching = (session: string, every: string, nudges: boolean) =>
  `watching the session "${session}" every ${every}${nudges ? "" : ", without nudges"}`
export const fileUnreadable = (problem: string) =>
  `team.yaml can't be read (${problem}); watching with the team as it was`
export const hostSilent = (host: string) => `${host} doesn't answer; the watch keeps trying`
export const foreignSession = (session: string, own: string) =>
  `the session "${session}" is not this file's "${own}": its readings are not saved`
export const stopped = (session: string) => `the watch of "${session}" stopped`
export const ambiguous = (seat: string, panes: ReadonlyArray<string>) =>
  `${seat}: ${panes.length} panes carry its name (${panes.join(", ")}); none is read until one does`
export const blind = (seat: string) => `${seat}: unknown (blind)`
export const unknownEvent = (seat: string, cli: string, event: string) =>
  `${seat}: a ${cli} hook sent "${event}", an event this version does not know; it is no reading`
