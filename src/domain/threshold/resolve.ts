import * as Schema from "effect/Schema"
import * as Duration from "./duration.ts"
import { applyTempo } from "./tempo.ts"
import type { Declared, Level, LivenessWord, Setting, SettingKey } from "./words.ts"
import { SETTINGS } from "./words.ts"

/** The thresholds in force for a seat, in whole milliseconds (spec 000 §3.2). */
export const Thresholds = Schema.Struct({
  /** Quiet this long: the lead is told. Before tempo. */
  idleLead: Schema.Int,
  /** Quiet this long: the owner is told. Tempo never touches it. */
  idleOwner: Schema.Int,
  /** Unknown this long: the seat is blind. Tempo never touches it. */
  blindAfter: Schema.Int,
  traceWindow: Schema.Int,
  hookWorking: Schema.Int,
  /** `idleLead` after tempo: the window the idle check measures. */
  idleWindow: Schema.Int
})
export type Thresholds = typeof Thresholds.Type

/** Everything the chain declares. `team` holds only words that differ from the shipped ones (see `watchDeclared`). */
export interface Chain {
  readonly machine: Declared
  readonly entity: Declared
  readonly project: Declared
  readonly team: Declared
  readonly seats: ReadonlyArray<{ readonly name: string; readonly declared: Declared }>
  readonly tempo: number
}

/** `team` holds for a seat the chain does not list; `lines` are said once each by the watch, never as reports. */
export interface Resolution {
  readonly team: Thresholds
  readonly bySeat: ReadonlyMap<string, Thresholds>
  readonly lines: ReadonlyArray<string>
}

type InForce = Readonly<Record<SettingKey, Duration.Duration>>

const SHIPPED: InForce = {
  idle_lead_seconds: Duration.ofSeconds(300),
  idle_owner_seconds: Duration.ofSeconds(900),
  blind_after_seconds: Duration.ofSeconds(300),
  trace_window_seconds: Duration.ofSeconds(120),
  hook_working_seconds: Duration.ofSeconds(120)
}

const LOOSENED = "a liveness threshold may be tightened, never loosened, unless the level above allows it"

const printWord = (word: LivenessWord): string => {
  if (word.written !== null) return word.written
  if (word.seconds === null) return "a value"
  const ms = word.seconds * 1_000
  return Number.isSafeInteger(ms) && ms > 0 ? Duration.printMs(ms) : `${word.seconds}s`
}

/** Whole milliseconds of a valid word, else why it is not one. */
const validate = (word: LivenessWord): number | string => {
  if (
    word.seconds === null ||
    !Number.isSafeInteger(word.seconds * 1_000) ||
    !Number.isInteger(word.seconds)
  ) {
    return "which is not a whole number of seconds"
  }
  return word.seconds < 1 ? "which is not a whole number of seconds, at least one" : word.seconds * 1_000
}

interface Step {
  readonly value: Duration.Duration
  readonly line: string | null
}

const step = (
  setting: Setting,
  level: Level,
  who: string,
  word: LivenessWord,
  held: Duration.Duration
): Step => {
  const ms = validate(word)
  const said = `${setting.name}: ${who} declared ${printWord(word)}`
  if (typeof ms === "string") return { value: held, line: `${said}, ${ms}; it is set aside` }
  if (ms > held.ms && setting.loosenedBy !== level) {
    return { value: held, line: `${said}, longer than the ${Duration.print(held)} in force — ${LOOSENED}` }
  }
  return { value: ms === held.ms ? held : { ms, written: word.written }, line: null }
}

/** One level over what is in force: the new values, and the lines about words that were set aside. */
const applyLevel = (
  inForce: InForce,
  level: Level,
  who: string,
  declared: Declared
): { readonly inForce: InForce; readonly lines: ReadonlyArray<string> } => {
  const lines: Array<string> = []
  let next = inForce
  for (const setting of SETTINGS) {
    const word = declared[setting.key]
    if (word === null) continue
    const { line, value } = step(setting, level, who, word, next[setting.key])
    next = { ...next, [setting.key]: value }
    if (line !== null) lines.push(line)
  }
  return { inForce: next, lines }
}

const thresholds = (inForce: InForce, tempo: number): Thresholds => ({
  idleLead: inForce.idle_lead_seconds.ms,
  idleOwner: inForce.idle_owner_seconds.ms,
  blindAfter: inForce.blind_after_seconds.ms,
  traceWindow: inForce.trace_window_seconds.ms,
  hookWorking: inForce.hook_working_seconds.ms,
  idleWindow: applyTempo(inForce.idle_lead_seconds.ms, tempo)
})

/** The thresholds when nothing is declared anywhere. */
export const SHIPPED_THRESHOLDS: Thresholds = thresholds(SHIPPED, 1)

/**
 * Reads the chain machine → entity → project → team → seat, outermost first, under the one rule: a threshold may be
 * tightened, and only the project may loosen, and only the three state windows (spec 000 §3.2, rules 5 and 6).
 * A word that is invalid or loosens leaves the value in force and gives one line.
 */
export const resolveThresholds = (chain: Chain): Resolution => {
  const lines: Array<string> = []
  let inForce = SHIPPED
  for (const level of ["machine", "entity", "project", "team"] as const) {
    const applied = applyLevel(inForce, level, `the ${level}`, chain[level])
    inForce = applied.inForce
    lines.push(...applied.lines)
  }
  const bySeat = new Map<string, Thresholds>()
  for (const seat of chain.seats) {
    const applied = applyLevel(inForce, "seat", `the seat ${seat.name}`, seat.declared)
    bySeat.set(seat.name, thresholds(applied.inForce, chain.tempo))
    lines.push(...applied.lines)
  }
  return { team: thresholds(inForce, chain.tempo), bySeat, lines }
}
