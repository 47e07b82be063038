import { modelDiffers } from "../report/model.ts"
import type { ScreenReading } from "../screen/reading.ts"
import { cleanText } from "../text/clean.ts"

/** What the file has for a seat's line. */
export interface Declared {
  readonly display: string
  readonly model: string
  readonly version: string
  /** The effort the file's launch line asks for. */
  readonly effort: string | null
}

const LONGEST = 80

/** The effort a launch line asks for by one of the CLIs' own options, or null. */
export const launchEffort = (launch: string): string | null =>
  /(?:--(?:reasoning-)?effort[= ]|model_reasoning_effort=)["']?([A-Za-z]{2,12})\b/
    .exec(launch)?.[1]
    ?.toLowerCase() ?? null

/**
 * A seat's second sidebar line (spec 000 §3.9, rule 14): the file's display while the screen shows the file's own model
 * and version or cannot be read, else what the screen shows; then the effort word: the screen's, the last one seen, the file's.
 */
export const displayLine = (
  declared: Declared,
  screen: Pick<ScreenReading, "model" | "version" | "effort"> | null,
  lastEffort: string | null
): string => {
  const seen = screen?.model === undefined ? null : { model: screen.model, version: screen.version }
  const shown =
    seen === null || !modelDiffers(declared, seen)
      ? declared.display
      : `${seen.model} ${seen.version ?? ""}`.trim()
  const effort = screen?.effort ?? lastEffort ?? declared.effort
  return cleanText(effort === null ? shown : `${shown} ${effort}`, LONGEST)
}
