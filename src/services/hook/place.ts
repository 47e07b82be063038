import { readFileSync } from "node:fs"
import type { ProcessId } from "../../domain/host/pane.ts"
import { parseProcStat } from "../../domain/host/processes-parse.ts"
import { isShellName, runsScript } from "../../domain/host/shell.ts"

/** The pane a hook runs in. */
export interface HookPane {
  readonly host: "tmux" | "herdr"
  /** The server's pid on tmux, the session's socket on herdr. */
  readonly server: string
  readonly pane: string
}

type Env = Readonly<Record<string, string | undefined>>

/** Parents kept of a sender: a wrapper or two, the pane's shell, the host's server. */
const PARENTS = 12

/** Steps of the walk in all: shells that only run the hook are passed over. */
const STEPS = 24

const LONGEST = 1_000

const contents = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return null
  }
}

/** Who ran the hook: the first process above that is no shell running it, then its parents, nearest first. */
export const senderOf = (ppid: number): ReadonlyArray<ProcessId> => {
  const boot = contents("/proc/sys/kernel/random/boot_id")?.trim() ?? ""
  const found: Array<ProcessId> = []
  let pid = ppid
  for (let step = 0; step < STEPS && pid > 1 && found.length < PARENTS; step += 1) {
    const stat = contents(`/proc/${pid}/stat`)
    const entry = stat === null ? null : parseProcStat(stat, boot)
    if (entry === null) break
    const script =
      found.length === 0 &&
      isShellName(entry.name) &&
      runsScript((contents(`/proc/${pid}/cmdline`) ?? "").split("\0"))
    if (!script) found.push({ pid: entry.pid, start: entry.start, name: entry.name })
    pid = entry.ppid
  }
  return found.length === 0 ? [{ pid: ppid, start: null, name: "" }] : found
}

const tmuxOf = (env: Env): HookPane | null => {
  const server = /,(\d{1,10}),\d+$/.exec(env["TMUX"] ?? "")?.[1]
  const pane = env["TMUX_PANE"] ?? ""
  return server !== undefined && /^%\d{1,10}$/.test(pane) ? { host: "tmux", server, pane } : null
}

const herdrOf = (env: Env): HookPane | null => {
  const pane = env["HERDR_PANE_ID"] ?? ""
  const server = env["HERDR_SOCKET_PATH"] ?? ""
  if (env["HERDR_ENV"] !== "1" || pane === "" || server === "") return null
  return pane.length > LONGEST || server.length > LONGEST ? null : { host: "herdr", server, pane }
}

/**
 * The pane of this environment, or null outside of one. One host inside the other hands its variables on: the server
 * nearer above the sender is the inner one, and where neither is seen there, the terminal's name tells tmux.
 */
export const paneOf = (env: Env, sender: ReadonlyArray<ProcessId>): HookPane | null => {
  const tmux = tmuxOf(env)
  const herdr = herdrOf(env)
  if (tmux === null || herdr === null) return tmux ?? herdr
  for (const { name, pid } of sender) {
    if (String(pid) === tmux.server) return tmux
    if (name === "herdr" || name.startsWith("herdr-")) return herdr
  }
  return /^(?:tmux|screen)/.test(env["TERM"] ?? "") ? tmux : herdr
}

/** Two 32-bit FNV-1a sums: short and safe as a name. Not a proof of anything, the record itself names its pane. */
const digest = (text: string): string => {
  const sum = (seed: number): string => {
    let value = seed
    for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619)
    return (value >>> 0).toString(16).padStart(8, "0")
  }
  return sum(2_166_136_261) + sum(3_735_928_559)
}

/** The name of a pane's folder: letters, digits and dashes only. */
export const paneKey = ({ host, pane, server }: HookPane): string =>
  `${host}-${digest(server)}-${pane.replaceAll(/[^A-Za-z0-9]/g, "").slice(0, 24)}-${digest(pane)}`
