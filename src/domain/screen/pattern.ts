import * as Schema from "effect/Schema"

/** Longest pattern a profile may hold, in UTF-16 units. */
const MAX_PATTERN = 400

/** Rows longer than this are cut before a pattern sees them, so that a slow pattern stays bounded. */
export const MAX_SUBJECT = 1200

/** A group with a repeat inside may itself repeat this often: the time stays bounded. */
const FEW = 4

/** How often the quantifier at `at` lets its subject repeat with a choice; 0 where there is no such quantifier. */
const repeatsAt = (source: string, at: number): number => {
  const char = source[at]
  if (char === "*" || char === "+") return Number.POSITIVE_INFINITY
  const bounds = char === "{" ? /^\{(\d+),(\d*)\}/u.exec(source.slice(at, at + 16)) : null
  if (bounds === null) return 0
  return bounds[2] === "" ? Number.POSITIVE_INFINITY : Number(bounds[2])
}

/**
 * Why a profile may not use this pattern, or undefined when it may. Allowed are patterns whose matching time cannot
 * explode: no group that repeats while its body repeats too, no back-reference, no look-behind.
 */
export const patternFault = (source: string): string | undefined => {
  if (source.length > MAX_PATTERN) return `longer than ${MAX_PATTERN} characters`
  if (/\\[1-9]|\\k</.test(source)) return "has a back-reference"
  if (source.includes("(?<=") || source.includes("(?<!")) return "looks behind"
  const repeats: Array<boolean> = [false]
  let inClass = false
  for (let i = 0; i < source.length; i++) {
    const char = source[i]
    if (char === "\\") i++
    else if (inClass) inClass = char !== "]"
    else if (char === "[") inClass = true
    else if (char === "(") repeats.push(false)
    else if (char === ")") {
      const body = repeats.pop() ?? false
      const again = repeatsAt(source, i + 1)
      if (again > FEW && body) return "repeats a group that repeats inside"
      const parent = repeats.length - 1
      repeats[parent] = (repeats[parent] ?? false) || body || again > 1
    } else if (repeatsAt(source, i) > 1) {
      repeats[repeats.length - 1] = true
    }
  }
  try {
    new RegExp(source, "u")
    return undefined
  } catch {
    return "is no regular expression"
  }
}

/** A regular expression (flag `u`, case counts) kept as text in a profile; only patterns `patternFault` allows. */
export const Pattern = Schema.String.pipe(
  Schema.filter((source) => {
    const fault = patternFault(source)
    return fault === undefined || `the pattern ${fault}`
  })
)
export type Pattern = typeof Pattern.Type

const compiled = new Map<string, RegExp>()

/** The compiled pattern, compiled once for the life of the process. */
export const regex = (pattern: Pattern): RegExp => {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  const made = new RegExp(pattern, "u")
  compiled.set(pattern, made)
  return made
}

const clip = (text: string): string => (text.length > MAX_SUBJECT ? text.slice(0, MAX_SUBJECT) : text)

let guard: (() => void) | undefined

/** Runs `body` with `check` asked before every match; what `check` throws ends the reading. Not for shipped patterns. */
export const guarded = <A>(check: () => void, body: () => A): A => {
  const outer = guard
  guard = check
  try {
    return body()
  } finally {
    guard = outer
  }
}

/** True when the pattern matches the (clipped) text. */
export const matches = (pattern: Pattern, text: string): boolean => {
  if (guard !== undefined) guard()
  return regex(pattern).test(clip(text))
}

/** True when any of the patterns matches. */
export const matchesAny = (patterns: ReadonlyArray<Pattern> | undefined, text: string): boolean => {
  if (patterns === undefined) return false
  for (const pattern of patterns) if (matches(pattern, text)) return true
  return false
}

/** The groups of a match (0 is the whole), or undefined. */
export const groups = (pattern: Pattern, text: string): ReadonlyArray<string | undefined> | undefined => {
  if (guard !== undefined) guard()
  return regex(pattern).exec(clip(text)) ?? undefined
}
