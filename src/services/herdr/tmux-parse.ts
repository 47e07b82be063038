import type { Pane, PaneRead, Workspace } from "../../domain/host/pane.ts"
import { field, format, SEPARATOR, type TmuxGroup } from "./tmux-command.ts"
import { drawnLines } from "./tmux-graphics.ts"

const NUMBERS = [
  "#{pane_width}",
  "#{pane_height}",
  "#{?pane_dead,1,0}",
  "#{?pane_in_mode,1,0}",
  "#{?scroll_position,#{scroll_position},0}",
  "#{cursor_x}",
  "#{cursor_y}",
  "#{?cursor_flag,1,0}",
  "#{?alternate_on,1,0}"
]

const PANE_FORMAT = format(["#{pane_id}", ...NUMBERS, field("host"), field("pane_title")])

const LIST_FORMAT = format([
  PANE_FORMAT,
  "#{window_id}",
  "#{pane_pid}",
  "#{window_activity}",
  "#{history_size}",
  field("session_name"),
  field("window_name"),
  field("@team_seat")
])

/** The server's identity and version, then every pane of every session. */
export const LIST_GROUPS: ReadonlyArray<TmuxGroup> = [
  [["display-message", "-p", format(["#{pid}", "#{start_time}", "#{version}"])]],
  [["list-panes", "-a", "-F", LIST_FORMAT]]
]

export const PID_GROUP: TmuxGroup = [
  ["list-panes", "-a", "-F", format(["#{pane_id}", "#{pane_pid}", "#{?pane_dead,1,0}"])]
]

/** A pane's rows and what stands beside them, taken by the server in one go. */
export const readGroup = (pane: string): TmuxGroup => [
  ["capture-pane", "-e", "-p", "-N", "-t", pane],
  ["display-message", "-p", "-t", pane, PANE_FORMAT]
]

const MAX_TITLE = 512

/** A title a program set, or null: tmux starts every pane with the machine's name, and a program's first query is no title. */
const titleOf = (title: string, host: string): string | null => {
  const clean = title.replace(/[\u0080-\u009f\u2028\u2029]/gu, "").trim()
  if (clean === "" || clean === host || clean.startsWith("Gi=31")) return null
  return Array.from(clean).slice(0, MAX_TITLE).join("")
}

interface Row {
  readonly pane: string
  readonly cols: number
  readonly rows: number
  readonly dead: boolean
  readonly scrolled: boolean
  readonly cursor: { readonly x: number; readonly y: number; readonly visible: boolean }
  readonly altScreen: boolean
  readonly title: string | null
  readonly rest: ReadonlyArray<string>
}

const rowOf = (line: string): Row | null => {
  const [pane, ...parts] = line.split(SEPARATOR)
  if (pane === undefined || !/^%\d+$/.test(pane) || parts.length < NUMBERS.length + 2) return null
  const numbers = parts.slice(0, NUMBERS.length)
  if (!numbers.every((part) => /^\d+$/.test(part))) return null
  const [cols = 0, rows = 0, dead, inMode, scroll = 0, x = 0, y = 0, visible, altScreen] = numbers.map(Number)
  return {
    pane,
    cols,
    rows,
    dead: dead === 1,
    scrolled: inMode === 1 || scroll > 0,
    cursor: { x, y, visible: visible === 1 },
    altScreen: altScreen === 1,
    title: titleOf(parts[NUMBERS.length + 1] ?? "", parts[NUMBERS.length] ?? ""),
    rest: parts.slice(NUMBERS.length + 2)
  }
}

/**
 * The rows and facts of one pane out of the answer to `readGroup`. An answer whose rows are not as many as the pane's
 * is not trusted.
 */
export const parseRead = (pane: string, lines: ReadonlyArray<string>): PaneRead => {
  const printed = lines.at(-1) === "" ? lines.slice(0, -1) : lines
  const row = rowOf(printed.at(-1) ?? "")
  if (row === null || row.pane !== pane) return { _tag: "Absent", reason: "failed" }
  if (row.dead) return { _tag: "Absent", reason: "dead" }
  if (row.scrolled) return { _tag: "Absent", reason: "scrolled" }
  if (printed.length - 1 !== row.rows) return { _tag: "Absent", reason: "failed" }
  const { cols, rows, cursor, title, altScreen } = row
  return {
    _tag: "Screen",
    ansi: drawnLines(printed.slice(0, -1).join("\n")),
    styled: true,
    cols,
    rows,
    cursor,
    title,
    altScreen
  }
}

interface ListedPane extends Row {
  readonly window: string
  readonly pid: string
  readonly activity: number
  readonly history: string
  readonly session: string
  readonly windowName: string
  readonly seat: string
}

const listedOf = (line: string): ListedPane | null => {
  const row = rowOf(line)
  const [window, pid, activity, history, session, windowName, seat] = row?.rest ?? []
  if (row === null || window === undefined || pid === undefined || history === undefined) return null
  if (session === undefined || windowName === undefined || seat === undefined) return null
  return { ...row, window, pid, activity: Number(activity), history, session, windowName, seat }
}

/**
 * A token that moves with everything the pane may show. Output moves `window_activity`, whole seconds: only once its
 * second is over can no later output hide behind the same value, so a pane active in this second has no token.
 */
const tokenOf = (pane: ListedPane, now: number | null): string | null => {
  if (now === null || !(pane.activity < now)) return null
  const { x, y, visible } = pane.cursor
  return [
    pane.pid,
    pane.activity,
    pane.cols,
    pane.rows,
    pane.history,
    x,
    y,
    visible,
    pane.altScreen,
    pane.title
  ]
    .map(String)
    .join("|")
}

const paneNumber = ({ pane }: ListedPane): number => Number(pane.slice(1))

/** The panes and windows in the answer to `LIST_GROUPS`; `session` is the team's. Null when a line cannot be read. */
export const parseList = (
  lines: ReadonlyArray<string>,
  session: string,
  now: number | null
): { readonly panes: ReadonlyArray<Pane>; readonly workspaces: ReadonlyArray<Workspace> } | null => {
  const listed = new Map<string, ListedPane>()
  for (const line of lines) {
    if (line === "") continue
    const pane = listedOf(line)
    if (pane === null) return null
    // A window linked into several sessions is listed once for each: the team's own line is kept.
    if (!listed.has(pane.pane) || pane.session === session) listed.set(pane.pane, pane)
  }
  const first = new Map<string, ListedPane>()
  const workspaces = new Map<string, Workspace>()
  for (const pane of listed.values()) {
    const other = first.get(pane.window)
    // A window's name is the name of the pane it was made with, not of one a person split off later.
    if (other === undefined || paneNumber(pane) < paneNumber(other)) first.set(pane.window, pane)
    workspaces.set(pane.window, { workspace: pane.window, label: pane.windowName || null })
  }
  const nameOf = (pane: ListedPane): string | null => {
    if (pane.seat !== "") return pane.seat
    return pane.session === session && first.get(pane.window) === pane ? pane.windowName || null : null
  }
  return {
    workspaces: Array.from(workspaces.values()),
    panes: Array.from(listed.values(), (pane) => ({
      pane: pane.pane,
      name: nameOf(pane),
      inSession: pane.session === session,
      workspace: pane.window,
      workspaceLabel: pane.windowName || null,
      cli: null,
      status: null,
      session: null,
      title: pane.title,
      cols: pane.cols,
      rows: pane.rows,
      dead: pane.dead,
      scrolled: pane.scrolled,
      changed: tokenOf(pane, now)
    }))
  }
}
