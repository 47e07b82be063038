import { cleanText } from "../text/clean.ts"
import type { Evidence, Traces } from "./evidence.ts"
import { ageOf, CLI_HOOK_FRESH, isReadable, isUnreadable, newestTrace, type SeatReading } from "./reading.ts"

const SOURCES: Readonly<Record<SeatReading["source"], string>> = {
  hold: "by a hold",
  herdr: "by the host's word",
  process: "by its process",
  cli: "by its screen",
  "cli-hook": "by its CLI's hook",
  trace: "by what it left behind",
  none: "because no source was certain"
}

/** A length of time in one unit, rounded down: `40 s`, `9 min`, `3 h`, `2 d`. */
export const aged = (ms: number): string => {
  const seconds = Math.floor(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`
}

const PROCESS: Readonly<Record<Evidence["process"], string>> = {
  same: "the process recorded at its launch still runs in its pane",
  gone: "the process recorded at its launch is gone from its pane",
  replaced: "another process than the recorded one runs in its pane",
  unrecorded: "none was recorded for it: `team register` does",
  unread: "the host could not say what runs in its pane"
}

const screenSaid = (kind: Evidence["screen"]["kind"]): string =>
  kind === "absent"
    ? "it could not be read"
    : kind === "unknown"
      ? "no rule knows it"
      : kind === "shell" || kind === "overlay"
        ? `it shows ${kind === "shell" ? "a shell" : "an overlay"}, which gives no word`
        : `it shows ${kind}`

/** A past-window hook yields to these; a shell is readable too, though it gives no word itself. */
const ANSWERS: ReadonlySet<string> = new Set(["idle", "working"])

const hookSaid = ({ at, hook, screen, windows }: Evidence): string => {
  if (hook === null) return "none of its process has written"
  const said = `said ${hook.word} ${aged(ageOf(at, hook.at))} ago`
  if (!isReadable(at, hook.at)) return `said ${hook.word} at an instant that lies ahead: no reading`
  if (at - hook.at > CLI_HOOK_FRESH) return `${said}, which is more than a day`
  if (hook.word === "idle" || ageOf(at, hook.at) <= windows.hookWorkingSeconds * 1000) return said
  const past = `${said}, past the ${windows.hookWorkingSeconds} s it counts for`
  if (ANSWERS.has(screen.kind)) return `${past}, so the screen answers`
  return isUnreadable(screen.kind) ? `${past}, and counts still because no screen answers` : past
}

interface Trace {
  readonly kind: "commit" | "ack" | "message"
  readonly at: number
}

const tracesOf = (traces: Traces): ReadonlyArray<Trace> =>
  (["commit", "ack", "message"] as const).flatMap((kind) => {
    const at = traces[kind]
    return at === null || at === undefined ? [] : [{ kind, at }]
  })

const newestOf = (all: ReadonlyArray<Trace>): Trace | null =>
  all.reduce<Trace | null>((newest, one) => (newest === null || one.at > newest.at ? one : newest), null)

const traceSaid = ({ at, traces, windows }: Evidence): string => {
  const all = tracesOf(traces)
  const newest = newestOf(all.filter((trace) => isReadable(at, trace.at)))
  if (newest === null) {
    const ahead = newestOf(all)
    return ahead === null
      ? "no commit, ack or message is known"
      : `the last ${ahead.kind} lies ahead of now: no trace`
  }
  const said = `the last ${newest.kind} was ${aged(ageOf(at, newest.at))} ago`
  return newestTrace(at, traces, windows.traceSeconds * 1000) === null
    ? `${said}, outside the ${windows.traceSeconds} s window`
    : `${said}, inside the ${windows.traceSeconds} s window`
}

const hostSaid = ({ herdr, reachable }: Evidence): string => {
  if (!reachable) return "it does not answer"
  const word = herdr === null ? "" : cleanText(herdr, 40)
  return word === "" ? "it gives no status word that counts" : `says ${word}`
}

/** Why a seat reads as it does, in sentences: the first names the source that answered, then what every other one said. */
export const readingSentences = (
  evidence: Evidence,
  reading: SeatReading
): {
  readonly because: string
  readonly sources: ReadonlyArray<readonly [source: string, said: string]>
} => ({
  because: `it reads ${reading.word} ${reading.word === "unreachable" ? "because the host does not answer" : SOURCES[reading.source]}${reading.blind ? ", and has for so long that it counts as blind" : ""}`,
  sources: [
    [
      "hold",
      evidence.hold === null ? "none stands" : `stands for ${aged(ageOf(evidence.at, evidence.hold.since))}`
    ],
    ["process", PROCESS[evidence.process]],
    ["screen", screenSaid(evidence.screen.kind)],
    ["hook", hookSaid(evidence)],
    ["host", hostSaid(evidence)],
    ["trace", traceSaid(evidence)]
  ]
})
