import type { Pane, PaneProcesses, PaneRead } from "../../domain/host/pane.ts"
import type { DisplayLines, HostReason, Key, NewWorkspace } from "../Herdr.ts"

/** One thing the product sent to a pane, in the order it was sent. */
export type MemoryInput =
  | { readonly _tag: "Typed"; readonly pane: string; readonly text: string }
  | { readonly _tag: "Pressed"; readonly pane: string; readonly key: Key }

/** A workspace the product asked for, as it asked. */
export interface MemoryLaunch {
  readonly workspace: string
  readonly pane: string
  readonly options: NewWorkspace
}

export type Screen = Extract<PaneRead, { readonly _tag: "Screen" }>

/** What a pane shows: only `ansi` is needed, the rest is taken from the pane or is absent. */
export type MemoryScreen = Partial<Omit<Screen, "_tag">> & { readonly ansi: string }

/** A pane to add or to change; what is left out keeps its value, or is absent in a new pane. */
export interface MemoryPaneInit extends Partial<Pane> {
  readonly screen?: string | MemoryScreen
  readonly processes?: PaneProcesses | null
}

export interface StoredPane {
  pane: Pane
  screen: MemoryScreen
  processes: PaneProcesses | null
  version: number
  display: DisplayLines | null
}

/** Everything a memory host holds. Mutable on purpose: one instance stands for one running multiplexer. */
export interface MemoryState {
  server: number
  panes: Map<string, StoredPane>
  workspaces: Map<string, string | null>
  readFaults: Map<string, "failed">
  faults: Map<string, HostReason>
  warnings: ReadonlyArray<string>
  nextPane: number
  nextWorkspace: number
  notifiable: boolean
  readonly inputs: Array<MemoryInput>
  readonly launches: Array<MemoryLaunch>
  readonly notifications: Array<{ readonly title: string; readonly body: string }>
}

export const emptyState = (): MemoryState => ({
  server: 1,
  panes: new Map(),
  workspaces: new Map(),
  readFaults: new Map(),
  faults: new Map(),
  warnings: [],
  nextPane: 1,
  nextWorkspace: 1,
  notifiable: true,
  inputs: [],
  launches: [],
  notifications: []
})

const blankPane = (pane: string): Pane => ({
  pane,
  name: null,
  inSession: true,
  workspace: null,
  workspaceLabel: null,
  cli: null,
  status: null,
  session: null,
  title: null,
  cols: 80,
  rows: 24,
  dead: false,
  scrolled: false,
  changed: null
})

const screenOf = (screen: string | MemoryScreen): MemoryScreen =>
  typeof screen === "string" ? { ansi: screen } : screen

/** Adds the pane, or changes the one of that id; its change token moves with every change. Returns its id. */
export const putPane = (state: MemoryState, init: MemoryPaneInit): string => {
  const { screen, processes, ...fields } = init
  const id = init.pane ?? `p${state.nextPane++}`
  const old = state.panes.get(id)
  const version = (old?.version ?? 0) + 1
  // A pane once set to have no token keeps having none.
  const changed = old !== undefined && old.pane.changed === null ? null : `${state.server}.${version}`
  const pane = { ...(old?.pane ?? blankPane(id)), changed, ...fields, pane: id }
  state.panes.set(id, {
    pane,
    screen: screen === undefined ? (old?.screen ?? { ansi: "" }) : screenOf(screen),
    processes: processes === undefined ? (old?.processes ?? null) : processes,
    version,
    display: old?.display ?? null
  })
  if (pane.workspace !== null) state.workspaces.set(pane.workspace, pane.workspaceLabel)
  return id
}

/** What a read of the pane answers now. */
export const readPane = (state: MemoryState, id: string): PaneRead => {
  const stored = state.panes.get(id)
  if (stored === undefined) return { _tag: "Absent", reason: "gone" }
  if (state.readFaults.has(id)) return { _tag: "Absent", reason: "failed" }
  if (stored.pane.dead) return { _tag: "Absent", reason: "dead" }
  if (stored.pane.scrolled) return { _tag: "Absent", reason: "scrolled" }
  const { cols, rows, title } = stored.pane
  return { _tag: "Screen", styled: true, cols, rows, title, cursor: null, altScreen: null, ...stored.screen }
}
