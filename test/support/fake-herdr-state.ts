export type Params = { readonly [name: string]: unknown }

/** One scripted pane; everything but its id has a plain default. */
export interface FakePane {
  readonly pane: string
  readonly workspace: string
  readonly terminal: string
  readonly agent: string | null
  readonly status: string
  readonly name: string | null
  readonly session: string | null
  readonly title: string | null
  readonly seq: number
  readonly rows: number | null
  /** Rows a person has scrolled back. */
  readonly offset: number
  readonly screen: string
  readonly shell: number | null
  readonly group: number | null
  readonly foreground: ReadonlyArray<{ readonly pid: number; readonly name: string }>
  /** Listed, and yet every call on it says `pane_not_found`: a pane just restored. */
  readonly restoring: boolean
}

export interface FakeState {
  version: string
  protocol: number
  readonly workspaces: Map<string, string>
  readonly panes: Map<string, FakePane>
  /** Bytes each pane's program got, in order. */
  readonly received: Array<{ readonly pane: string; readonly bytes: string }>
  readonly created: Array<Params>
  readonly metadata: Array<Params>
  readonly notified: Array<Params>
  notification: { shown: boolean; reason: string }
  nextWorkspace: number
  /** False: an older server that answers plain text and names no format. */
  formats: boolean
}

type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: string; readonly message: string } }

const error = (code: string, message = code): Answer => ({ error: { code, message } })
const ok: Answer = { result: { type: "ok" } }

/** A pane with defaults: an idle claude in `w1`. */
export const fakePane = (init: Partial<FakePane> & { readonly pane: string }): FakePane => ({
  workspace: init.pane.split(":")[0] ?? "w1",
  terminal: `term_${init.pane.replace(":", "")}`,
  agent: "claude",
  status: "idle",
  name: null,
  session: null,
  title: null,
  seq: 1,
  rows: 39,
  offset: 0,
  screen: "",
  shell: 100,
  group: 200,
  foreground: [{ pid: 200, name: "claude" }],
  restoring: false,
  ...init
})

/** Puts a pane into the state, with its workspace. */
export const putPane = (state: FakeState, init: Partial<FakePane> & { readonly pane: string }): void => {
  const pane = fakePane({ ...state.panes.get(init.pane), ...init })
  state.panes.set(pane.pane, pane)
  if (!state.workspaces.has(pane.workspace))
    state.workspaces.set(pane.workspace, pane.workspace.toUpperCase())
}

// What may be absent is left out, as herdr does, not sent as null.
const optional = (name: string, value: unknown) => (value === null ? {} : { [name]: value })

const sessionOf = (pane: FakePane) =>
  pane.session === null
    ? {}
    : { agent_session: { source: "herdr:claude", agent: "claude", kind: "id", value: pane.session } }

const common = (pane: FakePane) => ({
  pane_id: pane.pane,
  terminal_id: pane.terminal,
  workspace_id: pane.workspace,
  tab_id: `${pane.workspace}:t1`,
  focused: false,
  cwd: "/repo",
  ...optional("agent", pane.agent),
  ...optional("terminal_title", pane.title),
  ...optional("terminal_title_stripped", pane.title?.replace(/^[\u2800-\u28ff·✢✳✶✻✽◐◓◑◒] /u, "") ?? null),
  agent_status: pane.status,
  ...sessionOf(pane),
  revision: 0
})

/** The record of a pane as herdr sends it. */
export const paneInfo = (pane: FakePane) => ({
  ...common(pane),
  ...(pane.rows === null
    ? {}
    : {
        scroll: { offset_from_bottom: pane.offset, max_offset_from_bottom: 500, viewport_rows: pane.rows }
      })
})

const agentInfo = (pane: FakePane) => ({
  ...common(pane),
  ...optional("name", pane.name),
  state_change_seq: pane.seq
})

const workspaceInfo = (id: string, label: string) => ({
  workspace_id: id,
  number: 1,
  label,
  focused: false,
  pane_count: 1,
  tab_count: 1,
  active_tab_id: `${id}:t1`,
  agent_status: "unknown"
})

const snapshot = (state: FakeState): Answer => {
  const panes = [...state.panes.values()]
  return {
    result: {
      type: "session_snapshot",
      snapshot: {
        version: state.version,
        protocol: state.protocol,
        workspaces: [...state.workspaces].map(([id, label]) => workspaceInfo(id, label)),
        tabs: [],
        panes: panes.map(paneInfo),
        layouts: [],
        agents: panes.filter((pane) => pane.agent !== null || pane.name !== null).map(agentInfo)
      }
    }
  }
}

const create = (state: FakeState, params: Params): Answer => {
  const id = `w${state.nextWorkspace++}`
  state.created.push(params)
  state.workspaces.set(id, String(params["label"] ?? "~"))
  const pane = fakePane({
    pane: `${id}:p1`,
    agent: null,
    status: "unknown",
    foreground: [{ pid: 100, name: "sh" }]
  })
  state.panes.set(pane.pane, pane)
  return {
    result: {
      type: "workspace_created",
      workspace: workspaceInfo(id, String(params["label"] ?? "~")),
      tab: { tab_id: `${id}:t1` },
      root_pane: paneInfo(pane)
    }
  }
}

const keyBytes = (key: unknown): string | null =>
  typeof key === "string" && ["enter", "return"].includes(key.toLowerCase()) ? "\r" : null

const paneCall = (state: FakeState, pane: FakePane, method: string, params: Params): Answer | null => {
  const got = (bytes: string): Answer => {
    if (bytes !== "") state.received.push({ pane: pane.pane, bytes })
    return ok
  }
  const keys = Array.isArray(params["keys"]) ? params["keys"].map(keyBytes) : []
  switch (method) {
    case "pane.read": {
      const ansi = state.formats && params["format"] === "ansi"
      const text = ansi
        ? pane.screen
        : pane.screen.replaceAll(/\u001b\[[0-9;]*m/g, "").replaceAll("\r\n", "\n")
      const read = {
        pane_id: pane.pane,
        workspace_id: pane.workspace,
        source: params["source"],
        text,
        revision: 0
      }
      const format = state.formats ? { format: ansi ? "ansi" : "text" } : {}
      return { result: { type: "pane_read", read: { ...read, ...format, truncated: false } } }
    }
    case "pane.process_info":
      return {
        result: {
          type: "pane_process_info",
          process_info: {
            pane_id: pane.pane,
            shell_pid: pane.shell,
            foreground_process_group_id: pane.group,
            foreground_processes: pane.foreground.map((one) => ({ ...one, argv: [one.name], cwd: "/repo" }))
          }
        }
      }
    case "pane.send_text":
      return got(String(params["text"]))
    case "pane.send_keys":
      return keys.includes(null) ? error("invalid_key") : got(keys.join(""))
    case "pane.send_input":
      return keys.includes(null)
        ? error("invalid_key")
        : got(`${String(params["text"] ?? "")}${keys.join("")}`)
    case "pane.report_metadata":
      if (params["display_agent"] === undefined && params["clear_display_agent"] !== true) {
        return error("invalid_metadata_request")
      }
      state.metadata.push(params)
      return ok
    default:
      return null
  }
}

const workspaceCall = (state: FakeState, id: string, method: string, params: Params): Answer | null => {
  if (!state.workspaces.has(id)) return error("workspace_not_found", `workspace ${id} not found`)
  if (method === "workspace.rename") {
    state.workspaces.set(id, String(params["label"]))
    return { result: { type: "workspace_info", workspace: workspaceInfo(id, String(params["label"])) } }
  }
  if (method !== "workspace.close") return null
  state.workspaces.delete(id)
  for (const [pane, record] of state.panes) if (record.workspace === id) state.panes.delete(pane)
  return ok
}

const rename = (state: FakeState, params: Params): Answer => {
  const pane = state.panes.get(String(params["target"]))
  const name = String(params["name"])
  if (pane === undefined || (pane.agent === null && pane.name === null)) return error("agent_not_found")
  if (!/^[a-z][a-z0-9_-]{0,31}$/.test(name)) return error("invalid_agent_name")
  if ([...state.panes.values()].some((one) => one.name === name && one.pane !== pane.pane)) {
    return error("agent_name_taken", `agent name ${name} is already used; cwd=/secret`)
  }
  state.panes.set(pane.pane, { ...pane, name })
  return { result: { type: "agent_info", agent: agentInfo({ ...pane, name }) } }
}

/** herdr's answer to a request, null for a method it has not. */
export const answerOf = (state: FakeState, method: string, params: Params): Answer | null => {
  switch (method) {
    case "ping":
      return {
        result: {
          type: "pong",
          version: state.version,
          protocol: state.protocol,
          capabilities: { live_handoff: true }
        }
      }
    case "session.snapshot":
      return snapshot(state)
    case "workspace.create":
      return create(state, params)
    case "agent.rename":
      return rename(state, params)
    case "notification.show":
      if (params["title"] === "") return error("invalid_params", "notification title is empty")
      state.notified.push(params)
      return { result: { type: "notification_show", ...state.notification } }
  }
  if (method.startsWith("workspace."))
    return workspaceCall(state, String(params["workspace_id"]), method, params)
  if (!method.startsWith("pane.")) return null
  const pane = state.panes.get(String(params["pane_id"]))
  if (pane !== undefined && method === "pane.get")
    return { result: { type: "pane_info", pane: paneInfo(pane) } }
  return pane === undefined || pane.restoring
    ? error("pane_not_found", `pane ${String(params["pane_id"])} not found`)
    : paneCall(state, pane, method, params)
}

const EVENTS = /^(workspace|worktree|tab|pane|layout)\.[a-z_]+$/

/** Why herdr refuses a subscription, null when it takes it. */
export const subscriptionProblem = (params: Params): { code: string; message: string } | null => {
  const list = Array.isArray(params["subscriptions"]) ? params["subscriptions"] : null
  const good = list?.every((one: unknown) => {
    const type = typeof one === "object" && one !== null && "type" in one ? one.type : null
    return typeof type === "string" && EVENTS.test(type)
  })
  return good === true ? null : { code: "invalid_request", message: "invalid request: unknown variant" }
}
