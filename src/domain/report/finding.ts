import type { Addressee } from "./report.ts"

/**
 * What a check found in one pass; the core decides what of it is said (spec 000 §3.4).
 * `Once` a condition that holds now · `Keep` its evidence could not be read, so what stands goes on standing ·
 * `Period` a kind remembered against the instant its period began: said once a period, again after `repeat` ms.
 */
export type Finding =
  | { readonly _tag: "Once"; readonly key: string; readonly text: string; readonly to: Addressee }
  | { readonly _tag: "Keep"; readonly key: string }
  | {
      readonly _tag: "Period"
      readonly kind: string
      readonly start: number
      readonly text: string
      readonly to: Addressee
      readonly repeat: number | null
    }

/** The condition `key` holds now. */
export const once = (key: string, text: string, to: Addressee): Finding => ({ _tag: "Once", key, text, to })

/** `key` could not be judged in this pass. */
export const keep = (key: string): Finding => ({ _tag: "Keep", key })

/** The period of `kind` that began at `start` (epoch ms) goes on; `repeat` in ms, null for never. */
export const memory = (
  kind: string,
  start: number,
  report: { readonly text: string; readonly to: Addressee; readonly repeat?: number | null }
): Finding => ({
  _tag: "Period",
  kind,
  start,
  text: report.text,
  to: report.to,
  repeat: report.repeat ?? null
})
