import type { ProcessEntry } from "./processes.ts"

const tpgidOrNull = (tpgid: number): number | null => (tpgid > 0 ? tpgid : null)

/**
 * Reads one Linux `/proc/PID/stat`; null for a zombie and for what is no such line. `boot` makes the start stamp (ticks
 * since boot) tell two boots apart. The name may hold spaces and parentheses: it ends at the last `)`.
 */
export const parseProcStat = (stat: string, boot: string): ProcessEntry | null => {
  const open = stat.indexOf("(")
  const close = stat.lastIndexOf(")")
  if (open < 1 || close < open) return null
  const fields = stat.slice(close + 2).split(" ")
  const [state, ppid, pgid, sid, , tpgid] = fields
  const ticks = fields[19]
  const pid = Number(stat.slice(0, open))
  if (!(pid > 0) || ppid === undefined || tpgid === undefined || !ticks || !/^\d+$/.test(ticks)) return null
  if (state === "Z" || state === "X" || state === "x") return null
  return {
    pid,
    ppid: Number(ppid),
    pgid: Number(pgid),
    sid: Number(sid),
    tpgid: tpgidOrNull(Number(tpgid)),
    start: `${boot}:${ticks}`,
    name: stat.slice(open + 1, close),
    argv0: null
  }
}

/** The file name of the first argument in a `/proc/PID/cmdline`; null when it is empty. */
export const parseArgv0 = (cmdline: string): string | null => {
  const first = cmdline.split("\0", 1)[0] ?? ""
  return fileName(first) || null
}

const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

// pid ppid pgid tpgid stat, then `lstart` as five words (its day may be padded), then the program's path to the end.
const PS_LINE =
  /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(-?\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+[\d:]+\s+\d{4})\s+(.*?)\s*$/u

/** Reads the answer of `ps -axo pid=,ppid=,pgid=,tpgid=,stat=,lstart=,comm=` in the C locale; unreadable lines are left out. */
export const parsePs = (output: string): ReadonlyArray<ProcessEntry> => {
  const entries: Array<ProcessEntry> = []
  for (const line of output.split("\n")) {
    const match = PS_LINE.exec(line)
    if (match === null) continue
    const [, pid, ppid, pgid, tpgid, state, start, command] = match
    if (state === undefined || state.startsWith("Z") || start === undefined || !command) continue
    const name = fileName(command) || command
    entries.push({
      pid: Number(pid),
      ppid: Number(ppid),
      pgid: Number(pgid),
      sid: null,
      tpgid: tpgidOrNull(Number(tpgid)),
      start: start.replace(/\s+/gu, " "),
      name,
      argv0: name
    })
  }
  return entries
}
