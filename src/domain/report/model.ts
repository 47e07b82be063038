import type { SeatSpec } from "../pass/team-view.ts"
import type { ScreenReading } from "../screen/reading.ts"
import { cleanText } from "../text/clean.ts"

const tokens = (words: string): ReadonlyArray<string> =>
  words
    .toLowerCase()
    .split(/[^a-z0-9.]+/)
    .filter((word) => word !== "")
    .sort()

/**
 * Whether the screen's model and version are not the file's. Version "0" declares none, and then the words the file has
 * for the model need only be among the screen's: a fresh file names the family alone.
 */
export const modelDiffers = (
  declared: { readonly model: string; readonly version: string },
  seen: { readonly model: string; readonly version: string | undefined }
): boolean => {
  // A file may carry the version inside the model's name; the same words in another order are the same model.
  const named = tokens(declared.model).filter((word) => word !== declared.version)
  const shown = tokens(seen.model)
  if (declared.version === "0") return !named.every((word) => shown.includes(word))
  if (named.join(" ") !== shown.join(" ")) return true
  return seen.version !== undefined && seen.version !== declared.version
}

/** A model that runs and the one the file declares, as they are printed. */
export interface ModelDrift {
  readonly runs: string
  readonly declared: string
}

const LONGEST = 60

/**
 * What the seat's screen shows instead of the file's model and version, or null: the same, unread, or chosen by the launch
 * line's launcher (`model_from: launcher`), whose choice the file does not name.
 */
export const modelDriftOf = (
  spec: Pick<SeatSpec, "model" | "modelFrom" | "version">,
  screen: Pick<ScreenReading, "model" | "version"> | null
): ModelDrift | null => {
  if (screen?.model === undefined || spec.modelFrom === "launcher") return null
  const seen = { model: screen.model, version: screen.version }
  if (!modelDiffers(spec, seen)) return null
  const declared = spec.version === "0" ? spec.model : `${spec.model} ${spec.version}`
  return { runs: cleanText(`${seen.model} ${seen.version ?? ""}`, LONGEST).trim(), declared }
}
