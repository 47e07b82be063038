/** Told why a rule does not hold: the words, and how far the rule came (more is further). The engine never asks. */
export type Say = (step: number, lack: string) => void

/** Keeps what was said of the furthest step, the first of equals. */
export const furthest = (): { readonly say: Say; readonly lack: () => string | undefined } => {
  let far = -1
  let kept: string | undefined
  return {
    say: (step, lack) => {
      if (step <= far) return
      far = step
      kept = lack
    },
    lack: () => kept
  }
}
