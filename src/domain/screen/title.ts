import { matchesAny } from "./pattern.ts"
import type { Profile } from "./profile.ts"

/** What a title can say. */
export type TitleWord = "working" | "idle" | "overlay" | "silent"

/** What a title says: a turn, none, another view, or nothing (absent, or of no shape the profile knows). */
export const readTitle = (profile: Profile, title: string | undefined): TitleWord => {
  if (profile.titles === undefined || title === undefined || title === "") return "silent"
  if (matchesAny(profile.titles.overlay, title)) return "overlay"
  if (matchesAny(profile.titles.working, title)) return "working"
  return matchesAny(profile.titles.idle, title) ? "idle" : "silent"
}

const LEAD = /^(\S{1,8}) +(\S.*)$/u

/**
 * True when a title's leading symbol changed between two reads of one pane while the rest stayed: a turn runs, known
 * symbol or not (design §4.15). Only for profiles that declare working titles; letters and digits are no symbol.
 */
export const titleMoved = (profile: Profile, before: string, after: string): boolean => {
  if (profile.titles === undefined || profile.titles.working.length === 0) return false
  const was = LEAD.exec(before)
  const is = LEAD.exec(after)
  if (was === null || is === null || was[2] !== is[2] || was[1] === is[1]) return false
  const symbol = (text: string | undefined): boolean => text !== undefined && !/[\p{L}\p{N}]/u.test(text)
  return symbol(was[1]) && symbol(is[1]) && readTitle(profile, after) !== "idle"
}
