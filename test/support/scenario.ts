import { readFileSync } from "node:fs"
import type { Check } from "../../src/domain/check/check.ts"
import type { HookRecord } from "../../src/domain/hook/record.ts"
import type { AbsentReason, HostName, Pane, PaneProcesses, PaneRead } from "../../src/domain/host/pane.ts"
import type { MachineReading } from "../../src/domain/machine/reading.ts"
import type { SeatMail } from "../../src/domain/mailbox/seat-mail.ts"
import type { Hold } from "../../src/domain/pass/hold.ts"
import { emptyMemory, type PassMemory } from "../../src/domain/pass/memory.ts"
import { type PassResult, pass } from "../../src/domain/pass/pass.ts"
import type { SeatView } from "../../src/domain/pass/seat-view.ts"
import type { SeatFacts, Snapshot } from "../../src/domain/pass/snapshot.ts"
import type { SeatSpec, TeamView } from "../../src/domain/pass/team-view.ts"
import type { Report } from "../../src/domain/report/report.ts"
import type { Typing } from "../../src/domain/typing/typed.ts"
import { COLS, claude, codex, type Drawn, ROWS } from "../../src/testing/draw.ts"

export { claude, codex }

/** Where every scenario's clock begins. */
export const T0 = Date.UTC(2026, 9, 18, 9, 0, 0)
export const SECOND = 1_000
export const MINUTE = 60_000
export const HOUR = 3_600_000
export const DAY = 86_400_000

/** A seat with the shipped windows (spec 000 §3.2). */
export const seat = (name: string, more: Partial<SeatSpec> = {}): SeatSpec => ({
  name,
  role: "implementer",
  cli: "claude-code",
  account: "north",
  model: "Claude Opus",
  version: "5.5",
  modelFrom: null,
  label: name,
  display: "Opus 5.5",
  leads: false,
  operator: false,
  parked: false,
  stopped: false,
  fingerprint: `${name}-1`,
  idleWindow: 300 * SECOND,
  idleOwner: 900 * SECOND,
  blindAfter: 300 * SECOND,
  traceWindow: 120 * SECOND,
  hookWorking: 120 * SECOND,
  ...more
})

/** A team with the shipped watch values, but a pass every 30 s so that edges are easy to reach. */
export const team = (seats: ReadonlyArray<SeatSpec>, more: Partial<TeamView> = {}): TeamView => ({
  project: "harbour",
  session: "harbour",
  seats,
  interval: 30 * SECOND,
  intervalWritten: "30s",
  idleRepeat: null,
  teamIdle: 600 * SECOND,
  unsentAfter: 60 * SECOND,
  nudgeWait: 600 * SECOND,
  checksOff: [],
  machine: {
    loadMax: { value: 6, written: "6" },
    memoryMin: 15,
    diskMin: 20e9,
    swapFreeMin: 2e9,
    swapGrowthMax: 1e9,
    swapGrowthWindow: 10 * MINUTE
  },
  ...more
})

/** A machine that gives no check a reason. */
export const quietMachine: MachineReading = {
  at: T0,
  loadPerCore: 0.4,
  cores: 4,
  memoryFreePercent: 62,
  diskFreeBytes: 210e9,
  diskPath: "/",
  swapTotalBytes: 8e9,
  swapUsedBytes: 1e9,
  swapFreeBytes: 7e9
}

const readScreenOf = ({ cursor, rows, title }: Drawn): PaneRead => ({
  _tag: "Screen",
  ansi: rows.join("\n"),
  styled: true,
  cols: COLS,
  rows: ROWS,
  cursor,
  title,
  altScreen: null
})

const FIXTURES = new URL("../fixtures/screens/", import.meta.url)

interface CaptureLabel {
  readonly cols: number
  readonly rows: number
  readonly cursor_x: number
  readonly cursor_y: number
  readonly cursor_visible: boolean
  readonly alt_screen: boolean
  readonly pane_title: string | null
}

/** A real screen of test/fixtures/screens, as a host would give it: `claude-code/2.1.332/trust-folder-80x24`. */
export const capture = (name: string): PaneRead => {
  // The label file is our own and checked by the corpus test.
  const label = JSON.parse(readFileSync(new URL(`${name}.json`, FIXTURES), "utf8")) as CaptureLabel
  return {
    _tag: "Screen",
    ansi: readFileSync(new URL(`${name}.ansi`, FIXTURES), "utf8"),
    styled: true,
    cols: label.cols,
    rows: label.rows,
    cursor: { x: label.cursor_x, y: label.cursor_y, visible: label.cursor_visible },
    title: label.pane_title,
    altScreen: label.alt_screen
  }
}

/** Rows of text as a screen no profile knows. */
export const plain = (...rows: ReadonlyArray<string>): PaneRead =>
  readScreenOf({ rows, cursor: { x: 0, y: rows.length, visible: true }, title: "" })

/** The screen of a pane the watch could not read. */
export const absent = (reason: AbsentReason): PaneRead => ({ _tag: "Absent", reason })

export const processes = (...names: ReadonlyArray<string>): PaneProcesses => ({
  root: { pid: 100, start: "100", name: "zsh" },
  foreground: names.map((name, index) => ({ pid: 200 + index, start: String(200 + index), name }))
})

/** What a pane of a scenario is beside its screen. */
export interface Shown extends Partial<Pane> {
  readonly processes?: PaneProcesses | null
}

interface Standing {
  readonly pane: Pane
  readonly read: PaneRead
  readonly processes: PaneProcesses | null
}

const isDrawn = (screen: Drawn | PaneRead): screen is Drawn => !("_tag" in screen)

export interface Tick {
  /** What a clock that never jumps says has passed; the wall's figure when left out. */
  readonly monotonic?: number
  readonly cause?: Snapshot["cause"]
}

/** A team before a watch: what its panes show, a clock, and everything that was said so far. */
export interface Scene {
  team: TeamView
  session: string
  host: HostName
  server: string
  silent: boolean
  hold: Hold | null
  /** What the hooks wrote, judged by the pass. */
  hooks: ReadonlyArray<HookRecord>
  /** The messages that still concern the watch. */
  mail: ReadonlyArray<SeatMail>
  /** Where lines may be typed; each pass takes the facts in it. Null: nothing is typed. */
  typing: Typing | null
  machine: MachineReading
  fileProblem: string | null
  remarks: ReadonlyArray<string>
  warnings: ReadonlyArray<string>
  memory: PassMemory
  checks: ReadonlyArray<Check> | undefined
  readonly at: number
  /** Every report said so far. */
  readonly reports: ReadonlyArray<Report>
  /** Their texts. */
  readonly said: ReadonlyArray<string>
  /** Every line that is no report. */
  readonly lines: ReadonlyArray<string>
  readonly snapshots: ReadonlyArray<Snapshot>
  /** A seat's pane shows this from now on; its pane is `%<name>` unless `more` says otherwise. */
  readonly show: (name: string, screen: Drawn | PaneRead, more?: Shown) => void
  /** The pane closes. */
  readonly close: (pane: string) => void
  readonly fact: (name: string, facts: Partial<Omit<SeatFacts, "seat">>) => void
  /** Lets `ms` pass (one interval when left out), then makes one pass. */
  readonly tick: (ms?: number, tick?: Tick) => PassResult
  /** Passes at every interval until `ms` have gone by; `each` is called before every one. */
  readonly run: (ms: number, each?: (elapsed: number) => void) => void
  /** What a killed and restarted watch starts from. */
  readonly restart: () => void
  /** The seat as the last pass saw it. */
  readonly seat: (name: string) => SeatView
  /** `word (source)` of the last pass. */
  readonly word: (name: string) => string
  readonly snapshot: (cause?: Snapshot["cause"]) => Snapshot
}

/** A scenario; the first `tick(0)` is the pass at `T0`. */
export const scene = (first: TeamView): Scene => {
  const panes = new Map<string, Standing>()
  const facts = new Map<string, SeatFacts>()
  const reports: Array<Report> = []
  const lines: Array<string> = []
  const snapshots: Array<Snapshot> = []
  let at = T0
  let monotonic = 5 * HOUR
  let last: PassResult | null = null

  const self: Scene = {
    team: first,
    session: first.session,
    host: "memory",
    server: "server-1",
    silent: false,
    hold: null,
    hooks: [],
    mail: [],
    typing: null,
    machine: quietMachine,
    fileProblem: null,
    remarks: [],
    warnings: [],
    memory: emptyMemory,
    checks: undefined,
    reports,
    lines,
    snapshots,
    get at() {
      return at
    },
    get said() {
      return reports.map((report) => report.text)
    },
    show: (name, screen, more = {}) => {
      const { processes: running = null, ...pane } = more
      const id = pane.pane ?? `%${name}`
      panes.set(id, {
        read: isDrawn(screen) ? readScreenOf(screen) : screen,
        processes: running,
        pane: {
          name,
          inSession: true,
          workspace: null,
          workspaceLabel: null,
          cli: null,
          status: null,
          session: null,
          title: null,
          cols: COLS,
          rows: ROWS,
          dead: false,
          scrolled: false,
          changed: null,
          ...pane,
          pane: id
        }
      })
    },
    close: (pane) => {
      panes.delete(pane)
    },
    fact: (name, more) => {
      const known = facts.get(name) ?? { seat: name, launched: null, hook: null, traces: {} }
      facts.set(name, { ...known, ...more })
    },
    snapshot: (cause = "interval") => ({
      format: 1,
      at,
      monotonic,
      cause,
      session: self.session,
      team: self.team,
      fileProblem: self.fileProblem,
      remarks: self.remarks,
      hold: self.hold,
      host: self.silent
        ? { _tag: "Silent", host: self.host === "memory" ? "herdr" : self.host, reason: "no answer" }
        : {
            _tag: "Answered",
            listing: {
              host: self.host,
              session: self.session,
              server: self.server,
              panes: [...panes.values()].map(({ pane }) => pane),
              workspaces: [],
              warnings: self.warnings
            },
            screens: [...panes.values()].map(({ pane, read }) => ({ pane: pane.pane, read })),
            processes: [...panes.values()].map((known) => ({
              pane: known.pane.pane,
              processes: known.processes
            }))
          },
      facts: [...facts.values()],
      ...(self.hooks.length === 0 ? {} : { hooks: self.hooks }),
      ...(self.mail.length === 0 ? {} : { mail: self.mail }),
      ...(self.typing === null ? {} : { typing: self.typing }),
      machine: { ...self.machine, at }
    }),
    tick: (ms = self.team.interval, { cause = "interval", monotonic: ran = ms } = {}) => {
      at += ms
      monotonic += ran
      const snapshot = self.snapshot(cause)
      snapshots.push(snapshot)
      last = pass(snapshot, self.memory, { checks: self.checks })
      self.memory = last.memory
      if (self.typing !== null) self.typing = { ...self.typing, typed: [] }
      reports.push(...last.say)
      lines.push(...last.lines)
      return last
    },
    run: (ms, each) => {
      const end = at + ms
      const from = at
      while (at + self.team.interval <= end) {
        each?.(at + self.team.interval - from)
        self.tick()
      }
    },
    restart: () => {
      self.memory = { ...self.memory, monotonic: null }
    },
    seat: (name) => {
      const found = last?.seats.find(({ spec }) => spec.name === name)
      if (found === undefined) throw new Error(`no seat ${name} in the last pass`)
      return found
    },
    word: (name) => {
      const { reading } = self.seat(name)
      return `${reading.word} (${reading.source})${reading.blind ? " blind" : ""}`
    }
  }
  return self
}
