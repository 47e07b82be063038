import type { MemoryFigures, SwapFigures } from "../../domain/machine/reading.ts"

/** What a system's reader finds; null is unread. `cores` is the divisor of the load. */
export interface SystemFigures {
  readonly load: number | null
  readonly cores: number
  /** Every source of memory that limits us; the tightest counts. */
  readonly memory: ReadonlyArray<MemoryFigures | null>
  readonly swap: SwapFigures | null
}
