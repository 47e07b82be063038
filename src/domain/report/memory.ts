import * as Schema from "effect/Schema"
import type { Finding } from "./finding.ts"
import { Addressee, Origin, type Report, type StandingReport } from "./report.ts"

/** How many passes in a row must clear a report before it can be said again (spec 000 rule 8). */
export const CLEAR_PASSES = 2
/** What is remembered of a period longer than this is dropped, in milliseconds (design §6). */
export const PERIOD_KEPT = 86_400_000

const Active = Schema.Struct({
  key: Schema.String,
  text: Schema.String,
  to: Addressee,
  check: Origin,
  /** The pass that said it, epoch ms. */
  since: Schema.Number,
  /** Passes in a row that did not find it. */
  clears: Schema.Int
})
type Active = typeof Active.Type

const Period = Schema.Struct({
  kind: Schema.String,
  start: Schema.Number,
  saidAt: Schema.Number,
  since: Schema.Number,
  check: Origin
})
type Period = typeof Period.Type

/** What the watch remembers of its reports: active conditions and the periods it has spoken of (spec 000 §3.4). */
export const ReportMemory = Schema.Struct({ active: Schema.Array(Active), periods: Schema.Array(Period) })
export type ReportMemory = typeof ReportMemory.Type

export const emptyReportMemory: ReportMemory = { active: [], periods: [] }

/** A finding with the check that made it. */
export interface Found {
  readonly check: Origin
  readonly finding: Finding
}

export interface Folded {
  readonly memory: ReportMemory
  /** What is said in this pass, in the order the checks found it. */
  readonly say: ReadonlyArray<Report>
  /** Everything that holds, said now or earlier. */
  readonly standing: ReadonlyArray<StandingReport>
}

/**
 * How a pass counts. `regular` the whole rule · `early` a pass between two intervals, made because something changed: it
 * says what is new and clears nothing, else a flapping screen would clear in seconds · `settle` the pass after a
 * clock jump: nothing new is said or cleared, it looks again before it accuses (design §4.17).
 */
export type PassMode = "regular" | "early" | "settle"

/**
 * Folds one pass's findings into the memory (spec 000 §3.4, rule 8): a condition is said when it starts and again only
 * after two regular passes that cleared it; `Keep` neither clears nor starts one; a period is said once per start, and
 * again after its `repeat`.
 */
export const foldFindings = (
  before: ReportMemory,
  at: number,
  found: ReadonlyArray<Found>,
  mode: PassMode = "regular"
): Folded => {
  const withhold = mode === "settle"
  const active = new Map(before.active.map((entry) => [entry.key, entry]))
  const periods = new Map(before.periods.map((entry) => [entry.kind, entry]))
  const seen = new Set<string>()
  const say: Array<Report> = []
  const standing: Array<StandingReport> = []
  const nextActive = new Map<string, Active>()
  const nextPeriods = new Map<string, Period>()

  for (const { check, finding } of found) {
    switch (finding._tag) {
      case "Once": {
        if (seen.has(finding.key)) break
        seen.add(finding.key)
        const report: Report = { key: finding.key, text: finding.text, to: finding.to, check }
        const entry = active.get(finding.key)
        if (entry === undefined && withhold) break
        if (entry === undefined) say.push(report)
        const since = entry?.since ?? at
        nextActive.set(finding.key, { ...report, since, clears: 0 })
        standing.push({ ...report, since })
        break
      }
      case "Keep": {
        const entry = active.get(finding.key)
        if (entry === undefined || seen.has(finding.key)) break
        seen.add(finding.key)
        nextActive.set(entry.key, entry)
        standing.push(stand(entry))
        break
      }
      case "Period": {
        if (nextPeriods.has(finding.kind)) break
        const report: Report = { key: finding.kind, text: finding.text, to: finding.to, check }
        const entry = periods.get(finding.kind)
        const same = entry !== undefined && entry.start === finding.start
        if (!same && withhold) break
        const again = same && finding.repeat !== null && at - entry.saidAt >= finding.repeat && !withhold
        if (!same || again) say.push(report)
        const since = same ? entry.since : at
        const saidAt = same && !again ? entry.saidAt : at
        nextPeriods.set(finding.kind, { kind: finding.kind, start: finding.start, saidAt, since, check })
        standing.push({ ...report, since })
        break
      }
    }
  }
  for (const entry of before.active) {
    if (seen.has(entry.key)) continue
    const clears = mode === "regular" ? entry.clears + 1 : entry.clears
    if (clears < CLEAR_PASSES) nextActive.set(entry.key, { ...entry, clears })
  }
  for (const entry of before.periods) {
    if (!nextPeriods.has(entry.kind) && at - entry.saidAt <= PERIOD_KEPT) nextPeriods.set(entry.kind, entry)
  }
  return {
    memory: { active: [...nextActive.values()], periods: [...nextPeriods.values()] },
    say,
    standing
  }
}

const stand = ({ key, text, to, check, since }: Active): StandingReport => ({ key, text, to, check, since })

/** `Keep` for every active condition that `of` picks: its evidence was not there in this pass. */
export const keepActive = (
  memory: ReportMemory,
  of: (check: Origin, key: string) => boolean
): ReadonlyArray<Found> =>
  memory.active
    .filter((entry) => of(entry.check, entry.key))
    .map((entry) => ({ check: entry.check, finding: { _tag: "Keep", key: entry.key } }))

/** Moves what is remembered against an instant by `by` ms, so that unobserved time is not measured (design §4.17). */
export const shiftPeriods = (memory: ReportMemory, by: number): ReportMemory => ({
  active: memory.active,
  periods: memory.periods.map((p) => ({ ...p, start: p.start + by, saidAt: p.saidAt + by }))
})

/** Drops what is remembered under keys that `of` picks: a seat whose entry in the file changed starts fresh. */
export const forget = (memory: ReportMemory, of: (key: string, check: Origin) => boolean): ReportMemory => ({
  active: memory.active.filter((entry) => !of(entry.key, entry.check)),
  periods: memory.periods.filter((entry) => !of(entry.kind, entry.check))
})
