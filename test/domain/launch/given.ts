import type { Listing, Pane } from "../../../src/domain/host/pane.ts"
import type { SeatInput } from "../../../src/domain/launch/plan.ts"
import { freshMemory } from "../../../src/domain/pass/memory.ts"
import type { SeatView } from "../../../src/domain/pass/seat-view.ts"
import type { Launched } from "../../../src/domain/pass/snapshot.ts"
import type { ScreenKind } from "../../../src/domain/screen/kinds.ts"
import type { ScreenReading } from "../../../src/domain/screen/reading.ts"
import { processes, seat, T0 } from "../../support/scenario.ts"

export const FOLDER = "/home/owner/harbour"

export const pane = (more: Partial<Pane> = {}): Pane => ({
  pane: "w1:p1",
  name: "alpha",
  inSession: true,
  workspace: "w1",
  workspaceLabel: "alpha",
  cli: null,
  status: null,
  session: null,
  title: null,
  cols: 100,
  rows: 30,
  dead: false,
  scrolled: false,
  changed: null,
  ...more
})

export const listing = (...panes: ReadonlyArray<Pane>): Listing => ({
  host: "herdr",
  session: "harbour",
  server: "server-1",
  panes,
  workspaces: [],
  warnings: []
})

export const launched = (more: Partial<Launched> = {}): Launched => ({
  pane: "w1:p1",
  processes: [{ pid: 200, start: "200", name: "claude" }],
  session: null,
  at: T0,
  workspace: "w1",
  folder: FOLDER,
  ...more
})

/** The process that `launched` records; another one; a shell at its prompt. */
export const SAME = processes("claude")
export const OTHER = { ...SAME, foreground: [{ pid: 900, start: "900", name: "claude" }] }
export const SHELL = { ...SAME, foreground: [{ pid: 100, start: "100", name: "zsh" }] }

export const screenOf = (kind: ScreenKind, touchable = kind === "idle"): ScreenReading => ({
  kind,
  rule: "given",
  rows: [],
  touchable
})

export const view = (more: Partial<SeatView> = {}): SeatView => {
  const spec = more.spec ?? seat("alpha")
  return {
    spec,
    pane: pane(),
    ambiguous: [],
    running: true,
    screen: screenOf("idle"),
    frame: null,
    styled: true,
    absent: null,
    processes: SAME,
    launched: launched(),
    session: null,
    restored: false,
    returned: false,
    hooks: { seen: false, unknownEvents: [] },
    evidence: {
      at: T0,
      hold: null,
      reachable: true,
      process: "same",
      screen: { kind: "idle" },
      hook: null,
      herdr: null,
      traces: {},
      unknownSince: null,
      windows: { traceSeconds: 120, hookWorkingSeconds: 120, blindAfterSeconds: 300 }
    },
    reading: { word: "idle", source: "cli", at: null, blind: false, why: [] },
    active: false,
    traced: false,
    quiet: true,
    memory: freshMemory({ name: spec.name, fingerprint: spec.fingerprint }),
    ...more
  }
}

export const input = (more: Partial<SeatInput> = {}): SeatInput => ({
  view: view(),
  launching: null,
  stopped: null,
  line: { miss: null, notes: [] },
  budget: { _tag: "Clear" },
  folder: FOLDER,
  ...more
})
