import type { Screen } from "./ansi.ts"
import type { Cursor } from "./frame.ts"
import { matchesAny } from "./pattern.ts"
import type { Profile } from "./profile.ts"
import { indentOf, lastDrawn, textAt } from "./rows.ts"

/** A prompt that waits: `user@host:dir$`, `%`, `PS C:\>`, an arrow; nothing typed after it. */
const WAITING = /^(?:\S.{0,200})?[$#%>❯›»➜λ]$/u

/** A prompt that names a user, a host or a path, so that no CLI's own box looks like it. */
const NAMED =
  /^(?:\([^)]{1,40}\) )?(?:\[?[\w.-]{1,64}@[\w.-]{1,64}\b.{0,200}[$#%>❯›»➜λ]\]?|(?:~|\/).{0,200}[$#%❯›»➜λ]|[$#%]|PS [A-Z]:\\.{0,200}>|➜ {1,2}[\w.~-]{1,64}(?: git:\([^)]{1,80}\)(?: ✗)?)?)$/u

/** Rows from the end in which the lines of a CLI that left are looked for. */
const EXIT_ROWS = 14

/**
 * The row of a waiting shell prompt, or undefined. Asked only on a screen without a live box or dialog: it needs the
 * cursor behind a prompt, a prompt that no CLI draws, or the lines that the CLI prints when it leaves.
 */
export const findShell = (
  profile: Profile,
  screen: Screen,
  cursor: Cursor | undefined
): number | undefined => {
  const { rows } = screen
  const last = lastDrawn(rows)
  if (last < 0) return undefined
  const row = rows[last]
  const text = textAt(rows, last)
  const outermost = row !== undefined && indentOf(row) === 0
  const here = cursor === undefined || cursor.y === last
  if (outermost && here && NAMED.test(text.slice(0, 400))) return last
  const from = Math.max(0, last - EXIT_ROWS)
  let left = false
  for (let at = from; at <= last && !left; at++) left = matchesAny(profile.exits, textAt(rows, at))
  if (left && outermost && WAITING.test(text.slice(0, 400))) return last
  if (cursor === undefined || profile.composers.length === 0) return undefined
  // a killed CLI leaves its frame behind and the prompt is drawn into it
  const before = (rows[cursor.y]?.cells ?? [])
    .filter((cell) => cell.col < cursor.x)
    .map((cell) => cell.char)
    .join("")
  const prompt = before.trimEnd()
  const waits = WAITING.test(prompt) || NAMED.test(prompt)
  return before.length < 400 && waits ? cursor.y : undefined
}
