import { groups, matchesAny } from "./pattern.ts"
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

const squeezed = (text: string): string => text.replace(/\s+/gu, "")

const CUT = /(?:\.\.\.|…)$/u

/**
 * True for an idle title that the CLI itself must have set: of its own shape, or the name of the folder that its footer
 * (joined to one line) shows, either of them cut or whole. A title that a shell or its owner set says nothing of a turn.
 */
export const isOwnTitle = (profile: Profile, title: string, footer: string): boolean => {
  const { own, place } = profile.titles ?? {}
  if ((own === undefined && place === undefined) || matchesAny(own, title)) return true
  const name = squeezed(title).replace(CUT, "")
  return (place ?? []).some((pattern) => {
    const path = squeezed(groups(pattern, footer)?.[1] ?? "")
    const shown = path.replace(CUT, "").split("/").pop() ?? ""
    if (name === "" || shown === "") return false
    return (
      shown === name ||
      (CUT.test(title) && shown.startsWith(name)) ||
      (CUT.test(path) && name.startsWith(shown))
    )
  })
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
