import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import type { PaneProcesses } from "../../../src/domain/host/pane.ts"
import { emptyMemory, type PassMemory } from "../../../src/domain/pass/memory.ts"
import { type PassResult, pass } from "../../../src/domain/pass/pass.ts"
import type { Launched, SeatFacts, Snapshot } from "../../../src/domain/pass/snapshot.ts"
import type { Frame } from "../../../src/domain/screen/frame.ts"
import { isBlockingKind, type ScreenKind } from "../../../src/domain/screen/kinds.ts"
import type { ScreenReading } from "../../../src/domain/screen/reading.ts"
import type { SeatReading } from "../../../src/domain/seat/reading.ts"
import { quietMachine, SECOND, seat, T0, team } from "../../support/scenario.ts"

/** One pass of a history: how long after the last one, and everything the sources may say in it. */
interface Moment {
  readonly after: number
  readonly cause: Snapshot["cause"]
  readonly silent: boolean
  readonly screen: ScreenKind | "absent" | "closed"
  readonly processes: "cli" | "other" | "shell" | "unread"
  readonly hook: { readonly word: "working" | "idle"; readonly ago: number } | null
  readonly trace: number | null
  readonly status: string | null
  readonly held: boolean
}

const KINDS: ReadonlyArray<Moment["screen"]> = [
  "idle",
  "working",
  "permission",
  "question",
  "unsent",
  "limit",
  "error",
  "overlay",
  "shell",
  "unknown",
  "absent",
  "closed"
]

const often = <A>(value: A, times: number, ...others: ReadonlyArray<A>) =>
  FastCheck.constantFrom<[A, ...ReadonlyArray<A>]>(
    value,
    ...Array.from({ length: times - 1 }, () => value),
    ...others
  )

const moment = (wild: boolean): FastCheck.Arbitrary<Moment> =>
  FastCheck.record({
    after: wild
      ? FastCheck.constantFrom(
          30 * SECOND,
          SECOND,
          45 * SECOND,
          600 * SECOND,
          28_800 * SECOND,
          -3_600 * SECOND
        )
      : FastCheck.constantFrom(30 * SECOND, 30 * SECOND, SECOND, 55 * SECOND),
    cause: often<Snapshot["cause"]>("interval", 4, "change"),
    silent: wild ? often(false, 5, true) : FastCheck.constant(false),
    screen: FastCheck.constantFrom(...KINDS),
    processes: often<Moment["processes"]>("cli", 4, "other", "shell", "unread"),
    hook: FastCheck.option(
      FastCheck.record({
        word: FastCheck.constantFrom<["working", "idle"]>("working", "idle"),
        ago: FastCheck.integer({ min: -70, max: 400 })
      }),
      { freq: 2 }
    ),
    trace: FastCheck.option(FastCheck.integer({ min: -70, max: 300 }), { freq: 4 }),
    status: FastCheck.constantFrom(null, "idle", "working", "blocked", "done", "odd"),
    held: often(false, 8, true)
  })

const cli = { pid: 200, start: "200", name: "claude" }
const shell = { pid: 100, start: "100", name: "zsh" }
const launched: Launched = { pane: "%1", processes: [cli], session: "s", at: T0, server: "one" }

const PROCESSES: Readonly<Record<Moment["processes"], PaneProcesses | null>> = {
  cli: { root: shell, foreground: [cli] },
  other: { root: shell, foreground: [{ pid: 300, start: "300", name: "claude" }] },
  shell: { root: shell, foreground: [shell] },
  unread: null
}

const isKind = (text: string): text is ScreenKind => KINDS.some((kind) => kind === text)

/** The screen's rows name its kind: a history is about the sources, not about their reading. */
const read = ({ ansi }: Frame): ScreenReading => {
  const kind = isKind(ansi) ? ansi : "unknown"
  return { kind, rule: kind, rows: [0], touchable: kind === "idle" }
}

const snapshotOf = (moment: Moment, at: number, recorded: boolean): Snapshot => {
  const facts: SeatFacts = {
    seat: "alpha",
    launched: recorded ? launched : null,
    hook: moment.hook === null ? null : { word: moment.hook.word, at: at - moment.hook.ago * SECOND },
    traces: moment.trace === null ? {} : { commit: at - moment.trace * SECOND }
  }
  const closed = moment.screen === "closed"
  return {
    format: 1,
    at,
    monotonic: at - T0,
    cause: moment.cause,
    session: "harbour",
    team: team([seat("alpha")]),
    fileProblem: null,
    remarks: [],
    hold: moment.held ? { since: at } : null,
    host: moment.silent
      ? { _tag: "Silent", host: "herdr", reason: "no answer" }
      : {
          _tag: "Answered",
          listing: {
            host: "herdr",
            session: "harbour",
            server: "one",
            workspaces: [],
            warnings: [],
            panes: closed
              ? []
              : [
                  {
                    pane: "%1",
                    name: "alpha",
                    inSession: true,
                    workspace: null,
                    workspaceLabel: null,
                    cli: "claude",
                    status: moment.status,
                    session: "s",
                    title: null,
                    cols: 80,
                    rows: 24,
                    dead: false,
                    scrolled: false,
                    changed: null
                  }
                ]
          },
          screens: closed
            ? []
            : [
                {
                  pane: "%1",
                  read:
                    moment.screen === "absent"
                      ? { _tag: "Absent", reason: "failed" }
                      : {
                          _tag: "Screen",
                          ansi: moment.screen,
                          styled: true,
                          cols: 80,
                          rows: 24,
                          cursor: null,
                          title: null,
                          altScreen: null
                        }
                }
              ],
          processes: closed ? [] : [{ pane: "%1", processes: PROCESSES[moment.processes] }]
        },
    facts: [facts],
    machine: { ...quietMachine, at }
  }
}

interface Step {
  readonly moment: Moment
  readonly before: PassMemory
  readonly result: PassResult
}

/** Plays a history; every third restarts the watch half way. */
const play = (moments: ReadonlyArray<Moment>, recorded: boolean): ReadonlyArray<Step> => {
  let memory = emptyMemory
  let at = T0
  return moments.map((moment, index) => {
    if (index === Math.floor(moments.length / 2)) memory = { ...memory, monotonic: null }
    at += moment.after
    const before = memory
    const result = pass(snapshotOf(moment, at, recorded), before, { read })
    memory = result.memory
    return { moment, before, result }
  })
}

const histories = (wild: boolean) =>
  FastCheck.tuple(FastCheck.array(moment(wild), { minLength: 1, maxLength: 16 }), FastCheck.boolean())

const RUNS = { numRuns: 10_000 }

const seatOf = (result: PassResult) => {
  const [view] = result.seats
  if (view === undefined) throw new Error("the history's one seat is missing")
  return view
}

/** What a word may be read from (spec 000 §3.1). */
const SOURCES_OF: Readonly<Record<SeatReading["word"], ReadonlyArray<SeatReading["source"]>>> = {
  held: ["hold"],
  unreachable: ["herdr"],
  done: ["process", "herdr"],
  blocked: ["cli"],
  working: ["cli-hook", "cli", "herdr", "trace"],
  idle: ["cli-hook", "cli", "herdr"],
  unknown: ["none"]
}

describe("10,000 random histories of one seat", () => {
  it("say no word without a source it can have, and never idle over what blocks or runs", () => {
    FastCheck.assert(
      FastCheck.property(histories(true), ([moments, recorded]) => {
        for (const { moment, result } of play(moments, recorded)) {
          const { evidence, reading } = seatOf(result)
          expect(SOURCES_OF[reading.word]).toContain(reading.source)
          if (reading.source !== "none") {
            expect(reading.why.filter((why) => why.note === "answers").map((why) => why.source)).toEqual([
              reading.source
            ])
          }
          const blocks = evidence.screen.kind !== "absent" && isBlockingKind(evidence.screen.kind)
          if (reading.word === "idle") {
            expect([blocks, moment.silent, moment.held]).toEqual([false, false, false])
            expect(evidence.process).not.toBe("gone")
            expect(evidence.process).not.toBe("replaced")
          }
          expect(reading.blind && reading.word !== "unknown").toBe(false)
        }
      }),
      RUNS
    )
  })

  it("move no idle anchor backwards while the seat runs and the clock does", () => {
    FastCheck.assert(
      FastCheck.property(histories(false), ([moments, recorded]) => {
        for (const { before, result } of play(moments, recorded)) {
          const was = before.seats.find((known) => known.name === "alpha")
          const now = seatOf(result).memory
          for (const anchor of ["lastWorking", "idleSince", "lastActive"] as const) {
            const [from, to] = [was?.[anchor] ?? null, now[anchor]]
            if (from !== null && to !== null) expect(to).toBeGreaterThanOrEqual(from)
          }
          if (now.lastWorking !== null) expect(now.lastWorking).toBeLessThanOrEqual(result.at)
          if (now.lastActive !== null) expect(now.lastActive).toBeLessThanOrEqual(result.at)
        }
      }),
      RUNS
    )
  })

  it("say a report once for its period: again only after two regular passes without it", () => {
    FastCheck.assert(
      FastCheck.property(histories(false), ([moments, recorded]) => {
        const lastSaid = new Map<string, { clears: number; start: number | null }>()
        for (const { moment, result } of play(moments, recorded)) {
          const standing = new Set(result.standing.map((report) => report.key))
          const startOf = (key: string) =>
            result.memory.reports.periods.find((period) => period.kind === key)?.start ?? null
          for (const { key } of result.say) {
            const before = lastSaid.get(key)
            const start = startOf(key)
            if (before !== undefined) {
              if (start === null) expect([key, before.clears]).toEqual([key, Math.max(2, before.clears)])
              else expect(start).not.toBe(before.start)
            }
            expect(standing.has(key)).toBe(true)
            lastSaid.set(key, { clears: 0, start })
          }
          for (const [key, known] of lastSaid) {
            // A pass that could not read it counts for nothing: neither as found nor as cleared.
            const active = result.memory.reports.active.find((entry) => entry.key === key)
            if (active !== undefined) known.clears = active.clears
            else if (moment.cause === "interval") known.clears += 1
          }
          expect(new Set(result.say.map((report) => report.key)).size).toBe(result.say.length)
        }
      }),
      RUNS
    )
  })
})
