import type { MemoryFigures, SwapFigures } from "./reading.ts"

/** A whole, non-negative number as the kernel prints it, else null. */
const whole = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,20}$/.test(text) ? Number(text) : null

/** `/proc/meminfo` as a map from name to bytes; lines that are not of its form are left out. */
const meminfo = (text: string): ReadonlyMap<string, number> => {
  const fields = new Map<string, number>()
  for (const line of text.split("\n")) {
    const match = /^([A-Za-z_()0-9]+):\s+(\d{1,20})(?:\s+(kB))?\s*$/.exec(line)
    if (match?.[1] !== undefined) fields.set(match[1], Number(match[2]) * (match[3] === "kB" ? 1024 : 1))
  }
  return fields
}

/**
 * Memory from `/proc/meminfo`. `MemAvailable` is the kernel's own answer; a kernel too old for it gets free plus what
 * can be dropped (buffers, cache and reclaimable slab, without shared memory, which cannot). Null when neither is there.
 */
export const parseMemory = (text: string): MemoryFigures | null => {
  const fields = meminfo(text)
  const total = fields.get("MemTotal")
  if (total === undefined || total <= 0) return null
  const free = fields.get("MemFree")
  const cached = fields.get("Cached")
  let available = fields.get("MemAvailable")
  if (available === undefined) {
    if (free === undefined || cached === undefined) return null
    const droppable =
      cached + (fields.get("Buffers") ?? 0) + (fields.get("SReclaimable") ?? 0) - (fields.get("Shmem") ?? 0)
    available = free + Math.max(0, droppable)
  }
  return { total, available: Math.min(total, available) }
}

/** Swap from `/proc/meminfo`; a machine without swap answers zeros, an unreadable text null. */
export const parseSwap = (text: string): SwapFigures | null => {
  const fields = meminfo(text)
  const total = fields.get("SwapTotal")
  const free = fields.get("SwapFree")
  if (total === undefined || free === undefined || free > total) return null
  return { total, used: total - free, free }
}

/** The one-minute load of `/proc/loadavg`, else null. */
export const parseLoad = (text: string): number | null => {
  const match = /^(\d{1,9}\.\d{1,9}) \d/.exec(text)
  return match?.[1] === undefined ? null : Number(match[1])
}

/** The path of a process's own cgroup (version 2) out of `/proc/self/cgroup`, `/` at the top; null on version 1. */
export const parseCgroupPath = (text: string): string | null => {
  for (const line of text.split("\n")) {
    if (!line.startsWith("0::/")) continue
    const path = line.slice(3)
    // A path out of the namespace (`/../x`) names no folder below the mount.
    return path.split("/").includes("..") ? null : path
  }
  return null
}

/** The cgroup's own folder and each one above it, nearest first, as paths below the mount: any of them may limit. */
export const cgroupLevels = (path: string): ReadonlyArray<string> => {
  const parts = path.split("/").filter((part) => part !== "")
  const levels: Array<string> = []
  for (let count = parts.length; count >= 0; count--) levels.push(parts.slice(0, count).join("/"))
  return levels
}

/** What one cgroup level says, each text null when its file is not there. */
export interface CgroupTexts {
  readonly memoryMax: string | null
  readonly memoryCurrent: string | null
  readonly memoryStat: string | null
  readonly cpuMax: string | null
}

/**
 * Memory under one level's limit: what is not in use, plus file pages on the inactive list, which the kernel drops
 * first. Null without a limit or without a usage figure.
 */
export const parseCgroupMemory = (texts: CgroupTexts): MemoryFigures | null => {
  const total = whole(texts.memoryMax?.trim())
  const current = whole(texts.memoryCurrent?.trim())
  if (total === null || current === null || total <= 0) return null
  const inactive = whole(/^inactive_file (\d+)$/m.exec(texts.memoryStat ?? "")?.[1]) ?? 0
  const used = Math.max(0, current - inactive)
  return { total, available: Math.max(0, total - used) }
}

/** Processors a level's quota allows (`cpu.max` is microseconds and their period), as a fraction; null without one. */
export const parseCpuQuota = (text: string | null): number | null => {
  const [quotaText, periodText] = (text ?? "").trim().split(/\s+/)
  const quota = whole(quotaText)
  const period = whole(periodText)
  return quota === null || period === null || quota <= 0 || period <= 0 ? null : quota / period
}

/** The divisor of the load: the processors there are, or the tightest quota where that is less. */
export const effectiveCores = (processors: number, quotas: ReadonlyArray<number | null>): number =>
  quotas.reduce<number>((least, quota) => (quota !== null && quota < least ? quota : least), processors)
