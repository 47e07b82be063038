import type { Screen } from "./ansi.ts"
import type { Say } from "./lack.ts"
import { matches, matchesAny } from "./pattern.ts"
import type { Dialog, Profile } from "./profile.ts"
import { joinRows, lastDrawn, textAt } from "./rows.ts"

/** A dialog, picker or viewer that stands open, with the rows it fills. */
export interface OpenDialog {
  readonly dialog: Dialog
  readonly from: number
  readonly to: number
  /** Where the frames begin that stand around it or above it, the nearest first. */
  readonly above: ReadonlyArray<number>
}

/** Rows at the end of a dialog that its hint may fill when it wraps. */
const TAIL_ROWS = 4

/** A dialog has at most this many frames inside one another or below an older one. */
const MAX_REGIONS = 5

/** One stretch of rows down to the last drawn one, with its words as the rules ask for them. */
interface Region {
  readonly from: number
  readonly said: string
  readonly tails: ReadonlyArray<string>
  readonly texts: ReadonlyArray<string>
}

const regionOf = (screen: Screen, from: number, last: number): Region => {
  const tails: Array<string> = []
  for (let size = 1; size <= TAIL_ROWS && last - size + 1 >= from; size++) {
    tails.push(joinRows(screen.rows, last - size + 1, last))
  }
  const texts: Array<string> = []
  for (let at = from; at <= last; at++) texts.push(textAt(screen.rows, at))
  return { from, said: joinRows(screen.rows, from, last).toLowerCase(), tails, texts }
}

/** Where a dialog may begin: at a frame's first row below the last entry of the conversation, or right below that. */
const regionsOf = (profile: Profile, screen: Screen, last: number): ReadonlyArray<Region> => {
  const starts: Array<number> = []
  let at = last
  for (; at >= 0 && !matchesAny(profile.entries, textAt(screen.rows, at)); at--) {
    if (matchesAny(profile.openers, textAt(screen.rows, at))) starts.push(at)
  }
  const kept = starts.slice(0, MAX_REGIONS)
  return (kept.length > 0 ? kept : [at + 1]).map((from) => regionOf(screen, from, last))
}

/** True when the rule holds in a region; `say` is told the first thing that it lacks. */
const fits = (dialog: Dialog, region: Region, say?: Say): boolean => {
  const says = (phrase: string): boolean => region.said.includes(phrase.toLowerCase())
  const shows = (pattern: string): boolean => region.texts.some((text) => matches(pattern, text))
  const lacks = (step: number, lack: string): false => {
    say?.(step, lack)
    return false
  }
  const unsaid = dialog.says?.find((phrase) => !says(phrase))
  if (unsaid !== undefined) return lacks(0, `does not say "${unsaid}"`)
  if (dialog.any !== undefined && !dialog.any.some(says)) return lacks(1, "says none of its phrases")
  const said = dialog.not?.find(says)
  if (said !== undefined) return lacks(2, `says "${said}"`)
  if (dialog.tail !== undefined && !region.tails.some((tail) => matchesAny(dialog.tail, tail)))
    return lacks(3, "footer row missing: nothing matches at the screen's end")
  const missing = dialog.rows?.find((pattern) => !shows(pattern))
  if (missing !== undefined) return lacks(4, `no row matches ${missing}`)
  return (
    dialog.anyRow === undefined || dialog.anyRow.some(shows) || lacks(5, "no row matches any of its patterns")
  )
}

/** The rows where one rule holds, whatever other rules do; `say` is told what it lacks. */
export const dialogAt = (
  profile: Profile,
  screen: Screen,
  dialog: Dialog,
  say?: Say
): { readonly from: number; readonly to: number } | undefined => {
  const to = lastDrawn(screen.rows)
  if (to < 0) return undefined
  const region = regionsOf(profile, screen, to).find((one) => fits(dialog, one, say))
  return region && { from: region.from, to }
}

/**
 * The dialog that fills the end of the screen, by the first rule that fits its smallest frame; pickers and viewers only
 * where no dialog fits. Undefined when none does.
 */
export const findDialog = (profile: Profile, screen: Screen): OpenDialog | undefined => {
  const last = lastDrawn(screen.rows)
  if (last < 0 || profile.dialogs.length === 0) return undefined
  const regions = regionsOf(profile, screen, last)
  for (const overlay of [false, true]) {
    for (const region of regions) {
      const dialog = profile.dialogs.find(
        (rule) => (rule.kind === "overlay") === overlay && fits(rule, region)
      )
      if (dialog === undefined) continue
      const above = regions.map(({ from }) => from).filter((from) => from < region.from)
      return { dialog, from: region.from, to: last, above }
    }
  }
  return undefined
}
