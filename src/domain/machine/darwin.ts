import type { MemoryFigures, SwapFigures } from "./reading.ts"

/**
 * Memory from the text of `vm_stat` and the machine's size in bytes.
 *
 * The rule. Available = free + speculative + purgeable + the *clean* part of inactive. Inactive pages may be dirty or
 * anonymous, and those cannot be had without compressing or swapping; so inactive counts up to the number of
 * file-backed pages that are not speculative already. A system that prints no file-backed figure has its inactive
 * pages counted whole. What the compressor holds, wired and active pages are in use. The page size is the one the
 * header names. Null when the header, the free count or the inactive count is missing.
 */
export const parseVmStat = (text: string, totalBytes: number): MemoryFigures | null => {
  const size = /page size of (\d{3,7}) bytes/.exec(text)?.[1]
  if (size === undefined || !(totalBytes > 0)) return null
  const pages = new Map<string, number>()
  for (const line of text.split("\n")) {
    const match = /^"?([A-Za-z][A-Za-z -]*)"?:\s+(\d{1,15})\.?\s*$/.exec(line)
    if (match?.[1] !== undefined) pages.set(match[1].toLowerCase(), Number(match[2]))
  }
  const free = pages.get("pages free")
  const inactive = pages.get("pages inactive")
  if (free === undefined || inactive === undefined) return null
  const speculative = pages.get("pages speculative") ?? 0
  const purgeable = pages.get("pages purgeable") ?? 0
  const fileBacked = pages.get("file-backed pages")
  const clean =
    fileBacked === undefined ? inactive : Math.min(inactive, Math.max(0, fileBacked - speculative))
  const available = (free + speculative + purgeable + clean) * Number(size)
  return { total: totalBytes, available: Math.min(totalBytes, available) }
}

/** A decimal as `sysctl` prints it; some locales write a comma. */
const decimal = (text: string): number => Number(text.replace(",", "."))

/** The one-minute load of `sysctl -n vm.loadavg` (`{ 2.10 1.95 1.80 }`), else null. */
export const parseLoadavg = (text: string): number | null => {
  const match = /^\s*\{\s*(\d{1,9}[.,]\d{1,9})\s/.exec(text)
  return match?.[1] === undefined ? null : decimal(match[1])
}

const UNITS: Readonly<Record<string, number>> = { B: 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4 }

/** Swap of `sysctl -n vm.swapusage`. Swap files come and go there, so a total of zero is no fault. Null if unreadable. */
export const parseSwapUsage = (text: string): SwapFigures | null => {
  const figure = (name: string): number | null => {
    const match = new RegExp(`\\b${name} = (\\d{1,12}(?:[.,]\\d{1,9})?)([BKMGT])`).exec(text)
    const unit = UNITS[match?.[2] ?? ""]
    return match?.[1] === undefined || unit === undefined ? null : Math.round(decimal(match[1]) * unit)
  }
  const total = figure("total")
  const used = figure("used")
  const free = figure("free")
  return total === null || used === null || free === null ? null : { total, used, free }
}

/** The four figures `sysctl -n vm.loadavg hw.ncpu hw.memsize vm.swapusage` prints, a line each, by their own form. */
export interface SysctlFigures {
  readonly load: number | null
  readonly processors: number | null
  readonly memoryBytes: number | null
  readonly swap: SwapFigures | null
}

/**
 * Reads the answer line by line. A name the system does not know prints no line, so a line is taken for what its form
 * says; of the two whole numbers the first is the processors and the second the memory, and a size is never taken for
 * a count.
 */
export const parseSysctl = (text: string): SysctlFigures => {
  let load: number | null = null
  let swap: SwapFigures | null = null
  let processors: number | null = null
  let memoryBytes: number | null = null
  for (const line of text.split("\n")) {
    load ??= parseLoadavg(line)
    swap ??= parseSwapUsage(line)
    if (!/^\d{1,16}$/.test(line.trim())) continue
    const value = Number(line.trim())
    if (value >= 1 && value <= 4096) processors ??= value
    else if (value > 4096) memoryBytes ??= value
  }
  return { load, processors, memoryBytes, swap }
}
