import { matchesAny } from "./pattern.ts"
import type { Profile } from "./profile.ts"

/** What a title says: a turn, none, another view, or nothing (absent, or of no shape the profile knows). */
export const readTitle = (
  profile: Profile,
  title: string | undefined
): "working" | "idle" | "overlay" | "silent" => {
  if (profile.titles === undefined || title === undefined || title === "") return "silent"
  if (matchesAny(profile.titles.overlay, title)) return "overlay"
  if (matchesAny(profile.titles.working, title)) return "working"
  return matchesAny(profile.titles.idle, title) ? "idle" : "silent"
}
