/**
 * A duration in milliseconds scaled by the file's `tempo`, rounded to whole milliseconds; anything above zero stays
 * above zero. For idle_repeat, team_idle, nudge_wait, unsent_after and the idle window; never for idle_owner or
 * blind_after (spec 000 §3.2).
 */
export const applyTempo = (ms: number, tempo: number): number =>
  ms === 0 ? 0 : Math.min(Number.MAX_SAFE_INTEGER, Math.max(1, Math.round(ms * tempo)))
