import * as Schema from "effect/Schema"

const Figure = Schema.NullOr(Schema.Finite)

/**
 * The machine's figures at one instant (spec 000 §3.3, checks 11 to 15). `null` means unread, never zero: a check
 * stays silent over an unread figure. Sizes are bytes, `at` is epoch milliseconds.
 */
export const MachineReading = Schema.Struct({
  at: Schema.Finite,
  /** The one-minute load divided by `cores`. */
  loadPerCore: Figure,
  /** The divisor: the processors this process may use, a container's quota respected. Can be a fraction. */
  cores: Schema.Finite,
  /** What can be had without swapping, in percent of the whole; under a memory limit the tighter of the two counts. */
  memoryFreePercent: Figure,
  diskFreeBytes: Figure,
  /** The folder whose file system was measured. */
  diskPath: Schema.String,
  swapTotalBytes: Figure,
  swapUsedBytes: Figure,
  swapFreeBytes: Figure
})
export type MachineReading = typeof MachineReading.Type

/** Memory as one source tells it, in bytes. */
export interface MemoryFigures {
  readonly total: number
  readonly available: number
}

/** Swap in bytes. A machine without swap has three zeros. */
export interface SwapFigures {
  readonly total: number
  readonly used: number
  readonly free: number
}

/** The free share in percent, 0 to 100; the tightest of the sources given; null when none could be read. */
export const freePercent = (sources: ReadonlyArray<MemoryFigures | null>): number | null => {
  let tightest: number | null = null
  for (const source of sources) {
    if (source === null || !(source.total > 0)) continue
    const percent = Math.min(100, Math.max(0, (source.available / source.total) * 100))
    if (tightest === null || percent < tightest) tightest = percent
  }
  return tightest
}

/** Load over cores; null when the load is unread or there is nothing to divide by. */
export const perCore = (load: number | null, cores: number): number | null =>
  load === null || !(cores > 0) ? null : load / cores

const bytes = (value: number | null): string => (value === null ? "unread" : `${Math.round(value)} B`)

/** The line the watch logs every ten minutes. It names no folder, since resolved folders stay out of the log. */
export const readingsLine = (reading: MachineReading): string => {
  const load = reading.loadPerCore === null ? "unread" : `${reading.loadPerCore.toFixed(1)}/core`
  const memory = reading.memoryFreePercent === null ? "unread" : `${Math.round(reading.memoryFreePercent)}%`
  const disk = reading.diskFreeBytes === null ? "unread" : `${bytes(reading.diskFreeBytes)} free`
  const { swapFreeBytes: free, swapTotalBytes: total, swapUsedBytes: used } = reading
  const swap =
    total === null && used === null && free === null
      ? "swap unread"
      : `swap used ${bytes(used)} of ${bytes(total)} (free ${bytes(free)})`
  return `readings: load ${load}, memory ${memory}, disk ${disk}, ${swap}`
}
